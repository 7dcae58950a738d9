//! Many short strings in one piece of memory.

use std::hash::{BuildHasher, BuildHasherDefault};

use assay_document::text::Span;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};

/// The index of a string in a [`TextPool`].
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq, Serialize, Deserialize)]
pub(crate) struct TextId(u32);

/// Strings, stored one after the other.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TextPool {
    all: String,
    /// The end of each string.
    ends: Vec<u32>,
}

impl TextPool {
    /// Returns the string; an empty string for an id of another [`TextPool`], which damaged data may contain.
    pub fn get(&self, id: TextId) -> &str {
        let at = id.0 as usize;
        let start = at.checked_sub(1).and_then(|before| self.ends.get(before)).copied().unwrap_or(0);
        let end = self.ends.get(at).copied().unwrap_or(0);
        self.all.get(start as usize..end as usize).unwrap_or("")
    }

    fn push(&mut self, text: &str) -> TextId {
        self.all.push_str(text);
        self.ends.push(narrow(self.all.len()));
        TextId(narrow(self.ends.len() - 1))
    }
}

/// Collects strings, each once.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    texts: TextPool,
    known: HashTable<u32>,
}

impl Interner {
    /// Returns the id of a string, which is added if it is new.
    pub fn intern(&mut self, text: &str) -> TextId {
        let hash = |text: &str| BuildHasherDefault::<FxHasher>::default().hash_one(text);
        let texts = &mut self.texts;
        let hasher = |&id: &u32| hash(texts.get(TextId(id)));
        let own = hash(text);
        if let Some(&id) = self.known.find(own, |&id| texts.get(TextId(id)) == text) {
            return TextId(id);
        }
        // Before the string is added: growing the table hashes the known strings, which the closure still has to
        // borrow.
        self.known.reserve(1, hasher);
        let id = texts.push(text);
        self.known.insert_unique(own, id.0, |&id| hash(texts.get(TextId(id))));
        id
    }

    /// Returns the id of a string, if it has been added.
    pub fn find(&self, text: &str) -> Option<TextId> {
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(text);
        self.known.find(hash, |&id| self.texts.get(TextId(id)) == text).map(|&id| TextId(id))
    }

    /// Adds a string without looking for an equal one, for strings that are rarely repeated.
    pub fn push(&mut self, text: &str) -> TextId {
        self.texts.push(text)
    }

    /// Like [`Self::intern`], but faster if the string equals that of `last`.
    pub fn intern_after(&mut self, last: Option<TextId>, text: &str) -> TextId {
        match last {
            Some(last) if self.texts.get(last) == text => last,
            _ => self.intern(text),
        }
    }

    /// Returns the string.
    pub fn get(&self, id: TextId) -> &str {
        self.texts.get(id)
    }

    /// Returns the number of bytes of all strings.
    pub fn bytes(&self) -> usize {
        self.texts.all.len()
    }

    /// Returns all strings, without unused memory.
    pub fn finish(mut self) -> TextPool {
        self.texts.all.shrink_to_fit();
        self.texts.ends.shrink_to_fit();
        self.texts
    }
}

/// Converts a length to 32 bits. All strings come from documents or lists of paths that are smaller than that.
pub fn narrow(length: usize) -> u32 {
    Span::of(length, length).start()
}

#[cfg(test)]
mod tests {
    use super::{Interner, TextId};

    #[test]
    fn each_string_is_stored_once() {
        let mut interner = Interner::default();
        let ids: Vec<TextId> = ["a", "", "bc", "a", "bc", ""].iter().map(|text| interner.intern(text)).collect();
        assert_eq!(ids, [0, 1, 2, 0, 2, 1].map(TextId));
        let texts = interner.finish();
        assert_eq!(ids[..3].iter().map(|&id| texts.get(id)).collect::<Vec<_>>(), ["a", "", "bc"]);
        assert_eq!(texts.get(TextId(9)), "", "an id of another table");
    }
}
