//! Documents: converts the bytes of a file to a stream of nodes, and to the values that rules extract.
//!
//! This is a separate crate because it is compiled for speed: every byte under check goes through it. The engine above
//! it, which only sees extracted values, is compiled for size, and so is the rule language below it.
//!
//! Pure Rust: no clock, no file system, no network.

pub mod extract;
pub mod format;
pub mod source;
pub mod text;
