//! Records, dicts and collections: what finds values by keys.

use std::rc::Rc;

use rhai::Dynamic;

use super::iterate::elements;
use super::key::{Key, Table};
use super::raised::Raised;
use super::value::{Dict, Value};
use super::weight::{check_length, list_of, tuple_of};
use super::{Context, Entry, Run, entry, rhai as host};

pub(super) const ENTRIES: &[Entry] = &[
    entry("__dict", (1, 1), dict),
    entry("__dict_of", (1, 1), dict_of),
    entry("__of_get", (2, 3), get),
    entry("__of_items", (1, 1), items),
    entry("__of_keys", (1, 1), |context, arguments| listed(context, arguments, "keys", keys)),
    entry("__of_values", (1, 1), |context, arguments| listed(context, arguments, "values", values)),
];

/// Whether a value finds others by keys.
pub(super) const fn is_mapping(value: &Value<'_>) -> bool {
    matches!(value, Value::Record(_) | Value::Dict(_) | Value::View(_))
}

/// Whether a value is a record or a dict, which a collection is not.
pub(super) const fn is_own(value: &Value<'_>) -> bool {
    matches!(value, Value::Record(_) | Value::Dict(_))
}

/// `a | b`: the pairs of both, those of the second before those of the first.
pub(super) fn merged(a: &Value<'_>, b: &Value<'_>) -> Run {
    let mut table = Table::default();
    for mapping in [a, b] {
        for (key, value) in keys(mapping).into_iter().zip(values(mapping)) {
            table.put(key, value)?;
        }
    }
    Ok(Dynamic::from(Dict(Rc::new(table))))
}

/// The keys of a mapping; of anything else none.
pub(super) fn keys(mapping: &Value<'_>) -> Vec<Dynamic> {
    match mapping {
        Value::Record(record) => record.keys().map(|key| key.as_str().into()).collect(),
        Value::Dict(dict) => dict.0.keys().to_vec(),
        Value::View(view) => view.0.keys(),
        _ => Vec::new(),
    }
}

fn values(mapping: &Value<'_>) -> Vec<Dynamic> {
    match mapping {
        Value::Record(record) => record.values().cloned().collect(),
        Value::Dict(dict) => dict.0.values().to_vec(),
        Value::View(view) => view.0.keys().iter().filter_map(|key| view.0.get(key)).collect(),
        _ => Vec::new(),
    }
}

/// What stands under a key, which must be one that can be found.
pub(super) fn find(mapping: &Value<'_>, key: &Dynamic) -> Run<Option<Dynamic>> {
    match mapping {
        Value::Dict(dict) => Ok(dict.0.get(key)?.cloned()),
        Value::Record(record) => match Value::of(key).text() {
            Some(text) => Ok(record.get(text).cloned()),
            None => Key::of(key).map(|_| None),
        },
        Value::View(view) if view.0.takes_records() => Ok(view.0.get(key)),
        Value::View(view) => Key::of(key).map(|_| view.0.get(key)),
        _ => Ok(None),
    }
}

/// `x.get(key)`, `x.get(key, otherwise)`.
fn get(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let mapping = Value::of(arguments[0]);
    if !is_mapping(&mapping) {
        drop(mapping);
        return host::method(context, "get", arguments);
    }
    let otherwise = || arguments.get(2).map_or(Dynamic::UNIT, |value| (**value).clone());
    Ok(find(&mapping, arguments[1])?.unwrap_or_else(otherwise))
}

fn listed(
    context: &Context<'_>,
    arguments: &mut [&mut Dynamic],
    name: &str,
    list: fn(&Value<'_>) -> Vec<Dynamic>,
) -> Run {
    let mapping = Value::of(arguments[0]);
    if !is_mapping(&mapping) {
        drop(mapping);
        return host::method(context, name, arguments);
    }
    if let Value::View(view) = &mapping {
        check_length(context, view.0.len())?;
    }
    list_of(context, list(&mapping))
}

/// `x.items()`: a list of pairs.
fn items(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let mapping = Value::of(arguments[0]);
    if !is_mapping(&mapping) {
        drop(mapping);
        return host::method(context, "items", arguments);
    }
    if let Value::View(view) = &mapping {
        check_length(context, view.0.len())?;
    }
    let pairs = keys(&mapping).into_iter().zip(values(&mapping));
    list_of(context, pairs.map(|(key, value)| tuple_of(context, vec![key, value])).collect::<Run<_>>()?)
}

/// `{key: value, …}`, of keys and values by turns.
fn dict_of(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let mut table = Table::default();
    for pair in elements(context, arguments[0])?.chunks(2) {
        table.put(pair[0].clone(), pair[1].clone())?;
    }
    Ok(Dynamic::from(Dict(Rc::new(table))))
}

/// `dict(x)`, of a mapping or of pairs.
fn dict(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let given = Value::of(arguments[0]);
    let mut table = Table::default();
    if is_mapping(&given) {
        for (key, value) in keys(&given).into_iter().zip(values(&given)) {
            table.put(key, value)?;
        }
    } else {
        for pair in elements(context, arguments[0])?.iter() {
            match &*elements(context, pair)? {
                [key, value] => table.put(key.clone(), value.clone())?,
                other => return Err(Raised::value(format!("`dict` takes pairs, not {} elements", other.len()))),
            }
        }
    }
    Ok(Dynamic::from(Dict(Rc::new(table))))
}
