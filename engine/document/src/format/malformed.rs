//! Why a document is not well formed.

/// Nodes nest at most this deep, in every format: far beyond any asset, and it turns a hostile one into an error.
pub const MAX_DEPTH: usize = 10_000;

/// Why a document is not well formed, and where in its decoded text.
///
/// A document has one: its reader stops at the first fault, and nothing that it read before counts.
pub type Malformed = crate::text::Fault;
