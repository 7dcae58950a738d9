//! Keys of mappings: the names of nodes, and which of them a mapping has had.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;

use crate::text::Span;

/// The name of a node: where it stands.
#[derive(Clone, Copy)]
pub(super) enum Name {
    /// In the text, as it is.
    Written(Span),
    /// In the reader's own store of decoded keys.
    Made(Span),
}

impl Name {
    /// The name itself, of the document `text` and the decoded keys `made`.
    pub(super) fn of<'a>(self, text: &'a str, made: &'a str) -> &'a str {
        match self {
            Self::Written(span) => &text[span.range()],
            Self::Made(span) => &made[span.range()],
        }
    }
}

/// A mapping with more keys than this looks them up; in a smaller one they are compared one by one.
const FEW: usize = 16;

/// The keys of the mappings that are open, the innermost one's last.
#[derive(Default)]
pub(super) struct Keys {
    /// Decoded keys that do not stand in the text as they are.
    made: String,
    all: Vec<Name>,
    mappings: Vec<Mapping>,
}

struct Mapping {
    /// Its first key in `Keys::all`.
    first: usize,
    /// Length of `Keys::made` without its keys.
    made: usize,
    /// Its keys by their texts, as places in `Keys::all`, once there are more than a few.
    table: Option<HashTable<u32>>,
}

impl Keys {
    pub(super) fn made(&self) -> &str {
        &self.made
    }

    pub(super) fn open(&mut self) {
        self.mappings.push(Mapping { first: self.all.len(), made: self.made.len(), table: None });
    }

    /// Forgets the keys of the innermost mapping.
    pub(super) fn close(&mut self) {
        if let Some(mapping) = self.mappings.pop() {
            self.all.truncate(mapping.first);
            self.made.truncate(mapping.made);
        }
    }

    /// The name of a key that does not stand in the text as it is.
    pub(super) fn make(&mut self, key: &str) -> Name {
        let start = self.made.len();
        self.made.push_str(key);
        Name::Made(Span::of(start, self.made.len()))
    }

    /// Adds a key to the innermost mapping; says whether it is new there.
    pub(super) fn add(&mut self, text: &str, name: Name) -> bool {
        let Some(mapping) = self.mappings.last_mut() else { return true };
        let (all, made) = (&mut self.all, &self.made);
        let key = name.of(text, made);
        let known = match &mapping.table {
            Some(table) => table.find(hash(key), |&at| all[at as usize].of(text, made) == key).is_some(),
            None => all[mapping.first..].iter().any(|other| other.of(text, made) == key),
        };
        if known {
            return false;
        }
        let first_new = match mapping.table {
            Some(_) => all.len(),
            None => mapping.first,
        };
        all.push(name);
        if all.len() - mapping.first > FEW {
            let table = mapping.table.get_or_insert_with(|| HashTable::with_capacity(4 * FEW));
            let hash_at = |at: u32| hash(all[at as usize].of(text, made));
            for at in first_new..all.len() {
                let at = Span::of(at, at).start();
                table.insert_unique(hash_at(at), at, |&at| hash_at(at));
            }
        }
        true
    }
}

fn hash(key: &str) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(key)
}

#[cfg(test)]
mod tests {
    use super::Keys;

    #[test]
    fn each_key_is_new_once_in_its_mapping_however_many_there_are() {
        let mut keys = Keys::default();
        for count in [3, 16, 17, 18, 1000] {
            keys.open();
            for round in [true, false] {
                for number in 0..count {
                    let name = keys.make(&format!("k{number}"));
                    assert_eq!(keys.add("", name), round, "{number} of {count}");
                }
            }
            keys.open();
            let name = keys.make("k0");
            assert!(keys.add("", name), "an inner mapping has keys of its own");
            keys.close();
            let name = keys.make("k1");
            assert!(!keys.add("", name), "the outer mapping's are remembered");
        }
    }
}
