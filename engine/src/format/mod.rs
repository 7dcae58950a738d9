//! Formats: from a file's bytes to one stream of nodes with positions.

mod sink;

pub use sink::{Scalar, Sink, Tag};

/// Nodes nest at most this deep, in every format: far beyond any asset, and it turns a hostile one into an error.
pub const MAX_DEPTH: usize = 10_000;
