//! A cursor that reads a pattern character by character.

use crate::{Fault, IssueCode, Span};

/// Creates a fault of the pattern from byte `start` to `end`.
pub(super) fn fault(code: IssueCode, message: impl Into<String>, start: usize, end: usize) -> Fault {
    Fault::new(code, message, Span::of(start, end))
}

pub(super) struct PatternCursor<'p> {
    source: &'p str,
    at: usize,
}

impl<'p> PatternCursor<'p> {
    pub(super) const fn new(source: &'p str) -> Self {
        Self { source, at: 0 }
    }

    pub(super) const fn offset(&self) -> usize {
        self.at
    }

    /// Moves back to an earlier place.
    pub(super) const fn back_to(&mut self, at: usize) {
        self.at = at;
    }

    /// Returns the part of the pattern from `start` to the current place.
    pub(super) fn since(&self, start: usize) -> &'p str {
        &self.source[start..self.at]
    }

    pub(super) const fn whole(&self) -> &'p str {
        self.source
    }

    pub(super) fn rest(&self) -> &'p str {
        &self.source[self.at..]
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at += next.len_utf8();
        Some(next)
    }

    pub(super) fn take_if(&mut self, accepts: impl Fn(char) -> bool) -> Option<char> {
        let next = self.rest().chars().next().filter(|&c| accepts(c))?;
        self.at += next.len_utf8();
        Some(next)
    }

    pub(super) fn take(&mut self, text: &str) -> bool {
        let found = self.rest().starts_with(text);
        if found {
            self.at += text.len();
        }
        found
    }

    /// Returns the text in front of the next `end`, and moves past that `end`; `None` if no `end` follows.
    pub(super) fn until(&mut self, end: char) -> Option<&'p str> {
        let (inner, _) = self.rest().split_once(end)?;
        self.at += inner.len() + end.len_utf8();
        Some(inner)
    }

    pub(super) fn digits(&mut self) -> &'p str {
        let start = self.at;
        while self.take_if(|c| c.is_ascii_digit()).is_some() {}
        self.since(start)
    }
}
