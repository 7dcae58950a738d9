//! Where each key is in a list; and what the keys are.

use std::hash::{Hash, Hasher};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::list::{AssetList, in_parts};

/// The property by which two lists are compared.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Key {
    /// The asset id.
    Id,
    /// The path, to the letter.
    Path,
}

/// Two entries of a list have the same key; entries count from 1.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("entries {first} and {second} have the same {}", key.noun())]
pub struct Duplicate {
    /// The key that both entries share.
    pub key: Key,
    /// The first of the two.
    pub first: usize,
    /// The second one.
    pub second: usize,
}

/// A list is to be compared by id, and an entry has none.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("entry {entry}, `{path}`, has no id")]
pub struct NoId {
    /// Which entry, from 1.
    pub entry: usize,
    /// Its path.
    pub path: String,
}

impl Key {
    /// Both keys, by name.
    pub const NAMES: [(&'static str, Self); 2] = [("id", Self::Id), ("path", Self::Path)];

    /// Returns the default key of a comparison: the id if every entry of all lists has one, otherwise the path.
    #[must_use]
    pub fn natural<'l>(lists: impl IntoIterator<Item = &'l AssetList>) -> Self {
        if lists.into_iter().all(AssetList::all_have_ids) { Self::Id } else { Self::Path }
    }

    /// Returns the noun for the key in messages: `asset id` or `path`.
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Id => "asset id",
            Self::Path => "path",
        }
    }

    /// The hash of the key of an entry.
    #[inline]
    pub(super) fn hash(self, list: &AssetList, at: u32) -> u64 {
        let mut hasher = FxHasher::default();
        match self {
            Self::Id => list.id(at).hash(&mut hasher),
            Self::Path => list.path(at).hash(&mut hasher),
        }
        hasher.finish()
    }

    /// Whether two entries have the same key.
    #[inline]
    pub(super) fn is_same(self, a: (&AssetList, u32), b: (&AssetList, u32)) -> bool {
        match self {
            Self::Id => a.0.id(a.1) == b.0.id(b.1),
            Self::Path => a.0.path(a.1) == b.0.path(b.1),
        }
    }
}

/// The place of each key in a list.
#[derive(Debug)]
pub(super) struct KeyIndex {
    key: Key,
    places: HashTable<u32>,
}

impl KeyIndex {
    pub fn new(list: &AssetList, key: Key) -> Result<Self, Duplicate> {
        let mut places: HashTable<u32> = HashTable::with_capacity(list.len());
        let mut refused = None;
        in_parts(list.len(), |part| {
            for at in part {
                let is_same = |&other: &u32| key.is_same((list, at), (list, other));
                match places.entry(key.hash(list, at), is_same, |&other| key.hash(list, other)) {
                    Entry::Vacant(place) => {
                        place.insert(at);
                    }
                    Entry::Occupied(place) => {
                        let (first, second) = (*place.get() as usize + 1, at as usize + 1);
                        refused.get_or_insert(Duplicate { key, first, second });
                        return;
                    }
                }
            }
        });
        match refused {
            Some(duplicate) => Err(duplicate),
            None => Ok(Self { key, places }),
        }
    }

    /// Returns the place of `path` in `list`, the list of this index; `None` if it is not there. The index must be by
    /// path.
    pub fn find_path(&self, list: &AssetList, path: &str) -> Option<u32> {
        let mut hasher = FxHasher::default();
        path.hash(&mut hasher);
        self.places.find(hasher.finish(), |&place| list.path(place) == path).copied()
    }

    /// Returns the place in `list`, the list of this index, of the entry with the same key as the entry `at` of
    /// `other`. `None` if there is no such entry.
    #[inline]
    pub fn find(&self, list: &AssetList, other: &AssetList, at: u32) -> Option<u32> {
        self.find_hashed(self.key.hash(other, at), list, other, at)
    }

    /// Like [`KeyIndex::find`], for a key whose hash is already known.
    #[inline]
    pub fn find_hashed(&self, hash: u64, list: &AssetList, other: &AssetList, at: u32) -> Option<u32> {
        self.places.find(hash, |&place| self.key.is_same((list, place), (other, at))).copied()
    }
}
