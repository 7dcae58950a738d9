//! Python's methods of strings, and `index` and `count`, which lists have too.

mod change;
mod class;
mod find;
mod split;

pub(super) use self::class::{digit_value, is_printable};
use super::compare::equal;
use super::context::{CallableEntry, Context};
use super::object;
use super::raised::Raised;
use super::value::{Run, Value};

pub(super) const ENTRIES: &[CallableEntry] = &[
    (".center", |c, a| method(c, a, "center", change::center)),
    (".copy", copy),
    (".count", |c, a| of_text_or_list(c, a, "count", find::count, count)),
    (".endswith", |c, a| method(c, a, "endswith", find::ends_with)),
    (".find", |c, a| method(c, a, "find", find::find)),
    (".index", |c, a| of_text_or_list(c, a, "index", find::index, index)),
    (".isalnum", |c, a| method(c, a, "isalnum", |_, t, _| Ok(class::is_alphanumeric(t).into()))),
    (".isalpha", |c, a| method(c, a, "isalpha", |_, t, _| Ok(class::is_alphabetic(t).into()))),
    (".isascii", |c, a| method(c, a, "isascii", |_, t, _| Ok(t.is_ascii().into()))),
    (".isdecimal", |c, a| method(c, a, "isdecimal", |_, t, _| Ok(class::is_decimal(t).into()))),
    (".isdigit", |c, a| method(c, a, "isdigit", |_, t, _| Ok(class::is_digit(t).into()))),
    (".islower", |c, a| method(c, a, "islower", |_, t, _| Ok(class::is_lower(t).into()))),
    (".isprintable", |c, a| method(c, a, "isprintable", |_, t, _| Ok(t.chars().all(is_printable).into()))),
    (".isspace", |c, a| method(c, a, "isspace", |_, t, _| Ok(class::is_blank(t).into()))),
    (".isupper", |c, a| method(c, a, "isupper", |_, t, _| Ok(class::is_upper(t).into()))),
    (".join", |c, a| method(c, a, "join", change::join)),
    (".ljust", |c, a| method(c, a, "ljust", change::ljust)),
    (".lower", |c, a| method(c, a, "lower", |_, t, _| Ok(t.to_lowercase().into()))),
    (".lstrip", |c, a| method(c, a, "lstrip", |_, t, a| change::strip(t, a, true, false))),
    (".partition", |c, a| method(c, a, "partition", |c, t, a| split::partition(c, t, a, false))),
    (".removeprefix", |c, a| method(c, a, "removeprefix", change::remove_prefix)),
    (".removesuffix", |c, a| method(c, a, "removesuffix", change::remove_suffix)),
    (".replace", |c, a| method(c, a, "replace", change::replace)),
    (".rfind", |c, a| method(c, a, "rfind", find::rfind)),
    (".rindex", |c, a| method(c, a, "rindex", find::rindex)),
    (".rjust", |c, a| method(c, a, "rjust", change::rjust)),
    (".rpartition", |c, a| method(c, a, "rpartition", |c, t, a| split::partition(c, t, a, true))),
    (".rsplit", |c, a| method(c, a, "rsplit", |c, t, a| split::split(c, t, a, true))),
    (".rstrip", |c, a| method(c, a, "rstrip", |_, t, a| change::strip(t, a, false, true))),
    (".split", |c, a| method(c, a, "split", |c, t, a| split::split(c, t, a, false))),
    (".splitlines", |c, a| method(c, a, "splitlines", split::lines)),
    (".startswith", |c, a| method(c, a, "startswith", find::starts_with)),
    (".strip", |c, a| method(c, a, "strip", |_, t, a| change::strip(t, a, true, true))),
    (".upper", |c, a| method(c, a, "upper", |_, t, _| Ok(t.to_uppercase().into()))),
    (".zfill", |c, a| method(c, a, "zfill", change::zfill)),
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
            return Ok(at.into());
        }
    }
    Err(Raised::value("the value is not in the list"))
}

/// `x.copy()`: returns the value itself, because values never change.
fn copy(context: &Context<'_>, arguments: &[Value]) -> Run {
    match &arguments[0] {
        Value::List(_) | Value::Record(_) | Value::Dict(_) | Value::Set(_) => Ok(arguments[0].clone()),
        _ => object::method(context, "copy", arguments),
    }
}

/// Returns the string in an argument.
fn text_of<'v>(value: &'v Value, function: &str) -> Run<&'v str> {
    value.text().ok_or_else(|| Raised::types(format!("`{function}` takes a string, not {}", value.noun())))
}
