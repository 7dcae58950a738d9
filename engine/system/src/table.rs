//! From keys to all entries that have them.

use hashbrown::HashTable;

use super::texts::narrow;

/// No entry.
const NONE: u32 = u32::MAX;

/// Entries by a key that they hold themselves; entries of equal keys stand in a row.
///
/// The key's hash and equality are the caller's: the same for building and for looking up.
#[derive(Debug, Default)]
pub(super) struct KeyTable {
    /// The first entry of each key.
    first: HashTable<u32>,
    /// For each entry the next one of the same key.
    next: Vec<u32>,
}

impl KeyTable {
    /// Puts `count` entries in: `hash` of an entry's key, whether two entries' keys are `equal`.
    pub fn new(count: usize, hash: impl Fn(u32) -> u64, equal: impl Fn(u32, u32) -> bool) -> Self {
        let mut first: HashTable<u32> = HashTable::with_capacity(count);
        // One array of links in place of a list for each key: most keys have one entry.
        let mut next = vec![NONE; count];
        // From the last to the first, so that each row runs upwards.
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

    /// How many keys there are.
    pub fn len(&self) -> usize {
        self.first.len()
    }

    /// The first entry of each key, in order.
    pub fn firsts(&self) -> Vec<u32> {
        let mut firsts: Vec<u32> = self.first.iter().copied().collect();
        firsts.sort_unstable();
        firsts
    }

    /// The first entry of the key with this hash.
    pub fn first(&self, hash: u64, equal: impl Fn(u32) -> bool) -> Option<u32> {
        self.first.find(hash, |&known| equal(known)).copied()
    }
}
