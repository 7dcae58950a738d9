//! Elements: the nodes that `{dom}` hands to scripts, under the names that Python's ElementTree gave them.
//!
//! A [`Tree`] is built once for a file from the same stream of nodes that extraction reads, so what is well formed is
//! decided in one place, and a tree of JSON or glTF is walked as one of XML is. An [`Element`] is a node of it.

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
