//! The tree of one document, flat: nodes in the order of the document, texts in one piece.

use std::ops::Range;

use assay_document::text::Span;
use rhai::ImmutableString;

/// The number of no node and of no name.
pub(super) const NONE: u32 = u32::MAX;

/// The nodes of one document.
///
/// A node costs 36 bytes, a name is kept once. Texts lie behind each other in the order of the document, so all text
/// below a node is one slice.
#[derive(Debug, Default)]
pub struct Tree {
    /// In the order of their start tags; the roots among them follow each other (a JSON document may have several).
    pub(super) nodes: Vec<TreeNode>,
    pub(super) attributes: Vec<Attribute>,
    /// The names of nodes and attributes, ready to be handed to scripts.
    pub(super) names: Vec<ImmutableString>,
    pub(super) texts: String,
    /// The values of attributes, behind each other.
    pub(super) values: String,
    /// The nodes of JSON whose value is the empty text, in order: of an object or null there is no text at all.
    pub(super) empty_texts: Vec<u32>,
}

/// One node.
#[derive(Debug)]
pub(super) struct TreeNode {
    /// Its place among the names, or [`NONE`].
    pub name: u32,
    pub parent: u32,
    /// The first node behind those below it.
    pub end: u32,
    pub line: u32,
    /// Of its start tag or key.
    pub span: Span,
    /// All text below it, in [`Tree::texts`].
    pub texts: Span,
    /// The place of its first attribute; those of the next node follow.
    pub attributes: u32,
}

/// One attribute.
#[derive(Debug)]
pub(super) struct Attribute {
    /// Its place among the names.
    pub name: u32,
    /// In [`Tree::values`].
    pub value: Span,
}

impl Tree {
    /// Returns the node whose start tag (of JSON: whose key or value) begins where `origin` does.
    pub(super) fn node_at(&self, origin: Span) -> Option<u32> {
        self.nodes.binary_search_by_key(&origin.start(), |node| node.span.start()).ok().map(narrow)
    }

    pub(super) fn node(&self, node: u32) -> &TreeNode {
        &self.nodes[node as usize]
    }

    /// The place of its name among the names, or [`NONE`].
    pub(super) fn name(&self, node: u32) -> u32 {
        self.node(node).name
    }

    pub(super) fn tag(&self, node: u32) -> &str {
        self.names.get(self.name(node) as usize).map_or("", ImmutableString::as_str)
    }

    pub(super) fn parent(&self, node: u32) -> Option<u32> {
        Some(self.node(node).parent).filter(|&parent| parent != NONE)
    }

    /// The node and all below it.
    pub(super) fn subtree(&self, node: u32) -> Range<u32> {
        node..self.node(node).end
    }

    /// The nodes right below it.
    pub(super) fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        let Range { start, end } = self.subtree(node);
        let inside = move |child: &u32| *child < end;
        std::iter::successors(Some(start + 1).filter(inside), move |&child| Some(self.node(child).end).filter(inside))
    }

    pub(super) fn inner_text(&self, node: u32) -> &str {
        &self.texts[self.node(node).texts.range()]
    }

    pub(super) fn attributes(&self, node: u32) -> impl Iterator<Item = (&str, &str)> {
        let start = self.node(node).attributes as usize;
        let end = self.nodes.get(node as usize + 1).map_or(self.attributes.len(), |next| next.attributes as usize);
        let name = |attribute: &Attribute| self.names[attribute.name as usize].as_str();
        self.attributes[start..end]
            .iter()
            .map(move |attribute| (name(attribute), &self.values[attribute.value.range()]))
    }
}

/// A place in a table. One of 4 GiB entries would weigh more than a tree may, so it fits 32 bits.
pub(super) fn narrow(length: usize) -> u32 {
    Span::of(length, length).start()
}
