//! Gives each rule a unique name.

use std::collections::HashSet;

use assay_document::source::file_name;

use super::draft::{DraftContent, DraftEntry, DraftNote, DraftPart, find, find_mut};
use super::form;

/// Renames each rule that has no name, or the name of an earlier rule.
pub(super) fn change(root: &mut DraftPart, path: &str) {
    let file = file_name(path);
    let mentioned = mentioned_rules(root);
    let mut taken: HashSet<String> = names(root).into_iter().flatten().collect();
    let mut seen: HashSet<String> = HashSet::new();
    for (at, (key, rule)) in form::rules(root).into_iter().enumerate() {
        match rule_name(key.as_deref(), rule) {
            // The key of a mapping is the name of the rule. A key that occurs twice must be changed by a person.
            _ if key.is_some() => {}
            Some(name) if seen.insert(name.clone()) => {}
            Some(name) => {
                let free = free(&format!("{name}-"), 2, &taken);
                let message = format!("another rule has the name `{name}`; this one is renamed to `{free}`");
                set(rule, &free, message);
                taken.insert(free);
            }
            None => {
                // A test may mention the rule by the name that it has had so far.
                let so_far = format!("{file}#{}", at + 1);
                let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
                let free = if mentioned.contains(&so_far) { so_far } else { free(&format!("{stem}-"), at + 1, &taken) };
                let message = format!("the rule had no name and is named `{free}`; give it a better one");
                set(rule, &free, message);
                taken.insert(free);
            }
        }
    }
}

/// Returns the name of each rule, from its key or its `name` field; `None` if it has no name.
pub(super) fn names(root: &mut DraftPart) -> Vec<Option<String>> {
    form::rules(root).into_iter().map(|(key, rule)| rule_name(key.as_deref(), rule)).collect()
}

fn rule_name(key: Option<&str>, rule: &DraftPart) -> Option<String> {
    let field = || rule.entries().and_then(|entries| find(entries, "name")).and_then(|entry| entry.part.as_name());
    let name = key.map(str::to_owned).or_else(field)?;
    Some(name.trim().to_owned()).filter(|name| !name.is_empty())
}

fn free(start: &str, from: usize, taken: &HashSet<String>) -> String {
    let mut names = (from..).map(|number| format!("{start}{number}"));
    names.find(|name| !taken.contains(name)).unwrap_or_default()
}

fn set(rule: &mut DraftPart, name: &str, message: String) {
    let line = rule.line;
    let Some(entries) = rule.entries_mut() else { return };
    if let Some(entry) = find_mut(entries, "name") {
        let line = entry.part.line;
        entry.part = DraftPart { remarks: std::mem::take(&mut entry.part.remarks), ..DraftPart::text(name, line) };
        entry.part.notes.push(DraftNote::done_note(message));
        return;
    }
    let mut part = DraftPart::text(name, line);
    part.notes.push(DraftNote::done_note(message));
    entries.insert(0, DraftEntry { key: "name".to_owned(), part });
}

/// Returns the names of the rules that the tests of the file mention.
fn mentioned_rules(root: &DraftPart) -> HashSet<String> {
    let tests = root.entries().and_then(|entries| find(entries, "tests"));
    let mut found = HashSet::new();
    if let Some(tests) = tests {
        collect_strings(&tests.part, &mut found);
    }
    found
}

fn collect_strings(part: &DraftPart, found: &mut HashSet<String>) {
    match &part.content {
        DraftContent::Text(lines) => _ = found.insert(lines.text.clone()),
        DraftContent::List(items) => items.iter().for_each(|item| collect_strings(item, found)),
        DraftContent::Map(entries) => entries.iter().for_each(|entry| collect_strings(&entry.part, found)),
        _ => {}
    }
}
