//! The counts of a run, and the state of each rule.

use serde::{Deserialize, Serialize};

use super::forms::is_zero;
use super::{About, Coverage, Hidden, Severity};

/// The files that were read, and the result of each rule.
// The host measures times or leaves them out, so that two runs print the same bytes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct Stats {
    /// The number of files that the source listed.
    pub files_seen: u64,
    /// The number of files that the given paths select, if only these were to be checked; an archive counts as one.
    /// Left out if all files were to be checked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub files_named: Option<u64>,
    /// The number of files and folders that ignore patterns exclude; a folder counts as one. Left out if zero.
    // The host counts them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub ignored: u64,
    /// The number of files whose results came from a cache; left out if zero.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub cached: u64,
    /// The number of disabled rules; left out if zero.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rules_off: u64,
    /// The number of files whose content was read.
    pub files_read: u64,
    /// The number of files that were needed and could not be read, parsed or checked in full.
    // `Report::new` sets it.
    pub files_unchecked: u64,
    /// The number of bytes read.
    pub bytes: u64,
    /// The number of values extracted.
    pub values: u64,
    /// The number of files that any rule looked into, by kind of file in alphabetical order; left out if rules looked
    /// into all files.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub coverage: Vec<Coverage>,
    /// The number of known findings that are hidden; left out if zero.
    #[serde(default, skip_serializing_if = "Hidden::is_none")]
    pub hidden: Hidden,
    /// The rules, in the order of the rule files; rules that could not be used come last.
    pub rules: Vec<RuleStats>,
    /// Times in milliseconds, if the host measured them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timings: Option<Timings>,
}

two_forms!(Stats {
    files_seen,
    files_named,
    ignored,
    cached,
    rules_off,
    files_read,
    files_unchecked,
    bytes,
    values,
    coverage,
    hidden,
    rules,
    timings,
});

impl Stats {
    /// Returns everything but the rules.
    pub(super) fn without_rules(&self) -> Self {
        Self { rules: Vec::new(), ..self.clone() }
    }
}

/// The files and values that one rule judged, and its findings.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct RuleStats {
    /// The name of the rule.
    pub name: String,
    /// The severity of the rule.
    pub severity: Severity,
    /// The descriptive fields of the rule.
    #[serde(flatten)]
    pub about: About,
    /// The state of the rule. Pass the state without findings and problems to [`Report::new`](super::Report::new),
    /// which sets the final one.
    #[serde(flatten)]
    pub state: RuleState,
    /// The number of files that its `rpath` selected.
    pub files: u64,
    /// The number of files that could not be read or parsed, of these files and of those that its collections are built
    /// from.
    pub unchecked: u64,
    /// The number of values that its `subxpath`, or else its `xpath`, extracted.
    pub values: u64,
    /// The number of its findings.
    // `Report::new` sets it.
    pub findings: u64,
}

two_forms!(RuleStats { name, severity, about, state, files, unchecked, values, findings });

impl RuleStats {
    /// Creates the counts of a rule that has not run yet.
    pub fn new(name: impl Into<String>, severity: Severity) -> Self {
        let state = RuleState::Unchecked(Reason::NoFile);
        let about = About::default();
        Self { name: name.into(), severity, about, state, files: 0, unchecked: 0, values: 0, findings: 0 }
    }

    /// Sets the state for a rule that judged every value that it extracted.
    #[must_use]
    pub const fn all_judged(mut self) -> Self {
        self.state = match (self.files, self.values) {
            (0, _) => RuleState::Unchecked(Reason::NoFile),
            (_, 0) => RuleState::Unchecked(Reason::NoValue),
            _ => RuleState::Passed,
        };
        self
    }

    /// Returns the final state of the rule, which may have a problem, or a warning that its condition proves nothing.
    pub(super) const fn final_state(&self, has_problem: bool, has_no_verdict: bool) -> RuleState {
        // Findings count most: a rule that found something has failed, also if something went wrong.
        match self.state {
            _ if self.findings > 0 => RuleState::Failed,
            _ if has_problem || self.unchecked > 0 => RuleState::Unchecked(Reason::Incomplete),
            RuleState::Passed | RuleState::Failed if has_no_verdict => RuleState::Unchecked(Reason::NoVerdict),
            // Its findings are known and hidden.
            RuleState::Failed => RuleState::Passed,
            state => state,
        }
    }
}

/// The state of a rule. A rule that stopped, or that had nothing to judge, neither passed nor failed. It is written as
/// two fields, `state` and `reason`.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "FlatRuleState", into = "FlatRuleState")]
pub enum RuleState {
    /// The rule checked everything it needed and has no findings.
    Passed,
    /// The rule has findings.
    Failed,
    /// The rule has no findings, but that proves nothing.
    Unchecked(Reason),
}

/// A [`RuleState`] as it is written: fields that can be flattened into those of a larger type.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
struct FlatRuleState {
    /// The state of the rule.
    state: RuleStateName,
    /// Why a rule without findings does not count as passed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
}

two_forms!(FlatRuleState { state, reason });

/// The three states of a rule.
#[derive(Clone, Copy, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "State"))]
#[serde(rename_all = "kebab-case")]
enum RuleStateName {
    /// The rule checked everything it needed and has no findings.
    Passed,
    /// The rule has findings.
    Failed,
    /// The rule has no findings, but that proves nothing; `reason` gives the reason.
    Unchecked,
}

impl From<RuleState> for FlatRuleState {
    fn from(state: RuleState) -> Self {
        let (state, reason) = match state {
            RuleState::Passed => (RuleStateName::Passed, None),
            RuleState::Failed => (RuleStateName::Failed, None),
            RuleState::Unchecked(reason) => (RuleStateName::Unchecked, Some(reason)),
        };
        Self { state, reason }
    }
}

impl TryFrom<FlatRuleState> for RuleState {
    type Error = &'static str;

    fn try_from(FlatRuleState { state, reason }: FlatRuleState) -> Result<Self, Self::Error> {
        match (state, reason) {
            (RuleStateName::Passed, None) => Ok(Self::Passed),
            (RuleStateName::Failed, None) => Ok(Self::Failed),
            (RuleStateName::Unchecked, Some(reason)) => Ok(Self::Unchecked(reason)),
            _ => Err("a `reason` is expected for the state `unchecked`, and for no other"),
        }
    }
}

/// Why a rule without findings does not count as passed.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// The rule could not be used: its definition has errors.
    Invalid,
    /// A file that it needed could not be read, parsed or judged.
    Incomplete,
    /// Its `rpath` selected no file.
    NoFile,
    /// Its `xpath` or `subxpath` extracted no value in the whole run.
    NoValue,
    /// Its `filter`, `not_filter` or `subfilter` let no value through in the whole run.
    Filtered,
    /// Its condition gives no reliable result, as a warning explains: it is a constant, or compares a string with a
    /// number.
    NoVerdict,
}

impl Reason {
    /// All reasons, worst first, each with the words that reports use.
    pub const ALL: [(Self, &'static str); 6] = [
        (Self::Invalid, "could not be used"),
        (Self::Incomplete, "could not finish"),
        (Self::NoFile, "matched no file"),
        (Self::NoValue, "extracted no value"),
        (Self::Filtered, "filtered out every value"),
        (Self::NoVerdict, "gave no reliable result"),
    ];
}

/// Times of a run, in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Timings {
    /// The time from the first listed path to the report.
    pub total: f64,
    /// The steps of the run, in order.
    pub steps: Vec<Timing>,
    /// The time of each rule, in the order of the rule files.
    pub rules: Vec<Timing>,
}

/// The time that one step or one rule took, summed over all workers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Timing {
    /// The step, or the rule.
    pub name: String,
    /// Milliseconds.
    pub milliseconds: f64,
}
