//! Calls of functions in the fields of a rule.

use assay_step::method_without_quotes;

use super::draft::{DraftContent, DraftEntry, DraftNote, DraftPart, find, find_mut};
use super::identifier;
use super::python::{TokenKind, tokens};
use crate::file_text::ARTFUNC;

/// The role in which a function is called. It determines the arguments of the function.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub(super) enum Role {
    /// From `filter` or `subfilter`.
    Filter,
    /// From `condition`.
    Condition,
    /// From an expression or another function.
    Helper,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct PythonCall {
    pub name: String,
    pub role: Role,
    /// True if a condition passes it only the values.
    pub is_alone: bool,
}

impl PythonCall {
    fn new(name: &str, role: Role) -> Self {
        Self { name: name.to_owned(), role, is_alone: false }
    }
}

/// Returns the functions that the fields of a rule call, except those of modules.
pub(super) fn calls(entries: &[DraftEntry]) -> Vec<PythonCall> {
    let mut found = Vec::new();
    for field in ["filter", "subfilter"] {
        let text = find(entries, field).and_then(|entry| entry.part.as_text());
        let name = text.and_then(|text| text.trim().strip_prefix(ARTFUNC)).filter(|name| is_name(name));
        found.extend(name.map(|name| PythonCall::new(name, Role::Filter)));
    }
    if let Some(DraftContent::List(items)) = find(entries, "condition").map(|entry| &entry.part.content) {
        let texts: Vec<&str> = items.iter().filter_map(DraftPart::as_text).collect();
        let plain = texts.first().map(|method| method_without_quotes(method)).unwrap_or_default();
        match function_of_condition(&plain) {
            Some(name) => {
                found.push(PythonCall { is_alone: items.len() == 1, ..PythonCall::new(name, Role::Condition) });
            }
            None if plain.to_lowercase().contains("expression") => {
                found.extend(texts[1..].iter().flat_map(|text| mentioned_calls(text)));
            }
            None => {}
        }
    }
    found
}

pub(super) fn function_of_condition(method: &str) -> Option<&str> {
    method.trim().strip_prefix("func_").filter(|name| is_name(name))
}

fn is_name(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|c| c == '_' || c.is_alphanumeric())
}

/// Returns the calls of functions in an expression; calls of methods are left out.
fn mentioned_calls(expression: &str) -> Vec<PythonCall> {
    let words = tokens(expression);
    let called = words.windows(2).enumerate().filter(|(at, pair)| {
        let is_member = *at > 0 && words[at - 1].text == ".";
        pair[0].kind == TokenKind::Name && pair[1].text == "(" && !is_member
    });
    called.map(|(_, pair)| PythonCall::new(pair[0].text, Role::Helper)).collect()
}

/// Replaces the function that a condition calls by an expression.
pub(super) fn replace(entries: &mut [DraftEntry], expression: &str) {
    let Some(part) = find_mut(entries, "condition").map(|entry| &mut entry.part) else { return };
    let line = part.line;
    let items = ["Satisfy the expression", expression].map(|text| DraftPart::text(text, line));
    part.content = DraftContent::List(items.to_vec());
    part.notes
        .push(DraftNote::done_note("the function only selected the values that fail; an expression does the same"));
}

/// Renames the functions in calls as they are named in Rhai.
pub(super) fn rename(entries: &mut [DraftEntry], calls: &[PythonCall]) {
    for entry in entries {
        let field = entry.key.to_ascii_lowercase();
        let (part, prefix) = match field.as_str() {
            "filter" | "subfilter" => (Some(&mut entry.part), ARTFUNC),
            "condition" => (entry.part.items_mut().and_then(|items| items.first_mut()), "func_"),
            _ => continue,
        };
        let Some(part) = part else { continue };
        let name = part.as_text().and_then(|text| text.trim().strip_prefix(prefix)).map(str::to_owned);
        let Some(name) = name.filter(|name| calls.iter().any(|call| call.name == *name)) else { continue };
        let rhai = identifier::rhai(&name);
        if rhai != name {
            part.rewrite(
                format!("{prefix}{rhai}"),
                DraftNote::done_note(format!(
                    "`{name}` is renamed to `{rhai}`: `{name}` cannot be the name of a function in Rhai"
                )),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::draft::{DraftContent, DraftEntry, DraftPart};
    use super::{PythonCall, Role, calls};

    #[test]
    fn calls_are_found_in_every_field() {
        let entry = |key: &str, part: DraftPart| DraftEntry { key: key.to_owned(), part };
        let list = |items: &[&str]| {
            DraftPart::new(DraftContent::List(items.iter().map(|text| DraftPart::text(*text, 1)).collect()), 1)
        };
        let found = calls(&[
            entry("filter", DraftPart::text(" artfunc_keep ", 1)),
            entry("subfilter", DraftPart::text("artfunc_res_filter.validGUID", 1)),
            entry("condition", list(&["Satisfy the expression", "len(d) > limit(d) and d.check(1) and other"])),
        ]);
        let call = |name: &str, role| PythonCall::new(name, role);
        assert_eq!(found, [call("keep", Role::Filter), call("len", Role::Helper), call("limit", Role::Helper)]);
        assert_eq!(
            calls(&[entry("Condition", list(&["\u{201c}func_check\u{201d}", "x"]))]),
            [call("check", Role::Condition)]
        );
        assert_eq!(
            calls(&[entry("condition", list(&["func_condfunc.check"])), entry("filter", DraftPart::text("a+", 1))]),
            []
        );
    }
}
