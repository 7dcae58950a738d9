//! One node of a tree.

use std::fmt;
use std::rc::Rc;

use assay_document::text::{Fault, Span};
use rhai::ImmutableString;

use super::path::Path;
use super::select::ElementSelection;
use super::tree::{Tree, TreeNode};

/// One node of a [`Tree`], which it keeps alive. Elements are equal when they are the same node of the same tree.
#[derive(Clone)]
pub struct Element {
    pub(super) tree: Rc<Tree>,
    pub(super) node: u32,
}

impl Element {
    /// Returns the first root of a tree; `None` if the tree is empty.
    #[must_use]
    pub fn root(tree: &Rc<Tree>) -> Option<Self> {
        (!tree.nodes.is_empty()).then(|| Self { tree: Rc::clone(tree), node: 0 })
    }

    /// Returns the node whose start tag (of JSON: whose key or value) begins where `origin` does.
    #[must_use]
    pub fn at(tree: &Rc<Tree>, origin: Span) -> Option<Self> {
        Some(Self { tree: Rc::clone(tree), node: tree.node_at(origin)? })
    }

    /// Where its start tag stands in the document, in bytes of the text; of JSON, its key.
    #[must_use]
    pub fn origin(&self) -> Span {
        self.tree.node(self.node).span
    }

    /// Its name as written, prefix included; empty for a root that has none.
    #[must_use]
    pub fn tag(&self) -> &str {
        self.tree.tag(self.node)
    }

    /// Its name as scripts take it.
    pub(super) fn shared_tag(&self) -> ImmutableString {
        self.tree.names.get(self.tree.name(self.node) as usize).cloned().unwrap_or_default()
    }

    /// The line of its start tag, from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.tree.node(self.node).line
    }

    /// The text before its first child, not trimmed; a scalar of JSON as spelled. `None` if it has no text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        let TreeNode { texts, end, .. } = *self.tree.node(self.node);
        let first_child = self.node + 1;
        let text_end = if first_child < end { self.tree.node(first_child).texts.start() } else { texts.end() };
        let text = &self.tree.texts[texts.start() as usize..text_end as usize];
        // An empty string of JSON is a text; an object has none.
        (!text.is_empty() || self.tree.empty_texts.binary_search(&self.node).is_ok()).then_some(text)
    }

    /// The text between its end tag and the next tag, not trimmed.
    #[must_use]
    pub fn tail(&self) -> Option<&str> {
        let (tree, node) = (&self.tree, self.tree.node(self.node));
        let parent = tree.node(tree.parent(self.node)?);
        let end = if node.end < parent.end { tree.node(node.end).texts.start() } else { parent.texts.end() };
        let tail = &tree.texts[node.texts.end() as usize..end as usize];
        (!tail.is_empty()).then_some(tail)
    }

    /// The texts in it, one for each place where a tag parts them.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        // Each tag in it starts a new part: those of start tags and those of end tags, merged by where they stand.
        let spans = self.tree.subtree(self.node).map(|node| self.tree.node(node).texts);
        let mut cuts: Vec<u32> = spans.flat_map(|texts| [texts.start(), texts.end()]).collect();
        cuts.sort_unstable();
        let parts = cuts.windows(2).map(|cut| &self.tree.texts[cut[0] as usize..cut[1] as usize]);
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>().into_iter()
    }

    /// Its attributes in the order of the document.
    pub fn attributes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.tree.attributes(self.node)
    }

    /// The value of an attribute.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.attributes().find(|(known, _)| *known == name).map(|(_, value)| value)
    }

    /// The element that holds it; `None` for a root.
    #[must_use]
    pub fn parent(&self) -> Option<Self> {
        self.tree.parent(self.node).map(|node| self.of(node))
    }

    /// The elements right below it.
    pub fn children(&self) -> impl Iterator<Item = Self> {
        self.tree.children(self.node).map(|node| self.of(node))
    }

    /// Itself and all elements below it, in the order of the document.
    pub fn iter(&self) -> impl Iterator<Item = Self> {
        self.tree.subtree(self.node).map(|node| self.of(node))
    }

    /// The first element that a path leads to.
    ///
    /// # Errors
    /// The path does not parse; the fault's span is in bytes of it.
    pub fn find(&self, path: &str) -> Result<Option<Self>, Fault> {
        let path = Path::parse(path)?;
        Ok(ElementSelection::new(&path, &self.tree, self.node).first().map(|node| self.of(node)))
    }

    /// All elements that a path leads to, each once, in the order in which ElementTree finds them.
    ///
    /// # Errors
    /// The path does not parse; the fault's span is in bytes of it.
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
    /// `<Item> on line 7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}> on line {}", self.tag(), self.line())
    }
}
