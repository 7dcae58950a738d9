//! Converts the form of a file: finds its rules, and moves them to `rules:`.

use super::draft::{DraftContent, DraftEntry, DraftNote, DraftPart, find, find_mut, rename};
use crate::fields::Field;
use crate::file::KEYS;

/// Converts the file to a form of rule files: a list of rules, or a mapping with keys and rules.
pub(super) fn shape(root: &mut DraftPart, is_json: bool) {
    match &mut root.content {
        DraftContent::Map(entries) if is_single(entries) => wrap_single(root),
        DraftContent::Map(entries) => {
            let key = |entry: &DraftEntry| KEYS.iter().find(|key| key.name.eq_ignore_ascii_case(&entry.key));
            rename(entries, |entry| key(entry).filter(|_| is_key(entry)).map(|key| key.name));
            unwrap_data(entries);
        }
        DraftContent::List(_) if is_json => below_rules(root),
        _ => {}
    }
    if is_json {
        separate_rules(root);
    }
}

/// Returns the rules of a file after [`shape`], each with its key if it has one.
pub(super) fn rules(root: &mut DraftPart) -> Vec<(Option<String>, &mut DraftPart)> {
    let has_rules = root.entries().is_some_and(|entries| find(entries, "rules").is_some());
    let parts: Vec<(Option<String>, &mut DraftPart)> = match &mut root.content {
        DraftContent::List(items) => items.iter_mut().map(|item| (None, item)).collect(),
        DraftContent::Map(entries) => {
            if has_rules {
                find_mut(entries, "rules").map_or_else(Vec::new, |rules| children(&mut rules.part))
            } else {
                let rules = entries.iter_mut().filter(|entry| !is_key(entry));
                rules.map(|entry| (Some(entry.key.clone()), &mut entry.part)).collect()
            }
        }
        _ => Vec::new(),
    };
    parts.into_iter().filter(|(_, part)| part.entries().is_some()).collect()
}

/// Adds `script` to the file, above its rules.
pub(super) fn add_script(root: &mut DraftPart, script: DraftPart) {
    if matches!(root.content, DraftContent::List(_)) {
        below_rules(root);
    }
    let Some(entries) = root.entries_mut() else { return };
    let at = entries.iter().position(|entry| !is_key(entry) || entry.key.eq_ignore_ascii_case("rules")).unwrap_or(0);
    entries.insert(at, DraftEntry { key: "script".to_owned(), part: script });
    if let Some(next) = entries.get_mut(at + 1) {
        next.part.remarks.follows_empty_line = true;
    }
}

fn children(part: &mut DraftPart) -> Vec<(Option<String>, &mut DraftPart)> {
    if is_rule(part) {
        return vec![(None, part)];
    }
    match &mut part.content {
        DraftContent::List(items) => items.iter_mut().map(|item| (None, item)).collect(),
        DraftContent::Map(entries) => {
            entries.iter_mut().map(|entry| (Some(entry.key.clone()), &mut entry.part)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns true if an entry is a key of the file and not a rule. The reader of rule files decides in the same way.
fn is_key(entry: &DraftEntry) -> bool {
    let key = KEYS.iter().find(|key| key.name.eq_ignore_ascii_case(&entry.key));
    key.is_some_and(|key| key.name == "rules" || !is_rule(&entry.part))
}

fn is_rule(part: &DraftPart) -> bool {
    let Some(entries) = part.entries() else { return false };
    let has = |name: &str| find(entries, name).is_some();
    has("condition") && (has("rpath") || has("xpath"))
}

fn is_single(entries: &[DraftEntry]) -> bool {
    let is_map = |entry: &DraftEntry| matches!(entry.part.content, DraftContent::Map(_));
    find(entries, "rules").is_none() && entries.iter().any(|entry| is_step(&entry.key) && !is_map(entry))
}

fn is_step(key: &str) -> bool {
    Field::named(key).is_some_and(Field::is_step)
}

fn wrap_single(root: &mut DraftPart) {
    let Some(entries) = root.entries_mut() else { return };
    let is_field = |entry: &DraftEntry| Field::named(&entry.key).is_some() || !is_key(entry);
    let (fields, keys): (Vec<DraftEntry>, Vec<DraftEntry>) = std::mem::take(entries).into_iter().partition(is_field);
    let line = fields.first().map_or(1, |entry| entry.part.line);
    let mut rule = DraftPart::new(DraftContent::Map(fields), line);
    rule.notes.push(DraftNote::done_note("the fields of a single rule are now an item of `rules:`"));
    *entries = keys;
    entries.push(DraftEntry { key: "rules".to_owned(), part: DraftPart::new(DraftContent::List(vec![rule]), line) });
}

fn below_rules(root: &mut DraftPart) {
    let list = std::mem::replace(&mut root.content, DraftContent::Null);
    let rules = DraftEntry { key: "rules".to_owned(), part: DraftPart::new(list, root.line) };
    root.content = DraftContent::Map(vec![rules]);
}

/// Renames the only list of rules in a file to `rules`. Exports use various keys for it.
fn unwrap_data(entries: &mut [DraftEntry]) {
    let is_rules = |entry: &DraftEntry| match &entry.part.content {
        DraftContent::List(items) => !items.is_empty() && items.iter().all(has_step),
        _ => false,
    };
    let only = entries.iter().filter(|entry| is_rules(entry)).count() == 1;
    let holds_rules = find(entries, "rules").is_some() || entries.iter().any(|entry| is_rule(&entry.part));
    if only
        && !holds_rules
        && let Some(entry) = entries.iter_mut().find(|entry| is_rules(entry))
    {
        entry.part.notes.push(DraftNote::done_note(format!("`{}` is renamed to `rules`", entry.key)));
        "rules".clone_into(&mut entry.key);
    }
}

fn has_step(part: &DraftPart) -> bool {
    part.entries().is_some_and(|entries| entries.iter().any(|entry| is_step(&entry.key)))
}

/// Separates the rules of a file by empty lines, which JSON does not have.
fn separate_rules(root: &mut DraftPart) {
    if let Some(entries) = root.entries_mut() {
        for entry in entries.iter_mut().skip(1) {
            entry.part.remarks.follows_empty_line = true;
        }
    }
    for (_, rule) in rules(root).into_iter().skip(1) {
        rule.remarks.follows_empty_line = true;
    }
}
