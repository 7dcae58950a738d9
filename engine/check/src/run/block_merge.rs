//! Merges the runs over all blocks of a project into one, which makes the report.

use std::collections::BTreeSet;
use std::rc::Rc;

use assay_rule::SelectedFiles;
use assay_system::report_on;
use assay_zip as zip;
use rustc_hash::FxHashSet;

use super::built_index::BuiltIndex;
use super::checking::MOST_UNMATCHED;
use super::conclude::{is_missing, name_twins};
use super::rpath_suggestion::MOST_PATHS;
use super::saved_run::SavedRun;
use super::state::RunState;
use super::totals::FileTotals;
use super::{Run, Stage};
use crate::checker::Checker;

/// The merged results of blocks.
pub struct BlockMerge {
    state: RunState,
    totals: FileTotals,
    /// Some of the paths of files in archives: enough for suggestions.
    members: Vec<String>,
}

impl BlockMerge {
    /// Creates a merge of no blocks. `index` are the collections that the blocks used, if they used any.
    #[must_use]
    pub fn new(checker: &Checker, index: Option<&Rc<BuiltIndex>>) -> Self {
        let mut state = RunState::new(checker, Vec::new(), None);
        if let Some(index) = index {
            state.collections.adopt(index);
            state.met.extend(index.diagnostics.clone());
        }
        Self { state, totals: FileTotals::default(), members: Vec::new() }
    }

    /// Adds a block, in the order of blocks, as [`Run::save`] returns it.
    ///
    /// # Errors
    /// The bytes are not such a run of this version.
    pub fn add(&mut self, saved: &[u8]) -> Result<(), postcard::Error> {
        let saved: SavedRun = postcard::from_bytes(saved)?;
        let state = &mut self.state;
        if self.members.len() < MOST_PATHS {
            self.members.extend(saved.members);
        }
        // Only samples are looked at again. The first file shows that there are virtual files.
        let samples: FxHashSet<&str> = saved.notes.samples.iter().flatten().flatten().map(String::as_str).collect();
        let loaded = &mut state.files.virtual_files.loaded;
        for file in saved.virtual_files {
            if loaded.is_empty() || samples.contains(file.path.as_str()) {
                loaded.push(file);
            }
        }
        for (path, (count, rules)) in saved.found.omitted {
            let known = state.found.omitted.entry(path).or_default();
            known.0 += count;
            known.1.extend(rules);
        }
        state.found.add(saved.found.findings);
        state.met.extend(saved.met);
        for (counts, more) in state.counts.iter_mut().zip(saved.counts) {
            counts.add(more);
        }
        state.notes.comments.absorb(saved.notes.remarks);
        state.notes.comparisons.merge(saved.notes.comparisons);
        state.notes.given_up.add(saved.notes.given_up);
        state.notes.unmatched.add_samples(saved.notes.samples, &saved.notes.other_formats);
        self.totals.add(saved.totals);
        Ok(())
    }

    /// Returns true if files are missing, so that [`Self::name_twins`] may find files with similar paths.
    pub fn has_missing(&self) -> bool {
        self.state.met.problems.iter().any(is_missing)
    }

    /// Adds to the problem of each missing file a help that names the first of `paths` that looks the same. Call it
    /// with the paths of each block, in order.
    pub fn name_twins(&mut self, paths: &[String]) {
        name_twins(&mut self.state.met.problems, paths);
    }

    /// Returns the run, which looks again at some files for hints, and then makes the report. `first` are the first
    /// paths of the project, at least 1000 if it has as many.
    #[must_use]
    pub fn into_run(self, checker: &Checker, first: Vec<String>) -> Run {
        let Self { mut state, totals, members } = self;
        let mut paths: BTreeSet<String> = first.into_iter().chain(members).collect();
        for path in state.notes.unmatched.files.iter().flatten().flatten() {
            let subject = report_on(path).map_or(path.as_str(), |(_, subject)| subject);
            paths.insert(subject.to_owned());
            paths.extend(zip::split(subject).map(|(archive, _)| archive.to_owned()));
        }
        state.files.paths = paths.into_iter().collect();
        state.files.has_archives = state.files.paths.iter().any(|path| zip::is_archive(path));
        let made = std::mem::take(&mut state.files.virtual_files.loaded);
        state.files.virtual_files.restore(checker, made);
        let rules = (0..).zip(checker.rules().rules()).zip(&state.counts);
        let unmatched =
            rules.filter(|((_, rule), counts)| counts.files == 0 && matches!(rule.rpath(), SelectedFiles::Pattern(_)));
        state.notes.unmatched_rules = unmatched.map(|((number, _), _)| number).take(MOST_UNMATCHED).collect();
        state.of_blocks = Some(totals);
        let mut run = Run::with_state(state);
        run.next = Stage::Near;
        run
    }
}
