//! The collections of a run that are broken or incomplete.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::incomplete::IncompleteCollections;

/// The collections that are broken or incomplete.
#[derive(Clone, Default, Deserialize, Serialize)]
pub(super) struct CollectionGaps {
    /// Custom collections that could not be built, by number.
    pub broken: FxHashSet<u32>,
    /// Custom collections that lack the values of a file that could not be read, by number.
    pub lists: Vec<u32>,
    /// The collections of systems that are incomplete.
    pub systems: IncompleteCollections,
    /// The names of rules that use incomplete collections.
    pub rules: FxHashSet<String>,
}
