//! Finds the entry of a key in a list.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::key::{Duplicate, Key};
use super::portions::in_portions;

/// The index of the entry of each key in a list.
#[derive(Debug)]
pub(super) struct KeyIndex(HashTable<u32>);

impl KeyIndex {
    /// Creates the index of a list with `length` entries. `hash` returns the hash of an entry's key; `is_same` returns
    /// true if two entries have the same key.
    pub fn new(
        key: Key,
        length: usize,
        hash: impl Fn(u32) -> u64,
        is_same: impl Fn(u32, u32) -> bool,
    ) -> Result<Self, Duplicate> {
        let mut places: HashTable<u32> = HashTable::with_capacity(length);
        let mut refused = None;
        in_portions(length, |portion| {
            for at in portion {
                match places.entry(hash(at), |&other| is_same(at, other), |&other| hash(other)) {
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
        refused.map_or(Ok(Self(places)), Err)
    }

    /// Returns the index of the entry whose key has this hash and for which `is_it` is true.
    #[inline]
    pub fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        self.0.find(hash, |&place| is_it(place)).copied()
    }
}
