//! Many strings in two allocations.

use assay_system::narrow;
use serde::{Deserialize, Serialize};

/// A list of strings, one after the other in one buffer: collections may have millions of short ones.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct Texts {
    buffer: String,
    /// The end of each string in the buffer, in ascending order.
    ends: Vec<u32>,
}

impl Texts {
    /// Appends a string.
    pub fn push(&mut self, text: &str) {
        self.buffer.push_str(text);
        self.ends.push(narrow(self.buffer.len()));
    }

    /// Appends all strings of another list.
    pub fn append(&mut self, others: &Self) {
        let start: u32 = narrow(self.buffer.len());
        self.buffer.push_str(&others.buffer);
        self.ends.extend(others.ends.iter().map(|end| start + end));
    }

    /// Returns the number of strings.
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there is no string.
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the string at this position.
    pub fn get(&self, at: usize) -> Option<&str> {
        let end = *self.ends.get(at)? as usize;
        let start = at.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        self.buffer.get(start..end)
    }

    /// Returns the strings, in order.
    pub fn iter(&self) -> impl Iterator<Item = &str> + Clone {
        (0..self.len()).filter_map(|at| self.get(at))
    }
}

impl<T: AsRef<str>> FromIterator<T> for Texts {
    fn from_iter<I: IntoIterator<Item = T>>(texts: I) -> Self {
        let mut all = Self::default();
        texts.into_iter().for_each(|text| all.push(text.as_ref()));
        all
    }
}

/// The elements of a collection, in order.
#[derive(Clone, Copy, Debug)]
pub enum Elements<'s> {
    /// Those of a collection of a system.
    OfSystem(&'s [String]),
    /// Those of a collection of a rule file.
    OfList(&'s Texts),
}

impl Default for Elements<'_> {
    fn default() -> Self {
        Self::OfSystem(&[])
    }
}

impl<'s> Elements<'s> {
    /// Returns the number of elements.
    pub const fn len(self) -> usize {
        match self {
            Self::OfSystem(list) => list.len(),
            Self::OfList(texts) => texts.len(),
        }
    }

    /// Returns true if there is no element.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the element at this position.
    pub fn get(self, at: usize) -> Option<&'s str> {
        match self {
            Self::OfSystem(list) => list.get(at).map(String::as_str),
            Self::OfList(texts) => texts.get(at),
        }
    }

    /// Returns the elements, in order.
    pub fn iter(self) -> impl Iterator<Item = &'s str> {
        (0..self.len()).filter_map(move |at| self.get(at))
    }
}
