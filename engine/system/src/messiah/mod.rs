//! The resources of a Messiah project: `res_store`, which version 1 called `res_filter`.
//!
//! Repositories (`resource.repository`) list resources by their GUIDs. Folders named by GUIDs contain the files of
//! resources. Worlds (`*.iworld`) name levels.

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
