//! `sorted`, `min`, `max`: by `<`, in Python's order.

use std::cmp::Ordering;

use super::compare::order;
use super::context::{CallableEntry, Context, entry};
use super::iterate::elements;
use super::raised::{ErrorKind, Raised};
use super::value::{Run, Value};
use super::weight::list_of;

pub(super) const ENTRIES: &[CallableEntry] = &[
    entry("sorted", sorted),
    entry("min", |context, arguments| extreme(context, &arguments[0], "<", Ordering::Less)),
    entry("max", |context, arguments| extreme(context, &arguments[0], ">", Ordering::Greater)),
];

/// Returns the first element that no other element precedes, by `operator`.
fn extreme(context: &Context<'_>, of: &Value, operator: &str, target: Ordering) -> Run {
    let elements = elements(context, of)?;
    let name = if target == Ordering::Less { "min" } else { "max" };
    let Some((mut best, rest)) = elements.split_first() else {
        let raised = Raised::new(ErrorKind::Value, format!("`{name}` of an empty list"));
        return Err(raised.help("write `max(x) if x else y`").into());
    };
    for element in rest {
        refuse_sets(element)?;
        if order(context, element, best, operator)? == Some(target) {
            best = element;
        }
    }
    Ok(best.clone())
}

/// `sorted(x)`: equal elements keep their order.
fn sorted(context: &Context<'_>, arguments: &[Value]) -> Run {
    let mut list = elements(context, &arguments[0])?.to_vec();
    let mut width = 1;
    while width < list.len() {
        let mut merged = Vec::with_capacity(list.len());
        for run in list.chunks(2 * width) {
            merge(context, &mut merged, run.split_at(width.min(run.len())))?;
        }
        list = merged;
        width *= 2;
    }
    list_of(context, list)
}

/// Merges two sorted halves.
fn merge(context: &Context<'_>, out: &mut Vec<Value>, (mut left, mut right): (&[Value], &[Value])) -> Run<()> {
    while let ([first, left_rest @ ..], [second, right_rest @ ..]) = (left, right) {
        refuse_sets(first)?;
        let Some(order) = order(context, second, first, "<")? else {
            return Err(Raised::unsupported("a list with `nan` in it has no order").into());
        };
        if order.is_lt() {
            out.push(second.clone());
            right = right_rest;
        } else {
            out.push(first.clone());
            left = left_rest;
        }
    }
    out.extend_from_slice(left);
    out.extend_from_slice(right);
    Ok(())
}

/// Rejects sets: they are ordered by inclusion, which is not a total order.
fn refuse_sets(value: &Value) -> Run<()> {
    match value {
        Value::Set(_) => Err(Raised::unsupported("sets cannot be sorted").into()),
        _ => Ok(()),
    }
}
