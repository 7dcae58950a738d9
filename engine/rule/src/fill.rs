//! Fills the values of parameters into a rule: `$name` as an element of its condition, `${name}` in its strings, and
//! `params.name` in expressions and functions.

use std::collections::BTreeSet;
use std::ops::Range;

use assay_document::text::{Fault, IssueCode, Span, nearest};
use assay_report::Diagnostics;

use super::document::{RuleScalar, RuleValue, WrittenNode};
use super::file_text::{FileText, Reporter};
use super::parameter::{CodeLanguage, ParameterValue};
use super::spec::RuleSpec;

/// The prefix of parameters in functions and expressions.
const PARAMS: &str = "params.";

/// The values of the parameters that a rule can use, by name.
pub(super) type ParameterValues = [(String, ParameterValue)];

/// Fills the values of parameters into strings, and records which parameters are used.
pub(super) struct Filler<'v> {
    values: &'v ParameterValues,
    pub used: BTreeSet<String>,
    /// References to unknown parameters: the string with the reference, and the fault, whose span is in bytes of that
    /// string.
    unknown: Vec<(RuleScalar, Fault)>,
}

impl<'v> Filler<'v> {
    pub const fn new(values: &'v ParameterValues) -> Self {
        Self { values, used: BTreeSet::new(), unknown: Vec::new() }
    }

    pub fn rule(&mut self, spec: &RuleSpec) -> RuleSpec {
        let mut filled = spec.clone();
        if self.values.is_empty() {
            return filled;
        }
        for (field, text) in &mut filled.texts {
            *text = match *field {
                // The name decides which values apply, and a project sets severities directly.
                "name" | "severity" => continue,
                "func_str" => self.code(text, CodeLanguage::Rhai),
                "message" => self.string(text, ", ", false),
                // In a regular expression, the elements of a list are alternatives.
                _ => self.string(text, "|", true),
            };
        }
        for item in filled.condition.iter_mut().flat_map(|list| &mut list.items) {
            self.element(item);
        }
        for text in filled.display_fields.iter_mut().flat_map(|(_, texts)| texts) {
            *text = self.description(text);
        }
        filled
    }

    /// Returns a script with the values of `params.NAME` filled in.
    pub fn script(&mut self, text: &RuleScalar) -> RuleScalar {
        self.code(text, CodeLanguage::Rhai)
    }

    /// Reports parameters that are used but do not exist, as problems of the rule `name`.
    pub fn report(self, file: &FileText<'_>, name: &str, out: &mut Diagnostics) {
        let mut report = Reporter::new(file);
        for (text, fault) in self.unknown {
            report.problem_in(&text, fault);
        }
        out.extend(report.of_rule(name));
    }

    /// Returns a string that is only shown, with the values of `${NAME}` filled in.
    pub fn description(&self, text: &str) -> String {
        self.values
            .iter()
            .fold(text.to_owned(), |text, (name, value)| text.replace(&format!("${{{name}}}"), &value.text(", ")))
    }

    /// Fills an element of a condition: a reference, or a string that may be an expression.
    fn element(&mut self, node: &mut WrittenNode) {
        match &mut node.value {
            RuleValue::Text(text) => {
                let reference = text.text.strip_prefix('$').filter(|name| name.len() == word(name).len());
                if let Some(name) = reference.filter(|name| !name.is_empty()) {
                    if let Some(value) = self.value(text, 0..text.text.len(), name) {
                        *node = value.element(text);
                    }
                } else {
                    *text = self.code(text, CodeLanguage::Python);
                }
            }
            RuleValue::List(items) => items.iter_mut().for_each(|item| self.element(item)),
            _ => {}
        }
    }

    /// Fills the values of `${NAME}` into a string. In a message, an unknown name may be another placeholder after a
    /// `$`.
    fn string(&mut self, text: &RuleScalar, separator: &str, is_strict: bool) -> RuleScalar {
        let mut parts = Vec::new();
        for (start, _) in text.text.match_indices("${") {
            let name = word(&text.text[start + 2..]);
            let end = start + 2 + name.len();
            if name.is_empty() || !text.text[end..].starts_with('}') {
                continue;
            }
            if is_strict || self.values.iter().any(|(known, _)| known == name) {
                let value = self.value(text, start..end + 1, name);
                parts.extend(value.map(|value| (start..end + 1, value.text(separator))));
            }
        }
        text.fill(&parts)
    }

    /// Fills the values of `params.NAME` into code.
    fn code(&mut self, text: &RuleScalar, language: CodeLanguage) -> RuleScalar {
        let mut parts = Vec::new();
        for (start, _) in text.text.match_indices(PARAMS) {
            // `my_params.x` and `a.params.x` are other names.
            let before = text.text[..start].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '_' | '.')) {
                continue;
            }
            let name = word(&text.text[start + PARAMS.len()..]);
            let range = start..start + PARAMS.len() + name.len();
            let value = self.value(text, range.clone(), name);
            parts.extend(value.map(|value| (range, value.code(language))));
        }
        text.fill(&parts)
    }

    /// Returns the value of the parameter `name`, which is used at `range` of `text`.
    fn value(&mut self, text: &RuleScalar, range: Range<usize>, name: &str) -> Option<&'v ParameterValue> {
        if let Some((_, value)) = self.values.iter().find(|(known, _)| known == name) {
            self.used.insert(name.to_owned());
            return Some(value);
        }
        let names = || self.values.iter().map(|(known, _)| known.as_str());
        let span = Span::of(range.start, range.end);
        let fault = Fault::new(IssueCode::ParameterUnknown, format!("there is no parameter `{name}`"), span);
        let help = nearest(name, names()).map_or_else(
            || format!("this rule has `{}`", names().collect::<Vec<_>>().join("`, `")),
            |near| format!("did you mean `{near}`?"),
        );
        self.unknown.push((text.clone(), fault.help(help)));
        None
    }
}

/// Returns the name at the beginning of a string; it may be empty.
fn word(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}
