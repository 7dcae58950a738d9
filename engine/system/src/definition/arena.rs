//! The content of all files of a load, as nodes of one arena.
//!
//! A complete node does not change. Merging makes new nodes, which share the nodes of the files as their parts. Every
//! value of a result is therefore a node of the file that set it, and has its place in that file.

use rustc_hash::FxHashSet;

use super::namespace::SchemaNamespaces;
use crate::texts::{Interner, TextId, narrow};

/// A node of an [`Arena`].
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(super) struct NodeId(u32);

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum ArenaKind {
    /// An attribute, with its value.
    Attribute,
    /// An element that contains only text, which may be empty.
    Leaf,
    /// An element with attributes, elements or both.
    Parent,
    /// The text of an element with attributes or elements.
    Text,
}

/// A node. It takes only 20 bytes, because there are millions of nodes.
#[derive(Clone, Copy, Debug)]
struct ArenaNode {
    name: TextId,
    /// The position in the file. For a node that was made, the number of the node at whose place it is reported.
    place: u32,
    content: NodeContent,
}

#[derive(Clone, Copy, Debug)]
enum NodeContent {
    Attribute(TextId),
    Leaf(TextId),
    Text(TextId),
    /// The range of its parts in `links`.
    Parent(u32, u32),
}

#[derive(Clone, Debug)]
pub(super) struct ArenaFile {
    /// The number of the context, in load order.
    pub context: u32,
    pub path: String,
    /// The number of its first node.
    first: u32,
}

/// The maximum number of nodes, of links to nodes, and of bytes of text. Twice that number can still be counted, and
/// allocated as one block of memory in WebAssembly.
const MOST_NODES: usize = 1 << 25;
const MOST_LINKS: usize = 1 << 27;
const MOST_TEXT: usize = 1 << 29;

/// Nodes, and the files that they are from.
#[derive(Debug, Default)]
pub(super) struct Arena {
    /// Names and values, each once.
    pub texts: Interner,
    /// The namespaces of the prefixes of names.
    pub namespaces: SchemaNamespaces,
    nodes: Vec<ArenaNode>,
    links: Vec<NodeId>,
    files: Vec<ArenaFile>,
    /// The number of nodes from files; the nodes after them were made.
    read: usize,
}

/// A state of an arena that can be restored.
#[derive(Clone, Copy)]
pub(super) struct ArenaMark {
    nodes: usize,
    links: usize,
}

impl Arena {
    /// Begins a file, to which the next nodes belong. Returns its number.
    pub fn begin_file(&mut self, context: u32, path: &str) -> u32 {
        let first = narrow(self.nodes.len());
        self.files.push(ArenaFile { context, path: path.to_owned(), first });
        narrow(self.files.len() - 1)
    }

    /// Returns the contexts that have files.
    pub fn contexts(&self) -> FxHashSet<u32> {
        self.files.iter().map(|file| file.context).collect()
    }

    /// Records that all files have been read.
    pub fn end_files(&mut self) {
        self.read = self.nodes.len();
    }

    pub fn mark(&self) -> ArenaMark {
        ArenaMark { nodes: self.nodes.len(), links: self.links.len() }
    }

    /// Removes all nodes that were added after the mark.
    pub fn go_back(&mut self, mark: ArenaMark) {
        self.nodes.truncate(mark.nodes);
        self.links.truncate(mark.links);
    }

    fn push(&mut self, node: ArenaNode) -> NodeId {
        self.nodes.push(node);
        // The number does not overflow: files that are too large are refused before, see `Arena::is_full`.
        NodeId(narrow(self.nodes.len() - 1))
    }

    /// Adds an attribute, leaf or text of a file.
    pub fn add(&mut self, kind: ArenaKind, name: TextId, text: TextId, place: u32) -> NodeId {
        let content = match kind {
            ArenaKind::Attribute => NodeContent::Attribute(text),
            ArenaKind::Text => NodeContent::Text(text),
            // An element is a leaf until its parts are known, see `fill`.
            ArenaKind::Leaf | ArenaKind::Parent => NodeContent::Leaf(text),
        };
        self.push(ArenaNode { name, place, content })
    }

    /// Renames a node of a file.
    pub fn rename(&mut self, node: NodeId, name: TextId) {
        self.nodes[node.0 as usize].name = name;
    }

    /// Sets the text of a leaf.
    pub fn set_text(&mut self, node: NodeId, text: TextId) {
        self.nodes[node.0 as usize].content = NodeContent::Leaf(text);
    }

    /// Sets the parts of an element.
    pub fn fill(&mut self, node: NodeId, parts: &[NodeId]) {
        let start = narrow(self.links.len());
        self.links.extend_from_slice(parts);
        self.nodes[node.0 as usize].content = NodeContent::Parent(start, narrow(self.links.len()));
    }

    /// Makes an element of `parts`, with the name and the place of `like`.
    pub fn make(&mut self, like: NodeId, parts: &[NodeId]) -> NodeId {
        // A node that was made may be removed again, so the place is always a node of a file.
        let node = ArenaNode { place: self.origin(like).0, ..self.nodes[like.0 as usize] };
        let made = self.push(node);
        self.fill(made, parts);
        made
    }

    /// Makes an element of `parts` with a name, at the place of `like`.
    pub fn make_element(&mut self, name: &str, parts: &[NodeId], like: NodeId) -> NodeId {
        let node = self.make_value(name, "", like);
        if !parts.is_empty() {
            self.fill(node, parts);
        }
        node
    }

    /// Makes an attribute (`@Name`), text (`#text`) or an element with a name and text, at the place of `like`.
    pub fn make_value(&mut self, name: &str, text: &str, like: NodeId) -> NodeId {
        let place = self.origin(like).0;
        let text = self.texts.intern(text);
        let (name, content) = match name.strip_prefix('@') {
            Some(name) => (name, NodeContent::Attribute(text)),
            None if name == "#text" => ("", NodeContent::Text(text)),
            None => (name, NodeContent::Leaf(text)),
        };
        let name = self.texts.intern(name);
        self.push(ArenaNode { name, place, content })
    }

    /// Makes the text of a leaf into a part.
    pub fn make_text(&mut self, leaf: NodeId, name: TextId, text: TextId) -> NodeId {
        let place = self.origin(leaf).0;
        self.push(ArenaNode { name, place, content: NodeContent::Text(text) })
    }

    pub fn kind(&self, node: NodeId) -> ArenaKind {
        match self.nodes[node.0 as usize].content {
            NodeContent::Attribute(_) => ArenaKind::Attribute,
            NodeContent::Leaf(_) => ArenaKind::Leaf,
            NodeContent::Text(_) => ArenaKind::Text,
            NodeContent::Parent(..) => ArenaKind::Parent,
        }
    }

    pub fn is_element(&self, node: NodeId) -> bool {
        matches!(self.kind(node), ArenaKind::Leaf | ArenaKind::Parent)
    }

    pub fn name(&self, node: NodeId) -> TextId {
        self.nodes[node.0 as usize].name
    }

    pub fn name_text(&self, node: NodeId) -> &str {
        self.texts.get(self.name(node))
    }

    /// Returns the text of an attribute, leaf or text; `None` for an element with parts.
    pub fn text(&self, node: NodeId) -> Option<TextId> {
        match self.nodes[node.0 as usize].content {
            NodeContent::Attribute(text) | NodeContent::Leaf(text) | NodeContent::Text(text) => Some(text),
            NodeContent::Parent(..) => None,
        }
    }

    /// Returns the text of an attribute or leaf, or the text among the parts of an element; empty if it has no text.
    pub fn value(&self, node: NodeId) -> &str {
        let own = |node| self.text(node).map(|text| self.texts.get(text));
        let among =
            || self.parts(node).iter().find(|&&part| self.kind(part) == ArenaKind::Text).and_then(|&part| own(part));
        own(node).or_else(among).unwrap_or("")
    }

    /// Returns the parts of an element: its attributes, its elements and its text.
    pub fn parts(&self, node: NodeId) -> &[NodeId] {
        match self.nodes[node.0 as usize].content {
            NodeContent::Parent(start, end) => &self.links[start as usize..end as usize],
            _ => &[],
        }
    }

    /// Returns the label of a part. An attribute and an element of the same name are two fields.
    pub fn label(&self, part: NodeId) -> Label {
        let node = &self.nodes[part.0 as usize];
        Label { name: node.name, is_attribute: matches!(node.content, NodeContent::Attribute(_)) }
    }

    /// Returns the name of a field in values and paths: `@Name` for an attribute, `#text` for the text of an element.
    pub fn field_name(&self, label: Label) -> String {
        match (label.is_attribute, self.texts.get(label.name)) {
            (true, name) => format!("@{name}"),
            (false, "") => "#text".to_owned(),
            (false, name) => name.to_owned(),
        }
    }

    /// Returns the first part with the label.
    pub fn part(&self, node: NodeId, label: Label) -> Option<NodeId> {
        self.parts(node).iter().copied().find(|&part| self.label(part) == label)
    }

    /// Returns the node of a file that a node is, or at whose place it is reported.
    pub fn origin(&self, node: NodeId) -> NodeId {
        if (node.0 as usize) < self.read { node } else { NodeId(self.nodes[node.0 as usize].place) }
    }

    /// Returns the file and the position in it at which a node is reported.
    pub fn place(&self, node: NodeId) -> (u32, u32) {
        let origin = self.origin(node);
        let after = self.files.partition_point(|file| file.first <= origin.0);
        (narrow(after.saturating_sub(1)), self.nodes[origin.0 as usize].place)
    }

    pub fn file(&self, file: u32) -> &ArenaFile {
        &self.files[file as usize]
    }

    /// Returns true if no more nodes should be added.
    pub fn is_full(&self) -> bool {
        self.nodes.len() >= MOST_NODES || self.links.len() >= MOST_LINKS || self.texts.bytes() >= MOST_TEXT
    }

    /// Returns the number of nodes and links.
    #[cfg(test)]
    pub fn node_count(&self) -> usize {
        self.nodes.len() + self.links.len()
    }

    /// Returns the number of nodes and links that were added after the mark.
    pub fn made_since(&self, mark: ArenaMark) -> usize {
        self.nodes.len() - mark.nodes + self.links.len() - mark.links
    }

    /// Removes the nodes that were added after the mark, except those in `root`. Returns the new number of `root`.
    pub fn keep(&mut self, mark: ArenaMark, root: NodeId) -> NodeId {
        let is_new = |node: &NodeId| node.0 as usize >= mark.nodes;
        // The new numbers. Parts have lower numbers than the elements that contain them.
        let mut numbers: Vec<Option<NodeId>> = vec![None; self.nodes.len() - mark.nodes];
        let mut open: Vec<NodeId> = [root].into_iter().filter(is_new).collect();
        while let Some(node) = open.pop() {
            if numbers[node.0 as usize - mark.nodes].replace(node).is_none() {
                open.extend(self.parts(node).iter().copied().filter(is_new));
            }
        }
        let (mut nodes, mut links) = (Vec::new(), Vec::new());
        for at in 0..numbers.len() {
            let Some(old) = numbers[at] else { continue };
            let mut node = self.nodes[old.0 as usize];
            if let NodeContent::Parent(start, end) = &mut node.content {
                let parts = &self.links[*start as usize..*end as usize];
                let number = |part: &NodeId| numbers.get((part.0 as usize).wrapping_sub(mark.nodes)).copied().flatten();
                let from = narrow(mark.links + links.len());
                links.extend(parts.iter().map(|part| number(part).unwrap_or(*part)));
                (*start, *end) = (from, narrow(mark.links + links.len()));
            }
            numbers[at] = Some(NodeId(narrow(mark.nodes + nodes.len())));
            nodes.push(node);
        }
        let new = (root.0 as usize).checked_sub(mark.nodes).and_then(|at| numbers[at]);
        self.go_back(mark);
        self.nodes.append(&mut nodes);
        self.links.append(&mut links);
        new.unwrap_or(root)
    }
}

/// The label of a part of an element: its name, and true if it is an attribute.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct Label {
    pub name: TextId,
    pub is_attribute: bool,
}
