//! Going through values, and what is made by it.

use std::ops::Deref;

use rhai::{Array, Dynamic, DynamicReadLock};

use super::mapping::keys;
use super::raised::{Kind, Raised};
use super::value::{Set, Tuple, Value};
use super::weight::{check_length, list_of, tuple_of};
use super::{Context, Entry, Run, entry};

pub(super) const ENTRIES: &[Entry] = &[
    entry("__enumerate", (1, 2), enumerate),
    entry("__iter", (1, 1), list),
    entry("__list", (1, 1), list),
    entry("__range", (1, 3), range),
    entry("__reversed", (1, 1), reversed),
    entry("__tuple", (1, 1), tuple),
    entry("__unpack", (2, 2), unpack),
    entry("__zip", (1, 1), zip),
];

/// The elements of a value, borrowed where that is possible.
pub(super) enum Elements<'v> {
    List(DynamicReadLock<'v, Array>),
    Tuple(DynamicReadLock<'v, Tuple>),
    Set(DynamicReadLock<'v, Set>),
    Made(Vec<Dynamic>),
}

impl Deref for Elements<'_> {
    type Target = [Dynamic];

    fn deref(&self) -> &[Dynamic] {
        match self {
            Self::List(list) => list,
            Self::Tuple(tuple) => &tuple.0,
            Self::Set(set) => set.0.keys(),
            Self::Made(made) => made,
        }
    }
}

/// What going through a value yields: of a text its characters, of a record its keys, of an element its children.
pub(super) fn elements<'v>(context: &Context<'_>, value: &'v Dynamic) -> Run<Elements<'v>> {
    Ok(match Value::of(value) {
        Value::List(list) => Elements::List(list),
        Value::Tuple(tuple) => Elements::Tuple(tuple),
        Value::Set(set) => Elements::Set(set),
        Value::Text(text) => {
            check_length(context, text.chars().count())?;
            Elements::Made(text.chars().map(character).collect())
        }
        Value::Element(element) => {
            check_length(context, element.children().count())?;
            Elements::Made(element.children().map(Dynamic::from).collect())
        }
        Value::View(view) => {
            check_length(context, view.0.len())?;
            Elements::Made(view.0.keys())
        }
        mapping @ (Value::Record(_) | Value::Dict(_)) => Elements::Made(keys(&mapping)),
        other => return Err(Raised::types(format!("{} has no elements to go through", other.noun()))),
    })
}

/// A text of one character.
pub(super) fn character(c: char) -> Dynamic {
    c.encode_utf8(&mut [0; 4]).to_owned().into()
}

fn list(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    list_of(context, elements(context, arguments[0])?.to_vec())
}

fn tuple(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    tuple_of(context, elements(context, arguments[0])?.to_vec())
}

/// The parts of a value that several names are given.
fn unpack(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let (parts, wanted) = (elements(context, arguments[0])?, arguments[1].as_int().unwrap_or(0));
    if usize::try_from(wanted) != Ok(parts.len()) {
        return Err(Raised::value(format!("{wanted} names stand for {} elements", parts.len())));
    }
    Ok(parts.to_vec().into())
}

fn enumerate(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let mut number = match arguments.get(1) {
        Some(start) => integer(start, "enumerate")?,
        None => 0,
    };
    let mut pairs = Vec::new();
    for element in elements(context, arguments[0])?.iter() {
        pairs.push(tuple_of(context, vec![number.into(), element.clone()])?);
        number = number.checked_add(1).ok_or_else(Raised::overflow)?;
    }
    list_of(context, pairs)
}

fn zip(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let given = elements(context, arguments[0])?;
    let lists = given.iter().map(|list| elements(context, list)).collect::<Run<Vec<_>>>()?;
    let shortest = lists.iter().map(|list| list.len()).min().unwrap_or(0);
    let row = |at: usize| tuple_of(context, lists.iter().map(|list| list[at].clone()).collect());
    list_of(context, (0..shortest).map(row).collect::<Run<_>>()?)
}

fn reversed(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    if let Value::Set(_) = Value::of(arguments[0]) {
        return Err(Raised::types("the elements of a set are in no order"));
    }
    list_of(context, elements(context, arguments[0])?.iter().rev().cloned().collect())
}

/// The bounds of a range: start, end, step.
pub(super) fn bounds(arguments: &[&mut Dynamic]) -> Run<(i64, i64, i64)> {
    let bound = |at: usize| integer(arguments[at], "range");
    let (start, end, step) = match arguments.len() {
        1 => (0, bound(0)?, 1),
        2 => (bound(0)?, bound(1)?, 1),
        _ => (bound(0)?, bound(1)?, bound(2)?),
    };
    if step == 0 {
        return Err(Raised::value("the step of a range is not 0"));
    }
    Ok((start, end, step))
}

fn range(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let (start, end, step) = bounds(arguments)?;
    let distance = if step > 0 { i128::from(end) - i128::from(start) } else { i128::from(start) - i128::from(end) };
    let size = i128::from(step).abs();
    let length = usize::try_from((distance.max(0) + size - 1) / size).unwrap_or(usize::MAX);
    check_length(context, length)?;
    let mut numbers = Vec::with_capacity(length);
    let mut next = start;
    for _ in 0..length {
        numbers.push(Dynamic::from_int(next));
        next = next.saturating_add(step);
    }
    Ok(numbers.into())
}

/// The integer that a value is, of 64 bits.
pub(super) fn integer(value: &Dynamic, function: &str) -> Run<i64> {
    let value = Value::of(value);
    if let Value::Large(_) = value {
        let message = format!("`{function}` takes no integer beyond 64 bits");
        return Err(Raised::new(Kind::Overflow, message).into());
    }
    value.integer().ok_or_else(|| Raised::types(format!("`{function}` takes an integer, not {}", value.noun())))
}
