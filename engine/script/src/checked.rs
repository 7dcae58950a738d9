//! Functions of Rhai's packages that could make something too large, or take very long, in place of the originals: they
//! keep to the limits.

#[macro_use]
mod functions;
mod counted;
mod each;
mod lists;
mod maps;
mod shown;
mod sort;
mod texts;

use std::rc::Rc;

use rhai::Engine;

use super::state::HostState;

pub(super) use self::functions::purity;
pub(super) use self::shown::{ValueStyle, show, show_list, show_map};
pub(super) use self::sort::float;

/// Makes the functions known to an engine. They are found before those of the packages.
pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    lists::register(engine, state);
    each::register(engine, state);
    sort::register(engine, state);
    maps::register(engine, state);
    texts::register(engine, state);
    shown::register(engine, state);
}
