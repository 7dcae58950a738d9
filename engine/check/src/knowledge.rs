//! The data that workers need before they check files: the collections.

use assay_store::{CustomList, Store};
use assay_system::Parts;
use serde::{Deserialize, Serialize};

/// The collections and the paths of all files, in the form that is transferred.
#[derive(Clone, Default, Deserialize, Serialize)]
pub(super) struct SharedIndex {
    /// The parts of the collections of systems.
    pub parts: Parts,
    pub lists: Vec<CustomList>,
    /// The paths of all files, sorted, when scripts list them.
    pub paths: Vec<String>,
}

impl SharedIndex {
    /// Returns the collections and the paths.
    pub fn into_parts(self) -> (Store, Vec<String>) {
        (Store::new(&self.parts, self.lists), self.paths)
    }
}
