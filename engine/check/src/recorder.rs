//! Records the results of the work on a batch: problems and findings, counts of each rule, files read, and the time of
//! steps.

use assay_document::extract::Values;
use assay_report::{Finding, Problem, StepKind, TraceStep};
use assay_rule::RuleSet;
use rustc_hash::FxHashSet;

use super::batch::{Counts, Outcome};
use super::case::Case;
use super::finding_limit::FindingLimit;
use super::times::{Clock, MeasuredStep};
use super::trace::{StepNote, prints};

/// Records the outcome of a batch.
pub(super) struct Recorder<'w> {
    pub rules: &'w RuleSet,
    /// The clock, if the run is measured.
    clock: Option<Clock>,
    pub outcome: Outcome,
    /// By rule.
    counts: Vec<Counts>,
    /// The current file and its index in the batch, if the batch checks it.
    own: Option<(&'w str, usize)>,
    /// The limit on the findings in the current file.
    room: FindingLimit,
    /// The rules with a warning that their messages are cut, by number.
    cut: FxHashSet<u32>,
    /// If steps are recorded: the number of problems in the recorded steps.
    problem_count: Option<usize>,
}

impl<'w> Recorder<'w> {
    /// Creates an empty recorder. `is_traced` makes it record every step.
    pub fn new(rules: &'w RuleSet, clock: Option<Clock>, is_traced: bool) -> Self {
        Self {
            rules,
            clock,
            outcome: Outcome::default(),
            counts: Vec::new(),
            own: None,
            room: FindingLimit::default(),
            cut: FxHashSet::default(),
            problem_count: is_traced.then_some(0),
        }
    }

    /// Returns true if every step is recorded.
    pub const fn is_traced(&self) -> bool {
        self.problem_count.is_some()
    }

    /// Begins a file. `own` is its path and its index in the batch, if the batch checks it.
    pub fn begin(&mut self, own: Option<(&'w str, usize)>) {
        self.own = own;
    }

    /// Begins to check a file, or one of `slices` of it, which share the memory that its findings may take.
    pub fn begin_check(&mut self, slices: u32) {
        self.room.begin(&self.outcome.findings, self.rules.host().limits().findings / slices as usize);
    }

    /// Ends the check of the file at `path`: findings that were left out become problems.
    pub fn end_check(&mut self, path: &str) {
        for (rule, count) in self.room.take_omitted() {
            self.count(rule).unchecked += 1;
            let name = self.rules.rules()[rule as usize].name();
            self.problem(FindingLimit::problem(path, count).of_rule(name));
        }
    }

    /// Sets the outcome so far aside, until [`Self::keep_citations`].
    pub fn suspend_outcome(&mut self) -> (Outcome, Vec<Counts>) {
        (std::mem::take(&mut self.outcome), std::mem::take(&mut self.counts))
    }

    /// Restores the outcome that was set aside. Of the outcome since then, it keeps the files that values name, and if
    /// `keeps_problems` is set, also the problems and the counts of files that could not be checked.
    pub fn keep_citations(&mut self, (outcome, counts): (Outcome, Vec<Counts>), keeps_problems: bool) {
        let cited = std::mem::replace(&mut self.outcome, outcome);
        let cited_counts = std::mem::replace(&mut self.counts, counts);
        self.outcome.next.citations.extend(cited.next.citations);
        if keeps_problems {
            self.outcome.diagnostics.problems.extend(cited.diagnostics.problems);
            for (rule, cited) in (0..).zip(cited_counts) {
                self.count(rule).unchecked += cited.unchecked;
            }
        }
    }

    pub fn count(&mut self, rule: u32) -> &mut Counts {
        let at = rule as usize;
        if at >= self.counts.len() {
            self.counts.resize(self.rules.rules().len().max(at + 1), Counts::default());
        }
        &mut self.counts[at]
    }

    pub fn problem(&mut self, problem: Problem) {
        self.outcome.diagnostics.problems.push(problem);
    }

    pub fn warning(&mut self, problem: Problem) {
        self.outcome.diagnostics.warnings.push(problem);
    }

    /// Adds a finding of a rule, if the limit allows it.
    pub fn add_finding(&mut self, rule: u32, finding: &Finding) {
        self.room.keep(&mut self.outcome.findings, rule, finding);
    }

    /// Notes that a message of the rule is cut. Returns true the first time.
    pub fn note_cut(&mut self, rule: u32) -> bool {
        self.cut.insert(rule)
    }

    /// Returns the time, if it is measured.
    pub fn now(&self) -> Option<f64> {
        self.clock.map(|clock| clock())
    }

    /// Adds the time since `since`, a result of [`Self::now`], to a step of one rule or of all rules.
    pub fn add_time_since(&mut self, step: MeasuredStep, rule: Option<u32>, since: Option<f64>) {
        if let (Some(since), Some(now)) = (since, self.now()) {
            self.add_time(step, rule, now - since);
        }
    }

    /// Adds milliseconds to a step, if they are measured.
    pub fn add_time(&mut self, step: MeasuredStep, rule: Option<u32>, milliseconds: f64) {
        if self.clock.is_some() {
            self.outcome.notes.times.get_or_insert_default().add(step, rule, milliseconds);
        }
    }

    /// Notes the number of bytes of a file that were read.
    pub fn note_read(&mut self, path: &str, bytes: u64) {
        match self.own {
            Some((own, place)) if own == path => self.outcome.read.own.note(place, bytes),
            _ => self.outcome.read.others.push((path.to_owned(), bytes)),
        }
    }

    /// Records a step that began at `since`, if steps are recorded. `fill` adds the fate of the values.
    pub fn note(
        &mut self,
        kind: StepKind,
        case: &Case<'_>,
        values: &Values,
        since: Option<f64>,
        fill: impl FnOnce(&mut StepNote<'_, '_>),
    ) {
        let Some(known) = self.problem_count else { return };
        let mut step = TraceStep::new(kind, case.file.path);
        step.via = case.via.cloned();
        step.milliseconds = since.zip(self.now()).map(|(since, now)| now - since);
        let problems = &self.outcome.diagnostics.problems;
        step.problems = problems[known..].to_vec();
        self.problem_count = Some(problems.len());
        step.prints = prints(self.rules, case.rule);
        let mut note = StepNote::new(step, case, values);
        fill(&mut note);
        self.outcome.steps.push(note.finish());
    }

    /// Ends the recording and returns the outcome, with the warnings of scripts.
    pub fn finish(mut self) -> Outcome {
        self.outcome.diagnostics.warnings.extend(self.rules.host().take_warnings());
        // Counts of rules without files are dropped: most rules are not concerned, and outcomes are transferred.
        self.outcome.counts = (0..).zip(self.counts).filter(|(_, counts)| *counts != Counts::default()).collect();
        self.outcome
    }
}
