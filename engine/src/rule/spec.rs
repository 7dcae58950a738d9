//! A rule as its author wrote it.

use super::document::{Node, Scalar};
use super::overrides::SwitchedOff;
use crate::report::Severity;
use crate::text::Span;

/// One rule of a rule file, field by field; `None` for one that is left out, null or empty.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleSpec {
    /// The name under which the rule runs: its `name`, or `FILE#N`.
    pub called: String,
    /// Where the rule as a whole is pointed at: its name or, without one, its first field.
    pub place: Span,
    /// What `enabled` says; nothing else of a rule that is switched off has been read.
    pub enabled: bool,
    /// Who switched it off, where it is.
    pub off: SwitchedOff,
    /// Whether something was wrong with the fields themselves: the rule cannot run, whatever they hold.
    pub spoiled: bool,
    pub name: Option<Scalar>,
    pub severity: Option<Scalar>,
    /// How much its findings matter, whatever `severity` says.
    pub overridden: Option<Severity>,
    pub message: Option<Scalar>,
    pub rpath: Option<Scalar>,
    pub not_rpath: Option<Scalar>,
    pub xpath: Option<Scalar>,
    pub filter: Option<Scalar>,
    pub not_filter: Option<Scalar>,
    pub subxpath: Option<Scalar>,
    pub subfilter: Option<Scalar>,
    pub condition: Option<List>,
    /// What stands in place of that list: a text or a mapping.
    pub no_list: Option<Node>,
    pub func_str: Option<Scalar>,
    /// What is shown and never evaluated: the field's name with each of its texts.
    pub shown: Vec<(&'static str, Vec<String>)>,
}

/// A list with its place.
#[derive(Clone, Debug)]
pub(super) struct List {
    pub items: Vec<Node>,
    pub span: Span,
}

/// Where the value of a field goes.
pub(super) enum Slot<'s> {
    Text(&'s mut Option<Scalar>),
    List(&'s mut Option<List>),
    Flag(&'s mut bool),
    Shown(&'s mut Vec<(&'static str, Vec<String>)>),
}
