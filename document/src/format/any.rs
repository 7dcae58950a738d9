//! Any sink as one type.

use std::borrow::Cow;

use super::{Leaf, Scalar, Single, Sink, Tag};
use crate::text::Span;

/// A sink behind a table of functions: readers are compiled for each type of sink, and once for all that come so.
pub(super) struct Any<'s>(pub &'s mut dyn Sink);

impl Sink for Any<'_> {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        self.0.open(tag, span);
    }

    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span) {
        self.0.attribute(name, value, span);
    }

    fn wants_nodes(&self) -> bool {
        self.0.wants_nodes()
    }

    fn wants_text(&self) -> bool {
        self.0.wants_text()
    }

    fn text(&mut self, text: Cow<'_, str>, span: Span) {
        self.0.text(text, span);
    }

    fn scalar(&mut self, scalar: Scalar<'_>, span: Span) {
        self.0.scalar(scalar, span);
    }

    fn close(&mut self, end: u32) {
        self.0.close(end);
    }

    fn comes(&mut self, part: &str) {
        self.0.comes(part);
    }

    fn leaf(&mut self, leaf: Leaf<'_>) {
        self.0.leaf(leaf);
    }

    fn single(&mut self, single: Single<'_>) {
        self.0.single(single);
    }
}
