//! Conversion rules: which files are assets, which converter builds them, and which source a built file comes from.
//!
//! Any folder may contain a file [`ASSET_RULES`]. Its rules apply to that folder and all folders below it. For a path,
//! the files are read from the root down to the folder of the path. Each rule that matches overrides the fields of
//! earlier rules. A [`Pipeline`] holds all rules, and returns the result for any path with the line that set each
//! value.
//!
//! Nothing here lists folders: the host passes the paths of all files.

mod check;
mod checks;
mod collection;
mod draft;
mod field;
mod limits;
mod outcome;
mod partial;
mod pipeline;
mod read;
mod repair;
mod replacement;
mod rule;

pub use checks::{CHECKS, Check};
pub use collection::ConversionRules;
pub use outcome::{Conversion, ConversionEntry, ConversionOverridden, ConversionSetters, ConversionSite, Setter};
pub use pipeline::{PathResolver, Pipeline};
pub use rule::{ASSET_RULES, is_rule_file};

/// Returns the JSON Schema of the result for a path, with the name of its file.
#[cfg(feature = "schema")]
pub fn schemas() -> [(&'static str, schemars::Schema); 1] {
    [("conversion-entry", assay_report::schema::schema_of::<ConversionEntry<'static>>())]
}

#[cfg(test)]
mod tests;
