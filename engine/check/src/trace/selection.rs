//! The first steps of a trace: determines if the rule looks at the file at all.

use std::rc::Rc;

use assay_document::source::normalize;
use assay_document::text::BacktrackLimit;
use assay_report::{Fate, Problem, StepKind, TraceStep, TracedValue, Value};
use assay_rule::{Rule, RuleSet, SelectedFiles};
use assay_store::{Demand, ListId, Store};

use super::Traced;
use super::note::format_pattern;
use crate::select::{Limited, PathSearch, SelectedBy};

impl Traced {
    /// Returns the data that must be known for the rule.
    pub fn demand(&self, rules: &RuleSet) -> Demand {
        self.rule_of(rules).map_or_else(Demand::default, Rule::demand)
    }

    fn rule_of<'r>(&self, rules: &'r RuleSet) -> Option<&'r Rule> {
        self.rule.map(|number| &rules.rules()[number as usize])
    }

    /// Returns true if the rule looks into a custom collection.
    pub fn needs_list(&self, rules: &RuleSet, number: u32) -> bool {
        self.rule_of(rules).is_some_and(|rule| rule.lists().any(|list| list == ListId(number)))
    }

    /// Restricts the rules and collections that select a path to the traced rule and its collections.
    pub fn restrict(&self, rules: &RuleSet, path: &str, selected_by: &mut SelectedBy, unsure: &mut Limited) {
        let is_traced = |rule: &u32| Some(*rule) == self.rule;
        selected_by.rules = selected_by.rules.iter().copied().filter(is_traced).collect();
        unsure.rules.retain(|&rule| self.is_about(rule, path));
        selected_by.lists = selected_by.lists.iter().copied().filter(|&list| self.needs_list(rules, list)).collect();
        unsure.lists.retain(|&list| self.needs_list(rules, list));
    }

    /// Returns true if it is a trace of this rule on this file.
    pub fn is_about(&self, rule: u32, path: &str) -> bool {
        Some(rule) == self.rule && path == self.path
    }

    /// Leaves only the traced rule on the traced file in `selected`, and counts the files that the rule selects.
    pub fn narrow(&mut self, paths: &[String], selected: &mut [Rc<[u32]>]) {
        for (path, rules) in paths.iter().zip(selected) {
            let is_traced = |rule: &u32| Some(*rule) == self.rule;
            self.files += u64::from(rules.iter().any(is_traced));
            *rules = rules.iter().copied().filter(|&rule| self.is_about(rule, path)).collect();
        }
    }

    /// Records whether the rule looks at the file, and why not. `problems` are those of the run so far.
    pub fn select(&mut self, rules: &RuleSet, search: &PathSearch<'_>, store: Option<&Store>, problems: &[Problem]) {
        let (Some(number), Some(rule)) = (self.rule, self.rule_of(rules)) else { return };
        let (path, at) = (self.path.as_str(), number as usize);
        let (included, reason) = match rule.rpath() {
            SelectedFiles::Pattern(pattern) => {
                (search.includes(at, path), format!("{} is not found in `/{path}`", format_pattern(pattern.source())))
            }
            SelectedFiles::Collection(collection) => {
                let named = store.and_then(|store| store.paths(*collection)).unwrap_or_default();
                let is_named = named.iter().any(|name| normalize(name).as_deref() == Some(path));
                (Ok(is_named), "the collection does not name it".to_owned())
            }
        };
        let (included, reason) = if included == Ok(true) && !rule.is_for(path) {
            (Ok(false), "an override in the configuration switches the rule off for this file".to_owned())
        } else {
            (included, reason)
        };
        let mut steps = vec![step(StepKind::Rpath, path, included, reason)];
        if let (Ok(true), Some(pattern)) = (included, rule.not_rpath()) {
            let reason = format!("{} is found in `/{path}`", format_pattern(pattern.source()));
            let included = search.excludes(at, path).map(|is_excluded| !is_excluded);
            steps.push(step(StepKind::NotRpath, path, included, reason));
        }
        if let Some(last) = steps.last_mut() {
            let of_file = |problem: &&Problem| problem.rule.as_deref() == Some(rule.name());
            last.problems = problems.iter().filter(of_file).cloned().collect();
        }
        self.steps = steps;
    }
}

/// Creates a step for a path, which is kept or dropped; its fate is unknown if the pattern hit its limit.
fn step(kind: StepKind, path: &str, included: Result<bool, BacktrackLimit>, reason: String) -> TraceStep {
    let (fate, reason) = match included {
        Ok(true) => (Fate::Kept, None),
        Ok(false) => (Fate::Dropped, Some(reason)),
        Err(BacktrackLimit) => (Fate::Unknown, None),
    };
    let value = Value::Text(path.to_owned());
    let traced = TracedValue { fate, value, region: None, reason, related: Vec::new() };
    let output = u64::from(fate == Fate::Kept);
    TraceStep { input: 1, output, values: vec![traced], ..TraceStep::new(kind, path) }
}
