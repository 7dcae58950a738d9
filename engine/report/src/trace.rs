//! The trace of one rule over one file: every step, its input and output, and why values were dropped.

use assay_document::text::Region;
use serde::{Deserialize, Serialize};

use super::{Diagnostics, Problem, Related, Severity, Value, Via};

/// The steps of one rule on one file, and on the files that its values refer to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trace {
    /// Name of the rule.
    pub rule: String,
    /// How much its findings matter.
    pub severity: Severity,
    /// The file.
    pub path: String,
    /// The result.
    pub state: TraceState,
    /// How many files of the source the rule looks at, whether this is one of them or not.
    pub files: u64,
    /// Whether its condition demands that there be no value.
    pub wants_none: bool,
    /// How many values failed.
    pub findings: u64,
    /// The steps, in the order in which the values took them; one file after the other.
    pub steps: Vec<TraceStep>,
    /// Problems of any step, or before the first one.
    pub problems: Vec<Problem>,
    /// Warnings about input that was used.
    pub warnings: Vec<Problem>,
    /// Hints about input that was read leniently. Only the text lists them.
    #[serde(skip)]
    pub hints: Vec<Problem>,
}

/// The result of one rule for a file.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum TraceState {
    /// Everything was checked, and nothing was found.
    Passed,
    /// Something was found.
    Failed,
    /// No value came to the condition, and it does not demand that: nothing was found, and that proves nothing.
    Empty,
    /// Nothing was found, and that proves nothing: something could not be used, or cannot tell right from wrong.
    Unchecked,
    /// The rule does not look at this file.
    Unwanted,
}

/// One step of a rule over the values of one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct TraceStep {
    /// Which one.
    pub kind: StepKind,
    /// The field of the rule as written; a condition as JSON.
    pub written: String,
    /// The file at hand.
    pub path: String,
    /// The value that led to it, when it is not the file that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Via"))]
    pub via: Option<Via>,
    /// How many values came in; 1 when it was the file itself.
    pub input: u64,
    /// How many values went out; of the condition, how many it rejected.
    pub output: u64,
    /// The values in their order, each with its result. Values that a function made are last.
    pub values: Vec<TracedValue>,
    /// How many values are not listed: of each fate, only the first ten thousand are.
    // The limit is `TraceStep::MOST`.
    pub unlisted: u64,
    /// The output of `print` in scripts.
    pub prints: Vec<TracePrint>,
    /// Problems of the step. Its values have no verdict then, or did not go on.
    pub problems: Vec<Problem>,
    /// Of an extraction that yielded nothing, what the file has nothing for, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub help: Option<String>,
    /// How long it took, when that is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
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
    /// Returns everything but the values.
    pub(super) fn without_values(&self) -> Self {
        let Self { written, path, via, prints, problems, help, .. } = self;
        Self {
            written: written.clone(),
            path: path.clone(),
            via: via.clone(),
            values: Vec::new(),
            prints: prints.clone(),
            problems: problems.clone(),
            help: help.clone(),
            ..*self
        }
    }
}

/// The steps that there are, in their order.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// Which files the rule looks at.
    Rpath,
    /// Which of these it leaves out.
    NotRpath,
    /// The extraction of values.
    Xpath,
    /// Which values go on, or what they become.
    Filter,
    /// Which of these are dropped.
    NotFilter,
    /// Which files the values name.
    Cited,
    /// The extraction of values from a referenced file.
    Subxpath,
    /// Which of its values go on.
    Subfilter,
    /// The condition.
    Condition,
}

impl StepKind {
    /// All of them with their names, in their order.
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

    /// Its name: that of the field of a rule that says what happens in it, if one does.
    #[must_use]
    pub const fn name(self) -> &'static str {
        // `ALL` lists the variants in the order of their declaration.
        Self::ALL[self as usize].0
    }

    /// Returns true if the step yields values that a later step judges.
    const fn yields_values(self) -> bool {
        matches!(self, Self::Xpath | Self::Filter | Self::NotFilter | Self::Subxpath | Self::Subfilter)
    }
}

/// A value, and what a step made of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct TracedValue {
    /// The result for the value.
    pub fate: Fate,
    /// The value itself; null also stands for the file as a whole.
    pub value: Value,
    /// Where it stands in the file at hand, if it stands anywhere.
    #[serde(flatten)]
    pub region: Option<Region>,
    /// Why: what the pattern is that was not found, what is wrong with a value that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub reason: Option<String>,
    /// Other places that belong to it.
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
    /// It was extracted.
    Found,
    /// It went on.
    Kept,
    /// It did not go on.
    Dropped,
    /// A function made it.
    Made,
    /// It is as the condition demands.
    Passed,
    /// It is not.
    Failed,
    /// The step could not say: a script or a pattern stopped.
    Unknown,
}

impl Fate {
    /// All of them with their names.
    pub const ALL: [(&'static str, Self); 7] = [
        ("found", Self::Found),
        ("kept", Self::Kept),
        ("dropped", Self::Dropped),
        ("made", Self::Made),
        ("passed", Self::Passed),
        ("failed", Self::Failed),
        ("unknown", Self::Unknown),
    ];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        // `ALL` lists the variants in the order of their declaration.
        Self::ALL[self as usize].0
    }
}

/// A text that a script printed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct TracePrint {
    /// The text.
    pub text: String,
    /// The file that holds the script, as far as that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub path: Option<String>,
    /// Where in it.
    #[serde(flatten)]
    pub region: Option<Region>,
}

two_forms!(TracePrint { text, path, region });

impl Trace {
    /// A trace without steps.
    #[must_use]
    pub fn new(rule: impl Into<String>, severity: Severity, path: impl Into<String>) -> Self {
        Self {
            rule: rule.into(),
            severity,
            path: path.into(),
            state: TraceState::Unwanted,
            files: 0,
            wants_none: false,
            findings: 0,
            steps: Vec::new(),
            problems: Vec::new(),
            warnings: Vec::new(),
            hints: Vec::new(),
        }
    }

    /// Adds the steps, in their order, and all diagnostics about the rule and the files, and sets the result.
    #[must_use]
    pub fn concluded(mut self, steps: Vec<TraceStep>, diagnostics: Diagnostics) -> Self {
        let conditions = steps.iter().filter(|step| step.kind == StepKind::Condition);
        self.findings = conditions.map(|step| step.output).sum();
        self.steps = steps;
        let has_verdict = diagnostics.no_verdict().next().is_none();
        Diagnostics { problems: self.problems, warnings: self.warnings, hints: self.hints } = diagnostics;
        self.state = self.outcome(has_verdict);
        self
    }

    /// Returns the number of values that came to the condition.
    #[must_use]
    pub fn judged(&self) -> u64 {
        let conditions = self.steps.iter().filter(|step| step.kind == StepKind::Condition);
        conditions.map(|step| step.input).sum()
    }

    /// Returns the extraction or filter that yielded nothing, if that left nothing to judge where something is needed.
    #[must_use]
    pub fn emptied(&self) -> Option<&TraceStep> {
        let is_open = !self.wants_none && self.judged() == 0;
        self.steps.iter().find(|step| is_open && step.output == 0 && step.kind.yields_values())
    }

    /// Returns true if the rule looks at the file.
    fn is_wanted(&self) -> bool {
        let chosen = |kind: StepKind| self.steps.iter().filter(move |step| step.kind == kind);
        chosen(StepKind::Rpath).any(|step| step.output > 0) && chosen(StepKind::NotRpath).all(|step| step.output > 0)
    }

    fn outcome(&self, has_verdict: bool) -> TraceState {
        if self.findings > 0 {
            TraceState::Failed
        } else if !self.problems.is_empty() {
            TraceState::Unchecked
        } else if self.is_wanted() {
            match self.emptied() {
                Some(_) => TraceState::Empty,
                None if has_verdict => TraceState::Passed,
                None => TraceState::Unchecked,
            }
        } else {
            TraceState::Unwanted
        }
    }

    /// 2 when something could not be checked, the rule does not look at the file, or it found nothing and cannot tell right from
    /// wrong; else 1 when something was found, else 0.
    #[must_use]
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

    /// A step over the file at `path` that has not begun.
    #[must_use]
    pub fn new(kind: StepKind, path: impl Into<String>) -> Self {
        Self {
            kind,
            written: String::new(),
            path: path.into(),
            via: None,
            input: 0,
            output: 0,
            values: Vec::new(),
            unlisted: 0,
            prints: Vec::new(),
            problems: Vec::new(),
            help: None,
            milliseconds: None,
        }
    }
}
