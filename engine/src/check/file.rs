//! The file at hand: where its values stand, and what is to be said when it cannot be used.

use std::cell::OnceCell;

use crate::format::{Malformed, Undecodable, Unusable};
use crate::report::{Excerpt, Problem};
use crate::source::SourceError;
use crate::text::{Fault, LineIndex, Place, Region, Span};

/// The file at hand.
pub(super) struct File<'f> {
    pub path: &'f str,
    /// The text that the values' places are places of.
    text: &'f str,
    lines: OnceCell<LineIndex<'f>>,
}

impl<'f> File<'f> {
    pub fn new(path: &'f str, text: &'f str) -> Self {
        Self { path, text, lines: OnceCell::new() }
    }

    pub fn region(&self, span: Span) -> Region {
        if span == Span::at(0) {
            return Region { start: Place::START, end: Place::START };
        }
        self.lines.get_or_init(|| LineIndex::new(self.text)).region(span)
    }

    pub fn excerpt(&self, region: Region) -> Option<Excerpt> {
        let lines = self.lines.get_or_init(|| LineIndex::new(self.text));
        (!self.text.is_empty()).then(|| Excerpt::new(lines, region))
    }

    /// The problem of the file itself: not well formed.
    pub fn malformed(&self, fault: Malformed) -> Problem {
        let region = self.region(fault.span);
        let problem = Problem::new(fault.code, fault.message).in_file(self.path).at(region, self.excerpt(region));
        Problem { help: fault.help, ..problem }
    }

    /// The warning that the file is read, and that others would not read it, or not so.
    pub fn noted(&self, fault: Fault) -> Problem {
        let region = self.region(fault.span);
        let warning = Problem::new(fault.code, fault.message).in_file(self.path).at(region, self.excerpt(region));
        Problem { help: fault.help, ..warning }
    }
}

pub(super) fn unreadable(path: &str, error: &SourceError) -> Problem {
    Problem::new("file-unreadable", error.to_string()).in_file(path)
}

pub(super) fn unusable_problem(path: &str, unusable: Unusable) -> Problem {
    match unusable {
        Unusable::NoReader(reason) => Problem::new("no-reader", reason.message).help(reason.help).in_file(path),
        Unusable::Undecodable(undecodable) => undecodable_problem(path, undecodable),
    }
}

pub(super) fn undecodable_problem(path: &str, undecodable: Undecodable) -> Problem {
    File::new(path, &undecodable.text).malformed(undecodable.malformed)
}
