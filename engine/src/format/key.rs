//! Keys of mappings and objects: the names of nodes, and which of them a mapping has had.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use crate::text::Span;

/// The name of a node: where it stands.
#[derive(Clone, Copy)]
pub(super) enum Name {
    /// In the text, as it is.
    Written(Span),
    /// In [`Keys`]' own store of decoded keys.
    Made(Span),
    /// In its store of keys that stood in parts of the text before this one.
    Kept(Span),
}

/// One key of a mapping that is open.
#[derive(Clone, Copy)]
pub(super) struct KeyId(u32);

/// A mapping with more keys than this looks them up; in a smaller one they are compared one by one.
const FEW: usize = 16;

/// The keys of the mappings that are open, the innermost one's last.
#[derive(Default)]
pub(super) struct Keys {
    /// Decoded keys that do not stand in the text as they are.
    made: String,
    /// How much of `made` belongs to keys that have been added.
    added: usize,
    /// Keys whose part of the text is gone.
    kept: String,
    all: Vec<Name>,
    /// How many keys, from the first on, do not stand in this part of the text.
    settled: usize,
    mappings: Vec<Mapping>,
}

struct Mapping {
    /// Its first key in `Keys::all`.
    first: usize,
    /// Length of `Keys::made` without its keys.
    made: usize,
    /// Length of `Keys::kept` without its keys.
    kept: usize,
    /// The [`mark`]s of its keys, while they are few.
    marks: u64,
    /// Its keys by their texts, as places in `Keys::all`, once there are more than a few.
    table: Option<HashTable<u32>>,
}

impl Keys {
    /// The name itself, of the text `text`.
    #[inline]
    pub(super) fn text_of<'a>(&'a self, name: Name, text: &'a str) -> &'a str {
        of(name, text, &self.made, &self.kept)
    }

    /// The name of a key.
    #[inline]
    pub(super) fn name(&self, key: KeyId) -> Name {
        self.all[key.0 as usize]
    }

    /// The key that was added last.
    #[inline]
    pub(super) fn last(&self) -> Option<KeyId> {
        let last = self.all.len().checked_sub(1)?;
        Some(KeyId(Span::of(last, last).start()))
    }

    #[inline]
    pub(super) fn open(&mut self) {
        let (first, made, kept) = (self.all.len(), self.made.len(), self.kept.len());
        self.mappings.push(Mapping { first, made, kept, marks: 0, table: None });
    }

    /// Forgets the keys of the innermost mapping.
    #[inline]
    pub(super) fn close(&mut self) {
        if let Some(mapping) = self.mappings.pop() {
            self.all.truncate(mapping.first);
            self.made.truncate(mapping.made);
            self.added = mapping.made;
            self.kept.truncate(mapping.kept);
            self.settled = self.settled.min(mapping.first);
        }
    }

    /// The name of a key that does not stand in the text as it is.
    pub(super) fn make(&mut self, key: &str) -> Name {
        let start = self.made.len();
        self.made.push_str(key);
        Name::Made(Span::of(start, self.made.len()))
    }

    /// Where a key is decoded that may be added next. What was decoded there and not added is gone.
    #[inline]
    pub(super) fn decoded(&mut self) -> &mut String {
        self.made.truncate(self.added);
        &mut self.made
    }

    /// Adds a key to the innermost mapping; says whether it is new there.
    #[inline]
    pub(super) fn add(&mut self, text: &str, name: Name) -> bool {
        let Some(mapping) = self.mappings.last_mut() else { return true };
        self.added = self.made.len();
        if self.all.len() - mapping.first >= FEW {
            return self.add_to_many(text, name);
        }
        let text_of = |name| of(name, text, &self.made, &self.kept);
        let key = text_of(name);
        let mark = mark(key);
        let is_new = mapping.marks & mark == 0 || self.all[mapping.first..].iter().all(|&other| text_of(other) != key);
        mapping.marks |= mark;
        self.all.push(name);
        is_new
    }

    /// Adds a key to the innermost mapping, which has more than a few.
    fn add_to_many(&mut self, text: &str, name: Name) -> bool {
        let Some(mapping) = self.mappings.last_mut() else { return true };
        let (at, first) = (self.all.len(), mapping.first);
        self.all.push(name);
        let text_at = |at: u32| of(self.all[at as usize], text, &self.made, &self.kept);
        let add = |table: &mut HashTable<u32>, at: usize| {
            let at = Span::of(at, at).start();
            let key = text_at(at);
            let entry = table.entry(hash(key), |&other| text_at(other) == key, |&other| hash(text_at(other)));
            let is_new = matches!(entry, Entry::Vacant(_));
            entry.or_insert(at);
            is_new
        };
        let table = mapping.table.get_or_insert_with(|| {
            let mut table = HashTable::with_capacity(4 * FEW);
            for at in first..at {
                add(&mut table, at);
            }
            table
        });
        add(table, at)
    }

    /// Copies the keys that stand in `text`, which is a part of the document and goes.
    pub(super) fn keep(&mut self, text: &str) {
        let ends: Vec<usize> = self.mappings.iter().skip(1).map(|next| next.first).chain([self.all.len()]).collect();
        for (mapping, end) in self.mappings.iter_mut().zip(ends) {
            if mapping.first >= self.settled {
                mapping.kept = self.kept.len();
            }
            for name in &mut self.all[mapping.first.max(self.settled.min(end))..end] {
                if let Name::Written(span) = *name {
                    let start = self.kept.len();
                    self.kept.push_str(&text[span.range()]);
                    *name = Name::Kept(Span::of(start, self.kept.len()));
                }
            }
        }
        self.settled = self.all.len();
    }
}

#[inline]
fn of<'a>(name: Name, text: &'a str, made: &'a str, kept: &'a str) -> &'a str {
    match name {
        Name::Written(span) => &text[span.range()],
        Name::Made(span) => &made[span.range()],
        Name::Kept(span) => &kept[span.range()],
    }
}

/// One bit of 64, mostly another one for another key: a mapping without it does not have the key.
#[inline]
fn mark(key: &str) -> u64 {
    let bytes = key.as_bytes();
    let byte = |at: usize| u32::from(bytes.get(at).copied().unwrap_or(0));
    let length = bytes.len();
    let mixed = byte(0) | byte(length / 2) << 8 | byte(length.wrapping_sub(1)) << 16;
    // The bits of the golden ratio spread what differs over the upper six.
    let spread = (mixed ^ (Span::of(length, length).start() << 24)).wrapping_mul(0x9e37_79b1);
    1 << (spread >> 26)
}

fn hash(key: &str) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(key)
}

#[cfg(test)]
mod tests {
    use super::{FEW, Keys, Name};
    use crate::text::Span;

    #[test]
    fn each_key_is_new_once_in_its_mapping_however_many_there_are() {
        let mut keys = Keys::default();
        for count in [3, FEW - 1, FEW, FEW + 1, FEW + 2, 1000] {
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

    #[test]
    fn keys_of_parts_that_are_gone_are_known() {
        for count in [1, 2, FEW, 100] {
            let mut keys = Keys::default();
            let add = |keys: &mut Keys, key: &str| keys.add(key, Name::Written(Span::of(0, key.len())));
            for _ in 0..3 {
                keys.open();
                for number in 0..count {
                    let key = format!("k{number}");
                    assert!(add(&mut keys, &key), "{key} of {count}");
                    keys.keep(&key);
                    keys.open();
                    assert!(add(&mut keys, &key), "an inner mapping has keys of its own");
                    keys.keep(&key);
                    assert!(!add(&mut keys, &key), "{key} of {count}");
                    keys.close();
                }
                for number in 0..count {
                    let key = format!("k{number}");
                    assert!(!add(&mut keys, &key), "{key} of {count}");
                    keys.keep(&key);
                    let last = keys.last().map(|last| keys.text_of(keys.name(last), ""));
                    assert_eq!(last, Some(key.as_str()));
                }
            }
        }
    }

    #[test]
    fn what_is_decoded_and_not_added_is_forgotten() {
        let mut keys = Keys::default();
        keys.open();
        keys.decoded().push_str("half");
        keys.decoded().push('a');
        assert!(keys.add("", Name::Made(Span::of(0, 1))));
        assert_eq!(keys.decoded(), "a");
    }
}
