//! A part of a run whose other parts are run elsewhere.

/// The part of a run that a report is of.
// It includes the data that merging needs besides the report.
#[derive(Clone, Debug, Eq, PartialEq, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Shard {
    /// The number of the part, from 1.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
    /// A hash of what all parts of a run have in common, the files aside that one part alone reads.
    pub digest: String,
    /// The data that `assay report --merge` needs, in a form that only this version reads.
    #[serde(with = "super::packed::bytes")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub state: Vec<u8>,
}
