//! A node of a tree.

use std::fmt;
use std::rc::Rc;

use assay_document::text::{Fault, Span};
use rhai::ImmutableString;

use super::path::Path;
use super::select::ElementSelection;
use super::tree::{Tree, TreeNode};

/// A node of a [`Tree`], which it keeps alive. Elements are equal if they are the same node of the same tree.
#[derive(Clone)]
pub struct Element {
    pub(super) tree: Rc<Tree>,
    pub(super) node: u32,
}

impl Element {
    /// Returns the first root of a tree; `None` if the tree is empty.
    pub fn root(tree: &Rc<Tree>) -> Option<Self> {
        (!tree.nodes.is_empty()).then(|| Self { tree: Rc::clone(tree), node: 0 })
    }

    /// Returns the node whose start tag begins where `origin` does; in JSON, whose key or value begins there.
    pub fn at(tree: &Rc<Tree>, origin: Span) -> Option<Self> {
        Some(Self { tree: Rc::clone(tree), node: tree.node_at(origin)? })
    }

    /// Returns the place of its start tag in the document, in bytes; in JSON, the place of its key.
    pub fn origin(&self) -> Span {
        self.tree.node(self.node).span
    }

    /// Returns its name as written, with the prefix; an empty string for a root without a name.
    pub fn tag(&self) -> &str {
        self.tree.tag(self.node)
    }

    /// Returns its name as a string for scripts.
    pub(super) fn shared_tag(&self) -> ImmutableString {
        self.tree.names.get(self.tree.name(self.node) as usize).cloned().unwrap_or_default()
    }

    /// Returns the line of its start tag, from 1.
    pub fn line(&self) -> u32 {
        self.tree.node(self.node).line
    }

    /// Returns the text in front of its first child, not trimmed; in JSON, a scalar as spelled. `None` if it has no
    /// text.
    pub fn text(&self) -> Option<&str> {
        let TreeNode { texts, end, .. } = *self.tree.node(self.node);
        let first_child = self.node + 1;
        let text_end = if first_child < end { self.tree.node(first_child).texts.start() } else { texts.end() };
        let text = &self.tree.texts[texts.start() as usize..text_end as usize];
        // An empty string of JSON is text; an object has no text.
        (!text.is_empty() || self.tree.empty_texts.binary_search(&self.node).is_ok()).then_some(text)
    }

    /// Returns the text between its end tag and the next tag, not trimmed.
    pub fn tail(&self) -> Option<&str> {
        let (tree, node) = (&self.tree, self.tree.node(self.node));
        let parent = tree.node(tree.parent(self.node)?);
        let end = if node.end < parent.end { tree.node(node.end).texts.start() } else { parent.texts.end() };
        let tail = &tree.texts[node.texts.end() as usize..end as usize];
        (!tail.is_empty()).then_some(tail)
    }

    /// Returns the strings in the element, one for each place between two tags.
    pub fn inner_strings(&self) -> impl Iterator<Item = &str> {
        // Each tag inside the element starts a new text. Start tags and end tags are merged in document order.
        let spans = self.tree.subtree(self.node).map(|node| self.tree.node(node).texts);
        let mut cuts: Vec<u32> = spans.flat_map(|texts| [texts.start(), texts.end()]).collect();
        cuts.sort_unstable();
        let parts = cuts.windows(2).map(|cut| &self.tree.texts[cut[0] as usize..cut[1] as usize]);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().into_iter()
    }

    /// Returns its attributes in document order.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tree.attributes(self.node)
    }

    /// Returns the value of an attribute.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// Returns the parent element; `None` for a root.
    pub fn parent(&self) -> Option<Self> {
        self.tree.parent(self.node).map(|node| self.of(node))
    }

    /// Returns the child elements.
    pub fn children(&self) -> impl Iterator<Item = Self> {
        self.tree.children(self.node).map(|node| self.of(node))
    }

    /// Returns the element and all elements below it, in document order.
    pub fn iter(&self) -> impl Iterator<Item = Self> {
        self.tree.subtree(self.node).map(|node| self.of(node))
    }

    /// Returns the first element that a path finds.
    ///
    /// # Errors
    /// Returns a fault if the path is malformed; its span is in bytes of `path`.
    pub fn find(&self, path: &str) -> Result<Option<Self>, Fault> {
        let path = Path::parse(path)?;
        Ok(ElementSelection::new(&path, &self.tree, self.node).first().map(|node| self.of(node)))
    }

    /// Returns all elements that a path finds, each once, in the order of ElementTree.
    ///
    /// # Errors
    /// Returns a fault if the path is malformed; its span is in bytes of `path`.
    pub fn find_all(&self, path: &str) -> Result<Vec<Self>, Fault> {
        let path = Path::parse(path)?;
        Ok(ElementSelection::new(&path, &self.tree, self.node).all().into_iter().map(|node| self.of(node)).collect())
    }

    fn of(&self, node: u32) -> Self {
        Self { tree: Rc::clone(&self.tree), node }
    }
}

impl PartialEq for Element {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.tree, &other.tree) && self.node == other.node
    }
}

impl Eq for Element {}

impl fmt::Debug for Element {
    /// Writes `<Item> on line 7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}> on line {}", self.tag(), self.line())
    }
}
