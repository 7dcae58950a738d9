//! A small document as a tree with places, whatever its format: rule files, schemas, XSDs.
//!
//! A list of JSON or YAML becomes several children with one name; a single value is a list of one.

use std::borrow::Cow;

use assay_document::format::{Document, Notes, Scalar, Sink, Tag};
use assay_document::text::{Fault, Span};

/// An element, or a value with its key.
#[derive(Debug, Default)]
pub(crate) struct TreeNode {
    /// The tag or the key; empty if it has no name.
    pub name: String,
    /// The place of the start tag or of the key; without a key, the start of the value.
    pub span: Span,
    /// The place of the name in a start tag.
    pub name_span: Span,
    /// The attributes, in their order.
    pub attributes: Vec<TreeAttribute>,
    /// The text of an element, without that of its children, or a scalar; `None` for a mapping, an empty list and null.
    pub text: Option<String>,
    /// The place of the scalar, or of the first part of the text.
    pub text_span: Span,
    /// The offset of the first character of the text that is not white space.
    pub text_start: Option<u32>,
    /// The child elements, or the members of a mapping.
    pub children: Vec<Self>,
}

#[derive(Debug)]
pub(crate) struct TreeAttribute {
    pub name: String,
    pub value: String,
    /// The place of the value.
    pub span: Span,
}

impl TreeNode {
    /// Returns the children of that name.
    pub fn all<'n>(&'n self, name: &'n str) -> impl Iterator<Item = &'n Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// Returns the first child of that name.
    pub fn get(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// Returns the attribute of that name.
    pub fn attribute(&self, name: &str) -> Option<&TreeAttribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }
}

pub(crate) struct Tree {
    pub root: TreeNode,
    /// The place of the first node that is nested too deep. Such nodes are left out.
    pub too_deep: Option<Span>,
    pub notes: Notes,
}

/// Reads a document. Nodes that are nested more than `max_depth` levels deep are left out.
///
/// # Errors
/// Fails if the document is not well-formed.
pub(crate) fn read(document: &Document, max_depth: usize) -> Result<Tree, Fault> {
    let mut sink = TreeSink { open: vec![TreeNode::default()], max_depth, too_deep: None };
    let notes = document.read(&mut sink)?;
    let mut top = sink.open.swap_remove(0);
    let root = if top.children.is_empty() { top } else { top.children.swap_remove(0) };
    Ok(Tree { root, too_deep: sink.too_deep, notes })
}

/// Builds the tree; the first open node stands for the document.
struct TreeSink {
    open: Vec<TreeNode>,
    max_depth: usize,
    too_deep: Option<Span>,
}

impl Sink for TreeSink {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        if self.open.len() > self.max_depth {
            self.too_deep.get_or_insert(span);
        }
        let name = tag.map_or("", |tag| tag.full).to_owned();
        let name_span = tag.map_or(span, |tag| tag.place(span));
        self.open.push(TreeNode { name, span, name_span, text_span: span, ..TreeNode::default() });
    }

    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span) {
        if let Some(open) = self.open.last_mut() {
            let (name, value) = (name.full.to_owned(), value.into_owned());
            open.attributes.push(TreeAttribute { name, value, span });
        }
    }

    fn text(&mut self, text: Cow<'_, str>, span: Span) {
        let Some(open) = self.open.last_mut() else { return };
        if open.text.is_none() {
            open.text_span = span;
        }
        if open.text_start.is_none() && !text.trim().is_empty() {
            let blanks = text.len() - text.trim_start().len();
            open.text_start = Some(Span::of(span.start() as usize + blanks, span.end() as usize).start());
        }
        open.text.get_or_insert_default().push_str(&text);
    }

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
        // A node that is too deep is dropped here, without children: a deep tree would overflow the stack when dropped.
        if self.open.len() <= self.max_depth
            && let Some(parent) = self.open.last_mut()
        {
            parent.children.push(node);
        }
    }
}
