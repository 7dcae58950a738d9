//! The nodes of an outline, column by column: the border to JavaScript takes columns as they are.

/// The number of no node and of no name.
pub const NONE: u32 = u32::MAX;

/// The kind of a node.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u8)]
pub enum OutlineKind {
    /// A document of JSON or YAML, or an element of the list that is one: it has no name.
    Root,
    /// An element of XML.
    Element,
    /// An attribute of XML.
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

/// The kind of value that a node itself has, without the nodes in it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[repr(u8)]
pub enum ValueKind {
    /// None: an element without a text, an object or mapping.
    None,
    /// A null.
    Null,
    /// A boolean.
    Boolean,
    /// A number.
    Number,
    /// A text.
    Text,
    /// The start of a string or number that is too long to be kept.
    Start,
}

impl ValueKind {
    /// The names of all kinds, in the order of their numbers.
    pub const NAMES: [&'static str; 6] = ["none", "null", "boolean", "number", "text", "start"];
}

/// The nodes of one document, in its order; attributes follow their element. A node is its place in each column.
///
/// A node costs 42 bytes and the start of its value. Places are in bytes of the text, as those of values are.
#[derive(Default)]
pub struct Nodes {
    /// The kind of each node.
    pub kinds: Vec<OutlineKind>,
    /// The node that it lies in, or [`NONE`].
    pub parents: Vec<u32>,
    /// The first node behind it and all below it.
    pub ends: Vec<u32>,
    /// Its name, as a place in the outline's names, or [`NONE`].
    pub names: Vec<u32>,
    /// How many of its name, with it, stand in a row in its parent up to it.
    pub ordinals: Vec<u32>,
    /// Where it starts.
    pub starts: Vec<u32>,
    /// Where it ends.
    pub stops: Vec<u32>,
    /// Where its value starts: where rules say that it stands, which is the start tag or key when there is none.
    pub value_starts: Vec<u32>,
    /// Where its value ends.
    pub value_stops: Vec<u32>,
    /// The kind of its value.
    pub value_kinds: Vec<ValueKind>,
    /// Where the start of its value starts in `texts`, in bytes.
    pub text_starts: Vec<u32>,
    /// Where it ends there.
    pub text_ends: Vec<u32>,
    /// The starts of all values, in the order in which nodes close.
    pub texts: String,
}

impl Nodes {
    /// How many there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.kinds.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// The value of a node, or the start of a long one.
    #[must_use]
    pub fn value(&self, node: u32) -> &str {
        let node = node as usize;
        &self.texts[self.text_starts[node] as usize..self.text_ends[node] as usize]
    }

    /// The nodes right below one, attributes first.
    pub fn children(&self, node: u32) -> impl Iterator<Item = u32> {
        let end = self.ends[node as usize];
        let inside = move |child: &u32| *child < end;
        std::iter::successors(Some(node + 1).filter(inside), move |&child| {
            Some(self.ends[child as usize]).filter(inside)
        })
    }

    /// The nodes from a root down to one.
    #[must_use]
    pub fn path(&self, node: u32) -> Vec<u32> {
        let above = |&node: &u32| Some(self.parents[node as usize]).filter(|&parent| parent != NONE);
        let mut path: Vec<u32> = std::iter::successors(Some(node), above).collect();
        path.reverse();
        path
    }
}
