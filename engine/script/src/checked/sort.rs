//! Sorting, by a function or by value.

use std::cmp::Ordering;
use std::rc::Rc;

use rhai::{Array, Dynamic, Engine, FnPtr, NativeCallContext};

use crate::callback::Callback;
use crate::complaint::Outcome;
use crate::large::compare_numbers;
use crate::state::HostState;

pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    functions! { engine, state,
        "sort" changes (state, list: &mut Array) {
            by_value(&state, list, |order| order)
        }
        "sort_desc" changes (state, list: &mut Array) {
            by_value(&state, list, Ordering::reverse)
        }
        "order" reads (state, list: &mut Array) {
            let mut list = list.clone();
            by_value(&state, &mut list, |order| order)?;
            Ok(list)
        }
        "order_desc" reads (state, list: &mut Array) {
            let mut list = list.clone();
            by_value(&state, &mut list, Ordering::reverse)?;
            Ok(list)
        }
        "sort" | "sort_by" changes (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            by_function(&state, &context, list, function)
        }
        "order" | "order_by" reads (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            let mut list = list.clone();
            by_function(&state, &context, &mut list, function)?;
            Ok(list)
        }
    }
}

fn by_value(state: &HostState, list: &mut Array, turned: fn(Ordering) -> Ordering) -> Outcome<()> {
    state.meter.charge(list.len() * 8)?;
    let sorted = sort(std::mem::take(list), &mut |a, b| compare(state, a, b).map(turned))?;
    *list = sorted;
    Ok(())
}

/// Sorts a list. The function returns a negative number, zero or a positive number, or true if the first value comes
/// first.
fn by_function(state: &HostState, context: &NativeCallContext<'_>, list: &mut Array, function: FnPtr) -> Outcome<()> {
    let mut callback = Callback::new(context, state, function, 2, 2);
    let sorted: Outcome<Array> = sort(list.clone(), &mut |a, b| {
        let answer = callback.call([a.clone(), b.clone()])?;
        if let Ok(comes_first) = answer.as_bool() {
            return Ok(if comes_first { Ordering::Less } else { Ordering::Greater });
        }
        let number = answer.as_int().map_err(|kind| format!("the sort function must return a number, not {kind}"))?;
        Ok(number.cmp(&0))
    });
    *list = sorted?;
    Ok(())
}

/// Compares two values of one kind.
fn compare(state: &HostState, a: &Dynamic, b: &Dynamic) -> Outcome<Ordering> {
    if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        return Ok(a.cmp(&b));
    }
    if let (Ok(a), Ok(b)) = (a.as_immutable_string_ref(), b.as_immutable_string_ref()) {
        // Strings may be long and differ only at the end.
        state.meter.charge(a.len().min(b.len()))?;
        return Ok(a.as_str().cmp(b.as_str()));
    }
    if let (Some(a), Some(b)) = (float(a), float(b)) {
        return Ok(a.total_cmp(&b));
    }
    if let Some(Some(order)) = compare_numbers(a, b) {
        return Ok(order);
    }
    if let (Ok(a), Ok(b)) = (a.as_char(), b.as_char()) {
        return Ok(a.cmp(&b));
    }
    if let (Ok(a), Ok(b)) = (a.as_bool(), b.as_bool()) {
        return Ok(a.cmp(&b));
    }
    if a.is_unit() && b.is_unit() {
        return Ok(Ordering::Equal);
    }
    Err("only lists of numbers or lists of strings can be sorted without a function".into())
}

pub(crate) fn float(value: &Dynamic) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "the nearest float is near enough beside another float")]
    value.as_float().ok().or_else(|| value.as_int().ok().map(|value| value as f64))
}

/// Sorts a list; equal elements keep their order.
///
/// # Errors
/// Returns the first error of `compare`.
pub(crate) fn sort<T, E>(
    mut list: Vec<T>,
    compare: &mut dyn FnMut(&T, &T) -> Result<Ordering, E>,
) -> Result<Vec<T>, E> {
    // A sort of the standard library may panic if a script's function is not a total order, and cannot stop at an error.
    if list.len() < 2 {
        return Ok(list);
    }
    let right = sort(list.split_off(list.len() / 2), compare)?;
    let left = sort(list, compare)?;
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
        let first = if compare(a, b)?.is_gt() { right.next() } else { left.next() };
        merged.extend(first);
    }
    merged.extend(left.chain(right));
    Ok(merged)
}
