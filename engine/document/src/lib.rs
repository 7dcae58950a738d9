//! Documents: from a file's bytes to one stream of nodes, and to the values that rules extract.
//!
//! A crate of its own because it is compiled for speed: every byte under check goes through it. The engine above, which
//! sees what was extracted, is compiled for size, and so is the language below, in which rules are written.
//!
//! Pure Rust: no clock, no file system, no network.

pub mod extract;
pub mod format;
pub mod source;
pub mod text;
