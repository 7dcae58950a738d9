//! The groups of a match.

use std::ops::Range;

use crate::Span;

/// A match of a pattern, with its groups.
pub struct Groups<'t> {
    pub(super) text: &'t str,
    /// The place of each group in bytes of the text, if it took part in the match. Group 0 is the pattern itself.
    pub(super) ranges: Box<[Option<Range<usize>>]>,
}

impl<'t> Groups<'t> {
    /// Returns the number of groups, including the pattern itself.
    #[expect(clippy::len_without_is_empty, reason = "the pattern itself is a group, so there is always one")]
    pub fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Returns the match of a group, if it took part in the match. Group 0 is the pattern itself.
    pub fn get(&self, group: usize) -> Option<&'t str> {
        self.ranges.get(group)?.clone().map(|range| &self.text[range])
    }

    /// Returns the range of the match, in bytes of the text.
    pub fn span(&self) -> Span {
        self.ranges[0].as_ref().map_or_else(Span::default, |range| Span::of(range.start, range.end))
    }
}
