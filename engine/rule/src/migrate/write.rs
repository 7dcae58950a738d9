//! Writes a draft as YAML, and records for each line which line of the old file it comes from.

use super::draft::{Draft, DraftContent, DraftEntry, DraftNote, DraftPart};
use super::note::Note;
use super::scalar::{ScalarLayout, item, layout, line};
use crate::fields::{Field, RuleFieldKind};

/// The maximum width of a list of scalars that is written on the line of its key.
const WIDTH: usize = 110;

pub(super) struct WrittenDraft {
    pub text: String,
    /// For each line, the line of the old file that it comes from.
    pub from: Vec<u32>,
    /// The notes about the parts, with their lines.
    pub notes: Vec<Note>,
}

pub(super) fn write(Draft { head, root, tail }: &Draft) -> WrittenDraft {
    let mut writer = DraftWriter { lines: Vec::new(), notes: Vec::new(), is_open: false };
    writer.comments(head, 0, 1);
    writer.add_notes(&root.notes, root.line, writer.lines.len() + 1);
    match &root.content {
        DraftContent::Map(entries) if !entries.is_empty() => writer.entries(entries, 0, None),
        DraftContent::List(items) if !items.is_empty() => writer.items(items, 0),
        _ => writer.value("", root, 0, false),
    }
    let last = writer.lines.last().map_or(1, |(_, from)| *from);
    writer.comments(tail, 0, last);
    let from = writer.lines.iter().map(|(_, from)| *from).collect();
    let text = writer.lines.into_iter().map(|(text, _)| text + "\n").collect();
    WrittenDraft { text, from, notes: writer.notes }
}

struct DraftWriter {
    /// The lines of the new file, each with the line of the old one that it comes from.
    lines: Vec<(String, u32)>,
    notes: Vec<Note>,
    /// True if the last line belongs to a block whose line breaks are significant, so that no empty line may follow.
    is_open: bool,
}

impl DraftWriter {
    /// Writes the entries of a mapping in column `indent`. The first one follows `lead` on the same line, if there is a
    /// `lead`.
    fn entries(&mut self, entries: &[DraftEntry], indent: usize, mut lead: Option<String>) {
        for entry in entries {
            let part = &entry.part;
            let start = if let Some(lead) = lead.take() {
                lead
            } else {
                self.above(part, indent);
                " ".repeat(indent)
            };
            let prose = Field::named(&entry.key).is_some_and(|field| field.kind == RuleFieldKind::Shown);
            self.value(&format!("{start}{}:", line(&entry.key)), part, indent + 2, prose);
            self.comments(&part.remarks.below, indent, part.line);
        }
    }

    fn items(&mut self, items: &[DraftPart], indent: usize) {
        for item in items {
            self.above(item, indent);
            let lead = format!("{}-", " ".repeat(indent));
            match &item.content {
                DraftContent::Map(entries) if begins_at_once(entries, item) => {
                    self.add_notes(&item.notes, item.line, self.lines.len() + 1);
                    self.entries(entries, indent + 2, Some(format!("{lead} ")));
                }
                _ => self.value(&lead, item, indent + 2, false),
            }
            self.comments(&item.remarks.below, indent, item.line);
        }
    }

    /// Writes a value after `lead`. If it does not fit on that line, it is written in column `indent` below.
    fn value(&mut self, lead: &str, part: &DraftPart, indent: usize, prose: bool) {
        let first = self.lines.len() + 1;
        let beside = part.remarks.beside.as_ref().map_or_else(String::new, |comment| format!(" #{comment}"));
        let after =
            |text: &str| if lead.is_empty() { format!("{text}{beside}") } else { format!("{lead} {text}{beside}") };
        let mut text_starts = first;
        match &part.content {
            DraftContent::Map(entries) if !entries.is_empty() => {
                self.line(format!("{lead}{beside}"), part.line);
                self.entries(entries, indent, None);
            }
            DraftContent::List(items) if !items.is_empty() => {
                if let Some(list) = on_one_line(items, lead.len()) {
                    self.line(after(&list), part.line);
                    self.add_item_notes(items, first);
                } else {
                    self.line(format!("{lead}{beside}"), part.line);
                    self.items(items, indent);
                }
            }
            DraftContent::Text(lines) => match layout(&lines.text, indent, prose) {
                // After a dash, a forgiving reader looks for the curly quote that ends a method.
                ScalarLayout::Line(_) if lead.ends_with('-') => self.line(after(&item(&lines.text)), part.line),
                ScalarLayout::Line(text) => self.line(after(&text), part.line),
                ScalarLayout::Block { header, lines: block, is_open } => {
                    self.line(after(&header), part.line);
                    text_starts = first + 1;
                    self.block(&block, &lines.from, indent);
                    self.is_open = is_open;
                }
            },
            content => self.line(after(&on_line(content)), part.line),
        }
        for note in &part.notes {
            // If a string of several lines is written on one line with escapes, all notes are about that line.
            let inner = note.inner.filter(|_| text_starts > first).map_or(first, |inner| text_starts + inner);
            self.add_notes(std::slice::from_ref(note), old_line(part, note), inner);
        }
    }

    fn block(&mut self, block: &[String], from: &[u32], indent: usize) {
        for (at, text) in block.iter().enumerate() {
            let from = from.get(at).or(from.last()).copied().unwrap_or(1);
            let line = if text.is_empty() { String::new() } else { format!("{}{text}", " ".repeat(indent)) };
            self.line(line, from);
        }
    }

    /// Writes the empty line and the comments above an item or entry.
    fn above(&mut self, part: &DraftPart, indent: usize) {
        let is_first = self.lines.last().is_none_or(|(line, _)| line.is_empty());
        if part.remarks.follows_empty_line && !is_first && !self.is_open {
            self.line(String::new(), part.line);
        }
        self.comments(&part.remarks.above, indent, part.line);
    }

    fn comments(&mut self, comments: &[Option<String>], indent: usize, from: u32) {
        for comment in comments {
            match comment {
                Some(comment) => self.line(format!("{}#{comment}", " ".repeat(indent)), from),
                None if !self.is_open => self.line(String::new(), from),
                None => {}
            }
        }
    }

    fn line(&mut self, text: String, from: u32) {
        self.is_open = false;
        self.lines.push((text, from));
    }

    /// Adds the notes about the items of a list that is written on one line.
    fn add_item_notes(&mut self, items: &[DraftPart], new_line: usize) {
        for item in items {
            self.add_notes(&item.notes, item.line, new_line);
            if let DraftContent::List(items) = &item.content {
                self.add_item_notes(items, new_line);
            }
        }
    }

    fn add_notes(&mut self, notes: &[DraftNote], line: u32, new_line: usize) {
        let new_line = u32::try_from(new_line).unwrap_or(u32::MAX);
        self.notes.extend(notes.iter().map(|note| Note {
            line,
            new_line,
            new_column: None,
            kind: note.kind,
            message: note.message.clone(),
            help: note.help.clone(),
            rule: note.rule.clone(),
        }));
    }
}

fn old_line(part: &DraftPart, note: &DraftNote) -> u32 {
    match (&part.content, note.inner) {
        (DraftContent::Text(lines), Some(inner)) => lines.from.get(inner).copied().unwrap_or(part.line),
        _ => part.line,
    }
}

/// Returns true if the first entry of an item can follow its dash: there is no comment between the two.
fn begins_at_once(entries: &[DraftEntry], item: &DraftPart) -> bool {
    item.remarks.beside.is_none() && entries.first().is_some_and(|entry| entry.part.remarks.above.is_empty())
}

/// Returns a list in brackets, if it fits on a line that begins with `lead` columns, and none of its elements needs
/// several lines.
fn on_one_line(items: &[DraftPart], lead: usize) -> Option<String> {
    let mut written = Vec::with_capacity(items.len());
    for item in items {
        let is_line = match &item.content {
            DraftContent::Text(lines) => !lines.text.contains('\n'),
            DraftContent::Map(entries) => entries.is_empty(),
            _ => true,
        };
        if !is_line || !item.remarks.is_silent() {
            return None;
        }
        written.push(match &item.content {
            DraftContent::List(items) => on_one_line(items, lead)?,
            content => on_line(content),
        });
    }
    let list = format!("[{}]", written.join(", "));
    (lead + list.chars().count() < WIDTH).then_some(list)
}

/// Writes a scalar, or an empty list or mapping, on one line.
fn on_line(content: &DraftContent) -> String {
    match content {
        DraftContent::Null => "null".to_owned(),
        DraftContent::Bool(value) => value.to_string(),
        DraftContent::Number(number) => number.clone(),
        DraftContent::Text(lines) => item(&lines.text),
        DraftContent::List(_) => "[]".to_owned(),
        DraftContent::Map(_) => "{}".to_owned(),
    }
}

#[cfg(test)]
mod tests;
