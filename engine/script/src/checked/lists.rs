//! Functions that make a list longer.

use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use rhai::{Array, Dynamic, Engine, INT};

use super::to_count;
use crate::complaint::Outcome;
use crate::state::HostState;

pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    functions! { engine, state,
        "push" changes (state, list: &mut Array, item: Dynamic) {
            put(&state, list, usize::MAX, item)
        }
        "insert" changes (state, list: &mut Array, index: INT, item: Dynamic) {
            let at = place(list.len(), index);
            // The elements after the new one are moved.
            state.meter.charge(list.len() - at.min(list.len()))?;
            put(&state, list, at, item)
        }
        "set" changes (state, list: &mut Array, index: INT, item: Dynamic) {
            state.meter.fit_inside(&item, 1)?;
            if let Some(old) = list.get_mut(place(usize::MAX, index)).filter(|_| index >= 0) {
                *old = item;
                state.origins.note_made(old);
            }
            Ok(())
        }
        "append" changes (state, list: &mut Array, others: Array) {
            state.meter.fit_list(list.len() + others.len())?;
            list.extend(others);
            Ok(())
        }
        "pad" changes (state, list: &mut Array, length: INT, item: Dynamic) {
            let length = to_count(length);
            let inside = state.meter.fit_inside(&item, 1)?;
            // Each element is a separate copy.
            state.meter.fit_list(length.saturating_mul(inside + 1).max(list.len()))?;
            if length > list.len() {
                list.resize(length, item);
            }
            Ok(())
        }
        "splice" changes (state, list: &mut Array, start: INT, length: INT, others: Array) {
            splice(&state, list, (start, length), others)
        }
        "splice" changes (state, list: &mut Array, range: Range<INT>, others: Array) {
            let start = range.start.max(0);
            splice(&state, list, (start, range.end.max(start) - start), others)
        }
        "splice" changes (state, list: &mut Array, range: RangeInclusive<INT>, others: Array) {
            let start = (*range.start()).max(0);
            splice(&state, list, (start, (range.end().max(&start) - start).saturating_add(1)), others)
        }
    }
}

/// Inserts an item in front of the element at `at`, or at the end of the list.
fn put(state: &HostState, list: &mut Array, at: usize, mut item: Dynamic) -> Outcome<()> {
    state.origins.note_made(&mut item);
    state.meter.fit_inside(&item, 1)?;
    state.meter.fit_list(list.len() + 1)?;
    list.insert(at.min(list.len()), item);
    Ok(())
}

/// Converts an index to a place; a negative index counts from the end.
fn place(length: usize, index: INT) -> usize {
    if index < 0 { length.saturating_sub(to_count(index.saturating_neg())) } else { to_count(index).min(length) }
}

fn splice(state: &HostState, list: &mut Array, (start, length): (INT, INT), others: Array) -> Outcome<()> {
    let start = place(list.len(), start);
    let length = to_count(length).min(list.len() - start);
    state.meter.fit_list(list.len() - length + others.len())?;
    list.splice(start..start + length, others);
    Ok(())
}
