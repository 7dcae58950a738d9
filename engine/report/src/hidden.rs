//! Counts of known findings that a report does not show.

use serde::{Deserialize, Serialize};

/// The number of findings that a report leaves out, by reason.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hidden {
    /// Findings that the baseline lists.
    pub by_baseline: u64,
    /// Findings that `assay-ignore` comments in the files suppress.
    pub by_comments: u64,
}

impl Hidden {
    /// Returns the number of all hidden findings.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.by_baseline + self.by_comments
    }

    /// Returns true if no finding is hidden.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.total() == 0
    }

    /// Returns the counts that are not zero, each with its reason.
    pub(super) fn parts(self) -> impl Iterator<Item = (u64, &'static str)> {
        [(self.by_baseline, "by the baseline"), (self.by_comments, "by comments")].into_iter().filter(|part| part.0 > 0)
    }
}
