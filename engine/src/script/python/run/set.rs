//! Sets and their methods.

use std::rc::Rc;

use rhai::Dynamic;

use super::iterate::elements;
use super::key::Table;
use super::value::{Set, Value};
use super::{Context, Entry, Run, entry, rhai as host};

pub(super) const ENTRIES: &[Entry] = &[
    entry("__set", (1, 1), |context, arguments| Ok(made(table_of(context, arguments[0])?))),
    entry("__of_difference", (2, 2), |c, a| method(c, a, "difference", |x, y| Ok(made(difference(x, y)?)))),
    entry("__of_intersection", (2, 2), |c, a| method(c, a, "intersection", |x, y| Ok(made(intersection(x, y)?)))),
    entry("__of_isdisjoint", (2, 2), |c, a| method(c, a, "isdisjoint", |x, y| Ok(x.is_apart(y).into()))),
    entry("__of_issubset", (2, 2), |c, a| method(c, a, "issubset", |x, y| Ok(x.is_within(y).into()))),
    entry("__of_issuperset", (2, 2), |c, a| method(c, a, "issuperset", |x, y| Ok(y.is_within(x).into()))),
    entry("__of_symmetric_difference", (2, 2), |c, a| {
        method(c, a, "symmetric_difference", |x, y| Ok(made(symmetric_difference(x, y)?)))
    }),
    entry("__of_union", (2, 2), |c, a| method(c, a, "union", |x, y| Ok(made(union(x, y)?)))),
];

/// The set of these elements, as a value.
pub(super) fn made(table: Table) -> Dynamic {
    Dynamic::from(Set(Rc::new(table)))
}

fn table_of(context: &Context<'_>, value: &Dynamic) -> Run<Table> {
    Table::of_keys(elements(context, value)?.iter().cloned())
}

pub(super) fn union(a: &Table, b: &Table) -> Run<Table> {
    Table::of_keys(a.keys().iter().chain(b.keys()).cloned())
}

pub(super) fn intersection(a: &Table, b: &Table) -> Run<Table> {
    kept(a, |key| b.has(key))
}

pub(super) fn difference(a: &Table, b: &Table) -> Run<Table> {
    kept(a, |key| Ok(!b.has(key)?))
}

pub(super) fn symmetric_difference(a: &Table, b: &Table) -> Run<Table> {
    union(&difference(a, b)?, &difference(b, a)?)
}

fn kept(table: &Table, keeps: impl Fn(&Dynamic) -> Run<bool>) -> Run<Table> {
    let mut rest = Table::default();
    for key in table.keys() {
        if keeps(key)? {
            rest.add(key.clone())?;
        }
    }
    Ok(rest)
}

/// A method of sets, whose argument is anything that can be gone through.
fn method(context: &Context<'_>, arguments: &mut [&mut Dynamic], name: &str, of: fn(&Table, &Table) -> Run) -> Run {
    if let Value::Set(set) = Value::of(arguments[0]) {
        return of(&set.0, &table_of(context, arguments[1])?);
    }
    host::method(context, name, arguments)
}
