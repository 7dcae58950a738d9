//! The nodes of an outline in columns, which can be passed to JavaScript without conversion.

/// The number that means no node or no name.
pub const NONE: u32 = u32::MAX;

/// The kind of a node.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u8)]
pub enum OutlineKind {
    /// A JSON or YAML document, or an element of a document that is a list. It has no name.
    Root,
    /// An XML element.
    Element,
    /// An XML attribute.
    Attribute,
    /// The value of a key.
    Member,
    /// An element of a list that is the value of a key; the element has the name of the key.
    Item,
}

impl OutlineKind {
    /// The names of all kinds, in the order of their numbers.
    pub const NAMES: [&'static str; 5] = ["root", "element", "attribute", "member", "item"];
}

/// The kind of a node's own value, without the nodes in it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u8)]
pub enum ValueKind {
    /// No value: an element without text, an object or a mapping.
    None,
    /// Null.
    Null,
    /// A boolean.
    Boolean,
    /// A number.
    Number,
    /// A string.
    Text,
    /// The start of a string or number that is too long to be kept.
    Start,
}

impl ValueKind {
    /// The names of all kinds, in the order of their numbers.
    pub const NAMES: [&'static str; 6] = ["none", "null", "boolean", "number", "text", "start"];
}

/// A name of nodes or attributes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Name {
    /// The name as written, including its prefix.
    pub written: String,
    /// The name in the syntax of `xpath`.
    pub step: String,
}

/// The nodes of one document, in document order. Attributes follow their element. A node is an index into each column.
///
/// A node takes 42 bytes and the start of its value. Places are in bytes of the text, like those of values.
#[derive(Default)]
pub struct Nodes {
    /// The kind of each node.
    pub kinds: Vec<OutlineKind>,
    /// The parent of each node, or [`NONE`].
    pub parents: Vec<u32>,
    /// The first node after the node and all nodes below it.
    pub ends: Vec<u32>,
    /// The index of the name in the outline's names, or [`NONE`].
    pub names: Vec<u32>,
    /// The position of the node among consecutive children of its parent with the same name, from 1.
    pub ordinals: Vec<u32>,
    /// The start of the node.
    pub starts: Vec<u32>,
    /// The end of the node.
    pub stops: Vec<u32>,
    /// The start of the value, as in findings. Without a value, it is the start tag or the key.
    pub value_starts: Vec<u32>,
    /// The end of the value.
    pub value_stops: Vec<u32>,
    /// The kind of the value.
    pub value_kinds: Vec<ValueKind>,
    /// The offset in `texts`, in bytes, of the start of the value.
    pub text_starts: Vec<u32>,
    /// The end in `texts`.
    pub text_ends: Vec<u32>,
    /// The starts of all values, in the order in which nodes close.
    pub texts: String,
}

impl Nodes {
    /// Returns the number of nodes.
    pub const fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Returns true if there are no nodes.
    pub const fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Returns the value of a node, or the start of a long value.
    pub fn value(&self, node: u32) -> &str {
        let node = node as usize;
        &self.texts[self.text_starts[node] as usize..self.text_ends[node] as usize]
    }

    /// Returns the children of a node, attributes first.
    pub fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        let end = self.ends[node as usize];
        let inside = move |child: &u32| *child < end;
        std::iter::successors(Some(node + 1).filter(inside), move |&child| {
            Some(self.ends[child as usize]).filter(inside)
        })
    }

    /// Returns the nodes from the root down to `node`.
    pub fn path(&self, node: u32) -> Vec<u32> {
        let above = |&node: &u32| Some(self.parents[node as usize]).filter(|&parent| parent != NONE);
        let mut path: Vec<u32> = std::iter::successors(Some(node), above).collect();
        path.reverse();
        path
    }
}
