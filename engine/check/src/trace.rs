//! Traces: a run of one rule on one file that records every step.
//!
//! It works like any other run, but keeps data that a check only counts or drops.

mod note;
mod selection;

pub(super) use self::note::{StepNote, Whereabouts};

use assay_document::extract::{ValueId, Values};
use assay_document::text::nearest;
use assay_report::{Diagnostics, Problem, Severity, StepKind, Trace, TracePrint, TraceStep, Via};
use assay_rule::{Rule, RuleSet, SelectedFiles, SwitchedOff};
use assay_script::Print;
use assay_store::{CollectionId, ListId, Store};
use assay_system::{REPORTERS, virtual_folder};
use assay_zip as zip;
use thiserror::Error;

use super::batch::CitedFile;
use super::checker::Checker;

/// The reason why there is nothing to trace.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Unexplained {
    /// No rule has that name.
    #[error("there is no rule `{name}`{}", suggestion(.nearest.as_deref()))]
    UnknownRule {
        /// The name that was given.
        name: String,
        /// The rule that was probably meant.
        nearest: Option<String>,
    },
    /// It is switched off.
    #[error("the rule `{0}` is switched off, {1}")]
    SwitchedOff(String, SwitchedOff),
    /// The source has no such file.
    #[error("there is no file `{path}`{}", suggestion(.nearest.as_deref()))]
    UnknownPath {
        /// The path that was given.
        path: String,
        /// The file that was probably meant.
        nearest: Option<String>,
    },
}

fn suggestion(nearest: Option<&str>) -> String {
    nearest.map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// The rule and the file that a run is restricted to when it is traced, and the steps so far.
pub(super) struct Traced {
    /// Number of the rule; `None` for one that cannot be used.
    rule: Option<u32>,
    name: String,
    severity: Severity,
    pub path: String,
    /// The number of paths that the rule selects.
    files: u64,
    steps: Vec<TraceStep>,
}

impl Traced {
    /// Begins the trace of the rule `rule` on the file at `path`, one of the sorted `paths`.
    pub fn new(checker: &Checker, rule: &str, path: &str, paths: &[String]) -> Result<Self, Unexplained> {
        let rules = checker.rules().rules();
        let named = || (0..).zip(rules).filter(|(_, known)| known.name() == rule);
        // A rule may have other settings for some files, and is then in the list several times.
        let number = named().find(|(_, known)| known.is_for(path)).or_else(|| named().next()).map(|(number, _)| number);
        let broken = || checker.diagnostics().problems.iter().filter_map(|problem| problem.rule.as_deref());
        if number.is_none() && broken().all(|known| known != rule) {
            if let Some(by) = checker.rules().switched_off(rule) {
                return Err(Unexplained::SwitchedOff(rule.to_owned(), by.clone()));
            }
            let known = rules.iter().map(Rule::name).chain(broken());
            let nearest = nearest(rule, known).map(str::to_owned);
            return Err(Unexplained::UnknownRule { name: rule.to_owned(), nearest });
        }
        // Rules about reports do not look at the files that the reports are about, so the report is probably meant.
        let report = number.and_then(|number| report_of(&rules[number as usize], path));
        let path = report.as_deref().unwrap_or(path);
        // The files in archives, and the virtual files, are not known yet.
        let is_known = |path: &str| paths.iter().any(|known| known == path);
        let may_be =
            || virtual_folder(path).is_some() || zip::split(path).is_some_and(|(archive, _)| is_known(archive));
        if !is_known(path) && !may_be() {
            let nearest = nearest(path, paths.iter().map(String::as_str)).map(str::to_owned);
            return Err(Unexplained::UnknownPath { path: path.to_owned(), nearest });
        }
        Ok(Self {
            rule: number,
            name: rule.to_owned(),
            severity: number.map_or_else(Severity::default, |number| rules[number as usize].severity()),
            path: path.to_owned(),
            files: 0,
            steps: Vec::new(),
        })
    }

    pub fn absorb(&mut self, steps: Vec<TraceStep>) {
        self.steps.extend(steps);
    }

    /// Records the file that a value names, and whether an earlier value named it or it cannot be read.
    pub fn note_cited(&mut self, target: &CitedFile, via: &Via, is_first: bool) {
        if self.steps.last().is_none_or(|step| step.kind != StepKind::Cited) {
            self.steps.push(TraceStep::new(StepKind::Cited, &self.path));
        }
        let Some(step) = self.steps.last_mut() else { return };
        note::add_citation(step, target, via, is_first);
    }

    /// Records the problem of a value that names no readable file.
    pub fn note_refused(&mut self, problem: &Problem) {
        if let Some(step) = self.steps.last_mut() {
            step.problems.push(problem.clone());
        }
    }

    /// Returns the trace, once the run is over; `run` has the problems, warnings and hints of the run.
    pub fn finish(self, checker: &Checker, run: Diagnostics) -> Trace {
        let of_rule = |problem: &&Problem| problem.rule.as_deref() == Some(self.name.as_str());
        let loading = checker.diagnostics();
        let mut diagnostics = run;
        diagnostics.problems.extend(loading.problems.iter().filter(of_rule).cloned());
        diagnostics.warnings.extend(loading.warnings.iter().filter(of_rule).cloned());
        diagnostics.settle();
        let mut steps = self.steps;
        // The steps of one file are in order; files that values named may come from any worker.
        steps.sort_by(|a, b| place(a).cmp(&place(b)));
        let rule = self.rule.map(|number| &checker.rules().rules()[number as usize]);
        let wants_none = rule.is_some_and(|rule| rule.condition().requires_none());
        if let Some(rule) = rule {
            for step in &mut steps {
                rule.written(step.kind.name()).unwrap_or_default().clone_into(&mut step.written);
            }
        }
        let trace = Trace { files: self.files, wants_none, ..Trace::new(self.name, self.severity, self.path) };
        trace.conclude(steps, diagnostics)
    }
}

/// Returns the path of the report about a file that a rule looks at, if it does not look at the file itself.
fn report_of(rule: &Rule, path: &str) -> Option<String> {
    let SelectedFiles::Pattern(rpath) = rule.rpath() else { return None };
    let is_selected = |path: &str| rpath.is_match(&format!("/{path}")) == Ok(true);
    let about = || REPORTERS.iter().filter(|reporter| reporter.is_about(path));
    let mut reports = about().map(|reporter| reporter.path_of(path));
    if is_selected(path) { None } else { reports.find(|report| is_selected(report)) }
}

/// Returns the sort key of a step: first the steps of the file itself, then those of the files that it led to, by path.
fn place(step: &TraceStep) -> (bool, &str, StepKind) {
    (step.via.is_some(), &step.path, step.kind)
}

/// Returns the files from which the rule's custom collections have each value.
pub(super) fn value_sources(
    rules: &RuleSet,
    store: &Store,
    rule: &Rule,
    values: &Values,
    list: &[ValueId],
) -> Whereabouts {
    let mut found = Whereabouts::default();
    let mut lists: Vec<ListId> = rule.lists().collect();
    lists.sort_unstable();
    lists.dedup();
    // Values that a step does not list are skipped.
    for &id in list.iter().take(usize::try_from(TraceStep::MOST).unwrap_or(usize::MAX)) {
        let Some(text) = values.as_text(id) else { continue };
        for &list in &lists {
            let name = rules.collections()[list.0 as usize].name();
            let paths = store.paths_of(CollectionId::Own(list), text).unwrap_or_default();
            if let Some(text) = note::sources(name, &paths) {
                found.entry(id).or_default().push(text);
            }
        }
    }
    found
}

/// Returns the strings that scripts of a rule have printed since the last call.
pub(super) fn prints(rules: &RuleSet, rule: &Rule) -> Vec<TracePrint> {
    let prints = if rule.has_scripts() { rules.host().take_prints() } else { Vec::new() };
    let print = |Print { text, place }| {
        let place = place.map(|place| rules.place(rule, &place));
        let (path, region) = place.map_or((None, None), |(path, region)| (Some(path), Some(region)));
        TracePrint { text, path, region }
    };
    prints.into_iter().map(print).collect()
}

#[cfg(test)]
mod tests;
