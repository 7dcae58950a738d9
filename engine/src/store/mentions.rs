//! What a document mentions: the texts of its nodes and its attributes, whatever their names.

use std::borrow::Cow;

use crate::format::{Scalar, Sink, Tag};
use crate::text::Span;

/// White space that does not count at both ends of a node's text.
pub(super) const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// Gathers every node's own text, trimmed, and every attribute value that is `wanted`, in the order of the document.
pub struct Mentions<'t, W> {
    source: &'t str,
    wanted: W,
    open: Vec<Open<'t>>,
    /// Nodes seen so far.
    nodes: usize,
    found: Vec<Mention<'t>>,
}

/// A node that is open: its place among all nodes, and what its text is so far.
struct Open<'t> {
    node: usize,
    text: Cow<'t, str>,
}

struct Mention<'t> {
    /// Which node's, and whether it is the node's text, which stands behind its attributes.
    order: (usize, bool),
    text: Cow<'t, str>,
}

impl<'t, W: Fn(&str) -> bool> Mentions<'t, W> {
    /// Nothing found yet in the document with the text `source`.
    pub const fn new(source: &'t str, wanted: W) -> Self {
        Self { source, wanted, open: Vec::new(), nodes: 0, found: Vec::new() }
    }

    /// What was found: of each node its attributes, its own text, then the nodes in it.
    #[must_use]
    pub fn finish(mut self) -> Vec<Cow<'t, str>> {
        self.found.sort_by_key(|mention| mention.order);
        self.found.into_iter().map(|mention| mention.text).collect()
    }

    fn find(&mut self, node: usize, is_text: bool, text: Cow<'t, str>) {
        if (self.wanted)(&text) {
            self.found.push(Mention { order: (node, is_text), text });
        }
    }
}

impl<'t, W: Fn(&str) -> bool> Sink<'t> for Mentions<'t, W> {
    fn open(&mut self, _tag: Option<Tag<'_>>, _span: Span) {
        self.nodes += 1;
        self.open.push(Open { node: self.nodes, text: Cow::Borrowed("") });
    }

    fn attribute(&mut self, _name: Tag<'_>, value: Cow<'t, str>, _span: Span) {
        self.find(self.nodes, false, value);
    }

    fn text(&mut self, text: Cow<'t, str>, _span: Span) {
        if let Some(node) = self.open.last_mut() {
            join(&mut node.text, text);
        }
    }

    fn scalar(&mut self, scalar: Scalar<'t>, span: Span) {
        let text = match scalar {
            Scalar::Quoted => Cow::Borrowed(&self.source[span.start() as usize + 1..span.end() as usize - 1]),
            Scalar::Text(text) => text,
            Scalar::Null | Scalar::Bool(_) | Scalar::Number | Scalar::MadeNumber(_) => return,
        };
        self.find(self.nodes, true, text);
    }

    fn close(&mut self, _end: u32) {
        if let Some(Open { node, text }) = self.open.pop()
            && !text.is_empty()
        {
            self.find(node, true, trimmed(text));
        }
    }
}

/// Adds a part to a node's text; the first part is taken as it is.
pub(super) fn join<'t>(text: &mut Cow<'t, str>, part: Cow<'t, str>) {
    if text.is_empty() {
        *text = part;
    } else {
        text.to_mut().push_str(&part);
    }
}

/// The text without the blanks at both ends.
pub(super) fn trimmed(text: Cow<'_, str>) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => Cow::Borrowed(text.trim_matches(BLANKS)),
        Cow::Owned(text) => match text.trim_matches(BLANKS) {
            trimmed if trimmed.len() == text.len() => Cow::Owned(text),
            trimmed => Cow::Owned(trimmed.to_owned()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::Mentions;
    use crate::format::Document;

    fn mentions(path: &str, text: &str) -> Vec<String> {
        let document = Document::decode(path, text.as_bytes().to_vec()).unwrap();
        let mut mentions = Mentions::new(document.text(), |text| text.starts_with('x'));
        document.read(&mut mentions).unwrap();
        mentions.finish().into_iter().map(std::borrow::Cow::into_owned).collect()
    }

    #[test]
    fn texts_and_attributes_in_order() {
        for (text, expected) in [
            ("<A>x1</A>", &["x1"][..]),
            ("<A> x1\n</A>", &["x1"]),
            ("<A b='x1' c='y' d='x2'>x3<B>x4</B></A>", &["x1", "x2", "x3", "x4"]),
            ("<A><B>x2</B>x1</A>", &["x1", "x2"]),
            ("<A>x<B/>1</A>", &["x1"]),
            ("<A><![CDATA[x]]>&#49;</A>", &["x1"]),
            ("<A b=' x1'>y</A>", &[]),
            ("<A>\u{a0}x1</A>", &[]),
            ("<A/>", &[]),
        ] {
            assert_eq!(mentions("a.xml", text), expected, "{text}");
        }
    }

    #[test]
    fn texts_of_json() {
        let text = r#"{"a": "x1", "x": ["y", "x\u0032", {"b": " x"}], "c": 5, "d": null, "e": "x3"}"#;
        assert_eq!(mentions("a.json", text), ["x1", "x2", "x3"]);
    }
}
