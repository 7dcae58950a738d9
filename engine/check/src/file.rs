//! The file that is being checked: the places of its values, and its problems.

use assay_document::format::{Document, FactError, Undecodable, Unusable, image_help};
use assay_document::source::SourceError;
use assay_document::text::{Fault, IssueCode, Region, Span};
use assay_report::{Excerpt, Places, Problem, Related};

use super::virtual_file::Origins;

pub(super) struct CheckedFile<'f> {
    pub path: &'f str,
    places: Places<'f>,
    /// The origins of its parts, if it is a virtual file.
    origins: Option<Origins>,
}

impl<'f> CheckedFile<'f> {
    /// Creates a file with this text, which is empty for a file without text.
    pub const fn new(path: &'f str, text: &'f str) -> Self {
        Self { path, places: Places::of(text, path), origins: None }
    }

    pub const fn of(path: &'f str, document: &'f Document) -> Self {
        Self { path, places: Places::of_document(document, path), origins: None }
    }

    /// Sets the origins of the file's parts, if it is a virtual file.
    pub fn with_origins(self, origins: Option<&Origins>) -> Self {
        Self { origins: origins.cloned(), ..self }
    }

    /// Returns the place to edit in order to change the value at `span`, with its line.
    pub fn place_in_source(&self, span: Span) -> (String, Region, Option<Excerpt>) {
        if let Some(seen) = self.origins.as_ref().and_then(|origins| origins.place_in_source(span)) {
            return seen;
        }
        // A problem of the whole file has no line.
        let (region, excerpt) = if span == Span::at(0) { (Region::START, None) } else { self.region_and_excerpt(span) };
        (self.path.to_owned(), region, excerpt)
    }

    /// Returns the place in the file itself if the file is a virtual one, otherwise `None`. A report about one file has
    /// no place that would help.
    pub fn related_in_file(&self, span: Span) -> Option<Related> {
        let related = || Related {
            message: "in this definition".to_owned(),
            path: self.path.to_owned(),
            region: self.region(span),
        };
        self.origins.as_ref().filter(|origins| !origins.is_report()).map(|_| related())
    }

    pub fn region(&self, span: Span) -> Region {
        if span == Span::at(0) { Region::START } else { self.places.region(span) }
    }

    /// Returns the region of a span, and the line around it.
    pub fn region_and_excerpt(&self, span: Span) -> (Region, Option<Excerpt>) {
        self.places.region_and_excerpt(span)
    }

    /// Returns a fault as a problem of the file: it is not well-formed, or other tools would read it differently.
    pub fn problem(&self, fault: Fault) -> Problem {
        *self.places.problem(fault)
    }
}

pub(super) fn unreadable(path: &str, error: &SourceError) -> Problem {
    // A file of the list that is not found has been deleted, or is a broken link.
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
    CheckedFile::new(path, &undecodable.text).problem(undecodable.fault)
}

/// Returns the problem that a fact about the file cannot be determined.
pub(super) fn fact_problem(path: &str, error: &FactError) -> Problem {
    match error {
        FactError::Undecodable(undecodable) => undecodable_problem(path, undecodable.clone()),
        FactError::Image(fault) => Problem::new(error.code(), error.to_string()).help(image_help(fault)).in_file(path),
        FactError::Source(_) | FactError::OfEntries(_) => Problem::new(error.code(), error.to_string()).in_file(path),
    }
}

/// Names files in a message: the first one, and the number of further files.
pub(super) fn list_paths(paths: &[&str]) -> String {
    list_first(paths.first().copied(), paths.len())
}

/// Like [`list_paths`], if only the first file and the number of files are known.
pub(super) fn list_first(first: Option<&str>, count: usize) -> String {
    first.map_or_else(|| "no file".to_owned(), |path| format!("`{path}`{}", and_more(count.saturating_sub(1))))
}

/// Returns the end of a list of files in a message, which counts the files that are not named; empty if all are named.
pub(super) fn and_more(files: usize) -> String {
    match files {
        0 => String::new(),
        1 => " and 1 more file".to_owned(),
        more => format!(" and {more} more files"),
    }
}
