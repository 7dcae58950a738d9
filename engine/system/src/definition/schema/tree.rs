//! A schema file as a tree of keys with places: YAML and JSON alike.
//!
//! A list is so many members of one name, and one value is a list of one: both spellings mean the same in a schema.

use std::borrow::Cow;

use assay_document::format::{Document, Format, Scalar, Sink, Tag, Undecodable};
use assay_document::text::{Fault, IssueCode, Span};

/// Values nest at most this deep: far beyond any schema.
const MAX_DEPTH: usize = 64;

/// One value, with the key that it stands under.
#[derive(Debug)]
pub(in crate::definition) struct SchemaNode {
    pub key: String,
    /// Where the key stands; without one, where the value begins.
    pub span: Span,
    /// A scalar, as text; `None` for a mapping, an empty list and null.
    pub text: Option<String>,
    /// Where that stands.
    pub text_span: Span,
    /// The members of a mapping.
    pub members: Vec<Self>,
}

impl SchemaNode {
    /// The members of that name.
    pub fn all<'n>(&'n self, key: &'n str) -> impl Iterator<Item = &'n Self> {
        self.members.iter().filter(move |member| member.key == key)
    }

    /// The first member of that name.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.members.iter().find(|member| member.key == key)
    }
}

/// Reads a schema; gives its text, too, for what is to be said of places.
///
/// # Errors
/// It is neither YAML nor JSON; the text is as much of it as could be decoded.
pub(in crate::definition) fn read(
    path: &str,
    bytes: &[u8],
) -> Result<(SchemaNode, Vec<Fault>, String), (Fault, String)> {
    let start = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    let is_yaml = path.rsplit_once('.').is_some_and(|(_, extension)| ["yaml", "yml"].contains(&extension));
    let format = if !is_yaml && start == Some(&b'{') { Format::Json } else { Format::Yaml };
    let document =
        Document::decode_as(format, bytes.to_vec()).map_err(|Undecodable { malformed, text }| (malformed, text))?;
    let text = || document.text().unwrap_or_default().to_owned();
    let mut sink = TreeSink { open: vec![node("", Span::at(0))], fault: None };
    let notes = document.read(&mut sink).map_err(|fault| (fault, text()))?;
    if let Some(fault) = sink.fault {
        return Err((fault, text()));
    }
    let mut top = sink.open.swap_remove(0);
    let root = if top.members.is_empty() { top } else { top.members.swap_remove(0) };
    let repeated: Vec<Fault> = notes.repeated.keys().iter().map(|repeated| repeated.fault.clone()).collect();
    Ok((root, notes.warnings().chain(repeated).collect(), text()))
}

fn node(key: &str, span: Span) -> SchemaNode {
    SchemaNode { key: key.to_owned(), span, text: None, text_span: span, members: Vec::new() }
}

struct TreeSink {
    open: Vec<SchemaNode>,
    fault: Option<Fault>,
}

impl Sink for TreeSink {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        if self.open.len() > MAX_DEPTH {
            let message = format!("values nest more than {MAX_DEPTH} deep");
            self.fault.get_or_insert_with(|| Fault::new(IssueCode::SchemaDepth, message, span));
        }
        self.open.push(node(tag.map_or("", |tag| tag.full), span));
    }

    fn attribute(&mut self, _name: Tag<'_>, _value: Cow<'_, str>, _span: Span) {}

    fn text(&mut self, _text: Cow<'_, str>, _span: Span) {}

    fn scalar(&mut self, scalar: Scalar<'_>, span: Span) {
        let Some(open) = self.open.last_mut() else { return };
        open.text_span = span;
        open.text = match scalar {
            Scalar::Null => None,
            Scalar::Bool(value) => Some(value.to_string()),
            Scalar::Number(text) | Scalar::Text(text) => Some(text.into_owned()),
        };
    }

    fn close(&mut self, _end: u32) {
        let Some(node) = self.open.pop() else { return };
        match self.open.last_mut() {
            // What is nested too deep is refused, and must not be dropped level by level.
            Some(parent) if self.fault.is_none() => parent.members.push(node),
            Some(_) | None => {}
        }
    }
}
