//! Where each key is in a list.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::key::{Duplicate, Key};
use super::portions::in_portions;

/// The place of each key in a list.
#[derive(Debug)]
pub(super) struct KeyIndex(HashTable<u32>);

impl KeyIndex {
    /// Returns the index of a list of that length. `hash` is that of an entry's key, `is_same` whether two entries have
    /// the same key.
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

    /// Returns the place of the entry of which `is_it` is true, whose key has that hash.
    #[inline]
    pub fn find(&self, hash: u64, is_it: impl Fn(u32) -> bool) -> Option<u32> {
        self.0.find(hash, |&place| is_it(place)).copied()
    }
}
