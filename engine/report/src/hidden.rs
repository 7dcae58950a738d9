//! Counts of known findings that a report does not show.

use serde::{Deserialize, Serialize};

use crate::forms::is_zero;

/// The number of findings that a report leaves out, by reason.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Hidden {
    /// Findings that the baseline lists.
    pub by_baseline: u64,
    /// Findings that `assay-ignore` comments in the files suppress.
    pub by_comments: u64,
    /// Findings that the files already had before the changes that are checked; left out if zero.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub by_changes: u64,
}

two_forms!(Hidden { by_baseline, by_comments, by_changes });

/// The reason why a report leaves out known findings.
#[derive(Clone, Copy, Debug)]
pub enum HiddenReason {
    /// A baseline lists them.
    Baseline,
    /// The files already had them before the changes that are checked.
    Changes,
}

impl Hidden {
    /// Returns the number of all hidden findings.
    pub const fn total(self) -> u64 {
        self.by_baseline + self.by_comments + self.by_changes
    }

    /// Returns true if no finding is hidden.
    pub const fn is_none(&self) -> bool {
        self.total() == 0
    }

    /// Returns the counts that are not zero, each with its reason.
    pub(super) fn parts(self) -> impl Iterator<Item = (u64, &'static str)> {
        let parts = [
            (self.by_baseline, "by the baseline"),
            (self.by_comments, "by comments"),
            (self.by_changes, "from before the changes"),
        ];
        parts.into_iter().filter(|part| part.0 > 0)
    }

    pub(super) const fn add(&mut self, reason: HiddenReason, count: u64) {
        match reason {
            HiddenReason::Baseline => self.by_baseline += count,
            HiddenReason::Changes => self.by_changes += count,
        }
    }
}
