//! Outlines: the nodes of one document as a flat list, and the extractions that select each node.
//!
//! An outline helps users to write a rule for a document. It is made by the same readers and the same extraction, so it
//! shows what rules see.

mod build;
mod nodes;
mod outline;
mod xpath;

pub use nodes::{NONE, Name, Nodes, OutlineKind, ValueKind};
pub use outline::Outline;
pub use xpath::XPaths;

#[cfg(test)]
mod tests;
