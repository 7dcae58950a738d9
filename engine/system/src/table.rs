//! A table from keys to entries. Several entries may have the same key.

use hashbrown::HashTable;

use super::texts::narrow;

const NONE: u32 = u32::MAX;

/// Entries by key, where entries with equal keys are linked to each other.
///
/// The entries contain the keys. The caller provides their hash and equality, which must always be the same.
#[derive(Debug, Default)]
pub(super) struct KeyTable {
    /// The first entry of each key.
    first: HashTable<u32>,
    /// For each entry the next entry with the same key.
    next: Vec<u32>,
}

impl KeyTable {
    /// Returns a table of `count` entries, given the hash and the equality of their keys.
    pub fn new(count: usize, hash: impl Fn(u32) -> u64, equal: impl Fn(u32, u32) -> bool) -> Self {
        let mut first: HashTable<u32> = HashTable::with_capacity(count);
        // One array of links instead of a list for each key, because most keys have one entry.
        let mut next = vec![NONE; count];
        // From the last to the first, so that the entries of each key are in ascending order.
        for at in (0..count).rev() {
            let entry = narrow(at);
            match first.find_mut(hash(entry), |&known| equal(known, entry)) {
                Some(known) => next[at] = std::mem::replace(known, entry),
                None => {
                    first.insert_unique(hash(entry), entry, |&known| hash(known));
                }
            }
        }
        Self { first, next }
    }

    /// Returns an entry, as [`Self::first`] finds it, and those after it that have its key.
    pub fn alike(&self, first: Option<u32>) -> impl Iterator<Item = u32> {
        std::iter::successors(first, |&entry| self.next.get(entry as usize).copied().filter(|&next| next != NONE))
    }

    /// Returns the number of keys.
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// Returns the first entry of each key, in order.
    pub fn firsts(&self) -> Vec<u32> {
        let mut firsts: Vec<u32> = self.first.iter().copied().collect();
        firsts.sort_unstable();
        firsts
    }

    /// Returns the first entry of the key with this hash.
    pub fn first(&self, hash: u64, equal: impl Fn(u32) -> bool) -> Option<u32> {
        self.first.find(hash, |&known| equal(known)).copied()
    }
}
