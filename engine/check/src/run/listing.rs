//! The files of a run: those of folders and of archives, and the rules that select each.

use std::collections::BTreeSet;

use assay_document::text::IssueCode;
use assay_report::Problem;
use assay_zip as zip;

use super::pattern_limit::PatternLimitHits;
use super::scope::RunScope;
use super::virtual_files::RunVirtualFiles;
use crate::batch::{BatchTask, Job};
use crate::checker::Checker;
use crate::select::SelectedBy;
use crate::selection::Selections;

/// The files of a run.
#[derive(Default)]
pub(super) struct Listing {
    /// The paths, sorted.
    pub paths: Vec<String>,
    /// By path, the rules and custom collections that select it; only between opening archives and checking files.
    pub selected_by: Vec<SelectedBy>,
    /// The sets of rules that select files.
    pub selections: Selections,
    pub virtual_files: RunVirtualFiles,
    /// The number of files and folders that the host left out.
    pub ignored: u64,
    /// True if one of the paths is an archive.
    pub has_archives: bool,
    /// The paths of files in archives, until all archives have been opened.
    pub members: Vec<String>,
}

impl Listing {
    /// Sorts the paths.
    pub fn new(mut paths: Vec<String>) -> Self {
        paths.sort_unstable();
        paths.dedup();
        Self { has_archives: paths.iter().any(|path| zip::is_archive(path)), paths, ..Self::default() }
    }

    pub fn open_tasks(&self) -> Vec<BatchTask> {
        let archives = self.paths.iter().filter(|path| zip::is_archive(path));
        archives.map(|path| BatchTask { path: path.clone(), job: Job::Open, virtual_file: None }).collect()
    }

    /// Adds the files of archives, and searches all paths for all patterns. Returns the problems of hidden files.
    pub fn take_members(&mut self, checker: &Checker, scope: &RunScope) -> (PatternLimitHits, Vec<Problem>) {
        let hidden: Vec<String> = self.members.iter().filter(|path| self.place(path).is_some()).cloned().collect();
        self.paths.append(&mut self.members);
        self.paths.sort_unstable();
        self.paths.dedup();
        let unsure = self.select(checker, scope);
        let is_needed =
            |path: &&String| self.place(path).is_some_and(|place| self.selected_by[place] != SelectedBy::default());
        (unsure, hidden.iter().filter(is_needed).map(|path| hidden_by_member(path)).collect())
    }

    /// Searches all paths for the patterns of all rules.
    fn select(&mut self, checker: &Checker, scope: &RunScope) -> PatternLimitHits {
        let rules = checker.rules().rules();
        let mut search = checker.selector.search();
        let mut unsure = PatternLimitHits::default();
        for path in &self.paths {
            let (mut selected_by, mut limited) = search.select(path);
            if let Some(traced) = &scope.traced {
                traced.restrict(checker.rules(), path, &mut selected_by, &mut limited);
            }
            self.selected_by.push(selected_by);
            if limited.rules.is_empty() && limited.lists.is_empty() {
                continue;
            }
            let owns = scope.owns(path);
            // Values in any file may name the files that the user named.
            let leads = |rule: u32| scope.focus.is_some() && rules[rule as usize].sub().is_some();
            if scope.focus.is_some() && !owns {
                limited.rules.retain(|&rule| leads(rule));
            }
            unsure.note(path, limited, |rule| owns || leads(rule));
        }
        unsure
    }

    /// Returns the index of a path.
    pub fn place(&self, path: &str) -> Option<usize> {
        self.paths.binary_search_by(|known| known.as_str().cmp(path)).ok()
    }

    /// Returns the archives that contain the files of the tasks.
    pub fn archives_of(&self, tasks: &[BatchTask]) -> BTreeSet<String> {
        if !self.has_archives {
            return BTreeSet::new();
        }
        let archives = tasks.iter().flat_map(BatchTask::files).filter_map(|path| Some(zip::split(path)?.0));
        archives.filter(|path| self.place(path).is_some()).map(str::to_owned).collect()
    }
}

/// Returns the problem of a file in a folder that has the path of one in an archive, and so is never read.
fn hidden_by_member(path: &str) -> Problem {
    let archive = zip::split(path).map_or(path, |(archive, _)| archive);
    let message = format!("this file is not read: a file in the archive `{archive}` has the same path");
    Problem::new(IssueCode::FileUnreadable, message).in_file(path).help("rename the folder whose name ends in `!`")
}
