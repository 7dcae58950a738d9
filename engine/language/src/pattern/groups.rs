//! The groups of a match.

use std::ops::Range;

use crate::Span;

/// A match of a pattern, with its groups.
pub struct Groups<'t> {
    captures: Captures<'t>,
}

enum Captures<'t> {
    Linear(&'t str, regex_automata::util::captures::Captures),
    Backtracking(&'t str, Box<[Option<Range<usize>>]>),
}

impl<'t> Groups<'t> {
    pub(super) const fn linear(text: &'t str, captures: regex_automata::util::captures::Captures) -> Self {
        Self { captures: Captures::Linear(text, captures) }
    }

    pub(super) const fn backtracking(text: &'t str, groups: Box<[Option<Range<usize>>]>) -> Self {
        Self { captures: Captures::Backtracking(text, groups) }
    }

    /// Returns the number of groups, including the pattern itself.
    #[must_use]
    #[expect(clippy::len_without_is_empty, reason = "the pattern itself is a group, so there is always one")]
    pub fn len(&self) -> usize {
        match &self.captures {
            Captures::Linear(_, captures) => captures.group_len(),
            Captures::Backtracking(_, groups) => groups.len(),
        }
    }

    /// Returns the match of a group, if it took part in the match. Group 0 is the pattern itself.
    #[must_use]
    pub fn get(&self, group: usize) -> Option<&'t str> {
        match &self.captures {
            Captures::Linear(text, captures) => captures.get_group(group).map(|found| &text[found.range()]),
            Captures::Backtracking(text, groups) => groups.get(group)?.clone().map(|found| &text[found]),
        }
    }

    /// Returns the range of the match, in bytes of the text.
    #[must_use]
    pub fn span(&self) -> Span {
        match &self.captures {
            Captures::Linear(_, captures) => captures.get_match().map(|found| Span::of(found.start(), found.end())),
            Captures::Backtracking(_, groups) => groups[0].as_ref().map(|found| Span::of(found.start, found.end)),
        }
        .unwrap_or_default()
    }
}
