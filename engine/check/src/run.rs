//! The coordinator: decides when each file is read and by which rules, and collects the results.
//!
//! A run has six stages:
//!
//! - Archives are opened.
//! - Virtual files are made, if a rule looks at them.
//! - Collections are built, if a rule uses them.
//! - Every file that a rule selects is checked.
//! - The files that values of rules with `subxpath` name are checked.
//! - A few files are looked at again, to make suggestions for rules that found nothing in any file.
//!
//! The batches of a stage can be processed anywhere and in any order: their results are sorted at the end.

mod block_merge;
mod built_index;
mod checking;
mod cited;
mod collection_gaps;
mod collections;
mod conclude;
mod coverage;
mod dependencies;
mod division;
mod files_read;
mod findings;
mod incomplete;
mod index;
mod index_merge;
mod list_sources;
mod listing;
mod pattern_limit;
pub(super) mod remarks;
mod rpath_suggestion;
mod saved_run;
mod scope;
mod state;
mod suggestions;
mod totals;
mod virtual_files;

use std::rc::Rc;

use assay_document::source::Source;
use assay_document::text::IssueCode;
use assay_report::{Problem, Report, Trace};
use assay_store::Store;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

pub use self::block_merge::BlockMerge;
pub use self::built_index::BuiltIndex;
pub use self::index_merge::IndexMerge;
pub use self::saved_run::SavedBlock;

use self::built_index::PublishedIndex;
use self::division::DividedFiles;
use self::list_sources::ListSources;
use self::pattern_limit::PatternLimitHits;
use self::state::RunState;
use self::virtual_files::RunVirtualFiles;
use super::batch::{Batch, BatchTask, Counts, Job, Outcome, count_files, take_selections};
use super::checker::Checker;
use super::file::list_paths;
use super::focus::PathFilter;
use super::gathered::note_read;
use super::select::{limit_problem, list_limit_problem};
use super::shard::{RunShard, hash};
use super::trace::{Traced, Unexplained};
use super::worker::Worker;

/// The number of batches for each worker in each stage, so that no worker waits long for the last one.
const BATCHES_A_PART: usize = 8;
/// The maximum number of files in a batch, so that progress is visible.
const MAX_BATCH: usize = 256;

/// One run of a checker over the files of a source.
pub struct Run {
    next: Stage,
    /// The stage before which the run ends, so that it can be saved.
    pause: Option<Stage>,
    progress: Progress,
    state: RunState,
}

/// Cuts tasks into batches by the hashes of their paths, so that adding or removing a file changes only one batch.
fn cut_by_paths(tasks: &[BatchTask]) -> impl Iterator<Item = &[BatchTask]> {
    /// On average, one path in this number ends a batch.
    const EVERY: u64 = 32;
    tasks.chunk_by(|task, _| !hash(&task.path).is_multiple_of(EVERY))
}

/// Returns the problem of files that virtual files are made of, in a run that does not know all such files.
fn no_virtual_files(paths: &[&str]) -> Problem {
    let message = format!(
        "the virtual files that are made of {} are not checked, because other files of the project may be needed for them",
        list_paths(paths)
    );
    Problem::new(IssueCode::FileUnreadable, message).help("check the whole project")
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Progress {
    /// The number of files of the current stage that are done.
    pub done: usize,
    /// The number of files of the current stage.
    pub total: usize,
}

#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
enum Stage {
    Open,
    Load,
    Index,
    Check,
    Cited,
    Near,
    Done,
}

impl Run {
    /// Begins a run over the files at `paths`, whose batches can be processed anywhere.
    #[must_use]
    pub fn new(checker: &Checker, paths: Vec<String>) -> Self {
        Self::with_state(RunState::new(checker, paths, None))
    }

    /// Begins a run of one rule over one file of those at `paths`, to be processed like any other and ended by
    /// [`Run::finish_trace`]. A rule that cannot be used has a trace that says why.
    ///
    /// # Errors
    /// There is no such rule, it is switched off, or there is no such file.
    pub fn explaining(checker: &Checker, rule: &str, path: &str, mut paths: Vec<String>) -> Result<Self, Unexplained> {
        let traced = Traced::new(checker, rule, path, &paths)?;
        paths.sort_unstable();
        Ok(Self::with_state(RunState::new(checker, paths, Some(traced))))
    }

    fn with_state(state: RunState) -> Self {
        let next = if state.files.has_archives { Stage::Open } else { Stage::Load };
        Self { next, pause: None, progress: Progress::default(), state }
    }

    /// Makes the run check only a part of the files.
    pub fn share(&mut self, share: RunShard) {
        self.state.scope.share = Some(share);
    }

    /// Makes the run check only the files at these paths.
    pub fn focus(&mut self, paths: Vec<String>) {
        self.state.scope.focus = Some(PathFilter::new(paths));
    }

    /// Makes the run check only its files, as if they were added to a published project. They take the place of files
    /// with the same paths. `index` is that of [`IndexMerge::finish`], if the rules need one.
    ///
    /// # Errors
    /// The bytes are not those of this version.
    pub fn extend_project(&mut self, index: Option<Vec<u8>>) -> Result<(), postcard::Error> {
        self.state.collections.published = index.map(|bytes| PublishedIndex::new(&bytes)).transpose()?;
        self.state.scope.extends_project = true;
        self.focus(self.state.files.paths.clone());
        Ok(())
    }

    /// Divides large files among workers. `source` has the files.
    pub fn divide(&mut self, source: Rc<dyn Source>) {
        self.state.scope.divided = Some(source);
    }

    /// Keeps outcomes for later runs. Batches then depend only on the files, and workers forget their data about files
    /// between batches.
    pub fn remember(&mut self) {
        self.state.recall.is_on = true;
    }

    /// Omits hints about rules that found nothing.
    pub(super) fn omit_hints(&mut self) {
        self.state.scope.omits_hints = true;
    }

    /// Ignores `assay-ignore` comments.
    pub fn ignore_comments(&mut self) {
        self.state.notes.comments.are_ignored = true;
    }

    /// Sets the number of files and folders that the host left out of the paths, for the report.
    pub fn set_ignored(&mut self, count: u64) {
        self.state.files.ignored = count;
    }

    /// Adds a problem of the host, such as a folder that cannot be listed.
    pub fn problem(&mut self, problem: Problem) {
        self.state.met.problems.push(problem);
    }

    /// Adds a warning of the host.
    pub fn warning(&mut self, warning: Problem) {
        self.state.met.warnings.push(warning);
    }

    /// Returns the progress of the current stage.
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// Returns the batches of the next stage, for about `parts` workers; `None` if the run is done.
    ///
    /// All batches of a stage must be absorbed (or reported as crashed) before the next call.
    pub fn batches(&mut self, checker: &Checker, parts: usize) -> Option<Vec<Batch>> {
        while self.pause != Some(self.next) {
            let (next, tasks) = match self.next {
                Stage::Open => (Stage::Load, self.state.files.open_tasks()),
                Stage::Load => {
                    // The files of the block of virtual files belong to other blocks.
                    if self.state.scope.block.as_ref().is_none_or(|block| !block.is_virtual) {
                        self.list(checker);
                    }
                    (Stage::Index, RunVirtualFiles::tasks(checker, &self.state.scope, &self.state.files.paths))
                }
                Stage::Index => {
                    let files = &mut self.state.files;
                    let (unsure, missing) = files.virtual_files.select(checker, &self.state.scope, &files.paths);
                    self.note_unsure(checker, unsure);
                    self.state.met.problems.extend(missing);
                    let tasks = self.index(checker, parts);
                    (Stage::Check, tasks)
                }
                Stage::Check => {
                    let store = self.build_collections(checker);
                    // Encoding the collections takes time.
                    if self.state.recall.is_on {
                        let encoded = self.state.collections.encoded_collections();
                        self.state.recall.note_collections(encoded, checker.rules().rules());
                    }
                    (Stage::Cited, checking::tasks(&mut self.state, checker, store.as_deref()))
                }
                Stage::Cited => {
                    let RunState { divided, files, .. } = &mut self.state;
                    match divided.recheck_tasks(checker, &mut files.selections) {
                        tasks if tasks.is_empty() => (Stage::Near, cited::tasks(&mut self.state, checker)),
                        tasks => (Stage::Cited, tasks),
                    }
                }
                Stage::Near if self.state.scope.omits_hints => (Stage::Done, Vec::new()),
                Stage::Near => (
                    Stage::Done,
                    self.state.notes.unmatched.tasks(checker, &self.state.counts, &self.state.files.virtual_files),
                ),
                Stage::Done => return None,
            };
            self.next = next;
            if !tasks.is_empty() {
                self.progress = Progress { done: 0, total: count_files(&tasks) };
                return Some(self.cut(tasks, parts));
            }
        }
        None
    }

    /// Builds the collections, unless those of all blocks are known. Returns the store if the coordinator needs it.
    fn build_collections(&mut self, checker: &Checker) -> Option<Rc<Store>> {
        let RunState { scope, files, collections, met, .. } = &mut self.state;
        collections.store_of_all_blocks().or_else(|| {
            let sources = ListSources::of_run(checker, scope, files, &collections.contributors());
            let paths = collections.add_published(checker, &files.paths, met);
            collections.build(checker, scope.demand(checker.rules()), &paths, &sources, met)
        })
    }

    /// Returns the tasks that read files for the collections, and the tasks of divided files that need no collections.
    fn index(&mut self, checker: &Checker, parts: usize) -> Vec<BatchTask> {
        let RunState { scope, files, divided, recall, .. } = &mut self.state;
        let mut tasks = index::tasks(checker, scope, files);
        // Outcomes that are kept must not depend on the number of workers.
        if !recall.is_on {
            let read: FxHashSet<&str> = tasks.iter().map(|task| &*task.path).collect();
            *divided = DividedFiles::find(scope, files, &read, parts);
            let early = divided.early_tasks(scope, files, checker, &read);
            tasks.extend(early);
        }
        tasks
    }

    /// Determines the files, and the rules that select each of them.
    fn list(&mut self, checker: &Checker) {
        let (unsure, hidden) = self.state.files.take_members(checker, &self.state.scope);
        self.note_unsure(checker, unsure);
        self.state.met.problems.extend(hidden);
        if let Some(focus) = &mut self.state.scope.focus {
            let missing =
                focus.select_files(checker.rules(), &self.state.files.paths, &mut self.state.files.selected_by);
            if self.state.scope.extends_project {
                focus.expect_published_files();
            }
            self.state.met.problems.retain(|problem| focus.is_relevant(problem));
            self.state.met.problems.extend(missing);
        }
        if self.state.scope.extends_project {
            let sources = self.virtual_sources(checker);
            let paths: Vec<&str> = sources.iter().map(String::as_str).collect();
            self.state.met.problems.extend((!paths.is_empty()).then(|| no_virtual_files(&paths)));
        }
    }

    /// Reports rules and collections for which it is unknown whether they select files.
    fn note_unsure(&mut self, checker: &Checker, unsure: PatternLimitHits) {
        let rules = checker.rules();
        for (rule, (path, paths, files)) in unsure.rules {
            self.state.met.problems.push(limit_problem(&rules.rules()[rule as usize], &path, paths));
            self.state.counts[rule as usize].add(Counts { files, unchecked: files, ..Counts::default() });
        }
        for (list, path) in unsure.lists {
            let of = &rules.collections()[list as usize];
            let problem = list_limit_problem(of.name(), "rpath", &path);
            self.state.met.problems.push(rules.collection_site(of).mark(problem));
            self.state.collections.gaps.broken.insert(list);
        }
    }

    /// Cuts the tasks of a stage into batches.
    fn cut(&self, tasks: Vec<BatchTask>, parts: usize) -> Vec<Batch> {
        let size = tasks.len().div_ceil(parts.max(1) * BATCHES_A_PART).clamp(1, MAX_BATCH);
        let sizes: Vec<usize> = if self.state.recall.is_on {
            cut_by_paths(&tasks).map(<[BatchTask]>::len).collect()
        } else {
            // If several workers check a file, each of their tasks is a separate batch.
            let runs = tasks.chunk_by(|task, next| !task.is_divided() && !next.is_divided());
            runs.flat_map(|run| run.chunks(size)).map(<[BatchTask]>::len).collect()
        };
        let looking = self.state.recall.looking_sets(&self.state.files.selections);
        // Tasks are moved, not copied: a stage may contain all files.
        let mut rest = tasks.into_iter();
        let batch = |size: usize| {
            let mut tasks: Vec<BatchTask> = rest.by_ref().take(size).collect();
            let remembered = self.state.recall.key_of(&tasks, &looking);
            Batch {
                files: count_files(&tasks),
                selections: take_selections(&mut tasks, &self.state.files.selections),
                archives: self.state.files.archives_of(&tasks),
                traced: self.state.scope.traced.is_some(),
                remembered,
                in_parts: self.state.scope.share.is_some(),
                tasks,
            }
        };
        let mut batches: Vec<Batch> = sizes.into_iter().map(batch).collect();
        // The longest batches come first, so that no worker waits for them at the end.
        batches.sort_by_key(|batch| !batch.tasks.iter().any(BatchTask::is_divided));
        batches
    }

    /// Adds the outcome of a batch to the run.
    pub fn absorb(&mut self, checker: &Checker, outcome: Outcome) {
        self.progress.done += outcome.files;
        for outcome in self.state.divided.take_outcome(outcome, checker) {
            self.add(outcome);
        }
    }

    fn add(&mut self, mut outcome: Outcome) {
        self.state.collections.mark_incomplete(&mut outcome.findings);
        self.state.found.add(outcome.findings);
        self.state.met.extend(outcome.diagnostics);
        self.state.files.members.extend(outcome.next.members);
        self.state.files.virtual_files.loaded.extend(outcome.next.virtual_files);
        self.state.collections.absorb(outcome.collected.parts, outcome.collected.lists, outcome.collected.broken);
        self.state.citations.extend(outcome.next.citations);
        note_read(&mut self.state.read.others, outcome.read.others);
        self.state.read.own.absorb(&self.state.files.paths, &outcome.read.own);
        // `next` is the stage after the one of this outcome: every part of a run opens the archives and builds the
        // collections.
        let is_common = matches!(self.next, Stage::Load | Stage::Index | Stage::Check);
        self.state.read.sums.take(outcome.read.sums, is_common);
        if let Some(traced) = &mut self.state.scope.traced {
            traced.absorb(outcome.steps);
        }
        for (rule, counts) in outcome.counts {
            self.state.counts[rule as usize].add(counts);
        }
        self.state.notes.comments.absorb(outcome.notes.remarks);
        self.state.notes.comparisons.merge(outcome.notes.comparisons);
        self.state.notes.unmatched.hints.extend(outcome.notes.no_match_hints);
        self.state.notes.given_up.add(outcome.notes.untried);
        if let Some(times) = &outcome.notes.times {
            self.state.notes.times.merge(times);
        }
    }

    /// Records that a worker crashed on a batch: none of its files is checked.
    ///
    /// A batch of one file identifies the cause; [`Batch::split`] makes such batches.
    pub fn report_crash(&mut self, batch: &Batch, message: &str) {
        self.progress.done += batch.files;
        // A file that is only read for hints has already been checked.
        for task in batch.tasks.iter().filter(|task| !matches!(task.job, Job::Near(_))) {
            // Its rules check the whole file later.
            if task.slice().is_some() {
                continue;
            }
            let problem = Problem::new(IssueCode::Internal, format!("the checker crashed on this file: {message}"));
            let problem = problem.in_file(task.path.as_str()).help("please report it, with the file and the rules");
            self.state.met.problems.push(problem);
            match &task.job {
                Job::Open | Job::Load { .. } | Job::Index { .. } | Job::Lead(_) | Job::Near(_) => {}
                Job::Check(selection, _) => {
                    for &rule in batch.rules(*selection) {
                        self.state.counts[rule as usize].add(Counts { files: 1, unchecked: 1, ..Counts::default() });
                    }
                }
                Job::Cited(requests) => {
                    for (rule, _) in requests {
                        self.state.counts[*rule as usize].unchecked += 1;
                    }
                }
            }
        }
    }

    /// Records that the outcome of a batch of the current stage is from an earlier run, for the report.
    pub fn note_cached(&mut self, batch: &Batch) {
        self.state.recall.note_cached(batch);
    }

    /// Returns true from the check stage on, when [`Run::knowledge`] no longer changes.
    pub const fn is_index_complete(&self) -> bool {
        matches!(self.next, Stage::Cited | Stage::Near | Stage::Done)
    }

    /// Returns the data that workers need from the check stage on, for [`super::Worker::new`]; empty if they need none.
    pub fn knowledge(&self) -> &[u8] {
        self.state.collections.encoded_collections()
    }

    /// Returns the worker of a run on one thread if it needs new knowledge; `None` while the current worker can be
    /// used.
    ///
    /// Call it after each call of [`Run::batches`]. It takes the knowledge out of the run, so that [`Run::knowledge`]
    /// returns nothing afterwards: a run has one worker on its own thread, or workers elsewhere.
    pub fn take_worker(&mut self) -> Option<Worker> {
        self.state.collections.take_worker()
    }

    /// Returns the names of the rules whose `xpath` yields nothing, but would in another letter case.
    pub(super) fn rules_in_other_case<'c>(&self, checker: &'c Checker) -> Vec<&'c str> {
        let rules = (0..).zip(checker.rules().rules()).filter(|(number, rule)| {
            let suggestion =
                self.state.notes.unmatched.nearest(*number, false).and_then(|hint| hint.miss.suggestion.as_deref());
            suggestion.is_some_and(|suggestion| suggestion.eq_ignore_ascii_case(rule.xpath().source()))
        });
        rules.map(|(_, rule)| rule.name()).collect()
    }

    /// Ends the run and returns its report.
    #[must_use]
    pub fn finish(self, checker: &Checker) -> Report {
        conclude::report(self.state, checker)
    }

    /// Returns the trace of a run that [`Run::explaining`] began; an empty trace for any other run.
    #[must_use]
    pub fn finish_trace(self, checker: &Checker) -> Trace {
        conclude::trace(self.state, checker)
    }
}
