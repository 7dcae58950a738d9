//! Places in the current file, for problems about it.

use std::cell::OnceCell;

use assay_document::format::Document;
use assay_document::text::{Fault, LineIndex, Place, Region, Span};

use super::{Excerpt, Problem};

/// The current file.
pub struct Places<'f> {
    path: &'f str,
    text: Option<&'f str>,
    /// Of a long file that is not in memory.
    document: Option<&'f Document>,
    lines: OnceCell<LineIndex<'f>>,
}

impl<'f> Places<'f> {
    /// A file with this text.
    #[must_use]
    pub const fn of(text: &'f str, path: &'f str) -> Self {
        Self { path, text: Some(text), document: None, lines: OnceCell::new() }
    }

    /// The file of a document.
    #[must_use]
    pub fn of_document(document: &'f Document, path: &'f str) -> Self {
        Self { path, text: document.text(), document: Some(document), lines: OnceCell::new() }
    }

    /// Returns the line that holds a byte, from 1; `None` if the file can no longer be read.
    #[must_use]
    pub fn line(&self, offset: u32) -> Option<u32> {
        self.look(offset, |lines| lines.line(offset))
    }

    /// Returns the place of a byte; the start if the file can no longer be read.
    #[must_use]
    pub fn place(&self, offset: u32) -> Place {
        self.look(offset, |lines| lines.place(offset)).unwrap_or(Place::START)
    }

    /// Returns a fault as a problem of the file.
    #[must_use]
    pub fn problem(&self, fault: Fault) -> Box<Problem> {
        let (region, excerpt) = self.shown(fault.span);
        let problem = Problem::new(fault.code, fault.message).in_file(self.path).at(region, excerpt);
        Box::new(Problem { help: fault.help, ..problem })
    }

    /// Returns the region of a span, and the line around it.
    #[must_use]
    pub fn shown(&self, span: Span) -> (Region, Option<Excerpt>) {
        let region = Region { start: self.place(span.start()), end: self.place(span.end()) };
        let has_text = self.text.is_none_or(|text| !text.is_empty());
        let excerpt = has_text.then(|| self.look(span.start(), |lines| Excerpt::new(lines, region))).flatten();
        (region, excerpt)
    }

    fn look<T>(&self, offset: u32, look: impl FnOnce(&LineIndex<'_>) -> T) -> Option<T> {
        // The text of a long document comes into memory when something is wrong with it.
        match (self.text, self.document) {
            (Some(text), _) => Some(look(self.lines.get_or_init(|| LineIndex::new(text)))),
            (None, Some(document)) => match document.text() {
                Some(text) => Some(look(&LineIndex::new(text))),
                None => document.look(offset, look),
            },
            (None, None) => None,
        }
    }
}
