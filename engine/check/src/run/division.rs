//! Divides large files among workers, so that several workers check one file at the same time.
//!
//! A file is cut into slices for the rules that can judge each slice separately. The other rules are divided into
//! groups. For each group, a worker reads the whole file and extracts what these rules need: reading a large file takes
//! little time compared to checking its values by 50 rules. While a file is read for collections, another worker can
//! check it by rules that need no collections.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use assay_document::format::{Document, Format, Slice, Tag};
use assay_rule::{Rule, SelectedFiles};
use assay_zip as zip;
use rustc_hash::FxHashSet;

use super::listing::Listing;
use super::scope::RunScope;
use crate::batch::{BatchTask, Job, Outcome, SliceOutcome, TaskRules};
use crate::checker::Checker;
use crate::named::test_key;
use crate::selection::Selections;
use crate::virtual_file::rule_reads_virtual_files;

/// The size in bytes from which on a file may be divided. 50 rules check a smaller file in about the time that a worker
/// takes to start.
const MIN_SIZE: u64 = 4 << 20;
/// The maximum number of files whose sizes are requested from the host. If rules select more files, only the sizes of
/// files that are read for collections are requested, because among many files a single one rarely causes a delay.
const MAX_SIZE_REQUESTS: usize = 2048;
/// The effort of a group's rules from which on the file is read once more for them. Reading 68 MB takes 0.15 s, and 16
/// simple rules with its values 0.22 s.
const LEAST_EFFORT: u64 = 16;
/// The number of simple rules that one worker can check in about the time in which another one reads the same file for
/// collections.
const EARLY: usize = 4;

/// The files of a run that are divided among workers. They are large, so they are few.
#[derive(Default)]
pub(super) struct DividedFiles(Vec<DividedFile>);

#[derive(Default)]
struct DividedFile {
    /// The number of the file among the paths.
    place: usize,
    path: String,
    /// The number of workers that check it.
    workers: usize,
    /// The slices that it is cut into; none if it is not cut.
    slices: Vec<Slice>,
    /// The check of these slices, until it is done.
    sliced: Option<SlicedCheck>,
    /// The rules that check it while collections are built.
    early: Rc<[u32]>,
    /// True if a task of these rules reports what the reader notes about the file.
    has_reporter: bool,
}

/// The check of the slices of a file.
struct SlicedCheck {
    rules: Rc<[u32]>,
    /// The outcomes so far, by the starts of their slices. Some come in parts.
    outcomes: BTreeMap<u32, Vec<Outcome>>,
    /// The rules that must check the whole file.
    to_recheck: BTreeSet<u32>,
    /// True if all outcomes have been added to the run.
    is_done: bool,
}

impl DividedFiles {
    /// Finds the files that are worth dividing among `parts` workers; `read` are the paths of the files that are read
    /// for collections. No file is divided in a run that records every step, or that is a part of another run.
    pub fn find(scope: &RunScope, files: &Listing, read: &FxHashSet<&str>, parts: usize) -> Self {
        let Some(source) = scope.divided.as_ref().filter(|_| parts > 1) else { return Self::default() };
        if scope.traced.is_some() || scope.share.is_some() || scope.block.is_some() {
            return Self::default();
        }
        let selected = files.paths.iter().zip(&files.selected_by).enumerate();
        let selected = selected.filter(|(_, (path, selected_by))| {
            // The message about a document without a reader counts the rules, so it would depend on their groups.
            !selected_by.rules.is_empty() && Format::of_extension(path).is_some() && scope.owns(path)
        });
        let mut requested: Vec<(usize, &str)> = selected.map(|(place, (path, _))| (place, path.as_str())).collect();
        // The host may have to look at each file for its size.
        if requested.len() > MAX_SIZE_REQUESTS {
            requested.retain(|(_, path)| read.contains(path));
            requested.truncate(MAX_SIZE_REQUESTS);
        }
        let large = requested.into_iter().filter_map(|(place, path)| Some((place, source.size(path).ok()?)));
        let large: Vec<(usize, u64)> = large.filter(|(_, size)| *size >= MIN_SIZE).collect();
        let bytes_a_worker: u64 = large.iter().map(|(_, size)| size).sum::<u64>().div_ceil(parts as u64);
        let workers = |size: u64| usize::try_from(size.div_ceil(bytes_a_worker)).unwrap_or(parts).min(parts);
        let divided = large.into_iter().map(|(place, size)| (place, workers(size))).filter(|(_, workers)| *workers > 1);
        let file = |(place, workers): (usize, usize)| {
            let path = files.paths[place].clone();
            // A file in an archive can only be read from its beginning.
            let can_be_cut = Format::of_extension(&path) == Some(Format::Xml) && zip::split(&path).is_none();
            let count = u32::try_from(workers).unwrap_or(u32::MAX);
            let slices = if can_be_cut { Document::slices(&path, source, count) } else { Vec::new() };
            DividedFile { place, path, workers, slices, ..DividedFile::default() }
        };
        Self(divided.map(file).collect())
    }

    /// Keeps the outcome of a slice until those of all slices are known. Returns the outcomes that can be added to the
    /// run now, in the order of slices.
    pub fn take_outcome(&mut self, outcome: Outcome, checker: &Checker) -> Vec<Outcome> {
        let Some(SliceOutcome { path, start, to_recheck, .. }) = &outcome.slice else { return vec![outcome] };
        let Some(file) = self.0.iter_mut().find(|file| file.path == *path) else { return vec![outcome] };
        let Some(check) = &mut file.sliced else { return vec![outcome] };
        check.to_recheck.extend(to_recheck);
        check.outcomes.entry(*start).or_default().push(outcome);
        let is_complete = |parts: &Vec<Outcome>| parts.last().is_some_and(Outcome::is_end_of_slice);
        if check.outcomes.len() < file.slices.len() || !check.outcomes.values().all(is_complete) {
            return Vec::new();
        }
        check.is_done = true;
        let mut outcomes: Vec<Outcome> = std::mem::take(&mut check.outcomes).into_values().flatten().collect();
        for ((rule, place), (has_values, is_met)) in negated_tests(&outcomes) {
            match outcomes.first_mut() {
                Some(first) if has_values && is_met => first.notes.comparisons.note_equal(test_key(rule, place)),
                // A suggestion for the name is searched in the whole file.
                _ if has_values => _ = check.to_recheck.insert(rule),
                _ => {}
            }
        }
        if !check.to_recheck.is_empty() {
            for outcome in &mut outcomes {
                outcome.remove_rules(&check.to_recheck, checker.rules().rules());
            }
        }
        outcomes
    }

    /// Returns the tasks that check whole files by the rules whose results for slices cannot be used. If the outcome of a
    /// slice is missing because its worker crashed, these are all of the rules.
    pub fn recheck_tasks(&mut self, checker: &Checker, selections: &mut Selections) -> Vec<BatchTask> {
        let mut tasks = Vec::new();
        for file in &mut self.0 {
            let Some(check) = file.sliced.take() else { continue };
            let rules: Vec<u32> =
                if check.is_done { check.to_recheck.into_iter().collect() } else { check.rules.to_vec() };
            if !rules.is_empty() {
                let groups = groups(&rules, checker.rules().rules(), file.workers);
                tasks.extend(group_tasks(&file.path, &groups, selections, Some(0)));
            }
        }
        tasks
    }

    /// Returns the tasks of rules that check a file without collections while it is `read` for collections.
    pub fn early_tasks(
        &mut self,
        scope: &mut RunScope,
        files: &mut Listing,
        checker: &Checker,
        read: &FxHashSet<&str>,
    ) -> Vec<BatchTask> {
        let rules = checker.rules().rules();
        let is_early = |number: &u32| {
            let rule = &rules[*number as usize];
            // Findings in virtual files are marked as incomplete by what is known once collections are built.
            let reads_virtual_files = || rule_reads_virtual_files(checker.rules(), *number);
            matches!(rule.rpath(), SelectedFiles::Pattern(_)) && !rule.depends_on_project() && !reads_virtual_files()
        };
        let mut tasks = Vec::new();
        for file in &mut self.0 {
            let path = &files.paths[file.place];
            let early = files.selected_by[file.place].rules.iter().copied().filter(is_early);
            // Slices take less time than reading the whole file once more.
            let early = early.filter(|number| !file.can_slice(&rules[*number as usize]));
            let early: Rc<[u32]> = early.take(EARLY * (file.workers - 1)).collect();
            if early.is_empty() || !read.contains(path.as_str()) {
                continue;
            }
            scope.note_selected(path);
            let groups = groups(&early, rules, file.workers - 1);
            let reporter = reporter(&groups, rules);
            tasks.extend(group_tasks(path, &groups, &mut files.selections, reporter));
            file.early = early;
            file.has_reporter = reporter.is_some();
        }
        tasks
    }

    /// Returns the tasks that check the file with this number by the rules of `selected` that have not checked it
    /// early. Returns `None` if a single task should check the file by all of them.
    pub fn tasks(
        &mut self,
        place: usize,
        path: &str,
        selected: &[u32],
        checker: &Checker,
        selections: &mut Selections,
    ) -> Option<Vec<BatchTask>> {
        let file = self.0.iter_mut().find(|file| file.place == place)?;
        let rules = checker.rules().rules();
        let left = selected.iter().copied().filter(|number| !file.early.contains(number));
        let (sliced, left): (Vec<u32>, Vec<u32>) = left.partition(|number| file.can_slice(&rules[*number as usize]));
        let groups = if left.is_empty() { Vec::new() } else { groups(&left, rules, file.workers) };
        if file.early.is_empty() && sliced.is_empty() && groups.len() == 1 {
            return None;
        }
        // XML, the only format that is cut, has no notes that must be reported once.
        let reporter = if file.has_reporter || !sliced.is_empty() { None } else { reporter(&groups, rules) };
        let groups = group_tasks(path, &groups, selections, reporter).collect();
        Some([groups, file.slice_tasks(sliced.into(), selections)].concat())
    }
}

impl DividedFile {
    /// Returns true if a rule can judge slices of the file separately.
    fn can_slice(&self, rule: &Rule) -> bool {
        let Some(slice) = self.slices.first() else { return false };
        let around: Vec<Tag<'_>> = slice.around.iter().map(|name| Tag::xml(name)).collect();
        rule.judges_slices(&around)
    }

    /// Returns the tasks that check the slices by these rules.
    fn slice_tasks(&mut self, rules: Rc<[u32]>, selections: &mut Selections) -> Vec<BatchTask> {
        if rules.is_empty() {
            return Vec::new();
        }
        let selection = selections.number(&rules);
        let (outcomes, to_recheck) = (BTreeMap::new(), BTreeSet::new());
        self.sliced = Some(SlicedCheck { rules, outcomes, to_recheck, is_done: false });
        let task = |slice: &Slice| {
            let job = Job::Check(selection, TaskRules::Slice(slice.clone()));
            BatchTask { path: self.path.clone(), job, virtual_file: None }
        };
        self.slices.iter().map(task).collect()
    }
}

/// Returns the `!=` comparisons of rules, each with its position. The first flag is true if the rule has values in any
/// slice. The second one is true if any selected node has the name of the comparison.
fn negated_tests(outcomes: &[Outcome]) -> BTreeMap<(u32, usize), (bool, bool)> {
    let mut tests: BTreeMap<(u32, usize), (bool, bool)> = BTreeMap::new();
    for test in outcomes.iter().filter_map(|outcome| outcome.slice.as_ref()).flat_map(|slice| &slice.negated) {
        let (has_values, is_met) = tests.entry((test.rule, test.place)).or_default();
        *has_values |= test.has_values;
        *is_met |= test.is_met;
    }
    tests
}

/// Returns a task for each group of rules. The task of the group `reporter` reports the notes of the reader.
fn group_tasks<'g>(
    path: &'g str,
    groups: &'g [Rc<[u32]>],
    selections: &'g mut Selections,
    reporter: Option<usize>,
) -> impl Iterator<Item = BatchTask> + 'g {
    groups.iter().enumerate().map(move |(number, group)| {
        let rules = TaskRules::Group { reports_notes: reporter == Some(number) };
        BatchTask { path: path.to_owned(), job: Job::Check(selections.number(group), rules), virtual_file: None }
    })
}

/// Returns the number of the first group with a rule that reads the document, not only a fact about the file.
fn reporter(groups: &[Rc<[u32]>], rules: &[Rule]) -> Option<usize> {
    groups.iter().position(|group| group.iter().any(|&rule| rules[rule as usize].xpath().special().is_none()))
}

/// Divides rules into at most `count` groups, which take about the same time.
fn groups(numbers: &[u32], rules: &[Rule], count: usize) -> Vec<Rc<[u32]>> {
    let mut numbers: Vec<(u64, u32)> =
        numbers.iter().map(|&number| (effort(&rules[number as usize]), number)).collect();
    let worth = numbers.iter().map(|(effort, _)| effort).sum::<u64>() / LEAST_EFFORT;
    let count = count.min(usize::try_from(worth).unwrap_or(count)).max(1);
    numbers.sort_by_key(|&(effort, number)| (Reverse(effort), number));
    let mut groups = vec![(0, Vec::new()); count];
    for (effort, number) in numbers {
        if let Some((sum, group)) = groups.iter_mut().min_by_key(|(sum, _)| *sum) {
            *sum += effort;
            group.push(number);
        }
    }
    let in_order = |(_, mut group): (u64, Vec<u32>)| {
        group.sort_unstable();
        group.into()
    };
    groups.into_iter().map(in_order).collect()
}

/// Returns how long a rule takes with the values of a file, as a rough ratio to a rule that compares with a constant.
fn effort(rule: &Rule) -> u64 {
    match (rule.has_scripts(), rule.depends_on_project()) {
        (true, _) => 12,
        (false, true) => 8,
        (false, false) => 1,
    }
}

#[cfg(test)]
mod tests;
