//! The state of the work on one batch.

use std::rc::Rc;

use assay_document::extract::Values;
use assay_document::format::{Slice, Unusable};
use assay_report::{Problem, StepKind, Via};
use assay_rule::{Rule, RuleCollection};
use assay_script::ScriptContext;
use rustc_hash::FxHashSet;

use super::case::Case;
use super::checker::Checker;
use super::file::{CheckedFile, unusable_problem};
use super::file_context::FileContext;
use super::input::Input;
use super::recorder::Recorder;
use super::selected_rules::SelectedRule;
use super::worker::Worker;

pub(super) struct BatchWork<'w> {
    pub checker: &'w Checker,
    pub worker: &'w mut Worker,
    pub input: Input,
    pub record: Recorder<'w>,
    /// True if the reader's notes about the current file are reported; otherwise another task reports them.
    pub reports_notes: bool,
    /// The slice of the current file that is checked; `None` if the whole file is.
    pub slice: Option<Slice>,
    /// The documents of findings whose comments have been collected.
    pub heeded: FxHashSet<String>,
}

impl<'w> BatchWork<'w> {
    /// Returns the number of slices of the current file; 1 if it is checked as a whole.
    pub fn slices(&self) -> u32 {
        self.slice.as_ref().map_or(1, |slice| slice.count)
    }

    /// Returns the project as scripts see it, without the tree of a file.
    pub fn scene(&self) -> ScriptContext {
        ScriptContext {
            source: Rc::clone(&self.input.source),
            store: Rc::clone(&self.worker.store),
            paths: Rc::clone(&self.worker.paths),
            tree: None,
        }
    }

    pub fn rule(&self, number: u32) -> &'w Rule {
        &self.checker.rules.rules()[number as usize]
    }

    pub fn list(&self, number: u32) -> &'w RuleCollection {
        &self.checker.rules.collections()[number as usize]
    }

    /// Reports why the bytes of a file are not a document. A file that Unity wrote in binary is valid: a warning is
    /// enough.
    pub fn unusable(&mut self, path: &str, unusable: Unusable) {
        let is_right = matches!(&unusable, Unusable::Undecodable(undecodable) if undecodable.is_unity());
        let problem = unusable_problem(path, unusable);
        if is_right {
            self.record.warning(problem);
        } else {
            self.record.problem(problem);
        }
    }

    /// Reports why a rule could not look at a file. The problem belongs to the rule only if its value named the file.
    pub fn unextracted(&mut self, (number, via): SelectedRule<'_>, path: &str, problem: Problem, began: Option<f64>) {
        self.record.count(number).unchecked += 1;
        let name = self.rule(number).name();
        self.record.problem(if via.is_some() { with_via(problem.of_rule(name), via) } else { problem });
        self.note_nothing(path, number, via, began);
    }

    /// Records for the trace that nothing could be extracted from a file. The problem has already been reported.
    pub fn note_nothing(&mut self, path: &str, number: u32, via: Option<&Via>, began: Option<f64>) {
        let (rule, file) = (self.rule(number), &CheckedFile::new(path, ""));
        let kind = if via.is_some() { StepKind::Subxpath } else { StepKind::Xpath };
        let case = Case { number, rule, file, via, document: None, began, view: &FileContext::default() };
        self.record.note(kind, &case, &Values::new(), began, |note| note.add_extracted(&[]));
    }
}

/// Adds the value that named the file to a problem.
pub(super) fn with_via(problem: Problem, via: Option<&Via>) -> Problem {
    let Some(via) = via else { return problem };
    let message = format!("{}; it is named in `{}` on line {}", problem.message, via.path, via.region.start.line);
    Problem { message, ..problem }
}
