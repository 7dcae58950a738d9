//! What a rule's fields say, and where: for those who want to see what a step was told, or have something to say of it.

use super::document::{Node, Scalar, Value};
use super::fields::{FIELDS, Field};
use super::spec::{List, RuleSpec, Slot};
use crate::report::StepKind;
use crate::text::Span;

/// What a field holds.
pub(super) enum Written {
    Text(Scalar),
    List(List),
}

impl Written {
    /// Where it stands.
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

/// The texts and lists of a rule's fields that are `wanted`, by name, in the order of the table of fields.
pub(super) fn written(spec: &RuleSpec, wanted: impl Fn(&Field) -> bool) -> Vec<(&'static str, Written)> {
    // The table knows where the reader puts a field, from where it is taken here.
    let mut spec = spec.clone();
    let taken = |field: &'static Field| match field.slot(&mut spec) {
        Slot::Text(text) => Some((field.name, Written::Text(text.take()?))),
        Slot::List(list) => Some((field.name, Written::List(list.take()?))),
        Slot::Flag(_) | Slot::Shown(_) => None,
    };
    FIELDS.iter().filter(|field| wanted(field)).filter_map(taken).collect()
}

/// What the steps of a rule were told, by the names of their fields.
pub(super) fn steps(spec: &RuleSpec) -> Vec<(&'static str, String)> {
    let is_told = |field: &Field| StepKind::ALL.iter().any(|(name, _)| *name == field.name);
    written(spec, is_told).into_iter().map(|(name, written)| (name, written.shown())).collect()
}

/// A list as JSON would have it, numbers as spelled.
fn shown_list(items: &[Node]) -> String {
    let items: Vec<String> = items.iter().map(shown).collect();
    format!("[{}]", items.join(", "))
}

fn shown(node: &Node) -> String {
    match &node.value {
        Value::Text(text) => serde_json::Value::from(text.text.as_str()).to_string(),
        Value::Number(number) => number.text.clone(),
        Value::Bool(value) => value.to_string(),
        Value::List(items) => shown_list(items),
        Value::Null | Value::Unusable => "null".to_owned(),
        Value::Map(_) => "{…}".to_owned(),
    }
}
