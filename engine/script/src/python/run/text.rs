//! Python's methods of strings, and `index` and `count`, which lists have too.

mod change;
mod class;
mod find;
mod split;

pub(super) use self::class::{digit_value, is_printable};
use super::compare::equal;
use super::context::{CallableEntry, Context, entry};
use super::object;
use super::raised::Raised;
use super::value::{Run, Value};

pub(super) const ENTRIES: &[CallableEntry] = &[
    entry(".center", |c, a| method(c, a, "center", change::center)),
    entry(".copy", copy),
    entry(".count", |c, a| of_text_or_list(c, a, "count", find::count, count)),
    entry(".endswith", |c, a| method(c, a, "endswith", find::ends_with)),
    entry(".find", |c, a| method(c, a, "find", find::find)),
    entry(".index", |c, a| of_text_or_list(c, a, "index", find::index, index)),
    entry(".isalnum", |c, a| method(c, a, "isalnum", |_, t, _| Ok(class::is_alphanumeric(t).into()))),
    entry(".isalpha", |c, a| method(c, a, "isalpha", |_, t, _| Ok(class::is_alphabetic(t).into()))),
    entry(".isascii", |c, a| method(c, a, "isascii", |_, t, _| Ok(t.is_ascii().into()))),
    entry(".isdecimal", |c, a| method(c, a, "isdecimal", |_, t, _| Ok(class::is_decimal(t).into()))),
    entry(".isdigit", |c, a| method(c, a, "isdigit", |_, t, _| Ok(class::is_digit(t).into()))),
    entry(".islower", |c, a| method(c, a, "islower", |_, t, _| Ok(class::is_lower(t).into()))),
    entry(".isprintable", |c, a| method(c, a, "isprintable", |_, t, _| Ok(t.chars().all(is_printable).into()))),
    entry(".isspace", |c, a| method(c, a, "isspace", |_, t, _| Ok(class::is_blank(t).into()))),
    entry(".isupper", |c, a| method(c, a, "isupper", |_, t, _| Ok(class::is_upper(t).into()))),
    entry(".join", |c, a| method(c, a, "join", change::join)),
    entry(".ljust", |c, a| method(c, a, "ljust", change::ljust)),
    entry(".lower", |c, a| method(c, a, "lower", |_, t, _| Ok(t.to_lowercase().into()))),
    entry(".lstrip", |c, a| method(c, a, "lstrip", |_, t, a| change::strip(t, a, true, false))),
    entry(".partition", |c, a| method(c, a, "partition", |c, t, a| split::partition(c, t, a, false))),
    entry(".removeprefix", |c, a| method(c, a, "removeprefix", change::remove_prefix)),
    entry(".removesuffix", |c, a| method(c, a, "removesuffix", change::remove_suffix)),
    entry(".replace", |c, a| method(c, a, "replace", change::replace)),
    entry(".rfind", |c, a| method(c, a, "rfind", find::rfind)),
    entry(".rindex", |c, a| method(c, a, "rindex", find::rindex)),
    entry(".rjust", |c, a| method(c, a, "rjust", change::rjust)),
    entry(".rpartition", |c, a| method(c, a, "rpartition", |c, t, a| split::partition(c, t, a, true))),
    entry(".rsplit", |c, a| method(c, a, "rsplit", |c, t, a| split::split(c, t, a, true))),
    entry(".rstrip", |c, a| method(c, a, "rstrip", |_, t, a| change::strip(t, a, false, true))),
    entry(".split", |c, a| method(c, a, "split", |c, t, a| split::split(c, t, a, false))),
    entry(".splitlines", |c, a| method(c, a, "splitlines", split::lines)),
    entry(".startswith", |c, a| method(c, a, "startswith", find::starts_with)),
    entry(".strip", |c, a| method(c, a, "strip", |_, t, a| change::strip(t, a, true, true))),
    entry(".upper", |c, a| method(c, a, "upper", |_, t, _| Ok(t.to_uppercase().into()))),
    entry(".zfill", |c, a| method(c, a, "zfill", change::zfill)),
];

/// A method of strings: it gets the string and the arguments after it.
type OfText = fn(&Context<'_>, &str, &[Value]) -> Run;

/// A method of lists and tuples.
type OfList = fn(&Context<'_>, &[Value], &[Value]) -> Run;

/// Rejects a string with more bytes than a script may create.
pub(in crate::python) fn check_size(context: &Context<'_>, bytes: usize) -> Run<()> {
    Ok(context.meter.fit_text(bytes)?)
}

/// Calls a method of strings; an object may have a method of that name, too.
fn method(context: &Context<'_>, arguments: &[Value], name: &str, of: OfText) -> Run {
    if let Value::Text(text) = &arguments[0] {
        return of(context, text, &arguments[1..]);
    }
    object::method(context, name, arguments)
}

fn of_text_or_list(context: &Context<'_>, arguments: &[Value], name: &str, of_text: OfText, of_list: OfList) -> Run {
    if let Some(list) = &arguments[0].sequence() {
        return of_list(context, list, &arguments[1..]);
    }
    method(context, arguments, name, of_text)
}

/// `list.count(value)`.
fn count(context: &Context<'_>, list: &[Value], arguments: &[Value]) -> Run {
    let [needle] = arguments else { return Err(Raised::types("`count` of a list takes one argument")) };
    let mut count = 0_i64;
    for element in list {
        count += i64::from(equal(context, element, needle)?);
    }
    Ok(count.into())
}

/// `list.index(value, start, end)`.
fn index(context: &Context<'_>, list: &[Value], arguments: &[Value]) -> Run {
    let (start, end) = find::bounds(list.len(), &arguments[1..])?;
    for (at, element) in list.iter().enumerate().take(end).skip(start) {
        if equal(context, element, &arguments[0])? {
            return Ok(i64::try_from(at).unwrap_or(i64::MAX).into());
        }
    }
    Err(Raised::value("the value is not in the list"))
}

/// `x.copy()`: returns the value itself, because values never change.
fn copy(context: &Context<'_>, arguments: &[Value]) -> Run {
    let copied = match &arguments[0] {
        Value::List(_) | Value::Record(_) | Value::Dict(_) | Value::Set(_) => Some(arguments[0].clone()),
        _ => None,
    };
    match copied {
        Some(copied) => Ok(copied),
        None => object::method(context, "copy", arguments),
    }
}

/// Returns the string in an argument.
fn text_of<'v>(value: &'v Value, function: &str) -> Run<&'v str> {
    value.text().ok_or_else(|| Raised::types(format!("`{function}` takes a string, not {}", value.noun())))
}
