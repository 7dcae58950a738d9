//! The checker core of Assay: rules over documents.
//!
//! Pure Rust: no clock, no file system, no network. A host hands in paths and bytes and gets a report back.

pub use assay_document::{extract, format, source, text};

pub mod asset_list;
pub mod check;
pub mod config;
pub mod outline;
pub mod report;
pub mod rule;
pub mod script;
pub mod step;
pub mod store;
pub mod system;
pub mod zip;
