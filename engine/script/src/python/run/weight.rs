//! Counts the elements of values: new lists and tuples must stay within a script's limit of elements.
//!
//! Nested elements count, too, because copying a list or iterating over it takes time for each of them.

use std::rc::Rc;

use super::context::Context;
use super::depth::{DEPTH, deeper};
use super::value::{Run, Value};

/// Rejects a list with more elements than a script may create.
pub(in crate::python) fn check_length(context: &Context<'_>, length: usize) -> Run<()> {
    Ok(context.meter.fit_list(length)?)
}

/// Returns the number of values, including all values nested in them.
///
/// # Errors
/// Returns an error if there are more values than a list of a script may have.
pub(in crate::python) fn weight(context: &Context<'_>, items: &[Value]) -> Run<usize> {
    let mut sum = 0;
    add_to(context, &mut sum, items, DEPTH)?;
    Ok(sum)
}

fn add_to(context: &Context<'_>, sum: &mut usize, items: &[Value], depth: usize) -> Run<()> {
    *sum = sum.saturating_add(items.len());
    check_length(context, *sum)?;
    for item in items {
        match item {
            Value::List(items) | Value::Tuple(items) => add_to(context, sum, items, deeper(depth)?)?,
            Value::Set(set) => add_to(context, sum, set.keys(), deeper(depth)?)?,
            Value::Dict(dict) => {
                add_to(context, sum, dict.keys(), deeper(depth)?)?;
                add_to(context, sum, dict.values(), deeper(depth)?)?;
            }
            Value::Record(record) => {
                for (_, value) in record.iter() {
                    add_to(context, sum, std::slice::from_ref(value), deeper(depth)?)?;
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Creates a list of these elements.
pub(in crate::python) fn list_of(context: &Context<'_>, items: Vec<Value>) -> Run {
    weight(context, &items)?;
    Ok(items.into())
}

/// Creates a tuple of these elements.
pub(in crate::python) fn tuple_of(context: &Context<'_>, items: Vec<Value>) -> Run {
    weight(context, &items)?;
    Ok(Value::Tuple(Rc::new(items)))
}
