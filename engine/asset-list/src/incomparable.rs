//! The reason why lists cannot be compared.

use thiserror::Error;

use super::key::{Duplicate, Key, NoId};
use super::list::{AssetList, ListIndex};

/// The reason why lists cannot be compared.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[expect(missing_docs, reason = "the messages show what the fields contain; lists are numbered from 1")]
pub enum Incomparable {
    /// A list contains a key twice.
    #[error("in list {list} {duplicate}, `{path}`{}", describe_fallback(fallback.as_deref()))]
    Duplicate { list: usize, duplicate: Duplicate, path: String, fallback: Option<Box<Fallback>> },
    /// The lists should be compared by id, but an entry has none.
    #[error("cannot compare by id: in list {list} {no_id}")]
    NoId { list: usize, no_id: NoId },
    /// A list has no entries, which is probably a mistake.
    #[error("list {list} has no entries")]
    NoEntries { list: usize },
    /// The count is 0, which every entry of every list would satisfy.
    #[error("the count must be at least 1: every entry is in 0 or more lists")]
    CountOfNone,
    /// The count exceeds the number of lists, so that no entry can satisfy it.
    #[error("the count must be at most {lists}, the number of lists, not {count}")]
    CountBeyond { count: usize, lists: usize },
}

/// The reason why lists are compared by path although some have ids: an entry without an id.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("the lists are compared by path because in list {list} {no_id}")]
pub struct Fallback {
    /// The number of the list, from 1.
    pub list: usize,
    /// Its first entry without an id.
    pub no_id: NoId,
}

impl Fallback {
    /// Returns the first entry without an id, if `key` is the path and some entries have ids.
    pub fn of(lists: &[&AssetList], key: Key) -> Option<Self> {
        if key == Key::Id || !lists.iter().any(|list| list.with_id() > 0) {
            return None;
        }
        let no_id = |(at, list): (usize, &&AssetList)| Some(Self { list: at + 1, no_id: list.require_ids().err()? });
        lists.iter().enumerate().find_map(no_id)
    }
}

fn describe_fallback(fallback: Option<&Fallback>) -> String {
    fallback.map(|fallback| format!("; {fallback}")).unwrap_or_default()
}

/// Returns the index of the list at that position.
pub(super) fn index_of<'l>(lists: &[&'l AssetList], at: usize, key: Key) -> Result<ListIndex<'l>, Incomparable> {
    let list = lists[at];
    list.index(key).map_err(|duplicate| {
        let path = list.get(duplicate.second - 1).map_or("", |entry| entry.path).to_owned();
        Incomparable::Duplicate { list: at + 1, duplicate, path, fallback: Fallback::of(lists, key).map(Box::new) }
    })
}
