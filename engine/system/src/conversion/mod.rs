//! Conversion rules: which files are assets, which converter builds them, and which source a built file came from.
//!
//! Any folder may hold a file [`ASSET_RULES`]; its rules count for that folder and all below. The files from the root down to
//! a path's own folder are read in that order, and each rule that matches lays what it says over what came before, field
//! by field. A [`Pipeline`] holds all of them and tells of any path what comes of it, and which line said so.
//!
//! Nothing here lists folders: the host hands in the paths that there are.

mod check;
mod checks;
mod collection;
mod draft;
mod field;
mod limits;
mod mend;
mod outcome;
mod partial;
mod pipeline;
mod read;
mod replacement;
mod rule;
mod written;

pub use checks::{CHECKS, Check};
pub use collection::ConversionRules;
pub use outcome::{Conversion, ConversionEntry, ConversionOverridden, ConversionSetters, ConversionSite, Setter};
pub use pipeline::{PathResolver, Pipeline};
pub use rule::{ASSET_RULES, ConversionRule, FolderRules, is_rule_file};

/// The JSON Schema of what is told of a path, with the name of its file.
#[cfg(feature = "schema")]
#[must_use]
pub fn schemas() -> [(&'static str, schemars::Schema); 1] {
    [("conversion-entry", assay_report::schema::schema_of::<ConversionEntry<'static>>())]
}

#[cfg(test)]
mod tests;
