//! The shape of a trace.

use serde::{Serialize, Serializer};

use super::Region;
#[cfg(feature = "schema")]
use super::Via;
use crate::report::{self, Fate, Severity, StepKind, TraceState, Value};

/// The steps of one rule on one file, and on the files that its values refer to.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Trace<'t> {
    /// Name of the rule.
    pub rule: &'t str,
    /// How much its findings matter.
    pub severity: Severity,
    /// The file.
    pub path: &'t str,
    /// The result.
    pub state: TraceState,
    /// How many files of the source the rule looks at, whether this is one of them or not.
    pub files: u64,
    /// Whether its condition demands that there be no value.
    pub wants_none: bool,
    /// How many values failed.
    pub findings: u64,
    /// The steps, in the order in which the values took them; one file after the other.
    pub steps: &'t [report::TraceStep],
    /// Problems of any step, or before the first one.
    pub problems: &'t [report::Problem],
    /// Warnings about input that was used.
    pub warnings: &'t [report::Problem],
}

/// One step of a rule over the values of one file.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TraceStep<'t> {
    /// Which one.
    pub kind: StepKind,
    /// The field of the rule as written; a condition as JSON.
    pub written: &'t str,
    /// The file at hand.
    pub path: &'t str,
    /// The value that led to it, when it is not the file that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Via<'t>"))]
    pub via: Option<&'t report::Via>,
    /// How many values came in; 1 when it was the file itself.
    pub input: u64,
    /// How many values went out; of the condition, how many it rejected.
    pub output: u64,
    /// The values in their order, each with its result. Values that a function made are last.
    pub values: &'t [report::TracedValue],
    /// How many values are not listed: of each fate, only the first ten thousand are.
    pub unlisted: u64,
    /// The output of `print` in scripts.
    pub prints: &'t [report::TracePrint],
    /// Problems of the step. Its values have no verdict then, or did not go on.
    pub problems: &'t [report::Problem],
    /// Of an extraction that yielded nothing, what the file has nothing for, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&'t str"))]
    pub help: Option<&'t str>,
    /// How long it took, when that is measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "f64"))]
    pub milliseconds: Option<f64>,
}

/// A value, and what a step made of it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TracedValue<'t> {
    /// The result for the value.
    pub fate: Fate,
    /// The value itself; null also stands for the file as a whole.
    pub value: &'t Value,
    /// Where it stands in the file at hand, if it stands anywhere.
    #[serde(flatten)]
    pub region: Option<Region>,
    /// Why: what the pattern is that was not found, what is wrong with a value that failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&'t str"))]
    pub reason: Option<&'t str>,
    /// Other places that belong to it.
    #[serde(skip_serializing_if = "<[report::Related]>::is_empty")]
    #[cfg_attr(feature = "schema", schemars(with = "Vec<report::Related>"))]
    pub related: &'t [report::Related],
}

/// A text that a script printed.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TracePrint<'t> {
    /// The text.
    pub text: &'t str,
    /// The file that holds the script, as far as that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&'t str"))]
    pub path: Option<&'t str>,
    /// Where in it.
    #[serde(flatten)]
    pub region: Option<Region>,
}

impl<'t> From<&'t report::Trace> for Trace<'t> {
    fn from(trace: &'t report::Trace) -> Self {
        Self {
            rule: &trace.rule,
            severity: trace.severity,
            path: &trace.path,
            state: trace.state(),
            files: trace.files,
            wants_none: trace.wants_none,
            findings: trace.findings(),
            steps: &trace.steps,
            problems: &trace.diagnostics.problems,
            warnings: &trace.diagnostics.warnings,
        }
    }
}

impl<'t> From<&'t report::TraceStep> for TraceStep<'t> {
    fn from(step: &'t report::TraceStep) -> Self {
        Self {
            kind: step.kind,
            written: &step.written,
            path: &step.path,
            via: step.via.as_ref(),
            input: step.input,
            output: step.output,
            values: &step.values,
            unlisted: step.unlisted,
            prints: &step.prints,
            problems: &step.problems,
            help: step.help.as_deref(),
            milliseconds: step.milliseconds,
        }
    }
}

impl<'t> From<&'t report::TracedValue> for TracedValue<'t> {
    fn from(traced: &'t report::TracedValue) -> Self {
        Self {
            fate: traced.fate,
            value: &traced.value,
            region: traced.region.map(Region::from),
            reason: traced.reason.as_deref(),
            related: &traced.related,
        }
    }
}

impl<'t> From<&'t report::TracePrint> for TracePrint<'t> {
    fn from(print: &'t report::TracePrint) -> Self {
        Self { text: &print.text, path: print.path.as_deref(), region: print.region.map(Region::from) }
    }
}

two_forms!(Trace, TraceStep, TracedValue, TracePrint);
