//! A part of a run whose other parts are run elsewhere.

/// The part of a run that a report is of, with the data that merging needs besides the report.
#[derive(Clone, Debug, Eq, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Shard {
    /// The number of the part, from 1.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
    /// A hash of what all parts of the run have in common.
    pub digest: String,
    /// The data that merging needs, in a form that only this version reads.
    pub state: Vec<u8>,
}
