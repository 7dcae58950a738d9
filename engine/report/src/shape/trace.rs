//! The shape of a trace.

use serde::{Serialize, Serializer};

use crate::{Problem, Severity, TraceState, TraceStep};

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
    pub steps: &'t [TraceStep],
    /// Problems of any step, or before the first one.
    pub problems: &'t [Problem],
    /// Warnings about input that was used.
    pub warnings: &'t [Problem],
}

impl<'t> From<&'t crate::Trace> for Trace<'t> {
    fn from(trace: &'t crate::Trace) -> Self {
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

impl Serialize for crate::Trace {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            Trace::from(self).serialize(serializer)
        } else {
            Self::serialize(self, serializer)
        }
    }
}

/// Reads the compact form only.
impl<'de> serde::Deserialize<'de> for crate::Trace {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::deserialize(deserializer)
    }
}
