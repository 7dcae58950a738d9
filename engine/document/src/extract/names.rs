//! The names of nodes, numbered in the order in which they first occur in documents.

use rustc_hash::FxHashMap;

use crate::format::Tag;
use crate::text::same_bytes;

/// The maximum number of names to remember. Without a limit, a document whose keys are all different would fill the
/// memory.
const MAX_NAMES: usize = 4096;
/// The number of names in the cache. The place of a name depends on its length and letters. Most documents repeat a few
/// dozen names.
const CACHE_SIZE: usize = 256;

/// The known names. Number 0 is for nodes without a name.
pub(super) struct KnownNames {
    /// Names without a prefix, and names with a prefix: the JSON key `a:b` is not the XML name `a:b`.
    numbers: [FxHashMap<Box<str>, u32>; 2],
    count: u32,
    cache: Vec<AtHand>,
    /// The numbers of names, by the number that the reader of the current document gave them; 0 for names that have not
    /// occurred yet.
    of_reader: Vec<u32>,
}

/// The last name that was looked up in this place of the cache.
#[derive(Clone, Default)]
struct AtHand {
    full: Box<str>,
    prefixed: bool,
    number: u32,
}

impl KnownNames {
    pub fn new() -> Self {
        Self {
            numbers: <[_; 2]>::default(),
            count: 1,
            cache: vec![AtHand::default(); CACHE_SIZE],
            of_reader: Vec::new(),
        }
    }

    /// Forgets the numbers that the reader of the last document gave to names.
    pub fn begin(&mut self) {
        self.of_reader.clear();
    }

    /// Returns the number of a name; `None` if the limit of names has been reached.
    #[inline]
    pub fn number(&mut self, tag: Option<Tag<'_>>) -> Option<u32> {
        let Some(tag) = tag else { return Some(0) };
        match self.of_reader.get(tag.number as usize) {
            Some(&known) if known > 0 => Some(known),
            _ => self.look_up(tag),
        }
    }

    fn look_up(&mut self, tag: Tag<'_>) -> Option<u32> {
        let place = place(tag.full.as_bytes());
        let entry = &self.cache[place];
        let is_cached = entry.number > 0
            && entry.prefixed == (tag.local > 0)
            && same_bytes(entry.full.as_bytes(), tag.full.as_bytes());
        let number = if is_cached { entry.number } else { self.find_or_add(tag)? };
        if !is_cached {
            self.cache[place] = AtHand { full: tag.full.into(), prefixed: tag.local > 0, number };
        }
        // Readers that do not number their names pass 0.
        if tag.number > 0 {
            let length = self.of_reader.len().max(tag.number as usize + 1);
            self.of_reader.resize(length, 0);
            self.of_reader[tag.number as usize] = number;
        }
        Some(number)
    }

    fn find_or_add(&mut self, tag: Tag<'_>) -> Option<u32> {
        let numbers = &mut self.numbers[usize::from(tag.local > 0)];
        if let Some(&known) = numbers.get(tag.full) {
            return Some(known);
        }
        if self.count as usize >= MAX_NAMES {
            return None;
        }
        let number = self.count;
        numbers.insert(tag.full.into(), number);
        self.count += 1;
        Some(number)
    }
}

fn place(name: &[u8]) -> usize {
    let [first, .., last] = name else { return name.first().map_or(0, |&only| usize::from(only)) };
    let middle = name[name.len() / 2];
    let mixed = usize::from(*first) ^ (usize::from(middle) << 2) ^ (usize::from(*last) << 4) ^ (name.len() << 3);
    (mixed ^ (mixed >> 8)) % CACHE_SIZE
}

#[cfg(test)]
mod tests {
    use super::{KnownNames, MAX_NAMES};
    use crate::format::Tag;

    #[test]
    fn equal_names_have_the_same_number() {
        let mut names = KnownNames::new();
        let numbers: Vec<_> = ["a", "b", "a", "Items", "Item", "Items", "", "é", ""]
            .map(|name| names.number(Some(Tag::key(name))))
            .into_iter()
            .flatten()
            .collect();
        assert_eq!(numbers, [1, 2, 1, 3, 4, 3, 5, 6, 5]);
        assert_eq!(names.number(None), Some(0));
    }

    #[test]
    fn a_prefix_differs_from_a_key_with_a_colon() {
        let mut names = KnownNames::new();
        let (xml, key) = (Tag::xml("a:b"), Tag::key("a:b"));
        let numbers = [xml, key, xml, key].map(|tag| names.number(Some(tag)));
        assert_eq!(numbers, [Some(1), Some(2), Some(1), Some(2)]);
    }

    #[test]
    fn names_that_replace_each_other_in_the_cache_keep_their_numbers() {
        let mut names = KnownNames::new();
        // Twice, because there are more names than places.
        let all: Vec<String> = (0..1000).map(|number| format!("name{number}")).collect();
        let first: Vec<_> = all.iter().map(|name| names.number(Some(Tag::key(name)))).collect();
        let again: Vec<_> = all.iter().map(|name| names.number(Some(Tag::key(name)))).collect();
        assert_eq!(first, again);
        assert_eq!(first.last(), Some(&Some(1000)));
    }

    #[test]
    fn numbers_of_a_reader_are_valid_for_one_document() {
        let mut names = KnownNames::new();
        let number = |names: &mut KnownNames, name, number| names.number(Some(Tag { number, ..Tag::key(name) }));
        let first = [("a", 3), ("b", 1), ("a", 3), ("a", 7), ("c", 0), ("d", 0)];
        let numbers = first.map(|(name, of_reader)| number(&mut names, name, of_reader));
        assert_eq!(numbers, [1, 2, 1, 1, 3, 4].map(Some));
        names.begin();
        let numbers = [("b", 3), ("a", 1), ("b", 3)].map(|(name, of_reader)| number(&mut names, name, of_reader));
        assert_eq!(numbers, [2, 1, 2].map(Some));
    }

    #[test]
    fn names_beyond_the_limit_have_no_number() {
        let mut names = KnownNames::new();
        let numbers =
            (0..MAX_NAMES + 5).map(|number| names.number(Some(Tag::key(&number.to_string())))).collect::<Vec<_>>();
        assert_eq!(numbers.iter().flatten().count(), MAX_NAMES - 1);
        assert_eq!(names.number(Some(Tag::key("0"))), Some(1));
    }
}
