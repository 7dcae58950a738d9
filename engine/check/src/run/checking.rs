//! The stage in which files are checked: determines the rules that check each file.

use std::rc::Rc;

use assay_document::source::normalize;
use assay_document::text::IssueCode;
use assay_report::Problem;
use assay_rule::{Rule, SelectedFiles};
use assay_store::Store;

use super::coverage::LookedInto;
use super::state::RunState;
use super::suggestions::FileSample;
use super::virtual_files::SelectedFile;
use crate::batch::{BatchTask, Counts, Job, TaskRules};
use crate::checker::Checker;
use crate::select::limit_problem;
use crate::selection::Selection;

/// The tasks of the stage under construction.
struct Checking<'r> {
    checker: &'r Checker,
    run: &'r mut RunState,
    /// For each rule, true if it cannot run because a collection that it uses could not be built; empty if all can run.
    broken: Vec<bool>,
    tasks: Vec<BatchTask>,
}

/// Returns the tasks of the stage. `store` is needed if rules take their files from collections.
pub(super) fn tasks(run: &mut RunState, checker: &Checker, store: Option<&Store>) -> Vec<BatchTask> {
    let rules = checker.rules();
    let all = std::mem::take(&mut run.files.selected_by);
    run.notes.read_files = LookedInto::new(checker, run.scope.demand(rules), &run.files.paths, &all);
    let mut selected: Vec<Rc<[u32]>> = all.into_iter().map(|selected_by| selected_by.rules).collect();
    let mut broken: Vec<bool> = rules.rules().iter().map(|rule| run.collections.is_broken(rule)).collect();
    if !broken.contains(&true) {
        // In this case no lookup is necessary.
        broken.clear();
    }
    let mut checking = Checking { checker, run, broken, tasks: Vec::new() };
    if let Some(store) = store {
        checking.add_collected(store, &mut selected);
    }
    let RunState { scope, files, met, notes, .. } = &mut *checking.run;
    notes.read_files.note_sources(scope, files);
    let made = files.virtual_files.made.iter().map(|made| &made.selected_by.rules);
    notes.unmatched_rules = unmatched_rules(rules.rules(), selected.iter().chain(made));
    if let Some(traced) = &mut scope.traced {
        traced.narrow(&files.paths, &mut selected);
        traced.select(rules, &checker.selector.search(), store, &met.problems);
    }
    checking.add_files(selected);
    checking.add_virtual_files();
    checking.tasks
}

impl Checking<'_> {
    /// Adds the files that collections name to the files that each rule checks. `selected` has the rules of each path.
    fn add_collected(&mut self, store: &Store, selected: &mut [Rc<[u32]>]) {
        let search = self.checker.selector.search();
        for (number, rule) in (0..).zip(self.checker.rules().rules()) {
            let SelectedFiles::Collection(collection) = rule.rpath() else { continue };
            for element in store.paths(*collection).unwrap_or_default().iter() {
                // Paths in custom collections may be written in different ways.
                let path = &normalize(element).unwrap_or_else(|| element.to_owned());
                let scope = &mut self.run.scope;
                if !scope.is_in_block(path) {
                    continue;
                }
                if let Some(focus) = &mut scope.focus {
                    focus.note_looking(number);
                }
                let is_elsewhere = match (&scope.traced, &scope.focus) {
                    (Some(traced), _) => !traced.is_about(number, path),
                    (None, focus) => focus.as_ref().is_some_and(|focus| !focus.owns(path)),
                };
                match search.excludes(number as usize, path) {
                    Ok(false) => {}
                    Ok(true) => continue,
                    Err(_) if is_elsewhere => continue,
                    Err(_) => {
                        self.run.met.problems.push(limit_problem(rule, path, 1));
                        self.count_unchecked(path, number);
                        continue;
                    }
                }
                if let Some(at) = self.run.files.place(path) {
                    self.run.notes.read_files.note(at);
                    add(&mut selected[at], number);
                    continue;
                }
                if is_elsewhere {
                    continue;
                }
                let message = format!("there is no file `{path}`, which the collection of `rpath` names");
                let problem = Problem::new(IssueCode::FileMissing, message).of_rule(rule.name()).in_file(path.as_str());
                self.run.met.problems.push(problem);
                self.count_unchecked(path, number);
            }
        }
    }

    /// Adds the tasks for files, by the rules that select each file.
    fn add_files(&mut self, selected: Vec<Rc<[u32]>>) {
        let mut sample = FileSample::default();
        let all_files = self.run.scope.is_of_all_files();
        // The paths are moved out during the loop, because each file may change the run.
        let paths = std::mem::take(&mut self.run.files.paths);
        for ((number, path), rules) in (0..).zip(&paths).zip(selected) {
            if all_files {
                self.run.notes.unmatched.note_format(path, &rules);
            }
            if all_files && sample.includes(path, &rules) {
                self.run.notes.unmatched.note_extractions(path, rules.iter().copied(), false);
            }
            let Some(job) = self.job(path, rules) else { continue };
            if let Job::Check(selection, _) = job
                && let Some(tasks) = self.divide(number, path, selection)
            {
                self.tasks.extend(tasks);
                continue;
            }
            self.tasks.push(BatchTask { path: path.clone(), job, virtual_file: None });
            self.run.read.own.checked.push(number);
        }
        self.run.files.paths = paths;
    }

    /// Returns the tasks that check the file with this number if its rules are divided.
    fn divide(&mut self, number: u32, path: &str, selection: Selection) -> Option<Vec<BatchTask>> {
        let RunState { divided, files, .. } = &mut *self.run;
        let selected = Rc::clone(files.selections.rules(selection));
        divided.tasks(number as usize, path, &selected, self.checker, &mut files.selections)
    }

    fn add_virtual_files(&mut self) {
        let all_files = self.run.scope.is_of_all_files();
        let made = std::mem::take(&mut self.run.files.virtual_files.made);
        for SelectedFile { file, selected_by } in &made {
            let mut rules = Rc::clone(&selected_by.rules);
            if all_files {
                self.run.notes.unmatched.note_extractions(&file.path, rules.iter().copied(), false);
            }
            if let Some(traced) = &self.run.scope.traced {
                let is_about = |&number: &u32| traced.is_about(number, &file.path);
                rules = rules.iter().copied().filter(is_about).collect();
            }
            if let Some(job) = self.job(&file.path, rules) {
                self.tasks.push(BatchTask { path: file.path.clone(), job, virtual_file: Some(file.clone()) });
            }
        }
        self.run.files.virtual_files.made = made;
    }

    /// Returns the job for a file that rules select; `None` if none of them can run, or none has to run here.
    fn job(&mut self, path: &str, mut rules: Rc<[u32]>) -> Option<Job> {
        let owns = self.run.scope.owns(path);
        if !owns {
            // Each part of a run must know the files that their values name.
            let leads = |&number: &u32| self.checker.rules().rules()[number as usize].sub().is_some();
            rules = rules.iter().copied().filter(leads).collect();
        }
        if owns && !rules.is_empty() {
            self.run.scope.note_selected(path);
        }
        let is_broken = |number: u32| self.broken.get(number as usize) == Some(&true);
        if !self.broken.is_empty() && rules.iter().any(|&number| is_broken(number)) {
            let (broken, others): (Vec<u32>, Vec<u32>) = rules.iter().partition(|&&number| is_broken(number));
            // Each of these rules has one more file that is not checked.
            for number in broken {
                self.count_unchecked(path, number);
            }
            rules = others.into();
        }
        if rules.is_empty() {
            return None;
        }
        let selection = self.run.files.selections.number(&rules);
        Some(if owns { Job::Check(selection, TaskRules::All) } else { Job::Lead(selection) })
    }

    fn count_unchecked(&mut self, path: &str, number: u32) {
        if self.run.scope.owns(path) {
            self.run.counts[number as usize].add(Counts { files: 1, unchecked: 1, ..Counts::default() });
        }
    }
}

/// Adds a rule to sorted rules.
fn add(rules: &mut Rc<[u32]>, number: u32) {
    if let Err(at) = rules.binary_search(&number) {
        let (before, after) = rules.split_at(at);
        *rules = [before, &[number], after].concat().into();
    }
}

/// The maximum number of rules without a file for which suggestions are made. Each takes milliseconds, and with more of
/// them, the pack is for other files.
pub(super) const MOST_UNMATCHED: usize = 16;

/// Returns the first rules whose patterns match no file of the whole run. Suggestions are made for these.
fn unmatched_rules<'w>(rules: &[Rule], selected: impl Iterator<Item = &'w Rc<[u32]>>) -> Vec<u32> {
    let mut is_known = vec![false; rules.len()];
    let mut last: Option<&Rc<[u32]>> = None;
    for numbers in selected {
        // Neighbours mostly share the list of their rules.
        if last.replace(numbers).is_none_or(|last| !Rc::ptr_eq(last, numbers)) {
            numbers.iter().for_each(|&number| is_known[number as usize] = true);
        }
    }
    let unknown = (0..).zip(is_known).filter(|(_, is_known)| !is_known).map(|(number, _)| number);
    unknown
        .filter(|&number: &u32| matches!(rules[number as usize].rpath(), SelectedFiles::Pattern(_)))
        .take(MOST_UNMATCHED)
        .collect()
}
