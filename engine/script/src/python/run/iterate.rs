//! Iteration over values, and the functions that are based on it.

use std::borrow::Cow;

use assay_document::text::counted;

use super::context::{CallableEntry, Context};
use super::raised::{ErrorKind, Raised};
use super::value::{PythonNumber, Run, Value};
use super::weight::{check_length, list_of, tuple_of};

pub(super) const ENTRIES: &[CallableEntry] = &[
    ("enumerate", enumerate),
    ("list", list),
    ("range", range),
    ("reversed", reversed),
    ("tuple", tuple),
    ("zip", zip),
];

/// Returns the elements that iterating over a value yields, borrowed where possible: the characters of a string, the
/// keys of a record, the children of an element. A value without elements is an error.
pub(in crate::python) fn elements<'v>(context: &Context<'_>, value: &'v Value) -> Run<Cow<'v, [Value]>> {
    Ok(match value {
        Value::List(items) | Value::Tuple(items) => Cow::Borrowed(items),
        Value::Set(set) => Cow::Borrowed(set.keys()),
        // Lengths are checked before memory is taken for the elements.
        Value::Text(text) => {
            check_length(context, text.chars().count())?;
            Cow::Owned(text.chars().map(Value::from).collect())
        }
        Value::Element(element) => {
            check_length(context, element.children().count())?;
            Cow::Owned(element.children().map(Value::Element).collect())
        }
        Value::View(view) => {
            check_length(context, view.0.len())?;
            Cow::Owned(value.keys())
        }
        Value::Record(_) | Value::Dict(_) => Cow::Owned(value.keys()),
        other => return Err(Raised::types(format!("{} has no elements to iterate over", other.noun()))),
    })
}

fn list(context: &Context<'_>, arguments: &[Value]) -> Run {
    list_of(context, elements(context, &arguments[0])?.to_vec())
}

fn tuple(context: &Context<'_>, arguments: &[Value]) -> Run {
    tuple_of(context, elements(context, &arguments[0])?.to_vec())
}

/// Returns the parts of a value that is unpacked into several names.
pub(in crate::python) fn unpack<'v>(context: &Context<'_>, value: &'v Value, wanted: usize) -> Run<Cow<'v, [Value]>> {
    let parts = elements(context, value)?;
    if wanted == parts.len() {
        Ok(parts)
    } else {
        let parts = counted(parts.len(), "element", "elements");
        Err(Raised::value(format!("cannot assign {parts} to {}", counted(wanted, "name", "names"))))
    }
}

fn enumerate(context: &Context<'_>, arguments: &[Value]) -> Run {
    let mut number = match arguments.get(1) {
        Some(start) => integer(start, "enumerate")?,
        None => 0,
    };
    let mut pairs = Vec::new();
    for element in elements(context, &arguments[0])?.iter() {
        pairs.push(tuple_of(context, vec![number.into(), element.clone()])?);
        number = number.checked_add(1).ok_or_else(Raised::overflow)?;
    }
    list_of(context, pairs)
}

fn zip(context: &Context<'_>, arguments: &[Value]) -> Run {
    let given = elements(context, &arguments[0])?;
    let lists = given.iter().map(|list| elements(context, list)).collect::<Run<Vec<_>>>()?;
    let shortest = lists.iter().map(|list| list.len()).min().unwrap_or(0);
    let row = |at: usize| tuple_of(context, lists.iter().map(|list| list[at].clone()).collect());
    list_of(context, (0..shortest).map(row).collect::<Run<_>>()?)
}

fn reversed(context: &Context<'_>, arguments: &[Value]) -> Run {
    if let Value::Set(_) = arguments[0] {
        return Err(Raised::types("a set has no order"));
    }
    list_of(context, elements(context, &arguments[0])?.iter().rev().cloned().collect())
}

/// Returns the bounds of a range as integers of one type: start, end, step.
pub(super) fn bounds<T: From<i64> + PartialEq>(arguments: &[Value], integer: fn(&Value) -> Run<T>) -> Run<(T, T, T)> {
    let bound = |at: usize| integer(&arguments[at]);
    let (start, end, step) = match arguments.len() {
        1 => (T::from(0), bound(0)?, T::from(1)),
        2 => (bound(0)?, bound(1)?, T::from(1)),
        _ => (bound(0)?, bound(1)?, bound(2)?),
    };
    if step == T::from(0) {
        return Err(Raised::value("the step of a range must not be 0"));
    }
    Ok((start, end, step))
}

fn range(context: &Context<'_>, arguments: &[Value]) -> Run {
    let (start, end, step) = bounds(arguments, |bound| integer(bound, "range"))?;
    let distance = if step > 0 { i128::from(end) - i128::from(start) } else { i128::from(start) - i128::from(end) };
    let size = i128::from(step).abs();
    let length = usize::try_from((distance.max(0) + size - 1) / size).unwrap_or(usize::MAX);
    check_length(context, length)?;
    let mut numbers = Vec::with_capacity(length);
    let mut next = start;
    for _ in 0..length {
        numbers.push(Value::Int(next));
        next = next.saturating_add(step);
    }
    Ok(numbers.into())
}

/// Returns the 64-bit integer in a value.
pub(super) fn integer(value: &Value, function: &str) -> Run<i64> {
    if let Some(PythonNumber::Large(_)) = value.number() {
        let message = format!("`{function}` does not take integers beyond 64 bits");
        return Err(Raised::new(ErrorKind::Overflow, message).into());
    }
    value.integer().ok_or_else(|| Raised::types(format!("`{function}` takes an integer, not {}", value.noun())))
}
