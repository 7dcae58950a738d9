//! Findings that are known and not shown again: how many there are.

use serde::{Deserialize, Serialize};

/// How many findings a report leaves out, by who asked for it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hidden {
    /// Those that the baseline lists.
    pub by_baseline: u64,
    /// Those that comments in the files take back: `assay-ignore`.
    pub by_comments: u64,
}

impl Hidden {
    /// All of them.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.by_baseline + self.by_comments
    }

    /// Whether nothing is left out.
    #[must_use]
    pub const fn is_none(&self) -> bool {
        self.total() == 0
    }

    /// For whose sake, each with its number, as far as there are any.
    pub(super) fn parts(self) -> impl Iterator<Item = (u64, &'static str)> {
        [(self.by_baseline, "by the baseline"), (self.by_comments, "by comments")].into_iter().filter(|part| part.0 > 0)
    }
}
