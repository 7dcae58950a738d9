//! The batches of files that workers process, and their outcomes. Both are transferred as bytes.

use std::collections::BTreeSet;

use assay_document::format::Slice;
use assay_document::text::{CodeFamily, IssueCode};
use assay_report::{Diagnostics, Findings, TraceStep, Via};
use assay_rule::Rule;
use assay_step::Signs;
use assay_store::CustomList;
use assay_system::{DataNeeds, Parts, VirtualFile, report_on};
use assay_zip as zip;
use serde::{Deserialize, Serialize};

use super::compared::RunComparisons;
use super::no_match::hint::{HintQuery, NoMatchHint};
use super::overrun::SkippedFiles;
use super::remark::Remark;
use super::selection::{Selection, Selections};
use super::times::Times;

/// Files, each with the job to do for it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Batch {
    /// The number of files by which progress counts. It comes first because [`Batch::size_of`] reads nothing else.
    pub(super) files: usize,
    pub(super) tasks: Vec<BatchTask>,
    /// The sets of rules that tasks name.
    pub(super) selections: Vec<Vec<u32>>,
    /// The archives that contain files of the batch.
    pub(super) archives: BTreeSet<String>,
    /// True if every step is recorded for a trace.
    pub(super) traced: bool,
    /// A hash of the knowledge of the run that the batch may look up, empty if it looks nothing up; `None` unless the
    /// outcome is kept for later runs. The outcome must depend only on this hash, on the batch and on the files that
    /// are read.
    pub(super) remembered: Option<Vec<u8>>,
    /// True if the batch belongs to a part of a run, which has to be compared with the other parts.
    pub(super) in_parts: bool,
}

/// A file with the job to do for it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct BatchTask {
    pub path: String,
    pub job: Job,
    /// The content, if it is a virtual file. The worker makes the content of a report.
    pub virtual_file: Option<VirtualFile>,
}

impl BatchTask {
    /// Returns true if other tasks check the same file by other rules, or other slices of it.
    pub const fn is_divided(&self) -> bool {
        matches!(self.job, Job::Check(_, TaskRules::Group { .. } | TaskRules::Slice(_)))
    }

    /// Returns the slice of the file that it checks; `None` if it checks the whole file.
    pub const fn slice(&self) -> Option<&Slice> {
        match &self.job {
            Job::Check(_, TaskRules::Slice(slice)) => Some(slice),
            _ => None,
        }
    }

    /// Returns true if progress counts the file by this task: it counts a file once, however many tasks check it.
    const fn counts(&self) -> bool {
        match &self.job {
            Job::Check(_, TaskRules::Group { reports_notes }) => *reports_notes,
            Job::Check(_, TaskRules::Slice(slice)) => slice.is_first(),
            _ => true,
        }
    }

    /// Returns the paths of the files that it reads.
    pub fn files(&self) -> impl Iterator<Item = &str> {
        let (many, one) = match (&self.job, &self.virtual_file) {
            (Job::Load { files, beside, .. }, _) => ([&files[..], beside], None),
            (_, None) => ([&[][..]; 2], Some(self.path.as_str())),
            (_, Some(file)) => ([&[][..]; 2], report_on(&file.path).map(|(_, subject)| subject)),
        };
        many.into_iter().flatten().map(String::as_str).chain(one)
    }
}

impl OwnRead {
    /// Records the size of a file of the batch. The largest counts: one rule may read the header, another one the file.
    pub fn note(&mut self, place: usize, size: u64) {
        self.sizes.resize(self.sizes.len().max(place + 1), 0);
        self.sizes[place] = self.sizes[place].max(size.saturating_add(1));
    }
}

/// Returns the number of files by which progress counts tasks.
pub(super) fn count_files(tasks: &[BatchTask]) -> usize {
    tasks.iter().filter(|task| task.counts()).count()
}

/// Numbers the sets of rules that the tasks use, and returns these sets.
pub(super) fn take_selections(tasks: &mut [BatchTask], all: &Selections) -> Vec<Vec<u32>> {
    let mut own = Selections::default();
    for task in tasks {
        if let Job::Check(selection, _) | Job::Lead(selection) = &mut task.job {
            *selection = own.number(all.rules(*selection));
        }
    }
    own.into_sets()
}

/// The job to do for a file.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) enum Job {
    /// Open it: it is an archive.
    Open,
    /// Read it for the collections.
    Index {
        /// For the built-in collections.
        index: bool,
        /// For custom collections that are extracted from it.
        extracted: Vec<u32>,
        /// For custom collections that consist of its lines.
        lines: Vec<u32>,
    },
    /// Check it by these rules.
    Check(Selection, TaskRules),
    /// Only collect the files that values of these rules name: another part of the run checks it.
    Lead(Selection),
    /// Check it by these rules, because values in other files name it.
    Cited(Vec<(u32, Via)>),
    /// Find the parts of these extractions that it has no match for. They yielded nothing in any file.
    Near(Vec<HintQuery>),
    /// Make the virtual files of a system.
    Load {
        /// The index of the system.
        system: usize,
        /// The files that are needed.
        files: Vec<String>,
        /// Further files that may be needed: the schema, and libraries that it names.
        beside: Vec<String>,
        /// The data that the collections of the system need.
        needs: DataNeeds,
    },
}

/// The rules that one task checks a file by.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) enum TaskRules {
    /// All rules that select the file.
    All,
    /// A group of them; other tasks have the other groups. One task of a file `reports_notes` of its reader.
    Group { reports_notes: bool },
    /// The rules that can judge a slice of the file separately. Other tasks have the other slices, and the other rules.
    Slice(Slice),
}

/// The result of a batch.
#[derive(Debug, Default, Deserialize, Serialize)]
pub struct Outcome {
    /// The number of files in the batch.
    pub(super) files: usize,
    pub(super) next: NextFiles,
    pub(super) findings: Findings,
    pub(super) diagnostics: Diagnostics,
    pub(super) collected: CollectedValues,
    pub(super) read: BytesRead,
    /// By rule.
    pub(super) counts: Vec<(u32, Counts)>,
    pub(super) notes: BatchNotes,
    /// The slice of a file, if the batch checks only a slice.
    pub(super) slice: Option<SliceOutcome>,
    /// Every step, if steps are recorded.
    pub(super) steps: Vec<TraceStep>,
}

/// The slice that an outcome is about.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct SliceOutcome {
    /// The path of the file.
    pub path: String,
    /// The offset at which the slice starts.
    pub start: u32,
    /// The rules that must check the whole file: their result may differ from those for its slices together.
    pub to_recheck: Vec<u32>,
    /// The comparisons by `!=` in the tests of rules.
    pub negated: Vec<NegatedTest>,
    /// True in the last part of the outcome.
    pub is_last: bool,
}

/// A comparison by `!=` in the test of a rule, and the values of a slice for it.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub(super) struct NegatedTest {
    pub rule: u32,
    /// The position among the comparisons of the test.
    pub place: usize,
    /// True if the rule has values.
    pub has_values: bool,
    /// True if any selected node has the name of the comparison.
    pub is_met: bool,
}

/// Files found by a batch, which later stages may check.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct NextFiles {
    /// The paths of files in archives.
    pub members: Vec<String>,
    /// Virtual files that systems have made.
    pub virtual_files: Vec<VirtualFile>,
    /// The files that values name.
    pub citations: Vec<Citation>,
}

/// The values that the files of a batch contribute to collections.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct CollectedValues {
    /// For the collections of systems.
    pub parts: Parts,
    /// For custom collections, each with its number and the path of the file.
    pub lists: Vec<(u32, String, CustomList)>,
    /// The custom collections that could not be read.
    pub broken: Vec<u32>,
}

/// The files whose bytes a batch has read.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct BytesRead {
    /// The sizes of the files that the batch checks.
    pub own: OwnRead,
    /// The other files, each with its size.
    pub others: Vec<(String, u64)>,
    /// For a part of a run: checksums of the files that every part reads, as far as they were read whole.
    pub sums: Vec<(String, u64)>,
}

/// The notes of a batch besides findings.
#[derive(Debug, Default, Deserialize, Serialize)]
pub(super) struct BatchNotes {
    /// Explanations of why extractions yielded nothing in the files that were looked at again.
    pub no_match_hints: Vec<NoMatchHint>,
    /// The comments in documents that address the checker (`assay-ignore`).
    pub remarks: Vec<Remark>,
    /// The comparisons of rules, and whether each of them met two values that may be equal.
    pub comparisons: RunComparisons,
    /// The files that abandoned rules skipped.
    pub untried: Vec<SkippedFiles>,
    /// The time of each step, if it is measured.
    pub times: Option<Times>,
}

/// The sizes of the files that a batch checks, if they were read. Paths are omitted, because they are many and known.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct OwnRead {
    /// The path of the first file.
    pub first: String,
    /// The size of each file plus one, by its index in the batch; 0 if its bytes were not read.
    pub sizes: Vec<u64>,
}

/// The numbers of files and values of one rule, and whether its condition had something to judge.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Counts {
    /// Files that its `rpath` selects.
    pub files: u64,
    /// Files, selected or named by values, that could not be judged.
    pub unchecked: u64,
    /// Values of its `xpath`.
    pub values: u64,
    /// Values of its `subxpath`.
    pub sub_values: u64,
    /// Values that exist, but count as empty for a condition that requires a value.
    pub textless: u64,
    /// Files with one value, for a condition that compares the values of a file with each other.
    pub alone: u64,
    /// True if such a condition had several values in some file.
    pub beside: bool,
    /// True if a value passed `filter` and `not_filter`, or the condition judged the absence of values.
    pub kept: bool,
    /// Like `kept`, for the condition on the values of `subxpath`.
    pub sub_kept: bool,
    /// Which of the properties that a value needs in order to fail the values had.
    pub properties: Signs,
}

impl Counts {
    pub fn add(&mut self, other: Self) {
        self.files += other.files;
        self.unchecked += other.unchecked;
        self.values += other.values;
        self.sub_values += other.sub_values;
        self.textless += other.textless;
        self.alone += other.alone;
        self.beside |= other.beside;
        self.kept |= other.kept;
        self.sub_kept |= other.sub_kept;
        self.properties = self.properties.and(other.properties);
    }

    /// Returns true if the rule had values, and all of them exist but count as empty for the condition.
    pub const fn is_textless(&self, has_sub: bool) -> bool {
        self.textless > 0 && self.textless == if has_sub { self.sub_values } else { self.values }
    }

    /// Returns true if each of the values that should be compared with each other was alone in its file.
    pub const fn has_only_single_values(&self) -> bool {
        self.alone > 1 && !self.beside && self.unchecked == 0
    }
}

/// A reference: a value of a rule with `subxpath`, which names a file to read.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Citation {
    pub rule: u32,
    pub target: CitedFile,
    pub via: Via,
}

/// The file that a value of a rule with `subxpath` refers to.
#[derive(Clone, Debug, Deserialize, Eq, Hash, PartialEq, Serialize)]
pub(super) enum CitedFile {
    /// A file of the root.
    File(String),
    /// A path, as written, that leaves the root.
    Outside(String),
    /// No path: the value is not a string, or is empty. It is reported once for each file with such values; the field
    /// is the path of that file.
    NoPath(String),
}

impl CitedFile {
    /// Returns the path by which the reference is assigned to a block.
    pub fn path(&self) -> &str {
        match self {
            Self::File(path) | Self::Outside(path) | Self::NoPath(path) => path,
        }
    }
}

impl Batch {
    /// Returns the paths of the files that it reads. For files in archives it returns the paths of the archives.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        let files = self.tasks.iter().flat_map(BatchTask::files);
        let is_packed = |path: &&str| zip::split(path).is_some_and(|(archive, _)| self.archives.contains(archive));
        self.archives.iter().map(String::as_str).chain(files.filter(move |path| !is_packed(path)))
    }

    /// Returns the number of files in the batch that `bytes` encodes, without decoding all of it.
    ///
    /// # Errors
    /// The bytes are not those of a batch of this version.
    pub fn size_of(bytes: &[u8]) -> Result<usize, postcard::Error> {
        postcard::take_from_bytes(bytes).map(|(size, _)| size)
    }

    /// Returns the rules of a set that a task uses.
    pub(super) fn rules(&self, selection: Selection) -> &[u32] {
        &self.selections[selection.place()]
    }

    /// Returns one batch for each file, with the same jobs.
    pub fn split(&self) -> Vec<Self> {
        let one = |task: &BatchTask| Self {
            files: count_files(std::slice::from_ref(task)),
            tasks: vec![task.clone()],
            // Tasks name sets by their numbers in the whole list.
            selections: self.selections.clone(),
            archives: self.archives.clone(),
            traced: self.traced,
            remembered: self.remembered.clone(),
            in_parts: self.in_parts,
        };
        self.tasks.iter().map(one).collect()
    }

    /// Encodes the batch, for a worker.
    pub fn to_bytes(&self) -> Vec<u8> {
        to_bytes(self)
    }

    /// Decodes a batch.
    ///
    /// # Errors
    /// The bytes are not those of a batch of this version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, postcard::Error> {
        postcard::from_bytes(bytes)
    }
}

impl Outcome {
    /// Returns true if the same files would have the same outcome in a later run. Limits of scripts may depend on the
    /// time, on the memory, and on the files that a script was tried on before.
    pub fn is_lasting(&self) -> bool {
        // The size of a document is the same in each run.
        let is_of_script = |code: IssueCode| code.family() == CodeFamily::Scripts && code != IssueCode::DomTooLarge;
        let problems = &self.diagnostics.problems;
        self.notes.untried.is_empty() && !problems.iter().any(|problem| problem.code.known().is_some_and(is_of_script))
    }

    /// Returns true if it is the last part of the outcome of a slice.
    pub(super) fn is_end_of_slice(&self) -> bool {
        self.slice.as_ref().is_some_and(|slice| slice.is_last)
    }

    /// Removes everything about these rules.
    pub(super) fn remove_rules(&mut self, removed: &BTreeSet<u32>, rules: &[Rule]) {
        let names: Vec<&str> = removed.iter().map(|&rule| rules[rule as usize].name()).collect();
        let is_named = |rule: &str| names.contains(&rule);
        self.findings.retain(|stored| !is_named(stored.rule()));
        let Diagnostics { problems, warnings, .. } = &mut self.diagnostics;
        // A problem of the document is one of all its rules.
        problems.retain(|problem| problem.rule.as_deref().is_some_and(|rule| !is_named(rule)));
        warnings.retain(|warning| !warning.rule.as_deref().is_some_and(is_named));
        self.next.citations.retain(|citation| !removed.contains(&citation.rule));
        self.counts.retain(|(rule, _)| !removed.contains(rule));
        self.notes.comparisons.retain(|rule| !removed.contains(&rule));
        self.notes.untried.retain(|skipped| !removed.contains(&skipped.rule));
        // The comments are found again when the rules check the whole file.
        self.notes.remarks.clear();
    }

    /// Splits the outcome into at least one part, to be absorbed part by part: some files have millions of findings.
    pub fn into_parts(mut self) -> impl Iterator<Item = Self> {
        /// The approximate number of bytes of findings in a part.
        const PART: usize = 16 << 20;
        let mut parts = std::mem::take(&mut self.findings).into_parts(PART).into_iter();
        self.findings = parts.next().unwrap_or_default();
        let slice = self.slice.clone();
        let count = parts.len();
        if let Some(slice) = &mut self.slice {
            slice.is_last = count == 0;
        }
        // Only the first part has the data besides findings, so that counts are added once.
        let part = move |(number, findings)| {
            let slice = slice.clone().map(|slice| SliceOutcome { is_last: number == count, ..slice });
            Self { findings, slice, ..Self::default() }
        };
        std::iter::once(self).chain((1..).zip(parts).map(part))
    }

    /// Encodes the outcome, for the coordinator.
    pub fn to_bytes(&self) -> Vec<u8> {
        // A long outcome consists almost only of findings.
        let room = Vec::with_capacity(self.findings.size() + (1 << 12));
        postcard::to_extend(self, room).unwrap_or_default()
    }

    /// Decodes an outcome.
    ///
    /// # Errors
    /// The bytes are not those of an outcome of this version.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, postcard::Error> {
        postcard::from_bytes(bytes)
    }
}

/// Encodes a value. Writing into memory cannot fail for types whose parts have known lengths.
pub(super) fn to_bytes(value: &impl Serialize) -> Vec<u8> {
    postcard::to_allocvec(value).unwrap_or_default()
}
