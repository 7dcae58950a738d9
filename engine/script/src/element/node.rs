//! One node of a tree.

use std::fmt;
use std::rc::Rc;

use assay_document::text::{Fault, Span};

use super::path::Path;
use super::select::ElementSelection;
use super::tree::Tree;

/// One node of a [`Tree`], which it keeps alive. Elements are equal when they are the same node of the same tree.
#[derive(Clone)]
pub struct Element {
    pub(super) tree: Rc<Tree>,
    pub(super) node: u32,
}

impl Element {
    /// Where its start tag stands in the document, in bytes of the text; of JSON, its key.
    #[must_use]
    pub fn origin(&self) -> Span {
        self.tree.span(self.node)
    }

    /// Its name as written, prefix included; empty for a root that has none.
    #[must_use]
    pub fn tag(&self) -> &str {
        self.tree.tag(self.node)
    }

    /// The line of its start tag, from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.tree.line(self.node)
    }

    /// The text before its first child, not trimmed; a scalar of JSON as spelled. `None` if it has no text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        self.tree.text(self.node)
    }

    /// The text between its end tag and the next tag, not trimmed.
    #[must_use]
    pub fn tail(&self) -> Option<&str> {
        self.tree.tail(self.node)
    }

    /// All text in it, its own and that of all elements below it, in the order of the document.
    #[must_use]
    pub fn inner_text(&self) -> &str {
        self.tree.inner_text(self.node)
    }

    /// The texts in it, one for each place where a tag parts them.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.tree.texts(self.node)
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
