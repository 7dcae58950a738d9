//! Many short texts in one piece of memory.

use std::hash::{BuildHasher, BuildHasherDefault};

use assay_document::text::Span;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};

/// A text of a [`TextPool`].
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq, Serialize, Deserialize)]
pub(crate) struct TextId(u32);

/// Texts, one behind the other.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TextPool {
    all: String,
    /// Where each text ends.
    ends: Vec<u32>,
}

impl TextPool {
    /// The text itself. Empty for one of another [`TextPool`], which damaged bytes could name.
    #[must_use]
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

/// Gathers texts, each once.
#[derive(Debug, Default)]
pub(crate) struct Interner {
    texts: TextPool,
    known: HashTable<u32>,
}

impl Interner {
    /// The text, added if it is new.
    pub fn intern(&mut self, text: &str) -> TextId {
        let hash = |text: &str| BuildHasherDefault::<FxHasher>::default().hash_one(text);
        let texts = &mut self.texts;
        let hasher = |&id: &u32| hash(texts.get(TextId(id)));
        let own = hash(text);
        if let Some(&id) = self.known.find(own, |&id| texts.get(TextId(id)) == text) {
            return TextId(id);
        }
        // Before the text is added: growing hashes the known texts again, which the closure must still borrow.
        self.known.reserve(1, hasher);
        let id = texts.push(text);
        self.known.insert_unique(own, id.0, |&id| hash(texts.get(TextId(id))));
        id
    }

    /// The text, if it is there.
    #[must_use]
    pub fn find(&self, text: &str) -> Option<TextId> {
        let hash = BuildHasherDefault::<FxHasher>::default().hash_one(text);
        self.known.find(hash, |&id| self.texts.get(TextId(id)) == text).map(|&id| TextId(id))
    }

    /// The text, added whether it is new or not: for texts that hardly ever repeat.
    pub fn push(&mut self, text: &str) -> TextId {
        self.texts.push(text)
    }

    /// The text as [`Self::intern`], at once when it is that of `last`.
    pub fn intern_after(&mut self, last: Option<TextId>, text: &str) -> TextId {
        match last {
            Some(last) if self.texts.get(last) == text => last,
            _ => self.intern(text),
        }
    }

    /// The text itself.
    #[must_use]
    pub fn get(&self, id: TextId) -> &str {
        self.texts.get(id)
    }

    /// How many bytes all texts have.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.texts.all.len()
    }

    /// All texts, in the memory they need.
    #[must_use]
    pub fn finish(mut self) -> TextPool {
        self.texts.all.shrink_to_fit();
        self.texts.ends.shrink_to_fit();
        self.texts
    }
}

/// A length in 32 bits. All texts come from one document or from a list of paths, which are smaller than that.
#[must_use]
pub fn narrow(length: usize) -> u32 {
    Span::of(length, length).start()
}

#[cfg(test)]
mod tests {
    use super::{Interner, TextId};

    #[test]
    fn each_text_is_kept_once() {
        let mut interner = Interner::default();
        let ids: Vec<TextId> = ["a", "", "bc", "a", "bc", ""].iter().map(|text| interner.intern(text)).collect();
        assert_eq!(ids, [0, 1, 2, 0, 2, 1].map(TextId));
        let texts = interner.finish();
        assert_eq!(ids[..3].iter().map(|&id| texts.get(id)).collect::<Vec<_>>(), ["a", "", "bc"]);
        assert_eq!(texts.get(TextId(9)), "", "an id of another table");
    }
}
