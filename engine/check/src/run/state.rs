//! The state of a run: a part for each concern.

use assay_report::Diagnostics;

use super::collections::Collections;
use super::coverage::LookedInto;
use super::dependencies::OutcomeDependencies;
use super::division::DividedFiles;
use super::files_read::FilesRead;
use super::findings::KeptFindings;
use super::listing::Listing;
use super::remarks::HidingComments;
use super::scope::RunScope;
use super::suggestions::Unmatched;
use super::totals::FileTotals;
use crate::batch::{Citation, Counts};
use crate::checker::Checker;
use crate::compared::RunComparisons;
use crate::overrun::AbandonedRules;
use crate::times::Times;
use crate::trace::Traced;

/// The parts of a run. Each has its methods in its own file; the stages are functions over them.
#[derive(Default)]
pub(super) struct RunState {
    pub scope: RunScope,
    pub files: Listing,
    /// The files whose rules are divided among several workers.
    pub divided: DividedFiles,
    pub collections: Collections,
    /// The values that name files to check, until these files are.
    pub citations: Vec<Citation>,
    pub found: KeptFindings,
    /// The problems, warnings and hints met while files are checked.
    pub met: Diagnostics,
    /// By rule, the files and values that it looked at.
    pub counts: Vec<Counts>,
    pub read: FilesRead,
    pub recall: OutcomeDependencies,
    pub notes: RunNotes,
    /// The numbers of files of all blocks, for the run that merges them.
    pub of_blocks: Option<FileTotals>,
}

/// The notes of a run besides findings and problems. At the end, each field decides if there is something to report.
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

impl RunState {
    pub fn new(checker: &Checker, paths: Vec<String>, traced: Option<Traced>) -> Self {
        let rules = checker.rules().rules().len();
        Self {
            scope: RunScope { traced, ..RunScope::default() },
            files: Listing::new(paths),
            counts: vec![Counts::default(); rules],
            notes: RunNotes {
                unmatched: Unmatched::new(rules),
                began: checker.run_clock().map(|clock| clock()),
                ..RunNotes::default()
            },
            ..Self::default()
        }
    }
}
