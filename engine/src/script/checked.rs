//! Functions of Rhai's packages that could make something too large, or take very long, in place of the originals: they
//! keep to the limits.

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

use super::state::State;

pub(super) use self::functions::purity;
pub(super) use self::shown::{Style, show, show_list, show_map};
pub(super) use self::sort::float;

/// A number of elements or characters as a size: none when it is negative, and more than there is when it is beyond what
/// the machine counts.
fn counted(number: INT) -> usize {
    usize::try_from(number.max(0)).unwrap_or(usize::MAX)
}

/// Makes the functions known to an engine. They are found before those of the packages.
pub(super) fn register(engine: &mut Engine, state: &Rc<State>) {
    lists::register(engine, state);
    each::register(engine, state);
    sort::register(engine, state);
    maps::register(engine, state);
    texts::register(engine, state);
    shown::register(engine, state);
}
