//! Comments in documents that address the checker: `<!-- assay-ignore RULE reason -->` in front of an element.
//!
//! They are rare, so the pass that extracts values only detects them; a second pass finds the element that each of them
//! applies to. Their text is interpreted later, when the names of all rules are known.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use assay_document::format::{Document, Format, FormatMap, Scalar, Sink, Tag, remark};
use assay_document::source::Source;
use assay_document::text::{Region, Span};
use assay_report::Excerpt;
use serde::{Deserialize, Serialize};

use super::file::CheckedFile;

/// A comment for the checker.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Remark {
    /// The document that contains it.
    pub path: String,
    /// The text of the comment, including its first word.
    pub text: String,
    /// The place of the comment.
    pub region: Region,
    pub excerpt: Option<Excerpt>,
    /// The range in bytes of the element after the comment, or of the document if it is the root; `None` without one.
    pub scope: Option<Range<u32>>,
    /// True if it hides a finding.
    pub is_used: bool,
}

/// A sink that collects comments.
#[derive(Default)]
struct RemarkCollector {
    found: Vec<FoundRemark>,
    depth: usize,
    /// The comments whose element has not begun, or is open; each with the depth of the element.
    waiting: Vec<(usize, usize)>,
    open: Vec<(usize, usize)>,
}

struct FoundRemark {
    text: String,
    span: Span,
    scope: Option<Range<u32>>,
}

impl Sink for RemarkCollector {
    fn comment(&mut self, text: &str, span: Span) {
        if let Some(text) = remark(text) {
            self.waiting.push((self.depth, self.found.len()));
            self.found.push(FoundRemark { text: text.to_owned(), span, scope: None });
        }
    }

    fn open(&mut self, _tag: Option<Tag<'_>>, span: Span) {
        let start = if self.depth == 0 { 0 } else { span.start() };
        while let Some(&(depth, at)) = self.waiting.last().filter(|(depth, _)| *depth == self.depth) {
            self.waiting.pop();
            self.found[at].scope = Some(start..u32::MAX);
            self.open.push((depth, at));
        }
        self.depth += 1;
    }

    fn close(&mut self, end: u32) {
        // Comments after the last child of this element have no following element.
        self.waiting.retain(|(depth, _)| *depth < self.depth);
        self.depth -= 1;
        while let Some(&(_, at)) = self.open.last().filter(|(depth, _)| *depth == self.depth) {
            self.open.pop();
            if let Some(scope) = self.found[at].scope.as_mut().filter(|_| self.depth > 0) {
                scope.end = end;
            }
        }
    }

    fn attribute(&mut self, _name: Tag<'_>, _value: Cow<'_, str>, _span: Span) {}
    fn needs_text(&self) -> bool {
        false
    }
    fn text(&mut self, _text: Cow<'_, str>, _span: Span) {}
    fn scalar(&mut self, _scalar: Scalar<'_>, _span: Span) {}
}

/// Returns the comments of a document that address the checker.
pub(super) fn of_document(file: &CheckedFile<'_>, document: &Document) -> Vec<Remark> {
    let mut remarks = RemarkCollector::default();
    // A fault in the document has been reported before.
    let _ = document.read(&mut remarks);
    let remark = |FoundRemark { text, span, scope }| {
        let (region, excerpt) = file.region_and_excerpt(span);
        Remark { path: file.path.to_owned(), text, region, excerpt, scope, is_used: false }
    };
    remarks.found.into_iter().map(remark).collect()
}

/// Returns false if the file at `path` has another format than XML, by its name: such a file may be gigabytes long,
/// while rules read only its header.
pub(super) fn may_be_in(path: &str) -> bool {
    Format::of_extension(path) == Some(Format::Xml)
}

/// Like [`of_document`], for the documents at `paths`, as far as they are XML.
pub(super) fn of_files<'p>(
    paths: impl Iterator<Item = &'p str>,
    formats: &FormatMap,
    source: &Rc<dyn Source>,
) -> Vec<Remark> {
    let documents = paths.filter_map(|path| Some((path, Document::open_by(formats, path, source).ok()?)));
    let found = documents.filter(|(_, document)| document.format() == Format::Xml);
    found.flat_map(|(path, document)| of_document(&CheckedFile::of(path, &document), &document)).collect()
}
