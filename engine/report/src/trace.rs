//! The trace of one rule over one file: the steps with their input and output, and the reasons why values were dropped.

use assay_document::text::Region;
use serde::{Deserialize, Serialize};

use super::{Diagnostics, Problem, Related, Severity, Value, Via};

/// The steps of one rule on one file, and on the files that its values refer to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trace {
    /// The name of the rule.
    pub rule: String,
    /// The severity of its findings.
    pub severity: Severity,
    /// The file.
    pub path: String,
    /// The result.
    pub state: TraceState,
    /// The number of files of the source that the rule selects; this file need not be one of them.
    pub files: u64,
    /// True if its condition requires that there are no values.
    pub wants_none: bool,
    /// The number of values that failed.
    pub findings: u64,
    /// The steps, in the order in which values pass through them, one file after another.
    pub steps: Vec<TraceStep>,
    /// Problems of the steps, or from before the first step.
    pub problems: Vec<Problem>,
    /// Warnings about input that was used.
    pub warnings: Vec<Problem>,
    /// Hints about input that was read leniently. Only the text lists them.
    #[serde(skip)]
    pub hints: Vec<Problem>,
}

/// The result of one rule for a file.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TraceState {
    /// Everything was checked, and there are no findings.
    Passed,
    /// There are findings.
    Failed,
    /// No value reached the condition, which does not require that. There are no findings, but nothing was judged.
    Empty,
    /// There are no findings, but something could not be used, or the condition gives no reliable result.
    Unchecked,
    /// The rule does not select this file.
    #[default]
    Unwanted,
}

/// One step of a rule over the values of one file.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct TraceStep {
    /// The kind of the step.
    pub kind: StepKind,
    /// The field of the rule as written; for a condition, as JSON.
    pub written: String,
    /// The file that the step works on.
    pub path: String,
    /// The value that refers to this file, if it is a referenced file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub via: Option<Via>,
    /// The number of input values; 1 if the input is the file itself.
    pub input: u64,
    /// The number of output values; for a condition, the number of rejected values.
    pub output: u64,
    /// The values in order, each with its result. Values that a function made come last.
    pub values: Vec<TracedValue>,
    /// The number of values that are not listed: of each fate, only the first ten thousand are.
    // The limit is `TraceStep::MOST`.
    pub unlisted: u64,
    /// The output of `print` in scripts.
    pub prints: Vec<TracePrint>,
    /// Problems of the step. Its values then have no verdict, or did not pass to the next step.
    pub problems: Vec<Problem>,
    /// If an extraction found no value: the part of the path that matched nothing, if that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub help: Option<String>,
    /// The time that the step took, if it was measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub milliseconds: Option<f64>,
}

two_forms!(TraceStep {
    kind,
    written,
    path,
    via,
    input,
    output,
    values,
    unlisted,
    prints,
    problems,
    help,
    milliseconds,
});

impl TraceStep {
    /// Returns a copy without the values.
    pub(super) fn without_values(&self) -> Self {
        Self { values: Vec::new(), ..self.clone() }
    }
}

/// The kinds of steps, in order.
#[derive(Clone, Copy, Debug, Default, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// Selects the files that the rule looks at.
    #[default]
    Rpath,
    /// Excludes some of these files.
    NotRpath,
    /// The extraction of values.
    Xpath,
    /// Keeps or transforms values.
    Filter,
    /// Drops values.
    NotFilter,
    /// Selects the files that the values refer to.
    Cited,
    /// The extraction of values from a referenced file.
    Subxpath,
    /// Keeps some of the values of the referenced file.
    Subfilter,
    /// Judges the values.
    Condition,
}

impl StepKind {
    /// All kinds with their names, in order.
    pub const ALL: [(&'static str, Self); 9] = [
        ("rpath", Self::Rpath),
        ("not_rpath", Self::NotRpath),
        ("xpath", Self::Xpath),
        ("filter", Self::Filter),
        ("not_filter", Self::NotFilter),
        ("cited", Self::Cited),
        ("subxpath", Self::Subxpath),
        ("subfilter", Self::Subfilter),
        ("condition", Self::Condition),
    ];

    /// Returns the name: that of the rule's field for this step, if there is one.
    pub const fn name(self) -> &'static str {
        // `ALL` lists the variants in the order of their declaration.
        Self::ALL[self as usize].0
    }

    /// Returns true if the step yields values that a later step judges.
    const fn yields_values(self) -> bool {
        matches!(self, Self::Xpath | Self::Filter | Self::NotFilter | Self::Subxpath | Self::Subfilter)
    }
}

/// A value, and the result of a step for it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct TracedValue {
    /// The result for the value.
    pub fate: Fate,
    /// The value itself; null also stands for the file as a whole.
    pub value: Value,
    /// The place of the value in the file, if it has one.
    #[serde(flatten)]
    pub region: Option<Region>,
    /// The reason: the pattern that was not found, or the fault of a value that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Other places that belong to the value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<Related>"))]
    pub related: Vec<Related>,
}

two_forms!(TracedValue { fate, value, region, reason, related });

/// The result of a step for a value.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// The value was extracted.
    Found,
    /// The value passed to the next step.
    Kept,
    /// The value did not pass to the next step.
    Dropped,
    /// A function made the value.
    Made,
    /// The value fulfils the condition.
    Passed,
    /// The value violates the condition.
    Failed,
    /// There is no result, because a script or a pattern stopped.
    Unknown,
}

impl Fate {
    /// Returns the name of the fate, as in JSON.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Found => "found",
            Self::Kept => "kept",
            Self::Dropped => "dropped",
            Self::Made => "made",
            Self::Passed => "passed",
            Self::Failed => "failed",
            Self::Unknown => "unknown",
        }
    }
}

/// A line that a script printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct TracePrint {
    /// The printed text.
    pub text: String,
    /// The file that contains the script, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The place in that file.
    #[serde(flatten)]
    pub region: Option<Region>,
}

two_forms!(TracePrint { text, path, region });

impl Trace {
    /// Creates a trace without steps.
    pub fn new(rule: impl Into<String>, severity: Severity, path: impl Into<String>) -> Self {
        Self { rule: rule.into(), severity, path: path.into(), ..Self::default() }
    }

    /// Adds the steps, in order, and all diagnostics about the rule and the files, and sets the result.
    #[must_use]
    pub fn conclude(mut self, steps: Vec<TraceStep>, diagnostics: Diagnostics) -> Self {
        let conditions = steps.iter().filter(|step| step.kind == StepKind::Condition);
        self.findings = conditions.map(|step| step.output).sum();
        self.steps = steps;
        // Read first, because the diagnostics are moved into the trace.
        let has_verdict = diagnostics.no_verdict().next().is_none();
        Diagnostics { problems: self.problems, warnings: self.warnings, hints: self.hints } = diagnostics;
        self.state = self.outcome(has_verdict);
        self
    }

    /// Returns the number of values that reached the condition.
    pub fn judged(&self) -> u64 {
        let conditions = self.steps.iter().filter(|step| step.kind == StepKind::Condition);
        conditions.map(|step| step.input).sum()
    }

    /// Returns the extraction or filter after which no value was left, if the rule needs values.
    pub fn emptying_step(&self) -> Option<&TraceStep> {
        let is_open = !self.wants_none && self.judged() == 0;
        self.steps.iter().find(|step| is_open && step.output == 0 && step.kind.yields_values())
    }

    /// Returns true if the rule selects the file.
    fn is_selected(&self) -> bool {
        let chosen = |kind: StepKind| self.steps.iter().filter(move |step| step.kind == kind);
        chosen(StepKind::Rpath).any(|step| step.output > 0) && chosen(StepKind::NotRpath).all(|step| step.output > 0)
    }

    fn outcome(&self, has_verdict: bool) -> TraceState {
        if self.findings > 0 {
            TraceState::Failed
        } else if !self.problems.is_empty() {
            TraceState::Unchecked
        } else if self.is_selected() {
            match self.emptying_step() {
                Some(_) => TraceState::Empty,
                None if has_verdict => TraceState::Passed,
                None => TraceState::Unchecked,
            }
        } else {
            TraceState::Unwanted
        }
    }

    /// Returns the exit code: 2 if the rule does not select the file or the check is incomplete. It is incomplete, too,
    /// if there are no findings and the condition gives no reliable result. Else 1 if there are findings, else 0.
    pub fn exit_code(&self) -> u8 {
        match self.state {
            _ if !self.problems.is_empty() => 2,
            TraceState::Unwanted | TraceState::Unchecked => 2,
            TraceState::Failed => 1,
            TraceState::Passed | TraceState::Empty => 0,
        }
    }
}

impl TraceStep {
    /// The maximum number of values that are listed for each fate.
    pub const MOST: u64 = 10_000;
    /// The number of bytes of values after which no more are listed; far more than anybody reads.
    pub const MOST_BYTES: usize = 4 << 20;

    /// Creates a step over the file at `path` that has not begun.
    pub fn new(kind: StepKind, path: impl Into<String>) -> Self {
        Self { kind, path: path.into(), ..Self::default() }
    }
}
