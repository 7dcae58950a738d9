//! Looking for a part of a text: `find index count startswith …`.

use super::text_of;
use crate::python::run::context::Context;
use crate::python::run::raised::{Raised, Stopped};
use crate::python::run::value::{Run, Value};

/// The part of a text between two characters, and the number of the first.
struct TextWindow<'t> {
    part: &'t str,
    start: usize,
}

/// The bounds behind a method's own arguments, in characters or elements: negative ones count from the end, and what
/// lies beyond it is cut off, of the start too where `length` is not enough.
pub(super) fn bounds(length: usize, arguments: &[Value]) -> Run<(usize, usize)> {
    let bound = |at: usize, otherwise: usize| {
        let Some(given) = arguments.get(at) else { return Ok(otherwise) };
        match given {
            Value::None => Ok(otherwise),
            _ => match given.place() {
                Some(place) if place < 0 => Ok(from_end(length, place)),
                // What is beyond the places that the machine counts is beyond the end.
                Some(place) => Ok(usize::try_from(place).unwrap_or(usize::MAX)),
                None => Err(Raised::types(format!("the bounds of a part are integers, not {}", given.noun()))),
            },
        }
    };
    Ok((bound(0, 0)?, bound(1, length)?.min(length)))
}

/// A negative place, which counts from the end; the first one where it lies before that.
fn from_end(length: usize, place: i64) -> usize {
    length.saturating_sub(usize::try_from(place.unsigned_abs()).unwrap_or(usize::MAX))
}

/// The part of a text that the bounds leave; nothing where they cross.
fn window<'t>(text: &'t str, arguments: &[Value]) -> Run<Option<TextWindow<'t>>> {
    if arguments.is_empty() {
        return Ok(Some(TextWindow { part: text, start: 0 }));
    }
    let (start, end) = bounds(text.chars().count(), arguments)?;
    if start > end {
        return Ok(None);
    }
    let byte = |place: usize| text.char_indices().nth(place).map_or(text.len(), |(at, _)| at);
    Ok(Some(TextWindow { part: &text[byte(start)..byte(end)], start }))
}

/// The number of the character at which a part begins, by `search` for it in bytes.
fn place(
    text: &str,
    arguments: &[Value],
    function: &str,
    search: fn(&str, &str) -> Option<usize>,
) -> Run<Option<usize>> {
    let wanted = &arguments[0];
    let wanted = text_of(wanted, function)?;
    let Some(window) = window(text, &arguments[1..])? else { return Ok(None) };
    Ok(search(window.part, wanted).map(|at| window.start + window.part[..at].chars().count()))
}

fn number(place: usize) -> Value {
    i64::try_from(place).unwrap_or(i64::MAX).into()
}

pub(super) fn find(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    Ok(place(text, arguments, "find", |text, part| text.find(part))?.map_or_else(|| (-1_i64).into(), number))
}

pub(super) fn rfind(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    Ok(place(text, arguments, "rfind", |text, part| text.rfind(part))?.map_or_else(|| (-1_i64).into(), number))
}

pub(super) fn index(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    place(text, arguments, "index", |text, part| text.find(part))?.map(number).ok_or_else(not_found)
}

pub(super) fn rindex(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    place(text, arguments, "rindex", |text, part| text.rfind(part))?.map(number).ok_or_else(not_found)
}

fn not_found() -> Stopped {
    Raised::value("the text has no such part")
}

/// How often a part stands in the text, without overlapping itself.
pub(super) fn count(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    let wanted = &arguments[0];
    let wanted = text_of(wanted, "count")?;
    Ok(number(window(text, &arguments[1..])?.map_or(0, |window| window.part.matches(wanted).count())))
}

pub(super) fn starts_with(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    ends(text, arguments, "startswith", |text, part| text.starts_with(part))
}

pub(super) fn ends_with(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    ends(text, arguments, "endswith", |text, part| text.ends_with(part))
}

/// Whether one end of the text is a part, or one of several in a tuple.
fn ends(text: &str, arguments: &[Value], function: &str, is_end: fn(&str, &str) -> bool) -> Run {
    let wanted = &arguments[0];
    let window = window(text, &arguments[1..])?;
    let is_end = |part: &str| window.as_ref().is_some_and(|window| is_end(window.part, part));
    match &wanted {
        Value::Text(part) => Ok(is_end(part).into()),
        Value::Tuple(parts) => {
            for part in parts.iter() {
                if is_end(text_of(part, function)?) {
                    return Ok(true.into());
                }
            }
            Ok(false.into())
        }
        other => {
            let message = format!("`{function}` takes a text or several in parentheses, not {}", other.noun());
            Err(Raised::types(message))
        }
    }
}
