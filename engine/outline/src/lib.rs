//! Outlines: the nodes of one document as a flat list, and the extractions that reach each.
//!
//! For people who look at a document while they write a rule: what they see is what rules see, as the same readers and the
//! same extraction make it.

mod build;
mod name;
mod nodes;
mod outline;
mod xpath;

pub use name::Name;
pub use nodes::{NONE, Nodes, OutlineKind, ValueKind};
pub use outline::Outline;
pub use xpath::XPaths;

#[cfg(test)]
mod tests;
