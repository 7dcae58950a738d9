//! Faults of documents that are not well-formed.

/// The maximum nesting of nodes in every format. It is far beyond any asset, and refuses malicious documents.
pub const MAX_DEPTH: usize = 10_000;

/// The reason why a document is not well-formed, with its place in the decoded text.
///
/// A document has at most one: its reader stops at the first fault, and all nodes before it are dropped.
pub type Malformed = crate::text::Fault;
