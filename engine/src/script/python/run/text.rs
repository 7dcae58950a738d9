//! Python's methods of texts, and `index` and `count`, which lists have too.

mod change;
mod class;
mod find;
mod split;

use rhai::Dynamic;

pub(super) use self::class::{digit_value, is_printable};
use super::compare::equal;
use super::raised::Raised;
use super::value::Value;
use super::{Context, Entry, Run, entry, rhai as host};
use crate::script::fit;

pub(super) const ENTRIES: &[Entry] = &[
    entry("__of_center", (2, 3), |c, a| method(c, a, "center", change::center)),
    entry("__of_copy", (1, 1), copy),
    entry("__of_count", (2, 4), |c, a| of_text_or_list(c, a, "count", find::count, count)),
    entry("__of_endswith", (2, 4), |c, a| method(c, a, "endswith", find::ends_with)),
    entry("__of_find", (2, 4), |c, a| method(c, a, "find", find::find)),
    entry("__of_index", (2, 4), |c, a| of_text_or_list(c, a, "index", find::index, index)),
    entry("__of_isalnum", (1, 1), |c, a| method(c, a, "isalnum", |_, t, _| Ok(class::is_alphanumeric(t).into()))),
    entry("__of_isalpha", (1, 1), |c, a| method(c, a, "isalpha", |_, t, _| Ok(class::is_alphabetic(t).into()))),
    entry("__of_isascii", (1, 1), |c, a| method(c, a, "isascii", |_, t, _| Ok(t.is_ascii().into()))),
    entry("__of_isdecimal", (1, 1), |c, a| method(c, a, "isdecimal", |_, t, _| Ok(class::is_decimal(t).into()))),
    entry("__of_isdigit", (1, 1), |c, a| method(c, a, "isdigit", |_, t, _| Ok(class::is_digit(t).into()))),
    entry("__of_islower", (1, 1), |c, a| method(c, a, "islower", |_, t, _| Ok(class::is_lower(t).into()))),
    entry("__of_isprintable", (1, 1), |c, a| {
        method(c, a, "isprintable", |_, t, _| Ok(t.chars().all(is_printable).into()))
    }),
    entry("__of_isspace", (1, 1), |c, a| method(c, a, "isspace", |_, t, _| Ok(class::is_blank(t).into()))),
    entry("__of_isupper", (1, 1), |c, a| method(c, a, "isupper", |_, t, _| Ok(class::is_upper(t).into()))),
    entry("__of_join", (2, 2), |c, a| method(c, a, "join", change::join)),
    entry("__of_ljust", (2, 3), |c, a| method(c, a, "ljust", change::ljust)),
    entry("__of_lower", (1, 1), |c, a| method(c, a, "lower", |_, t, _| Ok(t.to_lowercase().into()))),
    entry("__of_lstrip", (1, 2), |c, a| method(c, a, "lstrip", |_, t, a| change::strip(t, a, true, false))),
    entry("__of_partition", (2, 2), |c, a| method(c, a, "partition", |c, t, a| split::partition(c, t, a, false))),
    entry("__of_removeprefix", (2, 2), |c, a| method(c, a, "removeprefix", change::remove_prefix)),
    entry("__of_removesuffix", (2, 2), |c, a| method(c, a, "removesuffix", change::remove_suffix)),
    entry("__of_replace", (3, 4), |c, a| method(c, a, "replace", change::replace)),
    entry("__of_rfind", (2, 4), |c, a| method(c, a, "rfind", find::rfind)),
    entry("__of_rindex", (2, 4), |c, a| method(c, a, "rindex", find::rindex)),
    entry("__of_rjust", (2, 3), |c, a| method(c, a, "rjust", change::rjust)),
    entry("__of_rpartition", (2, 2), |c, a| method(c, a, "rpartition", |c, t, a| split::partition(c, t, a, true))),
    entry("__of_rsplit", (1, 3), |c, a| method(c, a, "rsplit", |c, t, a| split::split(c, t, a, true))),
    entry("__of_rstrip", (1, 2), |c, a| method(c, a, "rstrip", |_, t, a| change::strip(t, a, false, true))),
    entry("__of_split", (1, 3), |c, a| method(c, a, "split", |c, t, a| split::split(c, t, a, false))),
    entry("__of_splitlines", (1, 2), |c, a| method(c, a, "splitlines", split::lines)),
    entry("__of_startswith", (2, 4), |c, a| method(c, a, "startswith", find::starts_with)),
    entry("__of_strip", (1, 2), |c, a| method(c, a, "strip", |_, t, a| change::strip(t, a, true, true))),
    entry("__of_upper", (1, 1), |c, a| method(c, a, "upper", |_, t, _| Ok(t.to_uppercase().into()))),
    entry("__of_zfill", (2, 2), |c, a| method(c, a, "zfill", change::zfill)),
];

/// A method of texts: the text, and the arguments behind it.
type OfText = fn(&Context<'_>, &str, &[&mut Dynamic]) -> Run;

/// A method of lists and tuples.
type OfList = fn(&Context<'_>, &[Dynamic], &[&mut Dynamic]) -> Run;

/// Refuses a text of more bytes than a script may make.
pub(super) fn check_size(context: &Context<'_>, bytes: usize) -> Run<()> {
    Ok(fit::text(context, bytes)?)
}

/// Calls a method of texts; of anything else that has one of that name, Rhai does.
fn method(context: &Context<'_>, arguments: &mut [&mut Dynamic], name: &str, of: OfText) -> Run {
    if let Value::Text(text) = Value::of(arguments[0]) {
        return of(context, &text, &arguments[1..]);
    }
    host::method(context, name, arguments)
}

fn of_text_or_list(
    context: &Context<'_>,
    arguments: &mut [&mut Dynamic],
    name: &str,
    of_text: OfText,
    of_list: OfList,
) -> Run {
    if let Some(list) = Value::of(arguments[0]).sequence() {
        return of_list(context, list, &arguments[1..]);
    }
    method(context, arguments, name, of_text)
}

/// `list.count(value)`.
fn count(context: &Context<'_>, list: &[Dynamic], arguments: &[&mut Dynamic]) -> Run {
    let [wanted] = arguments else { return Err(Raised::types("`count` of a list takes one argument")) };
    let mut count = 0_i64;
    for element in list {
        count += i64::from(equal(context, element, wanted)?);
    }
    Ok(count.into())
}

/// `list.index(value, start, end)`.
fn index(context: &Context<'_>, list: &[Dynamic], arguments: &[&mut Dynamic]) -> Run {
    let (start, end) = find::bounds(list.len(), &arguments[1..])?;
    for at in start..end.max(start) {
        if list.get(at).is_some_and(|_| true) && equal(context, &list[at], arguments[0])? {
            return Ok(i64::try_from(at).unwrap_or(i64::MAX).into());
        }
    }
    Err(Raised::value("the value is not in the list"))
}

/// `x.copy()`: values are not changed, so it is the value.
fn copy(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let copied = match Value::of(arguments[0]) {
        Value::List(_) | Value::Record(_) | Value::Dict(_) | Value::Set(_) => Some(arguments[0].clone()),
        _ => None,
    };
    match copied {
        Some(copied) => Ok(copied),
        None => host::method(context, "copy", arguments),
    }
}

/// The text that an argument is.
fn text_of<'v>(value: &'v Value<'_>, function: &str) -> Run<&'v str> {
    value.text().ok_or_else(|| Raised::types(format!("`{function}` takes a text, not {}", value.noun())))
}
