//! Own collections: lists of texts that rule files name.

use std::hash::{BuildHasher, BuildHasherDefault};

use hashbrown::HashTable;
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};

use super::texts::narrow;
use crate::extract::{ValueId, Values};

/// The elements of an own collection, in order. They compare as texts.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct List {
    elements: Vec<String>,
}

impl List {
    /// A list of the rule file itself; numbers as spelled.
    #[must_use]
    pub fn new(elements: impl IntoIterator<Item = String>) -> Self {
        Self { elements: elements.into_iter().collect() }
    }

    /// A list that has a file of its own: a value a line. A `#` at the start of a line or behind white space starts a
    /// comment; blanks around a value and empty lines do not count.
    #[must_use]
    pub fn of_lines(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.split(['\n', '\r']).map(|line| without_comment(line).trim());
        Self::new(lines.filter(|line| !line.is_empty()).map(str::to_owned))
    }

    /// Appends values that were extracted from a document. Nulls, records and nodes are no texts and are left out.
    pub fn of_values(&mut self, values: &Values, list: &[ValueId]) {
        self.elements.extend(list.iter().filter_map(|&id| values.as_text(id)).map(str::to_owned));
    }

    /// The elements, in order.
    #[must_use]
    pub fn elements(&self) -> &[String] {
        &self.elements
    }
}

fn without_comment(line: &str) -> &str {
    let starts_comment = |&(at, _): &(usize, &str)| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    line.match_indices('#').find(starts_comment).map_or(line, |(at, _)| &line[..at])
}

/// A list that values are looked up in.
#[derive(Debug)]
pub(super) struct LookUp {
    list: List,
    table: HashTable<u32>,
}

impl LookUp {
    pub fn new(list: List) -> Self {
        let mut table: HashTable<u32> = HashTable::with_capacity(list.elements.len());
        for (at, element) in list.elements.iter().enumerate() {
            let known = |&at: &u32| &list.elements[at as usize] == element;
            if table.find(hash(element), known).is_none() {
                table.insert_unique(hash(element), narrow(at), |&at| hash(&list.elements[at as usize]));
            }
        }
        Self { list, table }
    }

    pub fn elements(&self) -> &[String] {
        self.list.elements()
    }

    pub fn contains(&self, text: &str) -> bool {
        self.table.find(hash(text), |&at| self.list.elements[at as usize] == text).is_some()
    }
}

fn hash(text: &str) -> u64 {
    BuildHasherDefault::<FxHasher>::default().hash_one(text)
}

#[cfg(test)]
mod tests {
    use super::{List, LookUp};
    use crate::extract::Values;
    use crate::text::Span;

    #[test]
    fn a_line_is_a_value() {
        for (text, elements) in [
            ("apple\nplum\n", &["apple", "plum"][..]),
            ("\u{feff}apple\r\nplum\rpear", &["apple", "plum", "pear"]),
            ("# good ones\napple\n\n  plum  # sour\n#", &["apple", "plum"]),
            ("tex#1\na b\t#c", &["tex#1", "a b"]),
            ("", &[]),
            (" \n\t\n", &[]),
        ] {
            assert_eq!(List::of_lines(text).elements(), elements, "{text:?}");
        }
    }

    #[test]
    fn texts_compare_exactly() {
        let list = LookUp::new(List::new(["Apple", "{pear}", "Apple"].map(str::to_owned)));
        for (text, found) in [("Apple", true), ("{pear}", true), ("apple", false), ("pear", false), ("", false)] {
            assert_eq!(list.contains(text), found, "{text}");
        }
        assert_eq!(list.elements().len(), 3, "elements stay as they were given");
    }

    #[test]
    fn of_extracted_values_those_that_are_texts() {
        let mut values = Values::new();
        let none = Span::at(0);
        let ids = [values.text("ab", none), values.null(none), values.number("1.50", none), values.bool(true, none)];
        let mut list = List::default();
        list.of_values(&values, &ids);
        assert_eq!(list.elements(), ["ab", "1.50", "true"]);
    }
}
