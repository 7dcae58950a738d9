//! Loops over lists. The body knows the current value.

use std::any::TypeId;
use std::ops::{Range, RangeInclusive};
use std::rc::Rc;

use rhai::{Array, Dynamic, Engine, INT, Module};

use super::state::HostState;

/// Makes the loops of an engine record their current value.
pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    let mut module = Module::new();
    let owner = Rc::clone(state);
    module.set_iter(TypeId::of::<Array>(), move |list| {
        let list = list.into_array().unwrap_or_default().into_iter();
        let take = |state: &HostState, value: &Dynamic| state.origins.set_current_value(value);
        Box::new(ValueLoop { list, before: owner.origins.current_mark(), state: Rc::clone(&owner), take })
    });
    let owner = Rc::clone(state);
    module.set_iter(TypeId::of::<Range<INT>>(), move |range| {
        let range = range.try_cast::<Range<INT>>().unwrap_or_default();
        loop_over_places(&owner, range.clone(), (range.start, range.end))
    });
    let owner = Rc::clone(state);
    module.set_iter(TypeId::of::<RangeInclusive<INT>>(), move |range| {
        let range = range.try_cast::<RangeInclusive<INT>>().unwrap_or(RangeInclusive::new(1, 0));
        let bounds = (*range.start(), range.end().saturating_add(1));
        loop_over_places(&owner, range, bounds)
    });
    engine.register_global_module(module.into());
}

/// A loop over numbers. If it is the outermost loop, and goes from the first or second place of the script's list to
/// its end, the current value is the one at that place.
fn loop_over_places(
    state: &Rc<HostState>,
    numbers: impl Iterator<Item = INT> + 'static,
    (start, end): (INT, INT),
) -> Box<dyn Iterator<Item = Dynamic>> {
    let before = state.origins.current_mark();
    if before != 0 || !(0..=1).contains(&start) {
        return Box::new(numbers.map(Dynamic::from_int));
    }
    let take = move |state: &HostState, place: &INT| state.origins.set_current_place(*place, end);
    Box::new(ValueLoop { list: numbers, before, state: Rc::clone(state), take }.map(Dynamic::from_int))
}

struct ValueLoop<I, F> {
    list: I,
    /// The mark of the current value outside of the loop, which is restored when the loop ends.
    before: i32,
    state: Rc<HostState>,
    /// Makes the next element the current value.
    take: F,
}

impl<I: Iterator, F: Fn(&HostState, &I::Item)> Iterator for ValueLoop<I, F> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        self.state.origins.set_current_mark(self.before);
        let next = self.list.next()?;
        (self.take)(&self.state, &next);
        Some(next)
    }
}

impl<I, F> Drop for ValueLoop<I, F> {
    fn drop(&mut self) {
        self.state.origins.set_current_mark(self.before);
    }
}
