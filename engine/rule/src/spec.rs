//! A rule as its author wrote it.

use assay_document::text::Span;
use assay_report::Severity;

use super::document::{RuleScalar, WrittenNode};
use super::overrides::SwitchedOff;

/// One rule of a rule file, field by field; `None` for one that is left out, null or empty.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleSpec {
    /// The name under which the rule runs: its `name`, or `FILE#N`.
    pub called: String,
    /// Where the rule as a whole is pointed at: its name or, without one, its first field.
    pub place: Span,
    /// False if the rule is switched off. If its own field says so, no other field than its name has been read.
    pub enabled: bool,
    /// The source that switched the rule off. It has a meaning only if `enabled` is false.
    pub off: SwitchedOff,
    /// True if the fields themselves have errors: the rule cannot run, whatever they hold.
    pub spoiled: bool,
    pub name: Option<RuleScalar>,
    pub severity: Option<RuleScalar>,
    /// The severity that replaces the one in `severity`.
    pub overridden: Option<Severity>,
    pub message: Option<RuleScalar>,
    pub steps: SpecSteps,
    pub func_str: Option<RuleScalar>,
    /// The fields that are shown and never evaluated: the name of each, with its strings.
    pub shown: Vec<(&'static str, Vec<String>)>,
}

/// The steps of a rule, from its files to its condition.
#[derive(Clone, Debug, Default)]
pub(super) struct SpecSteps {
    pub rpath: Option<RuleScalar>,
    pub not_rpath: Option<RuleScalar>,
    pub xpath: Option<RuleScalar>,
    pub filter: Option<RuleScalar>,
    pub not_filter: Option<RuleScalar>,
    pub subxpath: Option<RuleScalar>,
    pub subfilter: Option<RuleScalar>,
    pub condition: Option<SpecList>,
    /// The value of `condition` if it is a string or a mapping instead of a list.
    pub no_list: Option<WrittenNode>,
}

/// A list with its place.
#[derive(Clone, Debug)]
pub(super) struct SpecList {
    pub items: Vec<WrittenNode>,
    pub span: Span,
}

/// Where the value of a field goes.
pub(super) enum FieldSlot<'s> {
    Text(&'s mut Option<RuleScalar>),
    List(&'s mut Option<SpecList>),
    Flag(&'s mut bool),
    Shown(&'s mut Vec<(&'static str, Vec<String>)>),
}
