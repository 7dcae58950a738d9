//! The notes of a run besides findings and problems. Each field belongs to one concern, which decides at the end if
//! there is something to report.

use super::coverage::LookedInto;
use super::remarks::HidingComments;
use super::suggestions::Unmatched;
use crate::compared::RunComparisons;
use crate::overrun::AbandonedRules;
use crate::times::Times;

/// The notes of a run.
#[derive(Default)]
pub(super) struct RunNotes {
    /// Comments in documents that hide findings.
    pub comments: HidingComments,
    /// Comparisons of values that can never be equal.
    pub comparisons: RunComparisons,
    /// Rules whose scripts ran into limits, and the files that these rules skipped.
    pub given_up: AbandonedRules,
    /// Extractions that yield nothing.
    pub unmatched: Unmatched,
    /// The first rules whose patterns select no file of the run, by number.
    pub unmatched_rules: Vec<u32>,
    /// The files that rules look into.
    pub read_files: LookedInto,
    /// The time of rules and steps.
    pub times: Times,
    /// The time when the run began, if it is measured.
    pub began: Option<f64>,
}

impl RunNotes {
    /// Creates the notes of a run that begins now. `rules` is the number of its rules.
    pub fn new(rules: usize, clock: Option<fn() -> f64>) -> Self {
        Self { unmatched: Unmatched::new(rules), began: clock.map(|clock| clock()), ..Self::default() }
    }
}
