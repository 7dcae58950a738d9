//! The common form of all formats: a stream of nodes, in document order.

use std::borrow::Cow;

use super::Tag;
use crate::text::Span;

/// The maximum nesting of nodes in every format. It is far beyond any asset, and refuses malicious documents.
pub const MAX_DEPTH: usize = 10_000;

/// A value of JSON or YAML that is neither object nor array. It is borrowed if the document contains it without
/// escapes.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar<'a> {
    /// Null.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number, in the spelling of the document, which [`crate::text::Number::of_document`] parses.
    Number(Cow<'a, str>),
    /// A string, decoded and without quotes.
    Text(Cow<'a, str>),
}

/// A receiver of the nodes of a document. Calls are balanced: each `open` has its `close`. A document may have several
/// roots, one after the other.
///
/// Spans are in bytes of the whole document. Borrowed strings are valid only during the call, because only a part of a
/// long document is in memory.
pub trait Sink {
    /// A node opens. `tag` is `None` for a root without a name. `span` is the place of the start tag (XML), of the key,
    /// or, without a key, of the first byte of the value (JSON, YAML).
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span);

    /// An attribute of the node that has just opened, decoded. `span` is the place of the value between its quotes.
    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span);

    /// The node that has just opened declares `prefix` for an XML namespace. `span` is the same as for an attribute.
    fn namespace(&mut self, _prefix: &str, _name: Cow<'_, str>, _span: Span) {}

    /// Returns true if the sink uses any calls before the innermost node closes. If it returns false, a reader may omit
    /// calls of [`Sink::single`]. It makes all other calls, to keep them balanced.
    fn needs_nodes(&self) -> bool {
        true
    }

    /// Returns true if the sink uses the text up to the next call of `open` or `close`. If it returns false, a reader
    /// checks the text nevertheless, but may omit calls of `text`.
    fn needs_text(&self) -> bool {
        true
    }

    /// A part of the node's own text, decoded. `span` is its place. The text is borrowed if the document contains it as
    /// it is.
    fn text(&mut self, text: Cow<'_, str>, span: Span);

    /// The node's value, for formats with typed values. It is called at most once, and never together with `text`.
    fn scalar(&mut self, scalar: Scalar<'_>, span: Span);

    /// The node closes. `end` is the offset after its last byte.
    fn close(&mut self, end: u32);

    /// An array without elements, which has no node. `tag` is the name that its elements would have.
    fn empty(&mut self, _tag: Option<Tag<'_>>, _span: Span) {}

    /// An XML comment: the text between `<!--` and `-->`, and the place of the whole comment.
    fn comment(&mut self, _text: &str, _span: Span) {}

    /// Text of the document that has been loaded and will be read next. It is called once for each part. Line counters
    /// use it.
    fn load_part(&mut self, _part: &str) {}

    /// A node that contains only text, and no attributes. This is equivalent to `open`, `text` and `close`. Most
    /// nodes of most documents are leaves, so a sink may have a faster implementation.
    fn leaf(&mut self, leaf: Leaf<'_>) {
        leaf.part_by_part(self);
    }

    /// A node that is a scalar. This is equivalent to `open`, `scalar` and `close`. A sink may have a faster
    /// implementation.
    fn single(&mut self, single: Single<'_>) {
        single.part_by_part(self);
    }
}

/// A sink as a trait object.
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

    fn needs_nodes(&self) -> bool {
        (**self).needs_nodes()
    }

    fn needs_text(&self) -> bool {
        (**self).needs_text()
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

    fn load_part(&mut self, part: &str) {
        (**self).load_part(part);
    }

    fn leaf(&mut self, leaf: Leaf<'_>) {
        (**self).leaf(leaf);
    }

    fn single(&mut self, single: Single<'_>) {
        (**self).single(single);
    }
}

/// A sink that ignores all nodes, to check a document, or to find the end of a value.
pub struct IgnoredNodes;

impl Sink for IgnoredNodes {
    fn open(&mut self, _tag: Option<Tag<'_>>, _span: Span) {}
    fn attribute(&mut self, _name: Tag<'_>, _value: Cow<'_, str>, _span: Span) {}
    fn needs_text(&self) -> bool {
        false
    }
    fn text(&mut self, _text: Cow<'_, str>, _span: Span) {}
    fn scalar(&mut self, _scalar: Scalar<'_>, _span: Span) {}
    fn close(&mut self, _end: u32) {}
    fn single(&mut self, _single: Single<'_>) {}
}

/// A node that is a scalar.
#[derive(Clone, Debug)]
pub struct Single<'a> {
    /// The name, if the node has one.
    pub tag: Option<Tag<'a>>,
    /// The place of the key, or of the first byte of the value if there is no key.
    pub start_tag: Span,
    /// The value.
    pub scalar: Scalar<'a>,
    /// The place of the value.
    pub span: Span,
}

impl Single<'_> {
    /// Passes the node to `sink` with separate calls.
    #[inline(never)]
    pub fn part_by_part(self, sink: &mut (impl Sink + ?Sized)) {
        sink.open(self.tag, self.start_tag);
        sink.scalar(self.scalar, self.span);
        sink.close(self.span.end());
    }
}

/// A node that contains only text. The document contains the text as it is.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'a> {
    /// The name.
    pub tag: Tag<'a>,
    /// The place of the start tag.
    pub start_tag: Span,
    /// The text of the node, which may be empty.
    pub text: &'a str,
    /// The offset after the last byte of the node.
    pub end: u32,
}

impl Leaf<'_> {
    /// Returns the place of the text, which directly follows the start tag.
    pub fn text_span(&self) -> Span {
        let start = self.start_tag.end() as usize;
        Span::of(start, start + self.text.len())
    }

    /// Passes the node to `sink` with separate calls.
    pub fn part_by_part(self, sink: &mut (impl Sink + ?Sized)) {
        sink.open(Some(self.tag), self.start_tag);
        if !self.text.is_empty() && sink.needs_text() {
            sink.text(Cow::Borrowed(self.text), self.text_span());
        }
        sink.close(self.end);
    }
}
