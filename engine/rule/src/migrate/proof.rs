//! Finds the problems of the new file by loading it.

use assay_document::text::IssueCode;
use assay_report::{Diagnostics, Problem};

use super::note::{Note, NoteKind};
use super::skeleton::UNWRITTEN;
use crate::{RuleFile, RuleSet};

/// Warnings that require no change: exports have many fields that only other tools read.
const HARMLESS: &[IssueCode] = &[IssueCode::RuleUnknownField, IssueCode::RuleFileUnknownKey, IssueCode::NoEnabledRules];

/// Returns the changes that a person must make in the file at `path` with content `text`. `from` has, for each line,
/// the line of the old file that it comes from.
pub(super) fn remaining(path: &str, text: &str, from: &[u32], read: &dyn Fn(&str) -> Option<String>) -> Vec<Note> {
    let file = RuleFile { path: path.to_owned(), text: text.to_owned() };
    let (_, Diagnostics { problems, warnings, .. }) = RuleSet::load(&[file], read);
    // A field with a similar name is a typing error and no field of another tool.
    let is_typo = |problem: &Problem| problem.suggestion.is_some();
    let counts =
        |problem: &Problem| !problem.code.known().is_some_and(|code| HARMLESS.contains(&code)) || is_typo(problem);
    let reported = problems.into_iter().chain(warnings.into_iter().filter(counts));
    let mut notes: Vec<Note> = reported.map(|problem| note(problem, path, from)).collect();
    notes.extend(unwritten_functions(text, from));
    notes
}

fn note(problem: Problem, path: &str, from: &[u32]) -> Note {
    let region = problem.region.filter(|_| problem.path.as_deref() == Some(path));
    let new_line = region.map_or(1, |region| region.start.line);
    let message = match &problem.path {
        Some(other) if other != path => format!("in `{other}`: {}", problem.message),
        _ => problem.message,
    };
    Note {
        line: old_line(from, new_line),
        new_line,
        new_column: region.map(|region| region.start.char_column),
        kind: NoteKind::Todo,
        message,
        help: problem.help,
        rule: problem.rule,
    }
}

fn unwritten_functions(text: &str, from: &[u32]) -> Vec<Note> {
    let throw = format!("throw \"{UNWRITTEN}");
    let lines = text.split('\n').zip(1..);
    let found = lines.filter_map(|(line, new_line)| {
        let name = line.trim_start().strip_prefix(&throw)?.split('"').next()?;
        Some(Note {
            line: old_line(from, new_line),
            new_line,
            new_column: None,
            kind: NoteKind::Todo,
            message: format!("write the function `{name}` in Rhai"),
            help: Some(
                "its Python is kept there as comments; until it is written, every rule that calls it is a problem"
                    .to_owned(),
            ),
            rule: None,
        })
    });
    found.collect()
}

fn old_line(from: &[u32], new_line: u32) -> u32 {
    from.get(new_line as usize - 1).or(from.last()).copied().unwrap_or(1)
}
