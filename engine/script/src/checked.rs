//! Replacements for functions of Rhai's packages that can create large values or run for long. The replacements enforce
//! the limits.

#[macro_use]
mod functions;
mod each;
mod lists;
mod maps;
mod shown;
mod sort;
mod texts;

use std::rc::Rc;

use rhai::{Engine, INT};

use super::state::HostState;

pub(super) use self::functions::purity;
pub(super) use self::shown::{ValueStyle, show, show_list, show_map};
pub(super) use self::sort::{float, sort};

/// Registers the functions with an engine. Rhai finds them before those of its packages.
pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    lists::register(engine, state);
    each::register(engine, state);
    sort::register(engine, state);
    maps::register(engine, state);
    texts::register(engine, state);
    shown::register(engine, state);
}

/// Converts a number of elements or characters to a size. Negative numbers become 0, and numbers beyond `usize` become
/// its maximum.
fn to_count(number: INT) -> usize {
    usize::try_from(number.max(0)).unwrap_or(usize::MAX)
}
