//! What every format turns into: one stream of nodes, in the order of the document.

use std::borrow::Cow;

use crate::text::Span;

/// The name of a node.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Tag<'a> {
    /// As written, prefix included.
    pub full: &'a str,
    /// Where the local name starts in it: behind an XML prefix, else 0.
    pub local: usize,
}

impl<'a> Tag<'a> {
    /// A name of XML: the local name stands behind the first colon.
    #[must_use]
    pub fn xml(full: &'a str) -> Self {
        Self { full, local: full.find(':').map_or(0, |colon| colon + 1) }
    }

    /// A key of JSON or YAML, which has no prefix.
    #[must_use]
    pub const fn key(full: &'a str) -> Self {
        Self { full, local: 0 }
    }

    /// The name without its prefix.
    #[must_use]
    pub fn local_name(self) -> &'a str {
        &self.full[self.local..]
    }
}

/// A value of JSON or YAML that is neither object nor array.
#[derive(Clone, Debug, PartialEq)]
pub enum Scalar<'t> {
    /// Nothing.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number that stands in the document as it is (its place is the scalar's).
    Number,
    /// A number spelled otherwise than [`crate::text::Number`] reads it (JSON5's `0x10`), in a spelling that it reads.
    MadeNumber(String),
    /// A text that stands between two quotes as it is (its place is the scalar's, quotes included).
    Quoted,
    /// Any other text, decoded; borrowed when it stands in the document as it is (its place is the scalar's).
    Text(Cow<'t, str>),
}

/// Receives a document's nodes. Calls are balanced: each `open` has its `close`, roots follow each other.
///
/// `'t` is the life of the document's text; what is borrowed for it may be kept.
pub trait Sink<'t> {
    /// A node opens. `tag` is `None` for a root that has no name; `span` is that of its start tag (XML), of its key or,
    /// without one, of the first byte of its value (JSON, YAML).
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span);

    /// An attribute of the node that has just opened, decoded; `span` is that of the value between its quotes.
    fn attribute(&mut self, name: Tag<'_>, value: Cow<'t, str>, span: Span);

    /// Whether the texts that follow, up to the next call of `open` or `close`, are looked at. A reader that is told
    /// `false` checks them all the same and may leave `text` uncalled.
    fn wants_text(&self) -> bool {
        true
    }

    /// A part of the node's own text, decoded; `span` is where it stands. Borrowed when it stands there as it is.
    fn text(&mut self, text: Cow<'t, str>, span: Span);

    /// The node's value, for formats that have typed ones; at most once, and never together with `text`.
    fn scalar(&mut self, scalar: Scalar<'t>, span: Span);

    /// The node closes; `end` is behind its last byte.
    fn close(&mut self, end: u32);

    /// A node that holds a text and nothing else, not even attributes: the same as opening it, its text and closing it,
    /// which most nodes of most documents are. A sink may have a shorter way for them.
    fn leaf(&mut self, leaf: Leaf<'t, '_>) {
        leaf.part_by_part(self);
    }
}

/// A node that holds a text and nothing else. The text stands in the document as it is.
#[derive(Clone, Copy, Debug)]
pub struct Leaf<'t, 'a> {
    /// Its name.
    pub tag: Tag<'a>,
    /// Where its start tag stands.
    pub start_tag: Span,
    /// What it holds, perhaps nothing.
    pub text: &'t str,
    /// Behind its last byte.
    pub end: u32,
}

impl<'t> Leaf<'t, '_> {
    /// Where its text stands: right behind the start tag.
    #[must_use]
    pub fn text_span(&self) -> Span {
        let start = self.start_tag.end() as usize;
        Span::of(start, start + self.text.len())
    }

    /// Hands the node to `sink` as any other one.
    pub fn part_by_part(self, sink: &mut (impl Sink<'t> + ?Sized)) {
        sink.open(Some(self.tag), self.start_tag);
        if !self.text.is_empty() && sink.wants_text() {
            sink.text(Cow::Borrowed(self.text), self.text_span());
        }
        sink.close(self.end);
    }
}
