//! Asset lists: the assets that a bundle is made of. Two lists can be compared to make a patch.
//!
//! An entry of an asset list gives the path of an asset, its id, and the SHA-1 of its content. An
//! [operation](OPERATIONS) makes a new list from two lists; a [plan](Plan) is a series of operations. The files are
//! those of O3DE's asset bundler, in XML and JSON, and a simple JSON form that Assay defines.
//!
//! Nothing here reads an asset or computes a hash: the host reads the assets and passes their lists.

mod pattern;
mod plan;
mod platform;
mod read;
mod run;
mod seed;
mod write;

pub use assay_asset_list::{
    AssetEntry, AssetId, AssetList, ContentHash, Duplicate, Fallback, Incomparable, Key, ListEntry, NoId, OPERATIONS,
    Operation, OperationSpec, compare, comparison_key, in_at_least, places, require_entries,
};
pub use pattern::{Pattern, PatternType};
pub use plan::{Plan, Step};
pub use platform::{PLATFORM_GROUPS, PLATFORMS, Platform, platform_bits, platform_names};
pub use read::{Body, ListFile, ListReading, PlacedList, list_of_bytes, read_list};
pub use run::{ListFault, Output, RunError, RunOptions, StepName, is_variable};
pub use seed::{AssetSeed, Seed, SeedList};
pub use write::{Form, ListWriter, Unwritable};

/// Returns the JSON Schemas of an entry, a seed and a step, each with the name of its file.
#[cfg(feature = "schema")]
pub fn schemas() -> [(&'static str, schemars::Schema); 3] {
    use assay_report::schema::schema_of;
    [
        ("asset-entry", schema_of::<AssetEntry<'static>>()),
        ("asset-seed", schema_of::<AssetSeed>()),
        ("plan-step", schema_of::<Step>()),
    ]
}

#[cfg(test)]
mod tests;
