//! A part of a run that is checked separately and merged.

/// The shard that a report is about.
// It includes the data that merging needs in addition to the report.
#[derive(Clone, Debug, Eq, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shard {
    /// The number of the shard, from 1.
    pub number: u32,
    /// The number of shards.
    pub of: u32,
    /// A hash of the input that all shards have in common, without the files that only one shard reads.
    pub digest: String,
    /// The data that `assay report --merge` needs, in a form that only this version reads.
    #[serde(with = "super::packed::bytes")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub state: Vec<u8>,
}
