//! The functions that every script can call.

mod asset_lists;
mod entries;
mod files;
mod finding;
mod path;
mod patterns;
mod systems;
mod template;
mod uri;

#[cfg(test)]
mod tests;

use std::rc::Rc;

use rhai::Engine;

use super::state::HostState;

pub(super) use self::entries::function;
pub use self::entries::{LibraryEntry, functions};
pub use self::files::PREVIOUS_FOLDER;
pub(super) use self::finding::Finding;
pub(super) use self::patterns::matches;

/// Registers the functions with an engine.
pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    asset_lists::register(engine, state);
    files::register(engine, state);
    patterns::register(engine, state);
    systems::register(engine, state);
    finding::register(engine, state);
    uri::register(engine, state);
}
