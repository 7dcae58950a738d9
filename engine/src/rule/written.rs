//! A rule's fields as texts, for those who want to see what a step was told.

use super::document::{Node, Value};
use super::spec::RuleSpec;

/// The fields that say what a rule does, by name.
pub(super) fn fields(spec: &RuleSpec) -> Vec<(&'static str, String)> {
    let texts = [
        ("rpath", &spec.rpath),
        ("not_rpath", &spec.not_rpath),
        ("xpath", &spec.xpath),
        ("filter", &spec.filter),
        ("not_filter", &spec.not_filter),
        ("subxpath", &spec.subxpath),
        ("subfilter", &spec.subfilter),
    ];
    let texts = texts.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?.text.clone())));
    texts.chain(spec.condition.as_ref().map(|list| ("condition", shown_list(&list.items)))).collect()
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
