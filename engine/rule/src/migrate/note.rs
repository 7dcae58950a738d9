//! The notes about a migration, each with its lines in the old and in the new file.

use serde::Serialize;

/// A change that was made, or that a person must make.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Note {
    /// The line of the old file, from 1.
    pub line: u32,
    /// The line of the new file, from 1.
    pub new_line: u32,
    /// The column in that line, in characters from 1, if it is known.
    pub new_column: Option<u32>,
    /// The kind of the note: a change that is done, or one that is left to do.
    pub kind: NoteKind,
    /// The change that was made or is to be made, in one sentence.
    pub message: String,
    /// A way to make the change, if one is known.
    pub help: Option<String>,
    /// The rule concerned, if it is one rule.
    pub rule: Option<String>,
}

/// The kind of a note.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NoteKind {
    /// The change was made.
    Done,
    /// A person must make the change.
    Todo,
}

impl Note {
    /// Formats the note for the file at `path`: one line, and a help line if there is help.
    pub(super) fn format_note(&self, path: &str) -> String {
        let kind = match self.kind {
            NoteKind::Done => "done",
            NoteKind::Todo => "to do",
        };
        let rule = self.rule.as_ref().map_or_else(String::new, |rule| format!("{rule}: "));
        let place = match (self.kind, self.new_column) {
            (NoteKind::Done, _) => String::new(),
            (NoteKind::Todo, None) => format!(" (new line {})", self.new_line),
            (NoteKind::Todo, Some(column)) => format!(" (new line {}, column {column})", self.new_line),
        };
        let help = self.help.as_ref().map_or_else(String::new, |help| format!("    {help}\n"));
        format!("{path}:{}: {kind}: {rule}{}{place}\n{help}", self.line, self.message)
    }
}
