//! The state of a run: a part for each concern.

use assay_report::Diagnostics;

use super::collections::Collections;
use super::dependencies::OutcomeDependencies;
use super::division::DividedFiles;
use super::files_read::FilesRead;
use super::findings::KeptFindings;
use super::listing::Listing;
use super::notes::RunNotes;
use super::scope::RunScope;
use crate::batch::{Citation, Counts};
use crate::checker::Checker;
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
}

impl RunState {
    pub fn new(checker: &Checker, paths: Vec<String>, traced: Option<Traced>) -> Self {
        let rules = checker.rules().rules().len();
        Self {
            scope: RunScope { traced, ..RunScope::default() },
            files: Listing::new(paths),
            counts: vec![Counts::default(); rules],
            notes: RunNotes::new(rules, checker.run_clock()),
            ..Self::default()
        }
    }
}
