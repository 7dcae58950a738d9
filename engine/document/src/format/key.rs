//! The keys of mappings and objects: the names of nodes, and the keys that a mapping has had.

use std::hash::Hasher;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use rustc_hash::FxHasher;

use crate::text::Span;

/// The location of the name of a node.
#[derive(Clone, Copy)]
pub(super) enum KeyName {
    /// In the text, without escapes.
    Written(Span),
    /// In the decoded keys of [`Keys`].
    Made(Span),
    /// In the keys that [`Keys`] has copied from earlier parts of the text.
    Kept(Span),
}

/// A key of an open mapping.
#[derive(Clone, Copy)]
pub(super) struct KeyId(u32);

/// The maximum number of keys whose hashes are all compared. Mappings with more keys use a table.
const FEW: usize = 64;

/// The keys of the open mappings. The keys of the innermost mapping are last.
#[derive(Default)]
pub(super) struct Keys {
    /// Decoded keys, which differ from the text.
    made: String,
    /// The length of `made` that belongs to keys that have been added.
    added: usize,
    /// Keys from earlier parts of the text.
    kept: String,
    all: Vec<KeyName>,
    /// The hashes of all keys.
    hashes: Vec<u32>,
    /// The number of keys, from the first on, that are not in this part of the text.
    settled: usize,
    mappings: Vec<Mapping>,
    /// For each mapping with many keys: the number of mappings that are open with it, and its keys as indices in `all`.
    tables: Vec<(usize, HashTable<u32>)>,
}

struct Mapping {
    /// The index in `Keys::all` of the first key.
    first: usize,
    /// The length of `Keys::made` before the keys of the mapping.
    made: usize,
    /// The length of `Keys::kept` before the keys of the mapping.
    kept: usize,
}

impl Keys {
    /// Returns the name as a string. `text` is the current part.
    #[inline]
    pub(super) fn text_of<'a>(&'a self, name: KeyName, text: &'a str) -> &'a str {
        of(name, text, &self.made, &self.kept)
    }

    /// Returns the name of a key; `None` once its mapping is closed.
    #[inline]
    pub(super) fn name(&self, key: KeyId) -> Option<KeyName> {
        self.all.get(key.0 as usize).copied()
    }

    #[inline]
    pub(super) fn last(&self) -> Option<KeyId> {
        let last = self.all.len().checked_sub(1)?;
        Some(KeyId(Span::of(last, last).start()))
    }

    #[inline]
    pub(super) fn open(&mut self) {
        let (first, made, kept) = (self.all.len(), self.made.len(), self.kept.len());
        self.mappings.push(Mapping { first, made, kept });
    }

    /// Opens a mapping that already has these keys.
    pub(super) fn open_with(&mut self, keys: Vec<&str>) {
        self.open();
        if let Some(mapping) = self.mappings.last_mut() {
            // Keys that were decoded but not added yet are dropped with the mapping.
            mapping.made = self.added;
        }
        for key in keys {
            let name = self.make(key);
            self.add("", name);
        }
    }

    /// Forgets the keys of the innermost mapping.
    #[inline]
    pub(super) fn close(&mut self) {
        self.tables.pop_if(|(open, _)| *open == self.mappings.len());
        if let Some(mapping) = self.mappings.pop() {
            self.all.truncate(mapping.first);
            self.hashes.truncate(mapping.first);
            self.made.truncate(mapping.made);
            self.added = mapping.made;
            self.kept.truncate(mapping.kept);
            self.settled = self.settled.min(mapping.first);
        }
    }

    /// Returns the name of a decoded key.
    pub(super) fn make(&mut self, key: &str) -> KeyName {
        let start = self.made.len();
        self.made.push_str(key);
        KeyName::Made(Span::of(start, self.made.len()))
    }

    /// Returns the buffer in which the next key is decoded. Keys that were decoded there but not added are removed.
    #[inline]
    pub(super) fn key_buffer(&mut self) -> &mut String {
        if self.made.len() > self.added {
            self.made.truncate(self.added);
        }
        &mut self.made
    }

    /// Adds a key to the innermost mapping. Returns true if the mapping did not have it.
    #[inline]
    pub(super) fn add(&mut self, text: &str, name: KeyName) -> bool {
        let Some(mapping) = self.mappings.last() else { return true };
        let hash = hash(self.text_of(name, text));
        // Most keys are new, and a comparison of hashes shows this without reading the other keys.
        let others = &self.hashes[mapping.first..];
        let is_new = if others.len() < FEW {
            !holds(others, hash) || !self.has(text, name, mapping.first)
        } else {
            self.look_up(text, name, hash)
        };
        self.added = self.made.len();
        self.all.push(name);
        self.hashes.push(hash);
        is_new
    }

    /// Returns true if the keys from `first` on contain the key.
    #[cold]
    fn has(&self, text: &str, name: KeyName, first: usize) -> bool {
        let key = self.text_of(name, text);
        self.all[first..].iter().any(|&other| self.text_of(other, text) == key)
    }

    /// Adds a key to the table of the innermost mapping, which has many keys. Returns true if the mapping did not have
    /// it.
    #[inline(never)]
    fn look_up(&mut self, text: &str, name: KeyName, hash: u32) -> bool {
        let open = self.mappings.len();
        if self.tables.last().is_none_or(|(of, _)| *of != open) {
            let first = self.mappings.last().map_or(0, |mapping| mapping.first);
            self.tables.push((open, self.table(text, first)));
        }
        let Self { made, kept, all, hashes, tables, .. } = self;
        let Some((_, table)) = tables.last_mut() else { return true };
        let text_of = |name| of(name, text, made, kept);
        let is_same = |&at: &u32| hashes[at as usize] == hash && text_of(all[at as usize]) == text_of(name);
        match table.entry(spread(hash), is_same, |&at| spread(hashes[at as usize])) {
            Entry::Occupied(_) => false,
            Entry::Vacant(place) => {
                place.insert(Span::of(all.len(), all.len()).start());
                true
            }
        }
    }

    /// Returns a table of the keys from `first` on. Repeated keys are in it once.
    fn table(&self, text: &str, first: usize) -> HashTable<u32> {
        let mut table = HashTable::with_capacity(4 * FEW);
        let text_at = |at: u32| self.text_of(self.all[at as usize], text);
        let hash_at = |at: u32| spread(self.hashes[at as usize]);
        for at in first..self.all.len() {
            let at = Span::of(at, at).start();
            if let Entry::Vacant(place) =
                table.entry(hash_at(at), |&other| text_at(other) == text_at(at), |&other| hash_at(other))
            {
                place.insert(at);
            }
        }
        table
    }

    /// Copies the keys that are in `text`, a part of the document that is about to be dropped.
    pub(super) fn keep(&mut self, text: &str) {
        let ends: Vec<usize> = self.mappings.iter().skip(1).map(|next| next.first).chain([self.all.len()]).collect();
        for (mapping, end) in self.mappings.iter_mut().zip(ends) {
            if mapping.first >= self.settled {
                mapping.kept = self.kept.len();
            }
            for name in &mut self.all[mapping.first.max(self.settled.min(end))..end] {
                if let KeyName::Written(span) = *name {
                    let start = self.kept.len();
                    self.kept.push_str(&text[span.range()]);
                    *name = KeyName::Kept(Span::of(start, self.kept.len()));
                }
            }
        }
        self.settled = self.all.len();
    }
}

#[inline]
fn of<'a>(name: KeyName, text: &'a str, made: &'a str, kept: &'a str) -> &'a str {
    match name {
        KeyName::Written(span) => &text[span.range()],
        KeyName::Made(span) => &made[span.range()],
        KeyName::Kept(span) => &kept[span.range()],
    }
}

/// Returns true if `hashes` contains `hash`. It does not stop at a match, so that several hashes are compared at once.
#[inline]
fn holds(hashes: &[u32], hash: u32) -> bool {
    let mut found = false;
    for &other in hashes {
        found |= other == hash;
    }
    found
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "half of a hash is also a hash")]
fn hash(key: &str) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(key.as_bytes());
    hasher.finish() as u32
}

/// Returns a 64-bit hash for tables, which also need differences in the upper bits.
#[inline]
fn spread(hash: u32) -> u64 {
    u64::from(hash).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

#[cfg(test)]
mod tests {
    use super::{FEW, KeyName, Keys};
    use crate::text::Span;

    #[test]
    fn each_key_is_new_once_in_mappings_of_any_size() {
        let mut keys = Keys::default();
        for count in [3, 17, FEW - 1, FEW, FEW + 1, FEW + 2, 1000] {
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
    fn keys_of_dropped_parts_are_known() {
        for count in [1, 2, FEW, 100] {
            let mut keys = Keys::default();
            let add = |keys: &mut Keys, key: &str| keys.add(key, KeyName::Written(Span::of(0, key.len())));
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
                    let last = keys.last().and_then(|last| keys.name(last)).map(|name| keys.text_of(name, ""));
                    assert_eq!(last, Some(key.as_str()));
                }
            }
        }
    }

    #[test]
    fn decoded_keys_that_are_not_added_are_forgotten() {
        let mut keys = Keys::default();
        keys.open();
        keys.key_buffer().push_str("half");
        keys.key_buffer().push('a');
        assert!(keys.add("", KeyName::Made(Span::of(0, 1))));
        assert_eq!(keys.key_buffer(), "a");
    }
}
