//! `sorted`, `min`, `max`: by `<`, in Python's order.

use std::cmp::Ordering;

use super::compare::order;
use super::context::{CallableEntry, Context};
use super::iterate::elements;
use super::raised::{ErrorKind, Raised};
use super::value::{Run, Value};
use super::weight::list_of;
use crate::checked::sort;

pub(super) const ENTRIES: &[CallableEntry] = &[
    ("sorted", sorted),
    ("min", |context, arguments| extreme(context, &arguments[0], "<", Ordering::Less)),
    ("max", |context, arguments| extreme(context, &arguments[0], ">", Ordering::Greater)),
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
    let list = elements(context, &arguments[0])?.to_vec();
    let sorted: Run<Vec<Value>> = sort(list, &mut |first, second| {
        refuse_sets(first)?;
        // Python compares a later element with an earlier one, which shows in the message for different kinds.
        let order = order(context, second, first, "<")?.map(Ordering::reverse);
        order.ok_or_else(|| Raised::unsupported("a list with `nan` in it has no order").into())
    });
    list_of(context, sorted?)
}

/// Rejects sets: they are ordered by inclusion, which is not a total order.
fn refuse_sets(value: &Value) -> Run<()> {
    match value {
        Value::Set(_) => Err(Raised::unsupported("sets cannot be sorted").into()),
        _ => Ok(()),
    }
}
