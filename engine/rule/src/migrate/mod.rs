//! Converts a rule file of version 1 to the current format.
//!
//! Rules that run as they are stay unchanged. Fields and expressions are converted to their current form. Python
//! functions become skeletons of Rhai functions. Constructs whose meaning is not certain are reported and left to a
//! person. The result is loaded, to report problems that the conversion did not find.

mod call;
mod choice;
mod collection;
mod comments;
mod condition;
mod draft;
mod equivalents;
mod expression;
mod form;
mod functions;
mod identifier;
mod name;
mod note;
mod path;
mod plan;
mod proof;
mod python;
mod rule;
mod scalar;
mod skeleton;
mod string_tests;
mod write;
mod xpath;

#[cfg(test)]
mod tests;

pub use note::{Note, NoteKind};
pub(super) use python::is_python;

use assay_document::text::{LineIndex, Span};
use assay_report::Problem;

use super::document::{RuleDocument, RuleValue};
use super::fields::lenience;
use super::file::{empty, wrong_form};
use super::file_text::FileText;
use draft::{Draft, DraftPart, Drafter};
use write::{WrittenDraft, write};

/// A rule file in the current format, and the notes about its conversion.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Migration {
    /// The file, in YAML.
    pub text: String,
    /// The changes that were made and those that a person must make, in the order of the old file.
    pub notes: Vec<Note>,
}

impl Migration {
    /// Returns true if a person must make further changes.
    pub fn is_unfinished(&self) -> bool {
        self.count(NoteKind::Todo) > 0
    }

    /// Formats the notes on the file at `path`: one line each, some with a help line, and then the number of notes.
    /// Without `all`, only changes that a person must make are listed. Returns an empty string if there is nothing to
    /// list.
    pub fn report(&self, path: &str, all: bool) -> String {
        let (done, todo) = (self.count(NoteKind::Done), self.count(NoteKind::Todo));
        let notes = self.notes.iter().filter(|note| all || note.kind == NoteKind::Todo);
        let text: String = notes.map(|note| note.format_note(path)).collect();
        if text.is_empty() { text } else { format!("{text}{done} done, {todo} left to do\n") }
    }

    fn count(&self, kind: NoteKind) -> usize {
        self.notes.iter().filter(|note| note.kind == kind).count()
    }
}

/// Returns the problems for which [`migrate`] refused a file, as text.
pub fn refusal(problems: &[Problem]) -> String {
    let lines = problems.iter().map(|problem| {
        let path = problem.path.as_deref().unwrap_or("");
        let place = problem
            .region
            .map_or_else(String::new, |region| format!("{}:{}: ", region.start.line, region.start.char_column));
        let help = problem.help.as_ref().map_or_else(String::new, |help| format!("    {help}\n"));
        format!("{path}:{place}{}\n{help}", problem.message)
    });
    lines.collect()
}

/// Converts the rule file at `path` with content `text` to the current format.
///
/// `read` returns the content of a further file that rules name. Its path has the same base as `path`. A file without
/// changes is returned byte by byte, unless it is JSON, which is converted to YAML.
///
/// # Errors
/// Returns problems if the file cannot be read: it is neither YAML nor JSON, or has no rules.
pub fn migrate(path: &str, text: &str, read: &dyn Fn(&str) -> Option<String>) -> Result<Migration, Vec<Problem>> {
    let document = RuleDocument::read(path, text, lenience);
    let file = FileText::new(path, text);
    if !document.faults.is_empty() {
        return Err(document.faults.into_iter().map(|fault| file.problem(fault)).collect());
    }
    let Some(root) = document.root else {
        return Err(vec![file.problem(empty("the file", Span::at(0)))]);
    };
    if !matches!(root.value, RuleValue::List(_) | RuleValue::Map(_)) {
        return Err(vec![file.problem(wrong_form(&root))]);
    }
    let is_json = RuleDocument::is_json(path, text);
    let lines = LineIndex::new(text);
    let mut draft = Drafter { text, lines: &lines, hints: &document.hints }.draft(&root, is_json);
    change(&mut draft.root, path, is_json);
    // A file that needs no change keeps its layout, which writing would normalize.
    let written = if is_json || draft.root.is_changed() { write(&draft) } else { unchanged_draft(text, &draft) };
    Ok(verify(path, written, read))
}

fn change(root: &mut DraftPart, path: &str, is_json: bool) {
    form::shape(root, is_json);
    for (_, rule) in form::rules(root) {
        if let Some(entries) = rule.entries_mut() {
            rule::change(entries);
        }
    }
    name::change(root, path);
    functions::change(root);
    name_rules(root);
}

/// Returns a file without changes: its text, with the notes at its lines.
fn unchanged_draft(text: &str, draft: &Draft) -> WrittenDraft {
    let notes = write(draft).notes;
    let notes = notes.into_iter().map(|note| Note { new_line: note.line, ..note }).collect();
    let count = u32::try_from(text.split('\n').count()).unwrap_or(u32::MAX);
    WrittenDraft { text: text.to_owned(), from: (1..=count).collect(), notes }
}

fn verify(path: &str, written: WrittenDraft, read: &dyn Fn(&str) -> Option<String>) -> Migration {
    let WrittenDraft { text, from, mut notes } = written;
    notes.extend(proof::remaining(&new_path(path), &text, &from, read));
    notes.sort();
    notes.dedup();
    Migration { text, notes }
}

fn new_path(path: &str) -> String {
    let is_yaml = [".yaml", ".yml"].iter().any(|ending| path.to_ascii_lowercase().ends_with(ending));
    let stem = path.rsplit_once('.').filter(|(_, ending)| !ending.contains(['/', '\\'])).map_or(path, |(stem, _)| stem);
    if is_yaml { path.to_owned() } else { format!("{stem}.yaml") }
}

fn name_rules(root: &mut DraftPart) {
    let names = name::names(root);
    for ((_, rule), name) in form::rules(root).into_iter().zip(names) {
        rule.for_each_note(&mut |note| note.rule.clone_from(&name));
    }
}
