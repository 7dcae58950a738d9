//! `x[i]` and `x[a:b:c]`.

use assay_document::text::{counted, nearest};

use super::context::{CallableEntry, Context};
use super::mapping::{find, is_mapping, is_own};
use super::raised::{Raised, Stopped};
use super::value::{Run, Value};
use super::weight::{list_of, tuple_of};

pub(super) const ENTRIES: &[CallableEntry] = &[("slice", slice)];

/// `value[index]`.
pub(in crate::python) fn element(context: &Context<'_>, value: &Value, index: &Value) -> Run {
    if is_mapping(value) {
        return find(context, value, index)?.ok_or_else(|| missing(value, index));
    }
    if matches!(value, Value::Element(_) | Value::Object(_)) {
        let found = context.scripts.element(value, index)?;
        return found.ok_or_else(|| Raised::types("an object cannot be indexed"));
    }
    let place = |length: usize| {
        let Some(index) = index.place() else {
            return Err(Raised::types(format!("{} is indexed by an integer, not by {}", value.noun(), index.noun())));
        };
        let place = if index < 0 { index.saturating_add(to_signed(length)) } else { index };
        usize::try_from(place).ok().filter(|place| *place < length).ok_or_else(|| {
            let (one, many) =
                if value.text().is_some() { ("character", "characters") } else { ("element", "elements") };
            let length = counted(length, one, many);
            Raised::lookup(format!("{} of {length} has no element {index}", value.noun()))
        })
    };
    if let Some(sequence) = value.sequence() {
        return Ok(sequence[place(sequence.len())?].clone());
    }
    match value.text() {
        Some(text) if text.is_ascii() => Ok(char::from(text.as_bytes()[place(text.len())?]).into()),
        Some(text) => {
            let place = place(text.chars().count())?;
            Ok(text.chars().nth(place).map_or(Value::None, Value::from))
        }
        None => Err(Raised::types(format!("{} cannot be indexed", value.noun()))),
    }
}

/// Returns the error of a key that is not in a mapping.
fn missing(mapping: &Value, key: &Value) -> Stopped {
    let noun = mapping.noun();
    let Some(key) = key.text().map(str::to_owned) else {
        return Raised::lookup(format!("{noun} has no such key"));
    };
    // A collection may have a very large number of keys.
    let known = if is_own(mapping) { mapping.keys() } else { Vec::new() };
    let known: Vec<String> = known.iter().filter_map(|key| key.text().map(str::to_owned)).collect();
    Raised::lookup(match nearest(&key, known.iter().map(String::as_str)) {
        Some(near) => format!("{noun} has no `{key}`, but it has `{near}`"),
        None => format!("{noun} has no `{key}`"),
    })
}

/// `value[start:end:step]`; each bound can be `None`.
fn slice(context: &Context<'_>, arguments: &[Value]) -> Run {
    let value = &arguments[0];
    let mut parts = [None; 3];
    for (part, given) in parts.iter_mut().zip(&arguments[1..]) {
        *part = match given {
            Value::None => None,
            given => Some(given.place().ok_or_else(|| {
                Raised::types(format!("the bounds of a slice must be integers, not {}", given.noun()))
            })?),
        };
    }
    match &value {
        Value::Text(text) => {
            let characters: Vec<char> = text.chars().collect();
            let places = places(characters.len(), parts)?;
            Ok(places.into_iter().map(|place| characters[place]).collect::<String>().into())
        }
        Value::List(list) => list_of(context, pick_items(list, parts)?),
        Value::Tuple(tuple) => tuple_of(context, pick_items(tuple, parts)?),
        other => Err(Raised::types(format!("{} cannot be sliced", other.noun()))),
    }
}

fn pick_items(items: &[Value], parts: [Option<i64>; 3]) -> Run<Vec<Value>> {
    Ok(places(items.len(), parts)?.into_iter().map(|place| items[place].clone()).collect())
}

/// Returns the places of a slice by Python's rules: negative bounds count from the end, and bounds beyond the ends are
/// clamped.
fn places(length: usize, [start, end, step]: [Option<i64>; 3]) -> Run<Vec<usize>> {
    let (length, step) = (to_signed(length), step.unwrap_or(1));
    if step == 0 {
        return Err(Raised::value("the step of a slice must not be 0"));
    }
    // A backward slice begins at the last element and ends in front of the first.
    let (least, most) = if step > 0 { (0, length) } else { (-1, length - 1) };
    let within = |bound: i64| if bound < 0 { bound.saturating_add(length).max(least) } else { bound.min(most) };
    let start = start.map_or(if step > 0 { 0 } else { most }, within);
    let end = end.map_or(if step > 0 { length } else { -1 }, within);
    let mut places = Vec::new();
    let mut place = start;
    while if step > 0 { place < end } else { place > end } {
        places.extend(usize::try_from(place));
        place = place.saturating_add(step);
    }
    Ok(places)
}

/// Converts a length to a signed number; it fits for every list or string.
fn to_signed(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}
