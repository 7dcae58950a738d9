//! A byte range in one document's text.

use serde::{Deserialize, Serialize};

/// A byte range in the decoded text of one document; `start <= end` always holds.
///
/// Offsets are 32 bits wide: a source refuses documents of 4 GiB and more.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// Creates the range from `start` to `end`. A reversed pair becomes the empty range at `start`.
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end: if end < start { start } else { end } }
    }

    /// Creates a range from `usize` offsets.
    ///
    /// Offsets beyond 4 GiB saturate; documents of that size are refused on read.
    pub fn of(start: usize, end: usize) -> Self {
        let narrow = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
        Self::new(narrow(start), narrow(end))
    }

    /// Creates the range of a whole text.
    pub fn whole(text: &str) -> Self {
        Self::of(0, text.len())
    }

    /// Creates the empty range at `offset`.
    pub const fn at(offset: u32) -> Self {
        Self { start: offset, end: offset }
    }

    /// Returns the offset of the first byte.
    pub const fn start(self) -> u32 {
        self.start
    }

    /// Returns the offset after the last byte.
    pub const fn end(self) -> u32 {
        self.end
    }

    /// Returns the number of bytes.
    pub const fn len(self) -> u32 {
        self.end - self.start
    }

    /// Returns true if the range is empty.
    pub const fn is_empty(self) -> bool {
        self.start == self.end
    }

    /// Returns the range as `usize` offsets, to slice a string.
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the range, moved towards the end by `by` bytes.
    #[must_use]
    pub const fn shifted(self, by: u32) -> Self {
        Self { start: self.start + by, end: self.end + by }
    }

    /// Returns the smallest range that contains both.
    #[must_use]
    pub fn to(self, other: Self) -> Self {
        Self { start: self.start.min(other.start), end: self.end.max(other.end) }
    }
}

#[cfg(test)]
mod tests {
    use super::Span;

    #[test]
    fn a_reversed_pair_is_empty() {
        assert_eq!(Span::new(5, 3), Span::at(5));
    }

    #[test]
    fn to_covers_both() {
        assert_eq!(Span::new(2, 3).to(Span::new(7, 9)), Span::new(2, 9));
    }
}
