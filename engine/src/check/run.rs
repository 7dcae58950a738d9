//! The coordinator: decides which file is read when and by which rules, and collects the results.
//!
//! A run has six stages. Archives are opened first, if there are any; definitions are loaded, if a rule looks at them;
//! collections are built, if any rule names one; then every file that a rule selects is checked; then the files that
//! values of rules with `subxpath` name; at last a few files are looked at again, to make suggestions for rules that
//! found nothing in any file. The batches of one stage can be processed anywhere, in any order: their results are put
//! in order at the end.

mod checking;
mod cited;
mod conclude;
mod coverage;
mod index;
mod lacking;
mod learn;
mod meant;
mod near;
mod open;
mod own;
mod published;
mod remarks;

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::{FxHashMap, FxHashSet};
use sha2::{Digest, Sha256};

pub(super) use self::learn::files;
use self::own::Own;
use self::published::Made;
use super::batch::{Batch, Citation, Counts, Job, Outcome, Task, take_selections};
use super::compared::Comparisons;
use super::focus::Focus;
use super::gathered::note_read;
use super::knowledge::Knowledge;
use super::near::Near;
use super::overrun::GivenUp;
use super::remark::Remark;
use super::selection::Selections;
use super::share::{Share, hash};
use super::sums::Sums;
use super::times::Times;
use super::trace::Traced;
use super::work::left_out;
use super::{Checker, Worker};
use crate::report::{Diagnostics, Findings, Problem};
use crate::rule::Rule;
use crate::store::List;
use crate::system::definition::Published;
use crate::text::IssueCode;
use crate::zip;

/// The number of batches for each worker in each stage, so that no worker waits long for the last one.
const BATCHES_A_PART: usize = 8;
/// Bytes of all findings together: half of what WebAssembly's memory holds, as reports are made of them in the other half.
const MOST_BYTES: usize = 2 << 30;
/// The maximum number of files in a batch, so that progress is visible.
const MAX_BATCH: usize = 256;

/// One run of a checker over the files of a source.
pub struct Run {
    pub(super) paths: Vec<String>,
    /// Whether one of them is that of an archive.
    has_archives: bool,
    /// The paths of files in archives, until all archives have been looked into.
    members: Vec<String>,
    next: Stage,
    /// The rules and custom collections whose patterns select each path, by its number.
    pub(super) wanted: Vec<super::select::Wanted>,
    /// The sets of rules that files want.
    selections: Selections,
    knowledge: Knowledge,
    /// Whether there is something to know.
    informed: bool,
    /// Made when a host asks for them: a run on one thread hands the knowledge itself to its worker.
    knowledge_bytes: OnceCell<Vec<u8>>,
    /// A hash of it, for runs that remember.
    knowledge_hash: Vec<u8>,
    /// The first rules whose patterns select no file of the run, by number.
    strangers: Vec<u32>,
    /// Which rules look something up in it, by number.
    looking: Vec<bool>,
    /// Parts of own collections, by file.
    lists: Vec<(u32, String, List)>,
    broken_lists: FxHashSet<u32>,
    /// Custom collections that lack the values of a file that could not be read.
    lacking_lists: Vec<u32>,
    /// Collections of systems that are incomplete likewise, by their index among the kinds.
    lacking_kinds: Vec<usize>,
    /// Of each path, whether a rule looks into the file.
    looked_into: Vec<bool>,
    /// The names of rules that use such collections.
    incomplete_rules: FxHashSet<String>,
    pub(super) citations: Vec<Citation>,
    pub(super) findings: Findings,
    /// Documents whose findings were left out for want of room: how many, and of which rules.
    left_out: BTreeMap<String, (u64, BTreeSet<String>)>,
    pub(super) diagnostics: Diagnostics,
    pub(super) counts: Vec<Counts>,
    /// By rule, until that is looked at.
    asked: Vec<near::Files>,
    /// Explanations of why extractions yielded nothing in the files that were looked at again.
    near: Vec<Near>,
    pub(super) remarks: Vec<Remark>,
    comments: Comments,
    comparisons: Comparisons,
    given_up: GivenUp,
    read: FxHashMap<String, u64>,
    /// The sizes of the files to check that were read; `read` has those of other files.
    own: Own,
    /// For a part of a run: the hashes of files that the other parts read, too.
    sums: Sums,
    progress: Progress,
    times: Times,
    /// When the run began, when that is measured.
    began: Option<f64>,
    /// The rule and the file that the run is restricted to, when it is traced.
    traced: Option<Traced>,
    /// The part of the files that the run checks; `None` when it checks all of them.
    pub(super) share: Option<Share>,
    /// The files that the run is about; `None` when it is about all of them.
    pub(super) focus: Option<Focus>,
    /// Whether outcomes are kept for later runs.
    remembers: bool,
    /// Files and folders that the host left out.
    pub(super) ignored: u64,
    /// Files that a rule looks at, and whose outcomes are from an earlier run.
    pub(super) cached: u64,
    /// Files that stand in no folder: as they came, and by path.
    published: Vec<Published>,
    made: Vec<Made>,
}

/// Cuts tasks where their paths say: one file more or less changes the batch that it is in, and no other.
fn cut_by_paths(tasks: &[Task]) -> impl Iterator<Item = &[Task]> {
    /// Of so many paths one ends a batch.
    const EVERY: u64 = 32;
    tasks.chunk_by(|task, _| !hash(&task.path).is_multiple_of(EVERY))
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Progress {
    /// Files of the stage at hand that are done.
    pub done: usize,
    /// Files of the stage at hand.
    pub total: usize,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Stage {
    Open,
    Define,
    Index,
    Check,
    Cited,
    Near,
    Done,
}

/// Whether `assay-ignore` comments hide findings.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Comments {
    /// They hide findings.
    Hide,
    AreIgnored,
}

impl Run {
    pub(super) fn new(checker: &Checker, mut paths: Vec<String>, traced: Option<Traced>) -> Self {
        paths.sort_unstable();
        paths.dedup();
        let mut run = Self {
            members: Vec::new(),
            wanted: Vec::new(),
            selections: Selections::default(),
            next: Stage::Open,
            published: Vec::new(),
            made: Vec::new(),
            knowledge: Knowledge::default(),
            informed: false,
            knowledge_bytes: OnceCell::new(),
            knowledge_hash: Vec::new(),
            strangers: Vec::new(),
            looking: Vec::new(),
            lists: Vec::new(),
            broken_lists: FxHashSet::default(),
            lacking_lists: Vec::new(),
            lacking_kinds: Vec::new(),
            looked_into: Vec::new(),
            incomplete_rules: FxHashSet::default(),
            citations: Vec::new(),
            findings: Findings::default(),
            left_out: BTreeMap::new(),
            diagnostics: Diagnostics::default(),
            counts: vec![Counts::default(); checker.rules().rules().len()],
            asked: vec![near::Files::default(); checker.rules().rules().len()],
            near: Vec::new(),
            remarks: Vec::new(),
            comments: Comments::Hide,
            comparisons: Comparisons::default(),
            given_up: GivenUp::default(),
            read: FxHashMap::default(),
            own: Own::default(),
            sums: Sums::default(),
            progress: Progress::default(),
            times: Times::default(),
            began: checker.measured().map(|clock| clock()),
            share: None,
            focus: None,
            remembers: false,
            ignored: 0,
            cached: 0,
            has_archives: paths.iter().any(|path| zip::is_archive(path)),
            paths,
            traced,
        };
        if !run.has_archives {
            run.next = Stage::Define;
        }
        run
    }

    /// The batches of the next stage, for about `parts` workers; `None` when all is done.
    ///
    /// All batches of a stage have to be absorbed (or told crashed) before the next one is asked for.
    pub fn batches(&mut self, checker: &Checker, parts: usize) -> Option<Vec<Batch>> {
        loop {
            let tasks = match self.next {
                Stage::Open => {
                    self.next = Stage::Define;
                    self.open_tasks()
                }
                Stage::Define => {
                    self.next = Stage::Index;
                    self.take_members(checker);
                    self.look_closer(checker);
                    self.define_tasks(checker)
                }
                Stage::Index => {
                    self.absorb_published(checker);
                    self.next = Stage::Check;
                    self.index_tasks(checker)
                }
                Stage::Check => {
                    self.next = Stage::Cited;
                    let store = self.learn(checker);
                    if self.remembers {
                        self.knowledge_hash = Sha256::digest(self.knowledge()).to_vec();
                        self.looking = checker.rules().rules().iter().map(Rule::looks_up).collect();
                    }
                    self.check_tasks(checker, store.as_ref())
                }
                Stage::Cited => {
                    self.next = Stage::Near;
                    self.cited_tasks(checker)
                }
                Stage::Near => {
                    self.next = Stage::Done;
                    self.near_tasks(checker)
                }
                Stage::Done => return None,
            };
            if !tasks.is_empty() {
                self.progress = Progress { done: 0, total: tasks.len() };
                let size = tasks.len().div_ceil(parts.max(1) * BATCHES_A_PART).clamp(1, MAX_BATCH);
                let sizes: Vec<usize> = if self.remembers {
                    cut_by_paths(&tasks).map(<[Task]>::len).collect()
                } else {
                    tasks.chunks(size).map(<[Task]>::len).collect()
                };
                let looking: Vec<bool> = self.selections.sets().map(|rules| self.looks(rules)).collect();
                // Moved, not copied: a stage may be all files there are.
                let mut rest = tasks.into_iter();
                let batch = |size: usize| {
                    let mut tasks: Vec<Task> = rest.by_ref().take(size).collect();
                    let remembered = self.remembers.then(|| self.looked_up(&tasks, &looking));
                    Batch {
                        selections: take_selections(&mut tasks, &self.selections),
                        archives: self.archives_of(&tasks),
                        traced: self.traced.is_some(),
                        remembered,
                        in_parts: self.share.is_some(),
                        tasks,
                    }
                };
                return Some(sizes.into_iter().map(batch).collect());
            }
        }
    }

    /// Adds the outcome of a batch to the run.
    pub fn absorb(&mut self, mut outcome: Outcome) {
        self.progress.done += outcome.files;
        self.mark_incomplete(&mut outcome.findings);
        self.members.extend(outcome.members);
        self.findings.extend(outcome.findings);
        self.make_room();
        self.diagnostics.extend(outcome.diagnostics);
        self.knowledge.part.merge(outcome.part);
        self.lists.extend(outcome.lists);
        self.broken_lists.extend(outcome.broken_lists);
        self.citations.extend(outcome.citations);
        self.published.extend(outcome.published);
        note_read(&mut self.read, outcome.read);
        self.own.take(&self.paths, &outcome.own);
        self.sums.take(outcome.sums, matches!(self.next, Stage::Define | Stage::Index | Stage::Check));
        if let Some(traced) = &mut self.traced {
            traced.absorb(outcome.steps);
        }
        if let Some(times) = &outcome.times {
            self.times.merge(times);
        }
        for (rule, counts) in outcome.counts {
            self.counts[rule as usize].add(counts);
        }
        self.near.extend(outcome.near);
        if self.comments == Comments::Hide {
            self.remarks.extend(outcome.remarks);
        }
        self.comparisons.merge(outcome.comparisons);
        self.given_up.add(outcome.untried);
    }

    /// Drops findings while all together exceed the memory limit: those of the documents that are last by path, so that
    /// the result does not depend on the order in which batches arrive.
    fn make_room(&mut self) {
        while self.findings.size() > MOST_BYTES || self.is_beyond() {
            let Some((path, rules, count)) = self.findings.drop_last_document() else { return };
            let first = self.left_out.entry(path).or_default();
            first.0 += count as u64;
            first.1.extend(rules);
        }
    }

    /// Returns true if there are findings of documents after one whose findings were left out.
    fn is_beyond(&self) -> bool {
        self.left_out.first_key_value().is_some_and(|(first, _)| self.findings.reaches(first))
    }

    /// Reports the documents whose findings were left out.
    fn tell_left_out(&mut self, checker: &Checker) {
        for (path, (count, rules)) in std::mem::take(&mut self.left_out) {
            for (rule, counts) in checker.rules().rules().iter().zip(&mut self.counts) {
                counts.unchecked += u64::from(rules.contains(rule.name()));
            }
            self.diagnostics.problems.push(left_out(&path, count));
        }
    }

    /// Notes that a worker broke down over a batch, and why: none of its files is checked.
    ///
    /// A batch of one file names the culprit; [`Batch::split`] makes such batches.
    pub fn crashed(&mut self, batch: &Batch, message: &str) {
        self.progress.done += batch.tasks.len();
        for task in batch.tasks.iter().filter(|task| !matches!(task.job, Job::Near(_))) {
            let problem =
                Problem::new(IssueCode::Internal, format!("the checker broke down over this file: {message}"));
            let problem = problem.in_file(task.path.as_str()).help("please report it, with the file and the rules");
            self.diagnostics.problems.push(problem);
            match &task.job {
                Job::Open | Job::Define { .. } | Job::Index { .. } | Job::Lead(_) | Job::Near(_) => {}
                Job::Check(selection) => {
                    for &rule in batch.rules(*selection) {
                        self.counts[rule as usize].add(Counts { files: 1, unchecked: 1, ..Counts::default() });
                    }
                }
                Job::Cited(wants) => {
                    for (rule, _) in wants {
                        self.counts[*rule as usize].unchecked += 1;
                    }
                }
            }
        }
    }

    /// Returns the data that workers need from the check stage on, for [`super::Worker::new`]; empty when they need
    /// none.
    #[must_use]
    pub fn knowledge(&self) -> &[u8] {
        if self.informed { self.knowledge_bytes.get_or_init(|| self.knowledge.to_bytes()) } else { &[] }
    }

    /// Keeps outcomes for later runs. Batches then depend only on the files, and workers forget between batches what
    /// they have learned of files.
    pub fn remember(&mut self) {
        self.remembers = true;
    }

    /// Ignores `assay-ignore` comments.
    pub const fn ignore_comments(&mut self) {
        self.comments = Comments::AreIgnored;
    }

    /// Notes how many files and folders the host left out of the paths, for the report.
    pub const fn ignored(&mut self, count: u64) {
        self.ignored = count;
    }

    /// Notes that the outcome of a batch of the stage at hand is from an earlier run, for the report.
    pub fn recalled(&mut self, batch: &Batch) {
        // The other stages look once more at files that are checked in this one.
        let is_check = |task: &&Task| matches!(task.job, Job::Check(_));
        self.cached += batch.tasks.iter().filter(is_check).count() as u64;
    }

    /// Returns true if any of these rules looks something up in the run's knowledge.
    fn looks(&self, rules: &[u32]) -> bool {
        rules.iter().any(|&rule| self.looking.get(rule as usize) == Some(&true))
    }

    /// Returns the hash of the run's knowledge if a batch may look something up in it, otherwise an empty list.
    /// `looking` says of each set of rules whether it does.
    fn looked_up(&self, tasks: &[Task], looking: &[bool]) -> Vec<u8> {
        let is_looking = tasks.iter().any(|task| match &task.job {
            Job::Check(rules) | Job::Lead(rules) => looking[rules.place()],
            Job::Cited(wants) => wants.iter().any(|&(rule, _)| self.looks(&[rule])),
            Job::Open | Job::Define { .. } | Job::Index { .. } | Job::Near(_) => false,
        });
        if is_looking { self.knowledge_hash.clone() } else { Vec::new() }
    }

    /// How far the stage at hand is.
    #[must_use]
    pub const fn progress(&self) -> Progress {
        self.progress
    }

    /// Returns the worker of a run on one thread when there is new knowledge; `None` while the current worker is still
    /// good.
    ///
    /// Call it after each call of [`Run::batches`]. It takes the knowledge out of the run, so that [`Run::knowledge`]
    /// returns nothing afterwards: a run has one worker on its own thread, or workers elsewhere.
    pub fn take_worker(&mut self) -> Option<Worker> {
        (self.next == Stage::Cited && self.informed).then(|| {
            self.informed = false;
            std::mem::take(&mut self.knowledge).into()
        })
    }

    /// Adds a problem of the host, such as a folder that cannot be listed.
    pub fn problem(&mut self, problem: Problem) {
        self.diagnostics.problems.push(problem);
    }

    /// Adds a warning of the host.
    pub fn warning(&mut self, warning: Problem) {
        self.diagnostics.warnings.push(warning);
    }
}
