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

impl CollectionGaps {
    /// Adds the gaps of the published project, except those because of files for which `is_kept` is false.
    pub fn add_published(&mut self, published: Self, is_kept: impl Fn(&str) -> bool) {
        // It is not known which file a list lacks. The rules with incomplete collections are found again.
        let Self { broken, lists, systems, rules: _ } = published;
        self.broken.extend(broken);
        self.lists.extend(lists);
        self.systems.add(systems.retain_files(is_kept));
    }
}
