//! Parts of a document. A long document is never in memory as a whole.

use std::borrow::Cow;

use super::{Leaf, Scalar, Sink, Tag};
use crate::text::Span;

/// A part of a document's text.
#[derive(Clone, Copy, Debug)]
pub(super) struct TextPortion<'t> {
    /// The text of the part.
    pub text: &'t str,
    /// The number of bytes of the document before the part.
    pub base: u32,
    /// True if the document ends with the part.
    pub is_last: bool,
}

impl<'t> TextPortion<'t> {
    /// Returns a whole document as one part.
    pub const fn whole(text: &'t str) -> Self {
        Self { text, base: 0, is_last: true }
    }
}

/// A sink that passes on the nodes of a part, with their places in the document.
pub(super) struct Placed<'s, S> {
    /// The receiver of the nodes.
    pub sink: &'s mut S,
    /// The number of bytes of the document before the part.
    pub base: u32,
}

impl<S: Sink> Sink for Placed<'_, S> {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        self.sink.open(tag, span.shifted(self.base));
    }

    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span) {
        self.sink.attribute(name, value, span.shifted(self.base));
    }

    fn namespace(&mut self, prefix: &str, name: Cow<'_, str>, span: Span) {
        self.sink.namespace(prefix, name, span.shifted(self.base));
    }

    fn needs_text(&self) -> bool {
        self.sink.needs_text()
    }

    fn text(&mut self, text: Cow<'_, str>, span: Span) {
        self.sink.text(text, span.shifted(self.base));
    }

    fn scalar(&mut self, scalar: Scalar<'_>, span: Span) {
        self.sink.scalar(scalar, span.shifted(self.base));
    }

    fn close(&mut self, end: u32) {
        self.sink.close(end + self.base);
    }

    fn comment(&mut self, text: &str, span: Span) {
        self.sink.comment(text, span.shifted(self.base));
    }

    fn load_part(&mut self, part: &str) {
        self.sink.load_part(part);
    }

    fn leaf(&mut self, leaf: Leaf<'_>) {
        let Leaf { start_tag, end, .. } = leaf;
        self.sink.leaf(Leaf { start_tag: start_tag.shifted(self.base), end: end + self.base, ..leaf });
    }
}
