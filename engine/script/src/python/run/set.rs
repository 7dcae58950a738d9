//! Sets and their methods.

use std::rc::Rc;

use super::context::{CallableEntry, Context};
use super::iterate::elements;
use super::object;
use super::value::{HashTable, Run, Value};

pub(super) const ENTRIES: &[CallableEntry] = &[
    ("set", |context, arguments| Ok(to_set(table_of(context, &arguments[0])?))),
    (".difference", |c, a| method(c, a, "difference", |x, y| Ok(to_set(difference(x, y)?)))),
    (".intersection", |c, a| method(c, a, "intersection", |x, y| Ok(to_set(intersection(x, y)?)))),
    (".isdisjoint", |c, a| method(c, a, "isdisjoint", |x, y| Ok(x.is_disjoint(y).into()))),
    (".issubset", |c, a| method(c, a, "issubset", |x, y| Ok(x.is_within(y).into()))),
    (".issuperset", |c, a| method(c, a, "issuperset", |x, y| Ok(y.is_within(x).into()))),
    (".symmetric_difference", |c, a| {
        method(c, a, "symmetric_difference", |x, y| Ok(to_set(symmetric_difference(x, y)?)))
    }),
    (".union", |c, a| method(c, a, "union", |x, y| Ok(to_set(union(x, y)?)))),
];

/// Returns the set of these elements as a value.
pub(super) fn to_set(table: HashTable) -> Value {
    Value::Set(Rc::new(table))
}

fn table_of(context: &Context<'_>, value: &Value) -> Run<HashTable> {
    HashTable::of_keys(elements(context, value)?.iter().cloned())
}

pub(super) fn union(a: &HashTable, b: &HashTable) -> Run<HashTable> {
    HashTable::of_keys(a.keys().iter().chain(b.keys()).cloned())
}

pub(super) fn intersection(a: &HashTable, b: &HashTable) -> Run<HashTable> {
    keep_elements(a, |key| b.has(key))
}

pub(super) fn difference(a: &HashTable, b: &HashTable) -> Run<HashTable> {
    keep_elements(a, |key| Ok(!b.has(key)?))
}

pub(super) fn symmetric_difference(a: &HashTable, b: &HashTable) -> Run<HashTable> {
    union(&difference(a, b)?, &difference(b, a)?)
}

fn keep_elements(table: &HashTable, keeps: impl Fn(&Value) -> Run<bool>) -> Run<HashTable> {
    let mut rest = HashTable::default();
    for key in table.keys() {
        if keeps(key)? {
            rest.add(key.clone())?;
        }
    }
    Ok(rest)
}

/// Calls a method of sets, whose argument is any iterable.
fn method(context: &Context<'_>, arguments: &[Value], name: &str, of: fn(&HashTable, &HashTable) -> Run) -> Run {
    if let Value::Set(set) = &arguments[0] {
        return of(set, &table_of(context, &arguments[1])?);
    }
    object::method(context, name, arguments)
}
