//! Mappings, which find values by keys: records, dicts and collections.

use std::rc::Rc;

use assay_document::text::counted;

use super::context::{CallableEntry, Context};
use super::iterate::elements;
use super::object;
use super::raised::Raised;
use super::value::{HashKey, HashTable, Run, Value};
use super::weight::{check_length, list_of};

pub(super) const ENTRIES: &[CallableEntry] = &[
    ("dict", dict),
    (".get", get),
    (".items", |context, arguments| list_entries(context, arguments, "items", items)),
    (".keys", |context, arguments| list_entries(context, arguments, "keys", Value::keys)),
    (".values", |context, arguments| list_entries(context, arguments, "values", values)),
];

/// Returns true if a value is a mapping.
pub(super) const fn is_mapping(value: &Value) -> bool {
    matches!(value, Value::Record(_) | Value::Dict(_) | Value::View(_))
}

/// Returns true if a value is a record or a dict, not a collection.
pub(super) const fn is_own(value: &Value) -> bool {
    matches!(value, Value::Record(_) | Value::Dict(_))
}

/// Merges two mappings, for `a | b`: pairs of the second replace those of the first.
pub(super) fn merge(a: &Value, b: &Value) -> Run {
    Ok(Value::Dict(Rc::new(HashTable::of_pairs(pairs(a).chain(pairs(b)))?)))
}

/// Returns the values of a mapping, in the order of its keys; an empty list for other values.
fn values(mapping: &Value) -> Vec<Value> {
    match mapping {
        Value::Record(fields) => fields.iter().map(|(_, value)| value.clone()).collect(),
        Value::Dict(dict) => dict.values().to_vec(),
        Value::View(view) => {
            view.0.keys().iter().filter_map(|key| view.0.get(key)).map(|value| Value::of_script(value, None)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the keys of a mapping with their values.
fn pairs(mapping: &Value) -> impl Iterator<Item = (Value, Value)> {
    mapping.keys().into_iter().zip(values(mapping))
}

/// Returns the value of a key in a mapping, if there is one. A key that is not hashable is an error.
pub(super) fn find(context: &Context<'_>, mapping: &Value, key: &Value) -> Run<Option<Value>> {
    match mapping {
        Value::Dict(dict) => Ok(dict.get(key)?.cloned()),
        Value::Record(_) => match key.text() {
            Some(text) => Ok(mapping.field(text).cloned()),
            None => HashKey::of(key).map(|_| None),
        },
        Value::View(view) => {
            // As in Python, where a value that cannot be a key is an error.
            if !view.0.takes_records() {
                HashKey::of(key)?;
            }
            let found = view.0.get(&context.scripts.argument(key)?);
            Ok(found.map(|found| Value::of_script(found, None)))
        }
        _ => Ok(None),
    }
}

/// `x.get(key)`, `x.get(key, otherwise)`.
fn get(context: &Context<'_>, arguments: &[Value]) -> Run {
    let mapping = &arguments[0];
    if !is_mapping(mapping) {
        return object::method(context, "get", arguments);
    }
    let otherwise = || arguments.get(2).cloned().unwrap_or(Value::None);
    Ok(find(context, mapping, &arguments[1])?.unwrap_or_else(otherwise))
}

/// `x.keys()`, `x.values()` and `x.items()`.
fn list_entries(context: &Context<'_>, arguments: &[Value], name: &str, list: fn(&Value) -> Vec<Value>) -> Run {
    let mapping = &arguments[0];
    if !is_mapping(mapping) {
        return object::method(context, name, arguments);
    }
    // A collection is checked before its entries are copied.
    if let Value::View(view) = mapping {
        check_length(context, view.0.len())?;
    }
    list_of(context, list(mapping))
}

fn items(mapping: &Value) -> Vec<Value> {
    pairs(mapping).map(|(key, value)| Value::Tuple(Rc::new(vec![key, value]))).collect()
}

/// `dict(x)`, of a mapping or of pairs.
fn dict(context: &Context<'_>, arguments: &[Value]) -> Run {
    let given = &arguments[0];
    if is_mapping(given) {
        return Ok(Value::Dict(Rc::new(HashTable::of_pairs(pairs(given))?)));
    }
    let mut table = HashTable::default();
    for pair in elements(context, given)?.iter() {
        match &*elements(context, pair)? {
            [key, value] => table.put(key.clone(), value.clone())?,
            other => {
                let found = counted(other.len(), "element", "elements");
                return Err(Raised::value(format!("`dict` takes pairs, not {found}")));
            }
        }
    }
    Ok(Value::Dict(Rc::new(table)))
}
