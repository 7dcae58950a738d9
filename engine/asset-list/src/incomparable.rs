//! Why lists cannot be compared.

use thiserror::Error;

use super::key::{Duplicate, Key, NoId};
use super::list::{AssetList, ListIndex};

/// Why lists cannot be compared.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Incomparable {
    /// A list has a key twice.
    #[error("in list {list} {duplicate}, `{path}`{}", said(fallback.as_deref()))]
    Duplicate {
        /// Which list, from 1.
        list: usize,
        /// The two entries.
        duplicate: Duplicate,
        /// The path of the second one.
        path: String,
        /// Why the lists are compared by path, when some of them could be by id.
        fallback: Option<Box<Fallback>>,
    },
    /// The lists were to be compared by id.
    #[error("cannot compare by id: in list {list} {no_id}")]
    NoId {
        /// Which list, from 1.
        list: usize,
        /// The entry.
        no_id: NoId,
    },
    /// A list has no entries, and is not known to be right.
    #[error("list {list} has no entries")]
    NoEntries {
        /// Which list, from 1.
        list: usize,
    },
    /// The count is 0, which every entry of every list would satisfy.
    #[error("expected a count of at least 1: every entry is in 0 lists or more")]
    CountOfNone,
    /// The count exceeds the number of lists, so that no entry can satisfy it.
    #[error("expected a count of at most {lists}, which is how many lists there are, not {count}")]
    CountBeyond {
        /// The count: the minimum number of lists that contain an entry.
        count: usize,
        /// The number of lists.
        lists: usize,
    },
}

/// Why lists are compared by path although some have ids: an entry that has none.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("the lists are compared by path, as in list {list} {no_id}")]
pub struct Fallback {
    /// Which list, from 1.
    pub list: usize,
    /// The first entry of it without an id.
    pub no_id: NoId,
}

impl Fallback {
    /// The first entry without an id, when `key` is the path and there are ids.
    #[must_use]
    pub fn of(lists: &[&AssetList], key: Key) -> Option<Self> {
        if key == Key::Id || !lists.iter().any(|list| list.with_id() > 0) {
            return None;
        }
        let no_id = |(at, list): (usize, &&AssetList)| Some(Self { list: at + 1, no_id: list.require_ids().err()? });
        lists.iter().enumerate().find_map(no_id)
    }
}

fn said(fallback: Option<&Fallback>) -> String {
    fallback.map(|fallback| format!("; {fallback}")).unwrap_or_default()
}

/// Where each key is in the list at that place.
pub(super) fn index_of<'l>(lists: &[&'l AssetList], at: usize, key: Key) -> Result<ListIndex<'l>, Incomparable> {
    let list = lists[at];
    list.index(key).map_err(|duplicate| {
        let path = list.get(duplicate.second - 1).map_or("", |entry| entry.path).to_owned();
        Incomparable::Duplicate { list: at + 1, duplicate, path, fallback: Fallback::of(lists, key).map(Box::new) }
    })
}
