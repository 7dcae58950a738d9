//! The stage that makes virtual files, if a rule looks at them. Later stages treat them like other files.

use std::collections::BTreeSet;

use assay_document::text::IssueCode;
use assay_report::Problem;
use assay_rule::RuleSet;
use assay_system::{REPORTERS, VirtualFile, VirtualFiles, makers, report_on, virtual_folder};
use assay_zip as zip;

use super::pattern_limit::PatternLimitHits;
use super::scope::RunScope;
use crate::batch::{BatchTask, Job};
use crate::checker::Checker;
use crate::select::{Limited, PathSearch, SelectedBy};
use crate::virtual_file::{is_folder_named, list_reads_folder, rule_reads_folder};

#[derive(Default)]
pub(super) struct RunVirtualFiles {
    /// The files that batches have made, until the stage ends.
    pub loaded: Vec<VirtualFile>,
    /// All files, in the order of their paths.
    pub made: Vec<SelectedFile>,
}

/// A virtual file, and the rules and collections that select it.
pub(super) struct SelectedFile {
    pub file: VirtualFile,
    pub selected_by: SelectedBy,
}

impl RunVirtualFiles {
    /// Returns the tasks that make virtual files: one for each system whose virtual files or collections a rule uses.
    pub fn tasks(checker: &Checker, scope: &RunScope, paths: &[String]) -> Vec<BatchTask> {
        if !scope.makes_virtual_files() {
            return Vec::new();
        }
        let demand = scope.demand(checker.rules());
        let task = |(system, maker): (usize, &dyn VirtualFiles)| {
            let needs = demand.needs(system);
            let files: Vec<String> = paths.iter().filter(|path| maker.needs(path)).cloned().collect();
            let is_named = checker.config.as_ref().is_some_and(|config| config.has_section(maker.section()));
            if files.is_empty() && !is_named {
                return None;
            }
            let beside = paths.iter().filter(|path| maker.may_need(path)).cloned().collect();
            let job = Job::Load { system, files, beside, needs };
            Some(BatchTask { path: maker.folder().to_owned(), job, virtual_file: None })
        };
        makers_in_use(checker, scope).filter_map(task).collect()
    }

    /// Returns the files of `paths` that virtual files may be made of, with their archives.
    pub fn sources(checker: &Checker, scope: &RunScope, paths: &[String]) -> Vec<String> {
        let makers: Vec<&dyn VirtualFiles> = makers_in_use(checker, scope).map(|(_, maker)| maker).collect();
        let is_needed = |path: &&String| makers.iter().any(|maker| maker.needs(path) || maker.may_need(path));
        let mut sources = BTreeSet::new();
        for path in paths.iter().filter(is_needed) {
            sources.insert(path.clone());
            let archive = zip::split(path).map(|(archive, _)| archive.to_owned());
            sources.extend(archive.filter(|archive| paths.binary_search(archive).is_ok()));
        }
        sources.into_iter().collect()
    }

    /// Finds the rules and collections that select the files, including the reports about the files at `paths`. Returns
    /// a problem if the file that is traced is a virtual file that does not exist.
    pub fn select(
        &mut self,
        checker: &Checker,
        scope: &RunScope,
        paths: &[String],
    ) -> (PatternLimitHits, Option<Problem>) {
        let rules = checker.rules();
        let mut unsure = PatternLimitHits::default();
        let mut all = std::mem::take(&mut self.loaded);
        all.extend(reports(checker, scope, paths));
        // Workers may have made them in any order, and `made` is searched by path.
        all.sort_by_key(|file| file.path.clone());
        let mut search = checker.selector.search();
        for file in all {
            let path = &file.path;
            let (mut selected_by, mut limited) = select_file(&mut search, rules, path);
            if let Some(traced) = &scope.traced {
                traced.restrict(rules, path, &mut selected_by, &mut limited);
            }
            unsure.note(path, limited, |_| scope.owns(path));
            self.made.push(SelectedFile { file, selected_by });
        }
        let traced_path =
            scope.traced.as_ref().map(|traced| &*traced.path).filter(|path| virtual_folder(path).is_some());
        let missing = traced_path.filter(|path| self.find_file(path).is_none()).map(|path| {
            let message = match report_on(path) {
                Some(_) => "the model that this report is about does not exist",
                None => "this file is not a definition that the rule looks at",
            };
            Problem::new(IssueCode::FileMissing, message).in_file(path)
        });
        (unsure, missing)
    }

    /// Sets the virtual files of a saved run.
    pub fn restore(&mut self, checker: &Checker, mut files: Vec<VirtualFile>) {
        // `made` is searched by path.
        files.sort_by(|a, b| a.path.cmp(&b.path));
        let mut search = checker.selector.search();
        let made = files.into_iter().map(|file| {
            let (selected_by, _) = select_file(&mut search, checker.rules(), &file.path);
            SelectedFile { file, selected_by }
        });
        self.made = made.collect();
    }

    pub fn find_file(&self, path: &str) -> Option<&SelectedFile> {
        let at = self.made.binary_search_by(|made| made.file.path.as_str().cmp(path)).ok()?;
        self.made.get(at)
    }

    pub fn file(&self, path: &str) -> Option<VirtualFile> {
        self.find_file(path).map(|made| made.file.clone())
    }
}

/// Returns the makers of virtual files that rules or collections may look at, each with the index of its system.
pub(super) fn makers_in_use(
    checker: &Checker,
    scope: &RunScope,
) -> impl Iterator<Item = (usize, &'static dyn VirtualFiles)> {
    let demand = scope.demand(checker.rules());
    let may_look = scope.focus.as_ref().is_none_or(|focus| focus.may_look);
    makers().filter(move |(system, maker)| {
        !demand.needs(*system).is_none() || may_look && is_folder_named(checker.rules(), maker.folder())
    })
}

/// Returns the rules and collections that select a virtual file, and those for which it is unknown.
fn select_file(search: &mut PathSearch<'_>, rules: &RuleSet, path: &str) -> (SelectedBy, Limited) {
    let folder = virtual_folder(path).unwrap_or_default();
    let (mut selected_by, mut limited) = search.select(path);
    selected_by.rules =
        selected_by.rules.iter().copied().filter(|&rule| rule_reads_folder(rules, rule, folder)).collect();
    selected_by.lists =
        selected_by.lists.iter().copied().filter(|&list| list_reads_folder(rules, list, folder)).collect();
    limited.rules.retain(|&rule| rule_reads_folder(rules, rule, folder));
    limited.lists.retain(|&list| list_reads_folder(rules, list, folder));
    (selected_by, limited)
}

/// Returns the reports that rules or collections may look at, still without content: each is made when it is checked.
fn reports(checker: &Checker, scope: &RunScope, paths: &[String]) -> Vec<VirtualFile> {
    let may_look = scope.focus.as_ref().is_none_or(|focus| focus.may_look);
    let reporters = REPORTERS.iter().filter(|reporter| may_look && is_folder_named(checker.rules(), reporter.folder()));
    let of = |reporter: &&dyn assay_system::FileReports| {
        let subjects = paths.iter().filter(|path| reporter.is_about(path) && scope.is_in_block(path));
        subjects.map(|path| VirtualFile { path: reporter.path_of(path), ..VirtualFile::default() }).collect::<Vec<_>>()
    };
    reporters.flat_map(of).collect()
}
