//! A part of a run, of which the others are made elsewhere.

/// Which part of a run a report is of, and what merging the parts needs besides what the report says.
#[derive(Clone, Debug, Eq, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Shard {
    /// The number of the part, from 1.
    pub number: u32,
    /// How many parts there are.
    pub of: u32,
    /// A hash of what all parts of the run have in common.
    pub digest: String,
    /// What merging needs, in a form that only this version reads.
    pub state: Vec<u8>,
}
