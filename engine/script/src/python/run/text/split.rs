//! Methods that split strings: `split rsplit splitlines partition`.

use super::class::is_blank_character;
use super::text_of;
use crate::python::run::context::Context;
use crate::python::run::iterate::integer;
use crate::python::run::raised::Raised;
use crate::python::run::value::{Run, Value};
use crate::python::run::weight::{check_length, tuple_of};

/// `split(separator, most)` and `rsplit`.
pub(super) fn split(context: &Context<'_>, text: &str, arguments: &[Value], from_end: bool) -> Run {
    let requested = match arguments.get(1) {
        Some(most) => usize::try_from(integer(most, "split")?).unwrap_or(usize::MAX),
        None => usize::MAX,
    };
    // One more part than a list may have is enough to detect the limit.
    let most = requested.min(context.meter.limits.list);
    let separator = arguments.first().filter(|separator| !separator.is_none());
    let parts: Vec<&str> = match separator {
        None if from_end => words_from_end(text, most),
        None => words(text, most),
        Some(separator) => {
            let separator = separator_of(separator, "split")?;
            if from_end {
                let mut parts: Vec<&str> = text.rsplitn(most.saturating_add(1), separator).collect();
                parts.reverse();
                parts
            } else {
                text.splitn(most.saturating_add(1), separator).collect()
            }
        }
    };
    check_length(context, parts.len())?;
    Ok(parts.into_iter().map(Value::from).collect::<Vec<_>>().into())
}

fn separator_of<'v>(value: &'v Value, function: &str) -> Run<&'v str> {
    let separator = text_of(value, function)?;
    if separator.is_empty() { Err(Raised::value("the separator is empty")) } else { Ok(separator) }
}

/// Splits at runs of white space; the text after the last split is one part.
fn words(text: &str, most: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text.trim_start_matches(is_blank_character);
    while !rest.is_empty() {
        let end = if parts.len() == most { None } else { rest.find(is_blank_character) };
        parts.push(&rest[..end.unwrap_or(rest.len())]);
        rest = rest[end.unwrap_or(rest.len())..].trim_start_matches(is_blank_character);
    }
    parts
}

fn words_from_end(text: &str, most: usize) -> Vec<&str> {
    let mut parts = Vec::new();
    let mut rest = text.trim_end_matches(is_blank_character);
    while !rest.is_empty() {
        let blank = if parts.len() == most { None } else { rest.char_indices().rfind(|(_, c)| is_blank_character(*c)) };
        let start = blank.map_or(0, |(at, c)| at + c.len_utf8());
        parts.push(&rest[start..]);
        rest = rest[..start].trim_end_matches(is_blank_character);
    }
    parts.reverse();
    parts
}

/// `splitlines(keep)`.
pub(super) fn lines(context: &Context<'_>, text: &str, arguments: &[Value]) -> Run {
    let keep = arguments.first().map_or(Ok(0), |keep| integer(keep, "splitlines"))? != 0;
    let is_end = |c: char| matches!(c, '\n'..='\r' | '\u{1c}'..='\u{1e}' | '\u{85}' | '\u{2028}' | '\u{2029}');
    let mut lines: Vec<Value> = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let (end, mark) = match rest.find(is_end) {
            Some(at) if rest[at..].starts_with("\r\n") => (at, 2),
            Some(at) => (at, rest[at..].chars().next().map_or(0, char::len_utf8)),
            None => (rest.len(), 0),
        };
        check_length(context, lines.len() + 1)?;
        lines.push(rest[..if keep { end + mark } else { end }].into());
        rest = &rest[end + mark..];
    }
    Ok(lines.into())
}

/// `partition(separator)` and `rpartition`.
pub(super) fn partition(context: &Context<'_>, text: &str, arguments: &[Value], last: bool) -> Run {
    let separator = separator_of(&arguments[0], "partition")?;
    let found = if last { text.rsplit_once(separator) } else { text.split_once(separator) };
    let parts = match found {
        Some((before, after)) => [before, separator, after],
        None if last => ["", "", text],
        None => [text, "", ""],
    };
    tuple_of(context, parts.into_iter().map(Value::from).collect())
}
