//! Functions that call another function for each element of a list.

use std::rc::Rc;

use rhai::{Array, Dynamic, Engine, FnPtr, INT, NativeCallContext};

use crate::callback::Callback;
use crate::complaint::Outcome;
use crate::state::HostState;

pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    functions! { engine, state,
        "map" reads (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            let mut each = Callback::new(&context, &state, function, 1, 2);
            let mut made = Array::with_capacity(list.len());
            for (at, item) in list.iter().enumerate() {
                let value = each.call_over(item, [item.clone(), number(at)])?;
                state.meter.fit_inside(&value, 1)?;
                made.push(value);
            }
            Ok(made)
        }
        "for_each" changes (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            let mut each = Callback::new(&context, &state, function, 1, 1);
            for (at, item) in list.iter_mut().enumerate() {
                let before = state.origins.current_mark();
                state.origins.set_current_value(item);
                // The return value is ignored: only changes to the element matter.
                let _ = each.call_on(item, [number(at)])?;
                state.origins.set_current_mark(before);
            }
            Ok(())
        }
        "filter" reads (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            let mut kept = Array::new();
            let mut each = Callback::new(&context, &state, function, 1, 2);
            for (at, item) in list.iter().enumerate() {
                if each.holds([item.clone(), number(at)])? {
                    kept.push(item.clone());
                }
            }
            Ok(kept)
        }
        "retain" changes (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            remove_where(&mut Callback::new(&context, &state, function, 1, 2), list, true)
        }
        "drain" changes (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            remove_where(&mut Callback::new(&context, &state, function, 1, 2), list, false)
        }
        "find" reads (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            let at = find_place(&mut Callback::new(&context, &state, function, 1, 2), list, true)?;
            Ok(at.map_or(Dynamic::UNIT, |at| list[at].clone()))
        }
        "find_map" reads (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            let mut each = Callback::new(&context, &state, function, 1, 2);
            for (at, item) in list.iter().enumerate() {
                let value = each.call_over(item, [item.clone(), number(at)])?;
                if !value.is_unit() {
                    return Ok(value);
                }
            }
            Ok(Dynamic::UNIT)
        }
        "index_of" reads (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            let at = find_place(&mut Callback::new(&context, &state, function, 1, 2), list, true)?;
            Ok(at.map_or(-1, |at| INT::try_from(at).unwrap_or(INT::MAX)))
        }
        "some" reads (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            Ok(find_place(&mut Callback::new(&context, &state, function, 1, 2), list, true)?.is_some())
        }
        "all" reads (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            Ok(find_place(&mut Callback::new(&context, &state, function, 1, 2), list, false)?.is_none())
        }
        "reduce" reads (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            fold(&mut Callback::new(&context, &state, function, 2, 3), list.iter().enumerate(), Dynamic::UNIT)
        }
        "reduce" reads (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr, first: Dynamic) {
            fold(&mut Callback::new(&context, &state, function, 2, 3), list.iter().enumerate(), first)
        }
        "reduce_rev" reads (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            fold(&mut Callback::new(&context, &state, function, 2, 3), list.iter().enumerate().rev(), Dynamic::UNIT)
        }
        "reduce_rev" reads (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr, first: Dynamic) {
            fold(&mut Callback::new(&context, &state, function, 2, 3), list.iter().enumerate().rev(), first)
        }
        "zip" reads (state, context: NativeCallContext<'_>, list: &mut Array, others: Array, function: FnPtr) {
            let mut each = Callback::new(&context, &state, function, 2, 3);
            let mut made = Array::new();
            for (at, (item, other)) in list.iter().zip(others).enumerate() {
                let value = each.call_over(item, [item.clone(), other, number(at)])?;
                state.meter.fit_inside(&value, 1)?;
                made.push(value);
            }
            Ok(made)
        }
        "dedup" changes (state, context: NativeCallContext<'_>, list: &mut Array, function: FnPtr) {
            let mut same = Callback::new(&context, &state, function, 2, 2);
            let mut kept = Array::new();
            for item in std::mem::take(list) {
                let is_same = match kept.last() {
                    Some(last) => same.holds([Dynamic::clone(last), item.clone()])?,
                    None => false,
                };
                if !is_same {
                    kept.push(item);
                }
            }
            *list = kept;
            Ok(())
        }
    }
}

/// Converts a place in a list to a number of a script.
fn number(at: usize) -> Dynamic {
    Dynamic::from_int(INT::try_from(at).unwrap_or(INT::MAX))
}

/// Returns the place of the first element for which the function returns `expected`.
fn find_place(each: &mut Callback<'_>, list: &Array, expected: bool) -> Outcome<Option<usize>> {
    for (at, item) in list.iter().enumerate() {
        if each.holds([item.clone(), number(at)])? == expected {
            return Ok(Some(at));
        }
    }
    Ok(None)
}

/// Keeps the elements for which the function returns `kept` in the list, and returns the removed elements.
fn remove_where(each: &mut Callback<'_>, list: &mut Array, kept: bool) -> Outcome<Array> {
    let (mut stay, mut go) = (Array::new(), Array::new());
    for (at, item) in list.iter().enumerate() {
        let side = if each.holds([item.clone(), number(at)])? == kept { &mut stay } else { &mut go };
        side.push(item.clone());
    }
    // Only now, so that an error of the function leaves the list as it was.
    *list = stay;
    Ok(go)
}

/// Reduces the list to one value: calls the function with the current value and each element in turn.
fn fold<'l>(
    each: &mut Callback<'_>,
    items: impl Iterator<Item = (usize, &'l Dynamic)>,
    first: Dynamic,
) -> Outcome<Dynamic> {
    let mut value = first;
    for (at, item) in items {
        value = each.call_over(item, [value, item.clone(), number(at)])?;
    }
    Ok(value)
}
