//! Methods that search for a substring: `find index count startswith …`.

use super::text_of;
use crate::python::run::context::Context;
use crate::python::run::raised::{Raised, Stopped};
use crate::python::run::value::{Run, Value};

/// The part of a string between two characters, and the index of the first.
struct TextWindow<'t> {
    part: &'t str,
    start: usize,
}

/// Returns the start and the end that follow a method's other arguments, in characters or elements. Negative bounds
/// count from the end, and are at least 0. The end is at most `length`; the start may be larger.
pub(super) fn bounds(length: usize, arguments: &[Value]) -> Run<(usize, usize)> {
    let bound = |at: usize, otherwise: usize| {
        let Some(given) = arguments.get(at) else { return Ok(otherwise) };
        match given {
            Value::None => Ok(otherwise),
            _ => match given.place() {
                Some(place) if place < 0 => Ok(from_end(length, place)),
                // A place that does not fit is beyond the end.
                Some(place) => Ok(usize::try_from(place).unwrap_or(usize::MAX)),
                None => Err(Raised::types(format!("the bounds must be integers, not {}", given.noun()))),
            },
        }
    };
    Ok((bound(0, 0)?, bound(1, length)?.min(length)))
}

/// Converts a negative place, which counts from the end; a place in front of the first one becomes 0.
fn from_end(length: usize, place: i64) -> usize {
    length.saturating_sub(usize::try_from(place.unsigned_abs()).unwrap_or(usize::MAX))
}

/// Returns the part of a string within the bounds; `None` if the start is after the end.
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

/// Returns the index of the character at which a part begins; `search` finds it in bytes.
fn place(
    text: &str,
    arguments: &[Value],
    function: &str,
    search: fn(&str, &str) -> Option<usize>,
) -> Run<Option<usize>> {
    let needle = text_of(&arguments[0], function)?;
    let Some(window) = window(text, &arguments[1..])? else { return Ok(None) };
    Ok(search(window.part, needle).map(|at| window.start + window.part[..at].chars().count()))
}

pub(super) fn find(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    Ok(place(text, arguments, "find", |text, part| text.find(part))?.map_or(Value::Int(-1), Value::from))
}

pub(super) fn rfind(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    Ok(place(text, arguments, "rfind", |text, part| text.rfind(part))?.map_or(Value::Int(-1), Value::from))
}

pub(super) fn index(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    place(text, arguments, "index", |text, part| text.find(part))?.map(Value::from).ok_or_else(not_found)
}

pub(super) fn rindex(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    place(text, arguments, "rindex", |text, part| text.rfind(part))?.map(Value::from).ok_or_else(not_found)
}

fn not_found() -> Stopped {
    Raised::value("the substring was not found")
}

/// Returns the number of non-overlapping occurrences of a part in the string.
pub(super) fn count(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    let needle = text_of(&arguments[0], "count")?;
    Ok(window(text, &arguments[1..])?.map_or(0, |window| window.part.matches(needle).count()).into())
}

pub(super) fn starts_with(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    ends(text, arguments, "startswith", |text, part| text.starts_with(part))
}

pub(super) fn ends_with(_: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    ends(text, arguments, "endswith", |text, part| text.ends_with(part))
}

/// Returns true if the string starts or ends with a part, or with one of several in a tuple.
fn ends(text: &str, arguments: &[Value], function: &str, is_end: fn(&str, &str) -> bool) -> Run {
    let window = window(text, &arguments[1..])?;
    let is_end = |part: &str| window.as_ref().is_some_and(|window| is_end(window.part, part));
    match &arguments[0] {
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
            let message = format!("`{function}` takes a string or a tuple of strings, not {}", other.noun());
            Err(Raised::types(message))
        }
    }
}
