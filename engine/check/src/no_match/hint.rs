//! Extractions that yield nothing, and hints that explain why.

use assay_document::text::Fault;
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
    pub miss: Mismatch,
}

/// The part of an extraction that a document has no match for.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(crate) struct Mismatch {
    /// One sentence that names that part and what exists instead.
    pub message: String,
    /// The whole extraction as it was probably meant, if there is a suggestion.
    pub suggestion: Option<String>,
}

impl Mismatch {
    /// Adds the explanation to a fault, as its help and as what was probably meant.
    pub fn explain(self, fault: Fault) -> Fault {
        Fault { suggestion: self.suggestion.map(Into::into), ..fault.help(self.message) }
    }
}
