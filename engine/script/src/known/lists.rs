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

impl KnownLists {
    pub fn get(&self, store: &Rc<Store>, path: &str) -> Option<AssetList> {
        let kept = self.kept.borrow();
        let is_of_run = kept.run.upgrade().is_some_and(|run| Rc::ptr_eq(&run, store));
        let found = || kept.lists.iter().find(|(known, _)| known == path).map(|(_, list)| list.clone());
        is_of_run.then(found).flatten()
    }

    pub fn keep(&self, store: &Rc<Store>, path: String, list: AssetList) {
        let mut kept = self.kept.borrow_mut();
        if !kept.run.upgrade().is_some_and(|run| Rc::ptr_eq(&run, store)) {
            *kept = ListCache { run: Rc::downgrade(store), lists: Vec::new() };
        }
        if kept.lists.len() >= KEPT {
            kept.lists.remove(0);
        }
        kept.lists.push((path, list));
    }

    /// Clears the cache if another run has begun.
    pub fn begin_run(&self, store: &Rc<Store>) {
        let mut kept = self.kept.borrow_mut();
        if !kept.lists.is_empty() && !kept.run.upgrade().is_some_and(|run| Rc::ptr_eq(&run, store)) {
            *kept = ListCache::default();
        }
    }
}
