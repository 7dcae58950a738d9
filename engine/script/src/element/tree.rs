//! The tree of one document, flat: nodes in the order of the document, texts in one piece.

use std::ops::Range;
use std::rc::Rc;

use assay_document::format::{Document, Malformed};
use assay_document::text::Span;
use rhai::ImmutableString;

use super::build::TreeBuilder;
use super::node::Element;

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
    /// Reads a document into a tree.
    ///
    /// # Errors
    /// The document is not well formed, or its tree would take more than 512 MiB.
    pub fn of(document: &Document) -> Result<Rc<Self>, Malformed> {
        let mut builder = TreeBuilder::new();
        document.read(&mut builder)?;
        builder.finish().map(Rc::new)
    }

    /// The node whose start tag (of JSON: whose key or value) begins where `origin` does.
    #[must_use]
    pub fn node_at(self: &Rc<Self>, origin: Span) -> Option<Element> {
        let at = self.nodes.binary_search_by_key(&origin.start(), |node| node.span.start()).ok()?;
        Some(Element { tree: Rc::clone(self), node: narrow(at) })
    }

    /// The first root.
    #[must_use]
    pub fn root(self: &Rc<Self>) -> Option<Element> {
        (!self.nodes.is_empty()).then(|| Element { tree: Rc::clone(self), node: 0 })
    }

    fn node(&self, node: u32) -> &TreeNode {
        &self.nodes[node as usize]
    }

    pub(super) fn span(&self, node: u32) -> Span {
        self.node(node).span
    }

    pub(super) fn line(&self, node: u32) -> u32 {
        self.node(node).line
    }

    /// The place of its name among the names, or [`NONE`].
    pub(super) fn name(&self, node: u32) -> u32 {
        self.node(node).name
    }

    /// The name as scripts take it.
    pub(super) fn shared_tag(&self, node: u32) -> ImmutableString {
        self.names.get(self.name(node) as usize).cloned().unwrap_or_default()
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

    pub(super) fn text(&self, node: u32) -> Option<&str> {
        let TreeNode { texts, end, .. } = *self.node(node);
        let first_child = (node + 1 < end).then(|| self.node(node + 1).texts.start());
        let text = &self.texts[texts.start() as usize..first_child.unwrap_or(texts.end()) as usize];
        (!text.is_empty() || self.empty_texts.binary_search(&node).is_ok()).then_some(text)
    }

    pub(super) fn tail(&self, node: u32) -> Option<&str> {
        let parent = self.node(self.parent(node)?);
        let next = self.node(node).end;
        let end = if next < parent.end { self.node(next).texts.start() } else { parent.texts.end() };
        let tail = &self.texts[self.node(node).texts.end() as usize..end as usize];
        (!tail.is_empty()).then_some(tail)
    }

    /// The texts in it, one for each place where a tag parts them.
    pub(super) fn texts(&self, node: u32) -> impl Iterator<Item = &str> {
        let Range { start, end } = self.subtree(node);
        // Each tag in it starts a new part: those of start tags and those of end tags, merged by where they stand.
        let mut cuts: Vec<u32> =
            (start..end).flat_map(|at| [self.node(at).texts.start(), self.node(at).texts.end()]).collect();
        cuts.sort_unstable();
        let parts: Vec<&str> = cuts.windows(2).map(|cut| &self.texts[cut[0] as usize..cut[1] as usize]).collect();
        parts.into_iter().filter(|part| !part.is_empty())
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
