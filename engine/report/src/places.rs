//! Places in the current file, for problems about it.

use std::cell::OnceCell;

use assay_document::format::Document;
use assay_document::text::{Fault, LineIndex, Place, Region, Span};

use super::{Excerpt, Problem};

/// The current file.
pub struct Places<'f> {
    path: &'f str,
    text: Option<&'f str>,
    /// The document that has the text, whole or in parts, if `text` is not set.
    document: Option<&'f Document>,
    lines: OnceCell<LineIndex<'f>>,
}

impl<'f> Places<'f> {
    /// Creates the places of a file with this text.
    pub const fn of(text: &'f str, path: &'f str) -> Self {
        Self { path, text: Some(text), document: None, lines: OnceCell::new() }
    }

    /// Creates the places of the file of a document.
    pub const fn of_document(document: &'f Document, path: &'f str) -> Self {
        Self { path, text: None, document: Some(document), lines: OnceCell::new() }
    }

    /// Returns the line that contains a byte, from 1; `None` if the file can no longer be read.
    pub fn line(&self, offset: u32) -> Option<u32> {
        self.with_lines(offset, |lines| lines.line(offset))
    }

    /// Returns the place of a byte; the start if the file can no longer be read.
    pub fn place(&self, offset: u32) -> Place {
        self.with_lines(offset, |lines| lines.place(offset)).unwrap_or(Place::START)
    }

    /// Returns a fault as a problem with this file.
    pub fn problem(&self, fault: Fault) -> Box<Problem> {
        let (region, excerpt) = self.region_and_excerpt(fault.span);
        let problem = Problem::new(fault.code, fault.message).in_file(self.path).at(region, excerpt);
        Box::new(Problem { help: fault.help, ..problem })
    }

    /// Returns the region of a span.
    pub fn region(&self, span: Span) -> Region {
        Region { start: self.place(span.start()), end: self.place(span.end()) }
    }

    /// Returns the region of a span, and the line around it.
    pub fn region_and_excerpt(&self, span: Span) -> (Region, Option<Excerpt>) {
        /// The number of bytes after the start of a span that are in memory; see
        /// [`assay_document::text::LineBlocks::neighbourhood`].
        const LOADED_AFTER: u32 = 4096;
        // Some files have millions of findings, so the lines around a short span are looked up only once.
        let region = if span.len() > LOADED_AFTER { Some(self.region(span)) } else { None };
        let found = self.with_lines(span.start(), |lines| {
            let region = region.unwrap_or_else(|| lines.region(span));
            (region, Excerpt::new(lines, region))
        });
        let has_text = self.text().is_none_or(|text| !text.is_empty());
        found.map_or((Region::START, None), |(region, excerpt)| (region, has_text.then_some(excerpt)))
    }

    /// Returns the whole text if it is in memory. The text of a long document is loaded once a problem occurs in it.
    fn text(&self) -> Option<&'f str> {
        self.text.or_else(|| self.document?.text())
    }

    fn with_lines<T>(&self, offset: u32, look: impl FnOnce(&LineIndex<'_>) -> T) -> Option<T> {
        match self.text() {
            Some(text) => Some(look(self.lines.get_or_init(|| LineIndex::new(text)))),
            None => self.document?.with_lines(offset, look),
        }
    }
}
