//! The resources of a Messiah project: `res_store`, and `res_filter` as version 1 called it.
//!
//! Repositories (`resource.repository`) list resources by their GUIDs, folders named by GUIDs hold the files of resources, and
//! worlds (`*.iworld`) name levels.

mod disk;
mod files;
mod index;
mod key;
mod maps;
mod repository;
mod resources;
mod rows;
mod system;
mod things;

#[cfg(test)]
mod tests;

pub use system::{Messiah, RES_IN_DISK};
