//! The stage in which files are checked: which rules want which of them.

use std::rc::Rc;

use super::Run;
use super::near::Asking;
use super::published::Made;
use crate::check::Checker;
use crate::check::batch::{Counts, Job, Task};
use crate::check::select::limit_problem;
use crate::report::Problem;
use crate::rule::{Collection, Files, Rule};
use crate::source::normalize;
use crate::store::{ListId, Store};
use crate::text::IssueCode;

impl Run {
    pub(super) fn check_tasks(&mut self, checker: &Checker, store: Option<&Store>) -> Vec<Task> {
        let all = std::mem::take(&mut self.wanted);
        self.note_looked_into(checker, &all);
        let mut wanted: Vec<Rc<[u32]>> = all.into_iter().map(|wanted| wanted.rules).collect();
        if let Some(store) = store {
            self.add_collected(checker, store, &mut wanted);
        }
        let made = self.made.iter().map(|made| &made.wanted.rules);
        self.strangers = strangers(checker.rules().rules(), wanted.iter().chain(made));
        if let Some(traced) = &mut self.traced {
            traced.narrow(&self.paths, &mut wanted);
            traced.select(checker.rules(), &checker.selector().search(), store, &self.diagnostics.problems);
        }
        let mut broken: Vec<bool> = checker.rules().rules().iter().map(|rule| self.is_broken(rule)).collect();
        if !broken.contains(&true) {
            // Nobody has to be asked for each file.
            broken.clear();
        }
        let mut tasks = Vec::new();
        let mut asking = Asking::default();
        for ((number, path), rules) in (0..).zip(std::mem::take(&mut self.paths)).zip(wanted) {
            if asking.is_news(&rules) {
                self.note_asked(&path, rules.iter().copied(), false);
            }
            if let Some(job) = self.job(checker, &path, rules, &broken) {
                tasks.push(Task { path: path.clone(), job, published: None });
                self.own.checked(number);
            }
            self.paths.push(path);
        }
        tasks.extend(self.published_tasks(checker, &broken));
        tasks
    }

    /// Returns the job for a file that rules select; `None` if none of them can run, or has to run here. `broken` says
    /// by number which rules cannot run; it is empty if all can.
    fn job(&mut self, checker: &Checker, path: &str, mut rules: Rc<[u32]>, broken: &[bool]) -> Option<Job> {
        let owns = self.owns(path);
        if !owns {
            // Where their values lead, each part has to know.
            let leads = |&number: &u32| checker.rules().rules()[number as usize].sub().is_some();
            rules = rules.iter().copied().filter(leads).collect();
        }
        if let Some(focus) = self.focus.as_mut().filter(|_| owns && !rules.is_empty()) {
            focus.see(path);
        }
        let is_broken = |&number: &u32| broken.get(number as usize) == Some(&true);
        if !broken.is_empty() && rules.iter().any(is_broken) {
            // Of each one file more is not checked.
            for &number in rules.iter().filter(|&number| is_broken(number)) {
                self.count_unchecked(path, number);
            }
            rules = rules.iter().copied().filter(|number| !is_broken(number)).collect();
        }
        if rules.is_empty() {
            return None;
        }
        let selection = self.selections.number(&rules);
        Some(if owns { Job::Check(selection) } else { Job::Lead(selection) })
    }

    /// Adds the files that collections name to those that each rule wants, by their places among the paths.
    fn add_collected(&mut self, checker: &Checker, store: &Store, wanted: &mut [Rc<[u32]>]) {
        let search = checker.selector().search();
        for (number, rule) in (0..).zip(checker.rules().rules()) {
            let Files::Collection(collection) = rule.rpath() else { continue };
            for element in store.paths(*collection).unwrap_or_default() {
                // Elements of own collections are spelled as their authors liked.
                let path = &normalize(element).unwrap_or_else(|| element.clone());
                if let Some(focus) = &mut self.focus {
                    focus.note_looking(number);
                }
                let is_elsewhere = match (&self.traced, &self.focus) {
                    (Some(traced), _) => !traced.is_about(number, path),
                    (None, focus) => focus.as_ref().is_some_and(|focus| !focus.owns(path)),
                };
                match search.excludes(number as usize, path) {
                    Ok(false) => {}
                    Ok(true) => continue,
                    Err(_) if is_elsewhere => continue,
                    Err(_) => {
                        self.diagnostics.problems.push(limit_problem(rule, path, 1));
                        self.count_unchecked(path, number);
                        continue;
                    }
                }
                if let Ok(at) = self.paths.binary_search(path) {
                    self.looked_into[at] = true;
                    add(&mut wanted[at], number);
                    continue;
                }
                if is_elsewhere {
                    continue;
                }
                let message = format!("`{path}` is no file; the collection of `rpath` names it");
                let problem = Problem::new(IssueCode::FileMissing, message).of_rule(rule.name()).in_file(path.as_str());
                self.diagnostics.problems.push(problem);
                self.count_unchecked(path, number);
            }
        }
    }

    /// Returns the tasks for virtual files.
    fn published_tasks(&mut self, checker: &Checker, broken: &[bool]) -> Vec<Task> {
        let mut tasks = Vec::new();
        for Made { published, wanted } in std::mem::take(&mut self.made) {
            let mut rules = Rc::clone(&wanted.rules);
            self.note_asked(&published.path, rules.iter().copied(), false);
            if let Some(traced) = &self.traced {
                let is_about = |&number: &u32| traced.is_about(number, &published.path);
                rules = rules.iter().copied().filter(is_about).collect();
            }
            if let Some(job) = self.job(checker, &published.path, rules, broken) {
                tasks.push(Task { path: published.path.clone(), job, published: Some(published.clone()) });
            }
            self.made.push(Made { published, wanted });
        }
        tasks
    }

    fn count_unchecked(&mut self, path: &str, number: u32) {
        if self.owns(path) {
            self.counts[number as usize].add(Counts { files: 1, unchecked: 1, ..Counts::default() });
        }
    }

    /// Returns true if a rule uses a collection that could not be built.
    pub(super) fn is_broken(&self, rule: &Rule) -> bool {
        rule.lists().any(|ListId(number)| self.broken_lists.contains(&number))
    }

    /// Returns the name of the first collection that a rule uses and that could not be built.
    pub(super) fn broken_list<'c>(&self, checker: &'c Checker, rule: &Rule) -> Option<&'c str> {
        let ListId(number) = rule.lists().find(|ListId(number)| self.broken_lists.contains(number))?;
        checker.rules().collections().get(number as usize).map(Collection::name)
    }
}

/// Adds a rule to others, which are in order.
fn add(rules: &mut Rc<[u32]>, number: u32) {
    if let Err(at) = rules.binary_search(&number) {
        let (before, after) = rules.split_at(at);
        *rules = [before, &[number], after].concat().into();
    }
}

/// Returns the first rules whose patterns match no file of the run, whichever part checks it. Suggestions are made for
/// these.
fn strangers<'w>(rules: &[Rule], wanted: impl Iterator<Item = &'w Rc<[u32]>>) -> Vec<u32> {
    /// The maximum number of these rules: each takes milliseconds, and where more match nothing, the pack is meant for
    /// other files.
    const MOST: usize = 16;
    let mut is_known = vec![false; rules.len()];
    let mut last: Option<&Rc<[u32]>> = None;
    for numbers in wanted {
        // Neighbours mostly share the list of their rules.
        if last.replace(numbers).is_none_or(|last| !Rc::ptr_eq(last, numbers)) {
            numbers.iter().for_each(|&number| is_known[number as usize] = true);
        }
    }
    let unknown = (0..).zip(is_known).filter(|(_, is_known)| !is_known).map(|(number, _)| number);
    unknown.filter(|&number: &u32| matches!(rules[number as usize].rpath(), Files::Pattern(_))).take(MOST).collect()
}
