//! Converts the fields of a rule to their current form.

use assay_report::Severity;

use super::draft::{DraftContent, DraftEntry, DraftLines, DraftNote, DraftPart, rename};
use super::{condition, path, xpath};
use crate::fields::{Field, RuleFieldKind};

type Change = fn(&mut DraftPart);

/// The changes to the values of fields, by the names of the fields.
const CHANGES: &[(&str, Change)] = &[
    ("severity", severity),
    ("rpath", path::rpath),
    ("not_rpath", path::pattern),
    ("xpath", xpath::change),
    ("subxpath", xpath::change),
    ("condition", condition::change),
    ("func_str", join_lines),
];

/// Other names for severities, each with the severity that it means.
const SEVERITIES: &[(&str, Severity)] = &[
    ("err", Severity::Error),
    ("errors", Severity::Error),
    ("fatal", Severity::Error),
    ("critical", Severity::Error),
    ("blocker", Severity::Error),
    ("warn", Severity::Warning),
    ("warnings", Severity::Warning),
    ("information", Severity::Info),
    ("notice", Severity::Info),
    ("note", Severity::Info),
    ("hints", Severity::Hint),
    ("suggestion", Severity::Hint),
];

pub(super) fn change(entries: &mut [DraftEntry]) {
    rename(entries, |entry| Field::named(&entry.key).map(|field| field.name));
    for entry in entries.iter_mut().filter(|entry| !entry.part.is_empty()) {
        let Some(field) = Field::named(&entry.key).filter(|field| field.name == entry.key) else { continue };
        if field.kind == RuleFieldKind::Text {
            quote(&mut entry.part, field.name);
        }
        if let Some((_, change)) = CHANGES.iter().find(|(name, _)| *name == field.name) {
            change(&mut entry.part);
        }
    }
}

/// Converts a number or boolean to a string.
fn quote(part: &mut DraftPart, field: &str) {
    if let (DraftContent::Number(_) | DraftContent::Bool(_), Some(text)) = (&part.content, part.as_name()) {
        part.rewrite(text, DraftNote::done_note(format!("`{field}` is a string and is now in quotes")));
    }
}

fn severity(part: &mut DraftPart) {
    let Some(written) = part.as_text().map(str::to_owned) else { return };
    let word = written.trim();
    let intended = SEVERITIES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word)).map(|(_, severity)| *severity);
    if let Some(severity) = Severity::named(word).or(intended)
        && severity.name() != written
    {
        part.rewrite(
            severity.name(),
            DraftNote::done_note(format!("the severity `{written}` is written `{severity}`")),
        );
    }
}

/// Joins functions that an export stored as a list of lines.
fn join_lines(part: &mut DraftPart) {
    let DraftContent::List(items) = &part.content else { return };
    let lines: Option<Vec<&str>> = items.iter().map(DraftPart::as_text).collect();
    if let Some(lines) = lines {
        let text = lines.iter().map(|line| line.trim_end_matches(['\n', '\r'])).collect::<Vec<_>>().join("\n");
        let from = items.iter().map(|item| item.line).collect();
        part.content = DraftContent::Text(DraftLines { text, from });
        part.notes.push(DraftNote::done_note("the lines of the functions are joined to one string"));
    }
}
