//! The configuration of a project, its `assay.yaml`: which files are checked, by which rules, and how findings are
//! reported.
//!
//! One table ([`KEYS`]) lists all keys. Reading a file yields its settings one by one, each with its place, and all
//! problems of the file. Paths are plain strings here: the host resolves them.

mod baseline;
mod config;
mod folders;
mod key;
mod project;
mod read;
#[cfg(test)]
mod tests;

pub use baseline::{Baseline, baseline_of};
pub use config::{Config, Setting, Shown};
pub use folders::ProjectFolders;
pub use key::{ConfigKey, KEYS, KeyTakes, LEVEL_OFF, MAX_COUNT};
pub use project::project_of;

pub use assay_system::CONFIGURATIONS as NAMES;

/// Returns the JSON Schemas of the data for hosts.
#[cfg(feature = "schema")]
pub fn schemas() -> [(&'static str, schemars::Schema); 1] {
    [("config-file", assay_report::schema::schema_of::<Shown<'static>>())]
}
