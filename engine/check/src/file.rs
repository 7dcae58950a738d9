//! The file that is being checked: the places of its values, and its problems.

use std::cell::OnceCell;

use assay_document::format::{Document, FactError, Malformed, Undecodable, Unusable, image_help};
use assay_document::source::SourceError;
use assay_document::text::{Fault, IssueCode, LineIndex, Place, Region, Span};
use assay_report::{Excerpt, Problem, Related};

use super::virtual_file::Origins;

/// The file at hand.
pub(super) struct CheckedFile<'f> {
    pub path: &'f str,
    body: FileContent<'f>,
    lines: OnceCell<LineIndex<'f>>,
    /// The origins of its parts, when it is a virtual file, which is in no folder.
    origins: Option<Origins>,
}

/// The content that the places of the values refer to.
enum FileContent<'f> {
    Text(&'f str),
    Document(&'f Document),
}

impl<'f> CheckedFile<'f> {
    /// A file with this text; an empty one stands for a file that has none.
    pub fn new(path: &'f str, text: &'f str) -> Self {
        Self { path, body: FileContent::Text(text), lines: OnceCell::new(), origins: None }
    }

    /// The file of a document.
    pub fn of(path: &'f str, document: &'f Document) -> Self {
        Self { path, body: FileContent::Document(document), lines: OnceCell::new(), origins: None }
    }

    /// Sets the origins of the file's parts, if it is a virtual file.
    pub fn made_of(self, origins: Option<&Origins>) -> Self {
        Self { origins: origins.cloned(), ..self }
    }

    /// Returns the place to edit in order to change the value at `span`: the path of the file, the region in it, and
    /// the line there.
    pub fn seen(&self, span: Span) -> (String, Region, Option<Excerpt>) {
        if let Some(seen) = self.origins.as_ref().and_then(|origins| origins.seen(span)) {
            return seen;
        }
        let (region, excerpt) = self.lines_at(span);
        (self.path.to_owned(), region, excerpt)
    }

    /// Returns the region of `span` and the line there. Some files have millions of findings, so the lines around a
    /// short span are looked up once.
    fn lines_at(&self, span: Span) -> (Region, Option<Excerpt>) {
        /// The number of bytes after the start of a span that are in memory: see [`assay_document::text::LineBlocks::neighbourhood`].
        const NEAR: u32 = 4096;
        if span == Span::at(0) || span.len() > NEAR || self.text().is_some_and(str::is_empty) {
            let region = self.region(span);
            let excerpt = if span == Span::at(0) { None } else { self.excerpt(region) };
            return (region, excerpt);
        }
        let seen = self.look(span.start(), |lines| {
            let region = Region { start: lines.place(span.start()), end: lines.place(span.end()) };
            (region, Excerpt::new(lines, region))
        });
        seen.map_or_else(|| (self.region(span), None), |(region, excerpt)| (region, Some(excerpt)))
    }

    /// Returns the place in the file itself if the file is a virtual one, otherwise `None`.
    pub fn beside(&self, span: Span) -> Option<Related> {
        let related = || Related {
            message: "in this definition".to_owned(),
            path: self.path.to_owned(),
            region: self.region(span),
        };
        self.origins.as_ref().map(|_| related())
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

    /// Returns the whole text, if it is in memory.
    fn text(&self) -> Option<&'f str> {
        match self.body {
            FileContent::Text(text) => Some(text),
            FileContent::Document(document) => document.text(),
        }
    }

    /// Calls `look` with the lines around `offset` and returns its result; `None` if these lines of a long file can no
    /// longer be read.
    fn look<T>(&self, offset: u32, look: impl FnOnce(&LineIndex<'_>) -> T) -> Option<T> {
        match (self.text(), &self.body) {
            (Some(text), _) => Some(look(self.lines.get_or_init(|| LineIndex::new(text)))),
            (None, FileContent::Document(document)) => document.look(offset, look),
            (None, FileContent::Text(_)) => None,
        }
    }

    /// Returns the problem that the file is not well-formed.
    pub fn malformed(&self, fault: Malformed) -> Problem {
        let region = self.region(fault.span);
        let problem = Problem::new(fault.code, fault.message).in_file(self.path).at(region, self.excerpt(region));
        Problem { help: fault.help, ..problem }
    }

    /// Returns the warning that Assay reads the file, but that other tools would not, or would read it differently.
    pub fn noted(&self, fault: Fault) -> Problem {
        let region = self.region(fault.span);
        let warning = Problem::new(fault.code, fault.message).in_file(self.path).at(region, self.excerpt(region));
        Problem { help: fault.help, ..warning }
    }
}

pub(super) fn unreadable(path: &str, error: &SourceError) -> Problem {
    let code = if *error == SourceError::NotFound { IssueCode::FileUnreadable } else { error.code() };
    Problem::new(code, error.to_string()).in_file(path)
}

pub(super) fn unusable_problem(path: &str, unusable: Unusable) -> Problem {
    match unusable {
        Unusable::NoReader(reason) => Problem::new(IssueCode::NoReader, reason.message).help(reason.help).in_file(path),
        Unusable::Undecodable(undecodable) => undecodable_problem(path, undecodable),
    }
}

pub(super) fn undecodable_problem(path: &str, undecodable: Undecodable) -> Problem {
    CheckedFile::new(path, &undecodable.text).malformed(undecodable.malformed)
}

/// Returns the problem that a fact about the file cannot be determined.
pub(super) fn fact_problem(path: &str, error: &FactError) -> Problem {
    match error {
        FactError::Undecodable(undecodable) => undecodable_problem(path, undecodable.clone()),
        FactError::Image(fault) => Problem::new(error.code(), error.to_string()).help(image_help(fault)).in_file(path),
        FactError::Source(_) | FactError::OfEntries(_) => Problem::new(error.code(), error.to_string()).in_file(path),
    }
}

/// Names files in a message: the first one, and the number of the others.
pub(super) fn listed(paths: &[&str]) -> String {
    match paths {
        [] => "no file".to_owned(),
        [path] => format!("`{path}`"),
        [path, _] => format!("`{path}` and 1 more file"),
        [path, others @ ..] => format!("`{path}` and {} more files", others.len()),
    }
}
