//! Runs of some files: which of all there are is checked, and which rules that concerns.
//!
//! All files count: collections are built of them, and values of rules with `subxpath` are followed from all of them. So what is found
//! is what a run over everything finds in these files, or by values that stand in them. Of rules that look at none of them nothing is
//! said, unless they look at no file at all; and that a rule extracted nothing from a few files is no fault of its.

use rustc_hash::FxHashSet;

use super::batch::{Citation, Counts, Target};
use super::gathered::GatheredRule;
use super::publish::{list_looks, rule_looks};
use super::run::files;
use super::select::Wanted;
use super::{Checker, Run};
use crate::config::is_of_definitions;
use crate::report::Problem;
use crate::rule::{Files, RuleSet};
use crate::store::{Demand, ListId};
use crate::system::definition::FOLDER;
use crate::zip;

/// The files that a run is about.
#[derive(Default)]
pub(super) struct Focus {
    /// Their paths, in order. What lies in an archive that is one of them is, too.
    paths: Vec<String>,
    /// Of each, whether a rule looks at it.
    is_seen: Vec<bool>,
    /// Whether one of them sets definitions, which are checked as the files that they are merged to.
    has_definitions: bool,
    /// By rule, once all paths have been searched: whether it looks at any file of the run.
    looks: Vec<bool>,
    /// What the rules need that may have something to say of these files: own collections, by their numbers.
    needs: Vec<bool>,
    /// What else has to be known for them.
    pub demand: Demand,
    /// Whether they may look at definitions as files.
    pub may_look: bool,
}

impl Focus {
    fn new(mut paths: Vec<String>) -> Self {
        paths.sort_unstable();
        paths.dedup();
        let has_definitions = paths.iter().any(|path| is_of_definitions(path));
        Self { has_definitions, is_seen: vec![false; paths.len()], paths, ..Self::default() }
    }

    /// How many files they are.
    pub fn size(&self) -> u64 {
        self.paths.len() as u64
    }

    /// Whether the file at `path` is one of them.
    pub fn owns(&self, path: &str) -> bool {
        if path.starts_with(FOLDER) { self.has_definitions } else { self.names(path) }
    }

    pub fn names(&self, path: &str) -> bool {
        self.place(path).is_some()
    }

    /// The place of a path, or else of the archive that it lies in.
    fn place(&self, path: &str) -> Option<usize> {
        let at = |path: &str| self.paths.binary_search_by(|known| known.as_str().cmp(path)).ok();
        at(path).or_else(|| at(zip::split(path)?.0))
    }

    /// Whether an archive is one of them, or one of them lies in it.
    fn is_around(&self, archive: &str) -> bool {
        let is_inside = |path: &String| zip::split(path).is_some_and(|(around, _)| around == archive);
        self.names(archive) || self.paths.iter().any(is_inside)
    }

    /// Whether an own collection has to be known.
    pub fn needs_list(&self, number: u32) -> bool {
        self.needs.get(number as usize) == Some(&true)
    }

    /// Notes that a rule looks at the file at `path`.
    pub fn see(&mut self, path: &str) {
        if path.starts_with(FOLDER) {
            for (path, is_seen) in self.paths.iter().zip(&mut self.is_seen) {
                *is_seen |= is_of_definitions(path);
            }
        } else if let Some(at) = self.place(path) {
            self.is_seen[at] = true;
        }
    }

    /// What is said of files that no rule looks at, if there are any.
    pub fn said_of_unseen(&self) -> Option<Problem> {
        let unseen = self.paths.iter().zip(&self.is_seen).filter(|(_, is_seen)| !**is_seen);
        let paths: Vec<&str> = unseen.map(|(path, _)| path.as_str()).collect();
        let message = format!("no rule looks at {}", files(&paths));
        (!paths.is_empty()).then(|| Problem::new("file-unwanted", message))
    }

    /// Finds out which rules are concerned and what they need, and leaves of what files are wanted for only that.
    fn select(&mut self, rules: &RuleSet, paths: &[String], wanted: &mut [Wanted]) {
        let all = rules.rules();
        self.looks = vec![false; all.len()];
        let mut is_concerned = vec![false; all.len()];
        for (path, Wanted { rules, .. }) in paths.iter().zip(&*wanted) {
            let owns = self.owns(path);
            for &rule in rules.iter() {
                self.looks[rule as usize] = true;
                is_concerned[rule as usize] |= owns;
            }
        }
        self.needs = vec![false; rules.collections().len()];
        for ((number, rule), is_concerned) in (0..).zip(all).zip(is_concerned) {
            let may_be_led = rule.sub().is_some() || matches!(rule.rpath(), Files::Collection(_));
            let is_of_definitions = rule_looks(rules, number);
            if !(is_concerned || may_be_led || self.has_definitions && is_of_definitions) {
                continue;
            }
            self.demand = self.demand.and(rule.demand());
            self.may_look |= may_be_led || is_of_definitions;
            for ListId(list) in rule.lists() {
                self.needs[list as usize] = true;
                self.may_look |= list_looks(rules, list);
            }
        }
        for Wanted { lists, .. } in wanted.iter_mut().filter(|wanted| !wanted.lists.is_empty()) {
            *lists = lists.iter().copied().filter(|&list| self.needs[list as usize]).collect();
        }
    }

    /// Takes out the rules that look at files, and at none of these: there is nothing to say of them. Their names join the `idle` ones.
    /// What is said of the others follows from these files.
    pub fn pass_over(&self, rules: &mut Vec<GatheredRule>, idle: &mut Vec<String>) {
        for (mut rule, &looks) in std::mem::take(rules).into_iter().zip(&self.looks) {
            if rule.counts == Counts::default() && (looks || !rule.by_pattern) {
                idle.push(rule.stats.name);
            } else {
                rule.forgive();
                rules.push(rule);
            }
        }
    }
}

impl Run {
    /// Has the run check only the files at these paths, whatever else there is.
    pub fn focus(&mut self, paths: Vec<String>) {
        self.focus = Some(Focus::new(paths));
    }

    /// Finds out what the files are wanted for that the run is about.
    pub(super) fn look_closer(&mut self, checker: &Checker) {
        let Some(focus) = &mut self.focus else { return };
        focus.select(checker.rules(), &self.paths, &mut self.wanted);
        if focus.demand.is_nothing() && !focus.needs.contains(&true) {
            // What other archives hold, nobody asks.
            let is_elsewhere = |path: &str| zip::is_archive(path) && !focus.is_around(path);
            self.diagnostics.problems.retain(|problem| !problem.concerned().is_some_and(is_elsewhere));
        }
        for (path, is_seen) in focus.paths.iter().zip(&mut focus.is_seen) {
            if self.paths.binary_search(path).is_ok() {
                continue;
            }
            *is_seen = true;
            let problem = Problem::new("file-missing", "there is no such file among those under check");
            self.diagnostics.problems.push(problem.in_file(path.as_str()));
        }
    }

    /// Which files are named by values that stand in files which the run is about.
    pub(super) fn led_from(&self, citations: &[Citation]) -> FxHashSet<(u32, Target)> {
        let own = citations.iter().filter(|citation| self.owns(&citation.via.path));
        own.map(|citation| (citation.rule, citation.target.clone())).collect()
    }

    /// Leaves, of what comments say, what those in these files do: for others they may do something elsewhere.
    pub(super) fn focus_remarks(&mut self) {
        if let Some(focus) = &self.focus {
            self.remarks.retain(|remark| focus.names(&remark.path));
        }
    }
}

#[cfg(test)]
mod tests;
