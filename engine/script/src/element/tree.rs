//! The tree of one document in flat form: nodes in document order, texts in one string.

use std::ops::Range;

use assay_document::text::Span;
use rhai::ImmutableString;

/// The index for a missing node or name.
pub(super) const NONE: u32 = u32::MAX;

/// The nodes of one document.
///
/// A node takes 36 bytes, and each name is stored once. Texts are stored in document order without gaps, so all text
/// below a node is one slice.
#[derive(Debug, Default)]
pub struct Tree {
    /// The nodes in the order of their start tags. Roots follow each other, because a JSON document may have several.
    pub(super) nodes: Vec<TreeNode>,
    pub(super) attributes: Vec<Attribute>,
    /// The names of nodes and attributes, as strings for scripts.
    pub(super) names: Vec<ImmutableString>,
    pub(super) texts: String,
    /// The values of attributes, without gaps.
    pub(super) values: String,
    /// The nodes of JSON whose value is the empty string, in order. Objects and null have no text at all.
    pub(super) empty_texts: Vec<u32>,
}

#[derive(Debug)]
pub(super) struct TreeNode {
    /// The index of its name, or [`NONE`].
    pub name: u32,
    pub parent: u32,
    /// The index after the last node below it.
    pub end: u32,
    pub line: u32,
    /// The span of its start tag or key.
    pub span: Span,
    /// The span of all text below it, in [`Tree::texts`].
    pub texts: Span,
    /// The index of its first attribute; the attributes of the next node follow.
    pub attributes: u32,
}

#[derive(Debug)]
pub(super) struct Attribute {
    /// The index of its name.
    pub name: u32,
    /// The span of its value in [`Tree::values`].
    pub value: Span,
}

impl Tree {
    /// Returns the node whose start tag begins where `origin` does; in JSON, whose key or value begins there.
    pub(super) fn node_at(&self, origin: Span) -> Option<u32> {
        self.nodes.binary_search_by_key(&origin.start(), |node| node.span.start()).ok().map(narrow)
    }

    pub(super) fn node(&self, node: u32) -> &TreeNode {
        &self.nodes[node as usize]
    }

    /// Returns the index of its name, or [`NONE`].
    pub(super) fn name(&self, node: u32) -> u32 {
        self.node(node).name
    }

    pub(super) fn tag(&self, node: u32) -> &str {
        self.names.get(self.name(node) as usize).map_or("", ImmutableString::as_str)
    }

    pub(super) fn parent(&self, node: u32) -> Option<u32> {
        Some(self.node(node).parent).filter(|&parent| parent != NONE)
    }

    pub(super) fn subtree(&self, node: u32) -> Range<u32> {
        node..self.node(node).end
    }

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

/// Converts an index to 32 bits. A table of 4 GiB entries would exceed the maximum memory of a tree.
pub(super) fn narrow(length: usize) -> u32 {
    Span::of(length, length).start()
}
