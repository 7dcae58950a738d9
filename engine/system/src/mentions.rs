//! The mentions in a document: the text of each node and the values of its attributes, whatever their names.

use std::borrow::Cow;

use assay_document::format::{Scalar, Sink, Tag};
use assay_document::text::Span;

/// Collects the strings in nodes and the values of attributes that `accepts` returns true for, in document order.
pub struct Mentions<W> {
    accepts: W,
    /// The index of each open node among all nodes.
    open: Vec<usize>,
    /// The text so far of each open node. Strings that are not in use stay here so that their memory is reused.
    texts: Vec<String>,
    /// The number of nodes so far.
    nodes: usize,
    found: Vec<Mention>,
}

struct Mention {
    /// The index of the node, and true for the node's text, which follows its attributes.
    order: (usize, bool),
    text: String,
}

impl<W: Fn(&str) -> bool> Mentions<W> {
    /// Returns a collector without mentions.
    pub const fn new(accepts: W) -> Self {
        Self { accepts, open: Vec::new(), texts: Vec::new(), nodes: 0, found: Vec::new() }
    }

    /// Returns the mentions: for each node its attributes, then its text, then its child nodes.
    pub fn finish(mut self) -> Vec<String> {
        // The text of a node is complete when the node closes, after its child nodes.
        self.found.sort_by_key(|mention| mention.order);
        self.found.into_iter().map(|mention| mention.text).collect()
    }

    fn find(&mut self, node: usize, is_text: bool, text: &str) {
        if (self.accepts)(text) {
            self.found.push(Mention { order: (node, is_text), text: text.to_owned() });
        }
    }
}

impl<W: Fn(&str) -> bool> Sink for Mentions<W> {
    fn open(&mut self, _tag: Option<Tag<'_>>, _span: Span) {
        self.nodes += 1;
        if self.open.len() == self.texts.len() {
            self.texts.push(String::new());
        }
        self.open.push(self.nodes);
    }

    fn attribute(&mut self, _name: Tag<'_>, value: Cow<'_, str>, _span: Span) {
        self.find(self.nodes, false, &value);
    }

    fn text(&mut self, text: Cow<'_, str>, _span: Span) {
        if let Some(last) = self.open.len().checked_sub(1) {
            self.texts[last].push_str(&text);
        }
    }

    fn scalar(&mut self, scalar: Scalar<'_>, _span: Span) {
        if let Scalar::Text(text) = scalar {
            self.find(self.nodes, true, &text);
        }
    }

    fn close(&mut self, _end: u32) {
        let Some(node) = self.open.pop() else { return };
        let mut text = std::mem::take(&mut self.texts[self.open.len()]);
        if !text.is_empty() {
            self.find(node, true, trim(&text));
            text.clear();
        }
        self.texts[self.open.len()] = text;
    }
}

/// Returns the text without the white space of XML at both ends.
pub(super) fn trim(text: &str) -> &str {
    // `str::trim` would also remove no-break spaces, which are content in XML.
    text.trim_matches([' ', '\t', '\r', '\n'])
}

#[cfg(test)]
mod tests {
    use assay_document::format::Document;

    use super::Mentions;

    fn mentions(path: &str, text: &str) -> Vec<String> {
        let document = Document::decode(path, text.as_bytes().to_vec()).unwrap();
        let mut mentions = Mentions::new(|text: &str| text.starts_with('x'));
        document.read(&mut mentions).unwrap();
        mentions.finish()
    }

    #[test]
    fn text_and_attributes_are_listed_in_order() {
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
    fn strings_of_json() {
        let text = r#"{"a": "x1", "x": ["y", "x\u0032", {"b": " x"}], "c": 5, "d": null, "e": "x3"}"#;
        assert_eq!(mentions("a.json", text), ["x1", "x2", "x3"]);
    }
}
