//! The values of a rule file, with their positions.

use std::fmt::Display;

use assay_document::text::{Fault, IssueCode, Span};

use super::scalar::{RuleScalar, TextStyle};

/// The maximum nesting of values. No rule needs as much, and it turns a malicious file into an error.
pub(super) const MAX_DEPTH: usize = 64;

/// One value with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct WrittenNode {
    /// The value itself.
    pub value: RuleValue,
    /// The range of the value in the file, in bytes.
    pub span: Span,
}

/// A value in a rule file. Lists and mappings keep their order; mappings keep repeated keys.
#[derive(Clone, Debug, PartialEq)]
pub enum RuleValue {
    /// No value.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as spelled.
    Number(RuleScalar),
    /// A string.
    Text(RuleScalar),
    /// A list.
    List(Vec<WrittenNode>),
    /// A mapping.
    Map(Vec<(RuleScalar, WrittenNode)>),
    /// An alias or a scalar with a tag, which has been reported.
    Unusable,
}

impl WrittenNode {
    /// Returns the kind of the value for messages, such as `a list`.
    pub fn kind(&self) -> &'static str {
        match &self.value {
            RuleValue::Null => "null",
            RuleValue::Bool(_) => "a boolean",
            RuleValue::Number(_) => "a number",
            RuleValue::Text(text) if text.text.is_empty() => "an empty string",
            RuleValue::Text(_) => "a string",
            RuleValue::List(_) => "a list",
            RuleValue::Map(_) => "a mapping",
            RuleValue::Unusable => "something else",
        }
    }

    /// Returns the fault of a value of the wrong kind. `must` is the start of its message: "`tests` must be a list".
    pub(crate) fn wrong_kind(&self, code: IssueCode, must: impl Display) -> Fault {
        Fault::new(code, format!("{must}, not {}", self.kind()), self.span)
    }

    /// Returns the items of a list. Any other value is its own only item.
    pub fn items(&self) -> &[Self] {
        match &self.value {
            RuleValue::List(items) => items,
            _ => std::slice::from_ref(self),
        }
    }

    /// Returns true if the value counts as absent: null, or without content.
    pub fn is_empty(&self) -> bool {
        match &self.value {
            RuleValue::Null => true,
            RuleValue::Text(scalar) => scalar.text.is_empty(),
            RuleValue::List(items) => items.is_empty(),
            RuleValue::Map(entries) => entries.is_empty(),
            RuleValue::Bool(_) | RuleValue::Number(_) | RuleValue::Unusable => false,
        }
    }

    /// Returns a scalar as a string, as written; `None` for null, lists and mappings.
    pub fn as_text(&self) -> Option<RuleScalar> {
        match &self.value {
            RuleValue::Text(scalar) | RuleValue::Number(scalar) => Some(scalar.clone()),
            RuleValue::Bool(value) => Some(RuleScalar::new(value.to_string(), self.span, TextStyle::Plain)),
            RuleValue::Null | RuleValue::List(_) | RuleValue::Map(_) | RuleValue::Unusable => None,
        }
    }
}

/// Returns the fault of a value that is nested deeper than [`MAX_DEPTH`].
pub(super) fn too_deep(span: Span) -> Fault {
    Fault::new(IssueCode::RuleFileDepth, format!("values nest more than {MAX_DEPTH} deep"), span)
}

/// The entries of a mapping, in their order.
pub type Entries = [(RuleScalar, WrittenNode)];

/// Returns the first entry of that name, in any letter case.
pub fn entry<'e>(entries: &'e Entries, name: &str) -> Option<&'e (RuleScalar, WrittenNode)> {
    entries.iter().find(|(key, _)| key.text.eq_ignore_ascii_case(name))
}
