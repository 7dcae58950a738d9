//! The common form of all formats: one stream of nodes, in the order of the document.

use std::borrow::Cow;

use super::Tag;
use crate::text::Span;

/// A value of JSON or YAML that is neither object nor array. Borrowed is what stands in the document as it is.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar<'a> {
    /// Nothing.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number, in the spelling of its document, which [`crate::text::Number::of_document`] reads.
    Number(Cow<'a, str>),
    /// A text, decoded and without its quotes.
    Text(Cow<'a, str>),
}

/// Receives a document's nodes. Calls are balanced: each `open` has its `close`, roots follow each other.
///
/// Spans are in bytes of the whole document. What is borrowed is there for the call only: of a long document a part at a
/// time is in memory.
pub trait Sink {
    /// A node opens. `tag` is `None` for a root that has no name; `span` is that of its start tag (XML), of its key or,
    /// without one, of the first byte of its value (JSON, YAML).
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span);

    /// An attribute of the node that has just opened, decoded; `span` is that of the value between its quotes.
    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span);

    /// The node that has just opened declares that `prefix` stands for a namespace of XML; `span` as that of an attribute.
    fn namespace(&mut self, _prefix: &str, _name: Cow<'_, str>, _span: Span) {}

    /// Returns true if anything is looked at before the innermost node closes. If it returns false, a reader may leave
    /// [`Sink::single`] uncalled; it makes all other calls, as they are balanced.
    fn wants_nodes(&self) -> bool {
        true
    }

    /// Returns true if the texts that follow, up to the next call of `open` or `close`, are looked at. If it returns
    /// false, a reader checks them nevertheless and may leave `text` uncalled.
    fn wants_text(&self) -> bool {
        true
    }

    /// A part of the node's own text, decoded; `span` is where it stands. Borrowed when it stands there as it is.
    fn text(&mut self, text: Cow<'_, str>, span: Span);

    /// The node's value, for formats that have typed ones; at most once, and never together with `text`.
    fn scalar(&mut self, scalar: Scalar<'_>, span: Span);

    /// The node closes; `end` is behind its last byte.
    fn close(&mut self, end: u32);

    /// An array without elements, which is no node; `tag` is the name that its elements would have had.
    fn empty(&mut self, _tag: Option<Tag<'_>>, _span: Span) {}

    /// A comment of XML: what stands between `<!--` and `-->`, and where both stand with it.
    fn comment(&mut self, _text: &str, _span: Span) {}

    /// Text of the document that has come into memory and will be read next, each part once. Line counters use it.
    fn comes(&mut self, _part: &str) {}

    /// A node that holds a text and nothing else, not even attributes: the same as opening it, its text and closing it,
    /// which most nodes of most documents are. A sink may have a shorter way for them.
    fn leaf(&mut self, leaf: Leaf<'_>) {
        leaf.part_by_part(self);
    }

    /// A node that is a scalar: the same as opening it, its value and closing it. A sink may have a shorter way.
    fn single(&mut self, single: Single<'_>) {
        single.part_by_part(self);
    }
}

/// A sink behind a trait object.
impl Sink for &mut dyn Sink {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        (**self).open(tag, span);
    }

    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span) {
        (**self).attribute(name, value, span);
    }

    fn namespace(&mut self, prefix: &str, name: Cow<'_, str>, span: Span) {
        (**self).namespace(prefix, name, span);
    }

    fn wants_nodes(&self) -> bool {
        (**self).wants_nodes()
    }

    fn wants_text(&self) -> bool {
        (**self).wants_text()
    }

    fn text(&mut self, text: Cow<'_, str>, span: Span) {
        (**self).text(text, span);
    }

    fn scalar(&mut self, scalar: Scalar<'_>, span: Span) {
        (**self).scalar(scalar, span);
    }

    fn close(&mut self, end: u32) {
        (**self).close(end);
    }

    fn empty(&mut self, tag: Option<Tag<'_>>, span: Span) {
        (**self).empty(tag, span);
    }

    fn comment(&mut self, text: &str, span: Span) {
        (**self).comment(text, span);
    }

    fn comes(&mut self, part: &str) {
        (**self).comes(part);
    }

    fn leaf(&mut self, leaf: Leaf<'_>) {
        (**self).leaf(leaf);
    }

    fn single(&mut self, single: Single<'_>) {
        (**self).single(single);
    }
}

/// A sink that ignores all nodes: to check a document, or to find where a value ends.
pub struct IgnoredNodes;

impl Sink for IgnoredNodes {
    fn open(&mut self, _tag: Option<Tag<'_>>, _span: Span) {}
    fn attribute(&mut self, _name: Tag<'_>, _value: Cow<'_, str>, _span: Span) {}
    fn wants_text(&self) -> bool {
        false
    }
    fn text(&mut self, _text: Cow<'_, str>, _span: Span) {}
    fn scalar(&mut self, _scalar: Scalar<'_>, _span: Span) {}
    fn close(&mut self, _end: u32) {}
    fn single(&mut self, _single: Single<'_>) {}
}

/// A node that is a scalar, and ends with it.
#[derive(Clone, Debug)]
pub struct Single<'a> {
    /// Its name, if it has one.
    pub tag: Option<Tag<'a>>,
    /// Where its key stands; without one, the first byte of its value.
    pub start_tag: Span,
    /// Its value.
    pub scalar: Scalar<'a>,
    /// Where that stands.
    pub span: Span,
}

impl Single<'_> {
    /// Hands the node to `sink` as any other one.
    #[inline(never)]
    pub fn part_by_part(self, sink: &mut (impl Sink + ?Sized)) {
        sink.open(self.tag, self.start_tag);
        sink.scalar(self.scalar, self.span);
        sink.close(self.span.end());
    }
}

/// A node that holds a text and nothing else. The text stands in the document as it is.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'a> {
    /// Its name.
    pub tag: Tag<'a>,
    /// Where its start tag stands.
    pub start_tag: Span,
    /// The text of the node, which may be empty.
    pub text: &'a str,
    /// Behind its last byte.
    pub end: u32,
}

impl Leaf<'_> {
    /// Where its text stands: right behind the start tag.
    #[must_use]
    pub fn text_span(&self) -> Span {
        let start = self.start_tag.end() as usize;
        Span::of(start, start + self.text.len())
    }

    /// Hands the node to `sink` as any other one.
    pub fn part_by_part(self, sink: &mut (impl Sink + ?Sized)) {
        sink.open(Some(self.tag), self.start_tag);
        if !self.text.is_empty() && sink.wants_text() {
            sink.text(Cow::Borrowed(self.text), self.text_span());
        }
        sink.close(self.end);
    }
}
