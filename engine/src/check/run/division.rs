//! Divides the rules of long files among workers, so that several workers check one file at the same time.
//!
//! Each worker reads the whole file and extracts what its own rules need. Reading costs little beside what rules do
//! with the values of a long file. Rules that look nothing up in collections start while these are still being built.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::listing::Listing;
use super::scope::RunScope;
use crate::check::batch::{BatchTask, Job, RulesOfTask};
use crate::check::checker::Checker;
use crate::check::selection::Selections;
use crate::format::Format;
use crate::rule::{Rule, SelectedFiles};

/// The size in bytes from which on a file is divided. Reading less takes about as long as starting a worker.
const LONG: u64 = 4 << 20;
/// The maximum number of files whose sizes are asked for. Where there are more, one file rarely keeps the others waiting.
const MAX_ASKED: usize = 2048;
/// The effort of its rules from which on a group is worth reading the file once more, which takes about twice as long.
const LEAST_EFFORT: u64 = 16;
/// The number of simple rules that one worker is done with when the collections are built.
const EARLY: usize = 12;

/// The long files of a run.
#[derive(Default)]
pub(super) struct LongFiles {
    /// The number of workers that share each file, by its number among the paths.
    workers: BTreeMap<usize, usize>,
    /// The rules that check a file while collections are built, by its number among the paths.
    early: BTreeMap<usize, Rc<[u32]>>,
}

impl LongFiles {
    /// Finds the files that are so long that `parts` workers share them. None is found in a run that notes every step, or
    /// that is a part of one.
    pub fn find(scope: &RunScope, files: &Listing, parts: usize) -> Self {
        let Some(sizes) = scope.sizes.as_ref().filter(|_| parts > 1) else { return Self::default() };
        if scope.traced.is_some() || scope.share.is_some() {
            return Self::default();
        }
        let files = files.paths.iter().zip(&files.wanted).enumerate();
        let asked = files.filter(|(_, (path, wanted))| {
            // A document of an unknown format may have no reader, which is one message about all of its rules.
            !wanted.rules.is_empty() && Format::of_extension(path).is_some()
        });
        let asked: Vec<(usize, &String)> = asked.map(|(place, (path, _))| (place, path)).take(MAX_ASKED + 1).collect();
        if asked.len() > MAX_ASKED {
            return Self::default();
        }
        let long = asked.into_iter().filter_map(|(place, path)| Some((place, sizes(path)?)));
        let long: Vec<(usize, u64)> = long.filter(|(_, size)| *size >= LONG).collect();
        let a_worker: u64 = long.iter().map(|(_, size)| size).sum::<u64>().div_ceil(parts as u64);
        let workers = |size: u64| usize::try_from(size.div_ceil(a_worker)).unwrap_or(parts).min(parts);
        Self { workers: long.into_iter().map(|(place, size)| (place, workers(size))).collect(), ..Self::default() }
    }

    /// Returns the tasks of rules that need no collections, to be done while these are built.
    pub fn early_tasks(&mut self, scope: &mut RunScope, files: &mut Listing, checker: &Checker) -> Vec<BatchTask> {
        let rules = checker.rules().rules();
        let is_early = |number: &u32| {
            let rule = &rules[*number as usize];
            matches!(rule.rpath(), SelectedFiles::Pattern(_)) && !rule.looks_up()
        };
        let mut tasks = Vec::new();
        for (&place, &workers) in self.workers.iter().filter(|(_, workers)| **workers > 1) {
            let path = &files.paths[place];
            let early = files.wanted[place].rules.iter().copied().filter(is_early);
            // Reading for collections takes about as long as this.
            let early: Rc<[u32]> = early.take(EARLY * (workers - 1)).collect();
            if early.is_empty() || !scope.owns(path) {
                continue;
            }
            scope.see(path);
            // One worker is busy with the collections.
            tasks.extend(grouped(path, &groups(&early, rules, workers - 1), &mut files.selections, true));
            self.early.insert(place, early);
        }
        tasks
    }

    /// Returns the tasks that check the file with this number by those of `selected` that have not checked it early;
    /// `None` if the file is not divided.
    pub fn tasks(
        &self,
        place: usize,
        path: &str,
        selected: &[u32],
        checker: &Checker,
        selections: &mut Selections,
    ) -> Option<Vec<BatchTask>> {
        let &workers = self.workers.get(&place).filter(|workers| **workers > 1)?;
        let early = self.early.get(&place);
        let is_left = |number: &u32| early.is_none_or(|early| !early.contains(number));
        let left: Vec<u32> = selected.iter().copied().filter(is_left).collect();
        let groups = if left.is_empty() { Vec::new() } else { groups(&left, checker.rules().rules(), workers) };
        Some(grouped(path, &groups, selections, early.is_none()).collect())
    }
}

/// Returns one task for each group of the rules that check the file at `path`. If `is_first` is set, the first of them
/// reports what the reader notes about the file.
fn grouped<'g>(
    path: &'g str,
    groups: &'g [Rc<[u32]>],
    selections: &'g mut Selections,
    is_first: bool,
) -> impl Iterator<Item = BatchTask> + 'g {
    groups.iter().enumerate().map(move |(number, group)| {
        let rules = if is_first && number == 0 { RulesOfTask::FirstGroup } else { RulesOfTask::OtherGroup };
        let job = Job::Check(selections.number(group), rules);
        BatchTask { path: path.to_owned(), job, virtual_file: None }
    })
}

/// Divides rules into at most `count` groups, which take about the same time.
fn groups(numbers: &[u32], rules: &[Rule], count: usize) -> Vec<Rc<[u32]>> {
    let mut numbers: Vec<(u64, u32)> =
        numbers.iter().map(|&number| (effort(&rules[number as usize]), number)).collect();
    let worth = numbers.iter().map(|(effort, _)| effort).sum::<u64>() / LEAST_EFFORT;
    let count = count.min(usize::try_from(worth).unwrap_or(count)).max(1);
    numbers.sort_unstable_by_key(|&(effort, number)| (Reverse(effort), number));
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
    match (rule.has_scripts(), rule.looks_up()) {
        (true, _) => 12,
        (false, true) => 8,
        (false, false) => 1,
    }
}

#[cfg(test)]
mod tests;
