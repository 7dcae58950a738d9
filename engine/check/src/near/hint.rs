//! Extractions that yield nothing, and the hints that explain it.

use serde::{Deserialize, Serialize};

/// One of the two extractions of a rule.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(crate) struct HintQuery {
    pub rule: u32,
    /// Its `subxpath`.
    pub is_sub: bool,
}

/// The part of an extraction that a file has no match for.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct NoMatchHint {
    pub of: HintQuery,
    pub path: String,
    /// The number of parts of the extraction that have a match in the file.
    pub reached: usize,
    pub said: String,
    /// The whole extraction as it was probably meant, if there is a suggestion.
    pub meant: Option<String>,
}
