//! The values of a rule's fields and their positions, for traces and for reports about a step.

use assay_document::text::Span;
use assay_report::StepKind;

use super::document::{RuleScalar, RuleValue, WrittenNode};
use super::fields::{FIELDS, Field};
use super::spec::{FieldSlot, RuleSpec, SpecList};

/// The value of a field.
pub(super) enum FieldValue {
    Text(RuleScalar),
    List(SpecList),
}

impl FieldValue {
    /// Returns the range of the value in the file.
    pub fn span(&self) -> Span {
        match self {
            Self::Text(text) => text.span,
            Self::List(list) => list.span,
        }
    }

    fn shown(self) -> String {
        match self {
            Self::Text(text) => text.text,
            Self::List(list) => shown_list(&list.items),
        }
    }
}

/// Returns the strings and lists of the fields that are `wanted`, by name, in the order of [`FIELDS`].
pub(super) fn written(spec: &RuleSpec, wanted: impl Fn(&Field) -> bool) -> Vec<(&'static str, FieldValue)> {
    // The table knows where the reader puts a field, from where it is taken here.
    let mut spec = spec.clone();
    let taken = |field: &'static Field| match field.slot(&mut spec) {
        FieldSlot::Text(text) => Some((field.name, FieldValue::Text(text.take()?))),
        FieldSlot::List(list) => Some((field.name, FieldValue::List(list.take()?))),
        FieldSlot::Flag(_) | FieldSlot::Shown(_) => None,
    };
    FIELDS.iter().filter(|field| wanted(field)).filter_map(taken).collect()
}

/// Returns the values of a rule's steps, by the names of their fields.
pub(super) fn steps(spec: &RuleSpec) -> Vec<(&'static str, String)> {
    let is_told = |field: &Field| StepKind::ALL.iter().any(|(name, _)| *name == field.name);
    written(spec, is_told).into_iter().map(|(name, written)| (name, written.shown())).collect()
}

/// A list as JSON would have it, numbers as spelled.
fn shown_list(items: &[WrittenNode]) -> String {
    let items: Vec<String> = items.iter().map(shown).collect();
    format!("[{}]", items.join(", "))
}

fn shown(node: &WrittenNode) -> String {
    match &node.value {
        RuleValue::Text(text) => serde_json::Value::from(text.text.as_str()).to_string(),
        RuleValue::Number(number) => number.text.clone(),
        RuleValue::Bool(value) => value.to_string(),
        RuleValue::List(items) => shown_list(items),
        RuleValue::Null | RuleValue::Unusable => "null".to_owned(),
        RuleValue::Map(_) => "{…}".to_owned(),
    }
}
