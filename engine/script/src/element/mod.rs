//! Elements: the nodes that `{dom}` passes to scripts, with the names of Python's ElementTree.
//!
//! A [`Tree`] is built once for a file, from the same stream of nodes that extraction uses. So both accept the same
//! documents, and trees of JSON or glTF have the same form as trees of XML. An [`Element`] is a node of the tree.

mod build;
mod methods;
mod node;
mod path;
mod select;
#[cfg(test)]
mod tests;
mod tree;

pub use self::build::read_tree;
pub(crate) use self::methods::register;
pub use self::methods::{NAMES, PROPERTIES};
pub use self::node::Element;
pub use self::tree::Tree;
