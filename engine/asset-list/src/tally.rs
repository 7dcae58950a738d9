//! Counts the lists that contain each key. One table serves any number of lists, and each entry is looked up once.

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use super::incomparable::{Incomparable, index_of};
use super::key::Key;
use super::list::{AssetList, ListIndex, ListSelection};
use super::portions::{in_portions, narrow};

/// The number of lists that contain each key, in order of first appearance.
///
/// The first list already has an index from reading it, so its entries are counted by their positions. Only keys that
/// the first list does not have are added to the table.
pub(super) struct Tally<'l> {
    lists: &'l [&'l AssetList],
    key: Key,
    /// By the position of an entry in the first list.
    first: Vec<KeyCount>,
    /// The keys that the first list does not have, in order of first appearance.
    others: Vec<Other>,
    /// The positions in `others`, by key.
    places: HashTable<u32>,
}

/// The number of lists that contain a key.
#[derive(Clone, Copy)]
struct KeyCount {
    lists: u32,
    /// The last list that contains it.
    last: u32,
}

/// The first appearance of a key.
struct Other {
    list: u32,
    at: u32,
    times: KeyCount,
}

/// A list contains a key twice.
struct Twice;

impl<'l> Tally<'l> {
    /// Counts the keys of all lists.
    ///
    /// # Errors
    /// A list contains a key twice.
    pub fn of(lists: &'l [&'l AssetList], key: Key) -> Result<Self, Incomparable> {
        let mut tally = Self { lists, key, first: Vec::new(), others: Vec::new(), places: HashTable::new() };
        let Some((first, others)) = lists.split_first() else { return Ok(tally) };
        let index = index_of(lists, 0, key)?;
        tally.first.resize(first.len(), KeyCount { lists: 1, last: 0 });
        for at in 1..=others.len() {
            if tally.count(at, index).is_err() {
                // Its index determines which two entries these are.
                index_of(lists, at, key)?;
            }
        }
        Ok(tally)
    }

    /// Counts the entries of the list with this index.
    fn count(&mut self, list: usize, index: ListIndex<'_>) -> Result<(), Twice> {
        let mut counted = Ok(());
        in_portions(self.lists[list].len(), |part| {
            for at in part {
                if counted.is_ok() {
                    counted = self.count_entry(narrow(list), at, index);
                }
            }
        });
        counted
    }

    #[inline]
    fn count_entry(&mut self, list: u32, at: u32, index: ListIndex<'_>) -> Result<(), Twice> {
        let (lists, key) = (self.lists, self.key);
        let own = lists[list as usize];
        let hash = own.key_hash(key, at);
        if let Some(place) = index.find_hashed(hash, own, at) {
            return self.first[place as usize].again(list);
        }
        let others = &mut self.others;
        let entry = |other: u32| (lists[others[other as usize].list as usize], others[other as usize].at);
        let is_same = |&other: &u32| own.has_key_of(key, at, entry(other));
        let rehash = |&other: &u32| {
            let (list, at) = entry(other);
            list.key_hash(key, at)
        };
        match self.places.entry(hash, is_same, rehash) {
            Entry::Occupied(place) => others[*place.get() as usize].times.again(list),
            Entry::Vacant(place) => {
                place.insert(narrow(others.len()));
                others.push(Other { list, at, times: KeyCount { lists: 1, last: list } });
                Ok(())
            }
        }
    }

    /// Returns the entries that are in at least `count` lists, each as the earliest list has it, in order of first
    /// appearance.
    pub fn in_at_least(&self, count: usize) -> AssetList {
        let mut selection = ListSelection::default();
        let joined: Vec<_> = self.lists.iter().map(|list| selection.join(list)).collect();
        let is_selected = |times: KeyCount| times.lists as usize >= count;
        in_portions(self.first.len(), |part| {
            let selected = part.filter(|&at| is_selected(self.first[at as usize]));
            selected.for_each(|at| selection.take(self.lists[0], &joined[0], at));
        });
        in_portions(self.others.len(), |part| {
            let others = part.map(|at| &self.others[at as usize]).filter(|other| is_selected(other.times));
            others.for_each(|other| {
                let list = other.list as usize;
                selection.take(self.lists[list], &joined[list], other.at);
            });
        });
        selection.finish()
    }
}

impl KeyCount {
    /// Counts one more list.
    #[inline]
    fn again(&mut self, list: u32) -> Result<(), Twice> {
        if self.last == list {
            return Err(Twice);
        }
        (self.lists, self.last) = (self.lists + 1, list);
        Ok(())
    }
}
