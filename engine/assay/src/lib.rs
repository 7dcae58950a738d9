//! The checker core of Assay: rules over documents.
//!
//! Pure Rust: no clock, no file system, no network. A host hands in paths and bytes and gets a report back. Each room is a crate;
//! this one is their common front door.

pub use assay_asset_list as asset_list;
pub use assay_check as check;
pub use assay_config as config;
pub use assay_document::{extract, format, source, text};
pub use assay_outline as outline;
pub use assay_report as report;
pub use assay_rule as rule;
pub use assay_script as script;
pub use assay_step as step;
pub use assay_store as store;
pub use assay_system as system;
pub use assay_zip as zip;
