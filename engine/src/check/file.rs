//! The file at hand: where its values stand, and what is to be said when it cannot be used.

use std::cell::OnceCell;

use super::publish::Parts;
use crate::format::{Document, FactError, Malformed, Undecodable, Unusable};
use crate::report::{Excerpt, Problem, Related};
use crate::source::SourceError;
use crate::text::{Fault, LineIndex, Place, Region, Span};

/// The file at hand.
pub(super) struct File<'f> {
    pub path: &'f str,
    body: Body<'f>,
    lines: OnceCell<LineIndex<'f>>,
    /// Where its parts are from, when it stands in no folder.
    parts: Option<Parts>,
}

/// What the values' places are places of.
enum Body<'f> {
    Text(&'f str),
    Document(&'f Document),
}

impl<'f> File<'f> {
    /// A file with this text; an empty one stands for a file that has none.
    pub fn new(path: &'f str, text: &'f str) -> Self {
        Self { path, body: Body::Text(text), lines: OnceCell::new(), parts: None }
    }

    /// The file of a document.
    pub fn of(path: &'f str, document: &'f Document) -> Self {
        Self { path, body: Body::Document(document), lines: OnceCell::new(), parts: None }
    }

    /// The same file, whose parts are from others.
    pub fn made_of(self, parts: Option<&Parts>) -> Self {
        Self { parts: parts.cloned(), ..self }
    }

    /// Where somebody who wants to change what stands at a place has to go: the file, the place in it, and the line there.
    pub fn seen(&self, span: Span) -> (String, Region, Option<Excerpt>) {
        if let Some(seen) = self.parts.as_ref().and_then(|parts| parts.seen(span)) {
            return seen;
        }
        let region = self.region(span);
        let excerpt = if span == Span::at(0) { None } else { self.excerpt(region) };
        (self.path.to_owned(), region, excerpt)
    }

    /// The place as it stands in the file itself, when that is in no folder.
    pub fn beside(&self, span: Span) -> Option<Related> {
        let related = || Related {
            message: "in this definition".to_owned(),
            path: self.path.to_owned(),
            region: self.region(span),
        };
        self.parts.as_ref().map(|_| related())
    }

    pub fn region(&self, span: Span) -> Region {
        if span == Span::at(0) {
            return Region::START;
        }
        let place = |offset| self.look(offset, |lines| lines.place(offset)).unwrap_or(Place::START);
        Region { start: place(span.start()), end: place(span.end()) }
    }

    pub fn excerpt(&self, region: Region) -> Option<Excerpt> {
        if self.text().is_some_and(str::is_empty) {
            return None;
        }
        self.look(region.start.offset, |lines| Excerpt::new(lines, region))
    }

    /// The whole text, when it is at hand.
    fn text(&self) -> Option<&'f str> {
        match self.body {
            Body::Text(text) => Some(text),
            Body::Document(document) => document.text(),
        }
    }

    /// What `look` sees of the lines around `offset`; `None` when a long file's are not to be had any more.
    fn look<T>(&self, offset: u32, look: impl FnOnce(&LineIndex<'_>) -> T) -> Option<T> {
        match (self.text(), &self.body) {
            (Some(text), _) => Some(look(self.lines.get_or_init(|| LineIndex::new(text)))),
            (None, Body::Document(document)) => document.look(offset, look),
            (None, Body::Text(_)) => None,
        }
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
    let code = if *error == SourceError::NotFound { "file-unreadable" } else { error.code() };
    Problem::new(code, error.to_string()).in_file(path)
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

/// The problem of the file that a fact about it is not to be had.
pub(super) fn fact_problem(path: &str, error: &FactError) -> Problem {
    match error {
        FactError::Undecodable(undecodable) => undecodable_problem(path, undecodable.clone()),
        FactError::Image(fault) => Problem::new(error.code(), error.to_string()).help(fault.help()).in_file(path),
        FactError::Source(_) | FactError::OfEntries(_) => Problem::new(error.code(), error.to_string()).in_file(path),
    }
}
