//! User-defined collections: lists of strings that rule files name.

use std::hash::{Hash, Hasher};

use assay_document::extract::{ValueId, Values};
use assay_system::narrow;
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};

use super::texts::Texts;

/// The elements of a custom collection, in order. They compare as strings.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct CustomList {
    elements: Texts,
    /// The files that the elements were taken from. Each has the number of elements up to its end. Empty for a list in
    /// the rule file itself.
    files: Vec<(String, u32)>,
    /// If true, strings that differ only in letter case are the same element.
    ignore_case: bool,
}

impl CustomList {
    /// Creates a list from the rule file itself. Numbers keep their spelling.
    pub fn new(elements: impl IntoIterator<Item = impl AsRef<str>>) -> Self {
        Self { elements: elements.into_iter().collect(), ..Self::default() }
    }

    /// Returns this list; if `ignore_case` is true, its elements are found in any letter case.
    #[must_use]
    pub fn ignoring_case(self, ignore_case: bool) -> Self {
        Self { ignore_case, ..self }
    }

    /// Appends the elements of a list that was taken from the file at `path`.
    pub fn append(&mut self, path: &str, list: &Self) {
        self.elements.append(&list.elements);
        // The end of each file instead of a path for each element: there may be many elements in one file.
        self.files.push((path.to_owned(), narrow(self.elements.len())));
    }

    /// Splits the list into what each [`Self::append`] has added, with the path. The list must be made of files.
    pub fn by_file(&self) -> impl Iterator<Item = (&str, Self)> {
        let mut start = 0;
        self.files.iter().map(move |(path, end)| {
            let places = std::mem::replace(&mut start, *end as usize)..start;
            (path.as_str(), Self::new(places.filter_map(|at| self.elements.get(at))))
        })
    }

    /// Returns the file that an element was taken from.
    fn file_of(&self, at: u32) -> Option<&str> {
        // The ends are in order, so a binary search finds the file.
        let number = self.files.partition_point(|&(_, end)| end <= at);
        self.files.get(number).map(|(path, _)| path.as_str())
    }

    /// Reads a list from a file with one value on each line. A `#` at the start of a line or after white space starts a
    /// comment. Spaces around a value and empty lines are ignored.
    pub fn of_lines(text: &str) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let lines = text.split(['\n', '\r']).map(|line| without_comment(line).trim());
        Self::new(lines.filter(|line| !line.is_empty()))
    }

    /// Appends values that were extracted from a document. Nulls, records and nodes are not strings and are left out.
    pub fn of_values(&mut self, values: &Values, list: &[ValueId]) {
        list.iter().filter_map(|&id| values.as_text(id)).for_each(|text| self.elements.push(text));
    }

    /// Keeps the elements for which `keep` is true. The list must come from one file.
    ///
    /// # Errors
    /// Returns the first error of `keep`. The list is then as before.
    pub fn retain<E>(&mut self, keep: impl Fn(&str) -> Result<bool, E>) -> Result<(), E> {
        let mut kept = Texts::default();
        for element in self.elements.iter() {
            if keep(element)? {
                kept.push(element);
            }
        }
        self.elements = kept;
        Ok(())
    }

    /// Returns the elements, in order.
    pub const fn elements(&self) -> &Texts {
        &self.elements
    }
}

fn without_comment(line: &str) -> &str {
    let starts_comment = |&(at, _): &(usize, &str)| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    line.match_indices('#').find(starts_comment).map_or(line, |(at, _)| &line[..at])
}

/// An index of a list, for lookups.
#[derive(Debug)]
pub(super) struct ListIndex {
    list: CustomList,
    /// The last position of each element.
    table: HashTable<u32>,
    /// For each position, the previous position of the same element; [`NONE`] for the first one.
    before: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl ListIndex {
    pub fn new(list: CustomList) -> Self {
        // The keys of the table are positions, so that no element is copied for lookups in any letter case.
        let mut table: HashTable<u32> = HashTable::with_capacity(list.elements.len());
        let mut before = Vec::with_capacity(list.elements.len());
        for (at, element) in list.elements.iter().enumerate() {
            let at = narrow(at);
            if let Some(known) = table.find_mut(list.hash(element), |&known| list.is_at(known, element)) {
                before.push(std::mem::replace(known, at));
            } else {
                before.push(NONE);
                table.insert_unique(list.hash(element), at, |&at| list.hash(list.at(at)));
            }
        }
        Self { list, table, before }
    }

    pub const fn elements(&self) -> &Texts {
        self.list.elements()
    }

    pub fn contains(&self, text: &str) -> bool {
        self.last(text).is_some()
    }

    /// Returns the paths of the files that contain a string, in order, each once.
    pub fn paths_of(&self, text: &str) -> Vec<&str> {
        let before = |&at: &u32| Some(self.before[at as usize]).filter(|&at| at != NONE);
        // The chain leads from the last position back to the first one.
        let places = std::iter::successors(self.last(text), before);
        let mut paths: Vec<&str> = places.filter_map(|at| self.list.file_of(at)).collect();
        paths.reverse();
        paths.dedup();
        paths
    }

    fn last(&self, text: &str) -> Option<u32> {
        self.table.find(self.list.hash(text), |&at| self.list.is_at(at, text)).copied()
    }
}

impl CustomList {
    /// Returns the element at a position that exists.
    fn at(&self, at: u32) -> &str {
        self.elements.get(at as usize).unwrap_or_default()
    }

    /// Returns true if a string equals the element at this position.
    fn is_at(&self, at: u32, text: &str) -> bool {
        let element = self.at(at);
        element == text || self.ignore_case && fold_case(element).eq(fold_case(text))
    }

    fn hash(&self, text: &str) -> u64 {
        let mut hasher = FxHasher::default();
        if self.ignore_case {
            fold_case(text).for_each(|letter| hasher.write_u32(letter.into()));
        } else {
            text.hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// Returns the characters of a string in lower case.
fn fold_case(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use assay_document::extract::Values;
    use assay_document::text::Span;

    use super::{CustomList, ListIndex};

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
            let list = CustomList::of_lines(text);
            assert_eq!(list.elements().iter().collect::<Vec<_>>(), elements, "{text:?}");
        }
    }

    #[test]
    fn strings_are_compared_exactly() {
        let list = ListIndex::new(CustomList::new(["Apple", "{pear}", "Apple"]));
        for (text, found) in [("Apple", true), ("{pear}", true), ("apple", false), ("pear", false), ("", false)] {
            assert_eq!(list.contains(text), found, "{text}");
        }
        assert_eq!(list.elements().len(), 3, "elements stay as they were given");
    }

    #[test]
    fn strings_are_compared_in_any_letter_case_if_configured() {
        let list = ListIndex::new(CustomList::new(["Apple", "PL\u{dc}M"]).ignoring_case(true));
        for (text, found) in [("aPPLE", true), ("pl\u{fc}m", true), ("appl", false), ("plum", false), ("", false)] {
            assert_eq!(list.contains(text), found, "{text}");
        }
        assert_eq!(list.elements().get(1), Some("PL\u{dc}M"), "elements stay as they are spelled");
    }

    #[test]
    fn elements_have_the_paths_of_their_files() {
        let mut list = CustomList::default().ignoring_case(true);
        for (path, elements) in [("a.xml", &["x", "y", "X"][..]), ("b.xml", &[]), ("c.xml", &["y"]), ("d.xml", &["X"])]
        {
            list.append(path, &CustomList::new(elements));
        }
        let mut copy = CustomList::default().ignoring_case(true);
        for (path, elements) in list.by_file() {
            copy.append(path, &elements);
        }
        assert_eq!(copy, list);
        let list = ListIndex::new(list);
        for (text, paths) in [("x", &["a.xml", "d.xml"][..]), ("Y", &["a.xml", "c.xml"]), ("z", &[])] {
            assert_eq!(list.paths_of(text), paths, "{text}");
        }
        let of_the_rules = ListIndex::new(CustomList::new(["x"]));
        assert_eq!(of_the_rules.paths_of("x"), [""; 0]);
    }

    #[test]
    fn scalars_of_extracted_values_are_elements() {
        let mut values = Values::new();
        let none = Span::at(0);
        let ids = [values.text("ab", none), values.null(none), values.number("1.50", none), values.bool(true, none)];
        let mut list = CustomList::default();
        list.of_values(&values, &ids);
        assert_eq!(list.elements().iter().collect::<Vec<_>>(), ["ab", "1.50", "true"]);
    }
}
