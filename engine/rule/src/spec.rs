//! A rule as its author wrote it.

use assay_document::text::json::one_line;
use assay_document::text::{Pattern, Span};
use assay_report::{Severity, StepKind};

use super::document::{RuleScalar, RuleValue, WrittenNode};
use super::overrides::SwitchedOff;
use super::parameter::ParameterValue;

/// One rule of a rule file. A field that is left out, null or empty has no value.
#[derive(Clone, Debug, Default)]
pub(super) struct RuleSpec {
    /// The name under which the rule runs: its `name`, or `FILE#N`.
    pub called: String,
    /// The place of the rule in problems: its name or, if it has none, its first field.
    pub place: Span,
    /// The source that switched the rule off, if one did. If it is the rule itself, no other field except its name has
    /// been read.
    pub off: Option<SwitchedOff>,
    /// True if the fields have errors. The rule then cannot run.
    pub has_errors: bool,
    /// The severity that replaces the one in `severity`.
    pub overridden: Option<Severity>,
    /// The fields that hold a string: the name of each, with its value.
    pub texts: Vec<(&'static str, RuleScalar)>,
    pub condition: Option<SpecList>,
    /// The value of `condition` if it is a string or a mapping instead of a list.
    pub no_list: Option<WrittenNode>,
    /// The fields that are shown and never evaluated: the name of each, with its strings.
    pub display_fields: Vec<(&'static str, Vec<String>)>,
    /// True if the project names the rule: by its name in a choice, or by the value of a parameter that it uses.
    pub is_named: bool,
    /// The part of the files that it checks, if the project sets something for some files. The same rule checks the
    /// other files with other values.
    pub scope: Vec<FileScope>,
    /// The values of the parameters that it can use.
    pub parameters: Vec<(String, ParameterValue)>,
}

/// The files that a pattern matches, or those that it does not match.
#[derive(Clone, Debug)]
pub struct FileScope {
    /// The pattern, searched in `/` + path.
    pub files: Pattern,
    /// True for the files that it matches.
    pub is_inside: bool,
}

/// A list with its place.
#[derive(Clone, Debug)]
pub(super) struct SpecList {
    pub items: Vec<WrittenNode>,
    pub span: Span,
}

impl RuleSpec {
    pub fn text(&self, name: &str) -> Option<&RuleScalar> {
        find_field(&self.texts, name)
    }

    pub fn tags(&self) -> &[String] {
        find_field(&self.display_fields, "tags").map_or(&[], Vec::as_slice)
    }

    pub fn is_enabled(&self) -> bool {
        self.off.is_none()
    }

    /// Returns the values of the rule's steps, by the names of their fields: strings, and the list of its condition.
    pub fn steps(&self) -> Vec<(&'static str, String)> {
        let is_step = |name: &str| StepKind::ALL.iter().any(|(step, _)| *step == name);
        let texts = self.texts.iter().filter(|(name, _)| is_step(name)).map(|(name, text)| (*name, text.text.clone()));
        texts.chain(self.condition.as_ref().map(|list| ("condition", format_list(&list.items)))).collect()
    }
}

pub(super) fn find_field<'v, T>(values: &'v [(&'static str, T)], name: &str) -> Option<&'v T> {
    values.iter().find(|(field, _)| *field == name).map(|(_, value)| value)
}

/// Returns a list as JSON. Numbers keep their spelling.
fn format_list(items: &[WrittenNode]) -> String {
    let items: Vec<String> = items.iter().map(format_node).collect();
    format!("[{}]", items.join(", "))
}

fn format_node(node: &WrittenNode) -> String {
    match &node.value {
        RuleValue::Text(text) => one_line(&text.text),
        RuleValue::Number(number) => number.text.clone(),
        RuleValue::Bool(value) => value.to_string(),
        RuleValue::List(items) => format_list(items),
        RuleValue::Null | RuleValue::Unusable => "null".to_owned(),
        RuleValue::Map(_) => "{…}".to_owned(),
    }
}
