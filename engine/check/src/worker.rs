//! The state of one worker during a run.

use std::rc::Rc;

use assay_step::Citations;
use assay_store::{CustomList, Store};
use assay_system::Parts;
use assay_zip::Archives;
use serde::{Deserialize, Serialize};

use super::overrun::LimitHits;

/// The data that workers need before they check files, in the form that is transferred.
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

/// The state of one worker during a run: the collections, and cached data about files and rules.
pub struct Worker {
    pub(super) store: Rc<Store>,
    /// The paths of all files, sorted, if scripts list them.
    pub(super) paths: Rc<[String]>,
    pub(super) citations: Citations,
    pub(super) overruns: LimitHits,
    pub(super) archives: Rc<Archives>,
}

impl Worker {
    /// Creates a worker with the knowledge that [`super::Run::knowledge`] returned.
    ///
    /// # Errors
    /// The bytes are not such knowledge of this version.
    pub fn new(knowledge: &[u8]) -> Result<Self, postcard::Error> {
        if knowledge.is_empty() {
            return Ok(Self::default());
        }
        Ok(postcard::from_bytes::<SharedIndex>(knowledge)?.into())
    }

    /// Drops the cached data about files. It is only a cache, so results do not change.
    pub(super) fn forget(&mut self) {
        // Abandoned rules stay abandoned: an outcome with files that they skipped is not kept.
        self.citations = Citations::default();
        self.archives = Rc::default();
    }
}

/// A worker without knowledge. All workers are like this until the collections are built.
impl Default for Worker {
    fn default() -> Self {
        let store = Store::new(&Parts::default(), Vec::new());
        Self {
            store: Rc::new(store),
            paths: Rc::default(),
            citations: Citations::default(),
            overruns: LimitHits::default(),
            archives: Rc::default(),
        }
    }
}

impl From<SharedIndex> for Worker {
    fn from(knowledge: SharedIndex) -> Self {
        let (store, paths) = knowledge.into_parts();
        Self { store: Rc::new(store), paths: paths.into(), ..Self::default() }
    }
}
