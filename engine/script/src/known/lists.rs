//! A cache of asset lists that scripts read recently.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use assay_store::Store;
use assay_system::asset_list::AssetList;

/// The maximum number of cached asset lists in a run; the oldest is dropped first. Rules read the same few lists for
/// every file.
const KEPT: usize = 16;

/// Lists that were read recently.
#[derive(Default)]
pub(crate) struct KnownLists {
    kept: RefCell<ListCache>,
}

#[derive(Default)]
struct ListCache {
    /// The collections of the run in which the lists were read: another run may have other files.
    run: Weak<Store>,
    lists: Vec<(String, AssetList)>,
}

impl ListCache {
    /// Returns true if the lists were read in the run with these collections.
    fn is_of(&self, store: &Rc<Store>) -> bool {
        self.run.upgrade().is_some_and(|run| Rc::ptr_eq(&run, store))
    }
}

impl KnownLists {
    pub fn get(&self, store: &Rc<Store>, path: &str) -> Option<AssetList> {
        let kept = self.kept.borrow();
        kept.lists.iter().find(|(known, _)| known == path && kept.is_of(store)).map(|(_, list)| list.clone())
    }

    pub fn keep(&self, store: &Rc<Store>, path: String, list: AssetList) {
        let mut kept = self.kept.borrow_mut();
        if !kept.is_of(store) {
            *kept = ListCache { run: Rc::downgrade(store), lists: Vec::new() };
        }
        if kept.lists.len() >= KEPT {
            kept.lists.remove(0);
        }
        kept.lists.push((path, list));
    }

    /// Clears the cache if another run has begun. A run that reads no list would otherwise keep the old ones in memory;
    /// a list may have a million entries.
    pub fn begin_run(&self, store: &Rc<Store>) {
        let mut kept = self.kept.borrow_mut();
        if !kept.lists.is_empty() && !kept.is_of(store) {
            *kept = ListCache::default();
        }
    }
}
