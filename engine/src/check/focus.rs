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
use crate::report::{Finding, Problem};
use crate::rule::{Files, RuleSet};
use crate::store::{Demand, ListId};
use crate::system::definition::FOLDER;
use crate::zip;

/// The files that a run is about.
#[derive(Default)]
pub(super) struct Focus {
    /// Their paths, in order. What lies in an archive, or a folder of one, that is one of them is, too.
    paths: Vec<String>,
    /// Of each, whether a rule looks at it.
    is_seen: Vec<bool>,
    /// Whether one of them sets definitions, which are checked as the files that they are merged to.
    has_definitions: bool,
    /// By rule, once all paths have been searched: whether it looks at any file of the run.
    looks: Vec<bool>,
    /// Whether a rule may ask what else there is: a script, a collection, or values of other files that lead here.
    asks: bool,
    /// Definitions that values in these files name, each with the number of the rule that follows them.
    led: Vec<(u32, String)>,
    /// What the rules need that may have something to say of these files: own collections, by their numbers.
    needs: Vec<bool>,
    /// What else has to be known for them.
    demand: Demand,
    /// Whether they may look at definitions as files.
    may_look: bool,
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

    /// The same of a file in a folder, or in an archive.
    pub fn names(&self, path: &str) -> bool {
        self.place(path).is_some()
    }

    /// The place of a path, or else of the archive that it lies in, or of a folder of that.
    fn place(&self, path: &str) -> Option<usize> {
        let at = |path: &str| self.paths.binary_search_by(|known| known.as_str().cmp(path)).ok();
        at(path).or_else(|| {
            let (archive, inside) = zip::split(path)?;
            let start = path.len() - inside.len();
            let folders = inside.match_indices('/').map(|(at, _)| &path[..start + at]);
            [archive].into_iter().chain(folders).find_map(at)
        })
    }

    /// Whether an archive is one of them, or one of them lies in it.
    fn is_around(&self, archive: &str) -> bool {
        let is_inside = |path: &String| zip::split(path).is_some_and(|(around, _)| around == archive);
        self.names(archive) || self.paths.iter().any(is_inside)
    }

    /// What has to be known for the rules that may have something to say of them.
    pub const fn demand(&self) -> Demand {
        self.demand
    }

    /// Whether these rules may look at definitions as files.
    pub const fn may_look(&self) -> bool {
        self.may_look
    }

    /// Notes that a rule looks at some file.
    pub fn note_looking(&mut self, rule: u32) {
        self.looks[rule as usize] = true;
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
        let are_definitions = paths.iter().any(|path| is_of_definitions(path));
        self.needs = vec![false; rules.collections().len()];
        for ((number, rule), is_concerned) in (0..).zip(all).zip(is_concerned) {
            let (leads, by_collection) = (rule.sub().is_some(), matches!(rule.rpath(), Files::Collection(_)));
            let is_of_definitions = rule_looks(rules, number);
            self.looks[number as usize] |= is_of_definitions && are_definitions;
            if !(is_concerned || leads || by_collection || self.has_definitions && is_of_definitions) {
                continue;
            }
            self.asks |= leads || rule.looks_up();
            self.demand = self.demand.and(rule.demand());
            self.may_look |= is_of_definitions || self.has_definitions || leads && (is_concerned || by_collection);
            for ListId(list) in rule.lists() {
                self.needs[list as usize] = true;
                self.may_look |= list_looks(rules, list);
            }
        }
        for Wanted { lists, .. } in wanted.iter_mut().filter(|wanted| !wanted.lists.is_empty()) {
            *lists = lists.iter().copied().filter(|&list| self.needs[list as usize]).collect();
        }
    }

    /// Passes over the rules that look at files, and at none of these: there is nothing to say of them. What is said of the others follows
    /// from these files.
    pub fn pass_over(&self, rules: &mut [GatheredRule]) {
        for (rule, &looks) in rules.iter_mut().zip(&self.looks) {
            rule.is_passed_over = rule.counts == Counts::default() && looks;
            rule.forgive(looks);
        }
    }
}

impl Run {
    /// Has the run check only the files at these paths, whatever else there is.
    pub fn focus(&mut self, paths: Vec<String>) {
        self.focus = Some(Focus::new(paths));
    }

    /// Finds out what the files are wanted for that the run is about, which of them are not there, and what does not concern them.
    pub(super) fn look_closer(&mut self, checker: &Checker) {
        let Some(focus) = &mut self.focus else { return };
        focus.select(checker.rules(), &self.paths, &mut self.wanted);
        if !focus.asks {
            // What other archives hold, nobody wants to know.
            let is_elsewhere = |path: &str| {
                let archive = zip::split(path).map_or(path, |(archive, _)| archive);
                zip::is_archive(archive) && !focus.is_around(archive)
            };
            self.diagnostics.problems.retain(|problem| !problem.concerned().is_some_and(is_elsewhere));
        }
        for (path, is_seen) in focus.paths.iter().zip(&mut focus.is_seen) {
            let folder = format!("{path}/");
            let inside = self.paths.get(self.paths.partition_point(|known| *known < folder));
            let is_folder = zip::split(path).is_some() && inside.is_some_and(|inside| inside.starts_with(&folder));
            if is_folder || self.paths.binary_search(path).is_ok() {
                continue;
            }
            // A problem says more than that no rule looks at it.
            *is_seen = true;
            let problem = Problem::new("file-missing", "there is no such file among those under check");
            self.diagnostics.problems.push(problem.in_file(path.as_str()));
        }
    }

    /// Which files are named by values that stand in files which the run is about.
    pub(super) fn led_from(&mut self, citations: &[Citation]) -> FxHashSet<(u32, Target)> {
        let own = citations.iter().filter(|citation| self.owns(&citation.via.path));
        let led: FxHashSet<(u32, Target)> = own.map(|citation| (citation.rule, citation.target.clone())).collect();
        let made = led.iter().filter_map(|(rule, target)| match target {
            Target::File(path) if path.starts_with(FOLDER) => Some((*rule, path.clone())),
            _ => None,
        });
        if let Some(focus) = &mut self.focus {
            focus.led = made.collect();
        }
        led
    }

    /// Whether what was found in a definition concerns the files that the run is about: it stands in one of them, or a value there
    /// led to it.
    pub(super) fn is_of_focus(&self, checker: &Checker, finding: &Finding) -> bool {
        let Some(focus) = &self.focus else { return true };
        let is_led = |(rule, made): &(u32, String)| {
            checker.rules().rules()[*rule as usize].name() == finding.rule
                && finding.related.iter().any(|related| related.path == *made)
        };
        focus.names(&finding.path) || finding.via.is_some() && focus.led.iter().any(is_led)
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
