//! The beginning of a run: opens archives, and searches all paths for the patterns of all rules.

use std::collections::{BTreeMap, BTreeSet};

use super::Run;
use crate::check::Checker;
use crate::check::batch::{Job, Task};
use crate::check::select::{Wanted, limit_problem, list_limit_problem};
use crate::report::Problem;
use crate::text::IssueCode;
use crate::zip;

impl Run {
    /// Searches all paths for the patterns of all rules.
    pub(super) fn select(&mut self, checker: &Checker) {
        let mut search = checker.selector().search();
        let mut limited: BTreeMap<u32, (usize, usize, u64)> = BTreeMap::new();
        let mut limited_lists: BTreeMap<u32, usize> = BTreeMap::new();
        for (number, path) in self.paths.iter().enumerate() {
            let (mut wanted, mut unsure) = search.wanted(path);
            if let Some(traced) = &self.traced {
                traced.restrict(checker.rules(), path, &mut wanted, &mut unsure);
            }
            self.wanted.push(wanted);
            for rule in unsure.rules {
                let owns = match &self.focus {
                    // It may lead from here to them.
                    Some(_) if checker.rules().rules()[rule as usize].sub().is_some() => true,
                    Some(focus) if !focus.owns(path) => continue,
                    _ => self.owns(path),
                };
                let (_, count, own) = limited.entry(rule).or_insert((number, 0, 0));
                *count += 1;
                *own += u64::from(owns);
            }
            for list in unsure.lists {
                limited_lists.entry(list).or_insert(number);
            }
        }
        for (rule, (first, count, own)) in limited {
            let of = &checker.rules().rules()[rule as usize];
            self.diagnostics.problems.push(limit_problem(of, &self.paths[first], count));
            self.counts[rule as usize].files += own;
            self.counts[rule as usize].unchecked += own;
        }
        for (list, first) in limited_lists {
            self.broken_lists.insert(list);
            let of = &checker.rules().collections()[list as usize];
            let problem = list_limit_problem(of.name(), "rpath", &self.paths[first]);
            self.diagnostics.problems.push(checker.rules().collection_site(of).mark(problem));
        }
    }

    pub(super) fn open_tasks(&self) -> Vec<Task> {
        let archives = self.paths.iter().filter(|path| zip::is_archive(path));
        archives.map(|path| Task { path: path.clone(), job: Job::Open, published: None }).collect()
    }

    /// Returns the archives that hold the files of the tasks.
    pub(super) fn archives_of(&self, tasks: &[Task]) -> BTreeSet<String> {
        if !self.has_archives {
            return BTreeSet::new();
        }
        let archives = tasks.iter().flat_map(Task::files).filter_map(|path| Some(zip::split(path)?.0));
        let known = archives.filter(|path| self.paths.binary_search_by(|known| known.as_str().cmp(path)).is_ok());
        let mut all = BTreeSet::new();
        // `collect` would sort them first, and the code of that is long.
        all.extend(known.map(str::to_owned));
        all
    }

    /// Adds the files of archives to the paths.
    pub(super) fn take_members(&mut self, checker: &Checker) {
        if self.wanted.len() == self.paths.len() && self.members.is_empty() {
            return;
        }
        let is_hidden = |path: &&String| self.paths.binary_search(path).is_ok();
        let hidden: Vec<String> = self.members.iter().filter(is_hidden).cloned().collect();
        self.paths.append(&mut self.members);
        self.paths.sort_unstable();
        self.paths.dedup();
        self.select(checker);
        for path in hidden {
            let is_wanted = |place: usize| self.wanted[place] != Wanted::default();
            if self.paths.binary_search(&path).is_ok_and(is_wanted) {
                self.diagnostics.problems.push(hidden_by_member(&path));
            }
        }
    }
}

/// The problem of a file in a folder that has the path of one in an archive, and so is never read.
fn hidden_by_member(path: &str) -> Problem {
    let archive = zip::split(path).map_or(path, |(archive, _)| archive);
    let message = format!("this file is not read: one in the archive `{archive}` has the same path");
    Problem::new(IssueCode::FileUnreadable, message).in_file(path).help("give the folder that ends in `!` another name")
}
