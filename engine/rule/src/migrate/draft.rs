//! The draft of the new file: the content of the old one in its order, with notes about each part.

use assay_document::text::{Fault, IssueCode, LineIndex, Span};

use super::comments::{Comments, ItemComments};
use super::note::NoteKind;
use crate::document::{RuleScalar, RuleValue, WrittenNode};

#[derive(Debug)]
pub(super) struct Draft {
    /// The comments above everything else, with an empty line at their end.
    pub head: Vec<Option<String>>,
    pub root: DraftPart,
    /// The comments below everything else.
    pub tail: Vec<Option<String>>,
}

/// One value of the new file.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DraftPart {
    pub content: DraftContent,
    /// The line of the old file that it comes from.
    pub line: u32,
    pub remarks: ItemComments,
    pub notes: Vec<DraftNote>,
}

/// The content of a value. Lists and mappings keep their order; mappings keep repeated keys.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum DraftContent {
    Null,
    Bool(bool),
    /// A number, as spelled.
    Number(String),
    Text(DraftLines),
    List(Vec<DraftPart>),
    Map(Vec<DraftEntry>),
}

/// A key with its value.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct DraftEntry {
    pub key: String,
    pub part: DraftPart,
}

/// A string that records where its lines come from.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct DraftLines {
    pub text: String,
    /// The line of the old file for each of its lines.
    pub from: Vec<u32>,
}

/// A note about a part.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct DraftNote {
    pub kind: NoteKind,
    pub message: String,
    pub help: Option<String>,
    /// The line of the part's text that the note is about, from 0; `None` for the part as a whole.
    pub inner: Option<usize>,
    /// The rule that the note is about.
    pub rule: Option<String>,
}

impl DraftNote {
    pub fn done_note(message: impl Into<String>) -> Self {
        Self { kind: NoteKind::Done, message: message.into(), help: None, inner: None, rule: None }
    }

    pub fn todo(message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { kind: NoteKind::Todo, message: message.into(), help: Some(help.into()), inner: None, rule: None }
    }

    /// Returns the note for one line of the part's text, from 0.
    pub fn at(self, inner: usize) -> Self {
        Self { inner: Some(inner), ..self }
    }
}

impl DraftLines {
    /// Creates a string whose lines all come from one line of the old file.
    pub fn of(text: impl Into<String>, line: u32) -> Self {
        let text = text.into();
        let from = vec![line; text.split('\n').count()];
        Self { text, from }
    }
}

impl DraftPart {
    pub fn new(content: DraftContent, line: u32) -> Self {
        Self { content, line, remarks: ItemComments::default(), notes: Vec::new() }
    }

    pub fn text(text: impl Into<String>, line: u32) -> Self {
        Self::new(DraftContent::Text(DraftLines::of(text, line)), line)
    }

    pub fn as_text(&self) -> Option<&str> {
        match &self.content {
            DraftContent::Text(lines) => Some(&lines.text),
            _ => None,
        }
    }

    /// Returns the value as a name: its text, or the spelling of its number or boolean; `None` for other values.
    pub fn as_name(&self) -> Option<String> {
        match &self.content {
            DraftContent::Text(lines) => Some(lines.text.clone()),
            DraftContent::Number(number) => Some(number.clone()),
            DraftContent::Bool(value) => Some(value.to_string()),
            DraftContent::Null | DraftContent::List(_) | DraftContent::Map(_) => None,
        }
    }

    pub fn entries(&self) -> Option<&Vec<DraftEntry>> {
        match &self.content {
            DraftContent::Map(entries) => Some(entries),
            _ => None,
        }
    }

    pub fn entries_mut(&mut self) -> Option<&mut Vec<DraftEntry>> {
        match &mut self.content {
            DraftContent::Map(entries) => Some(entries),
            _ => None,
        }
    }

    pub fn items_mut(&mut self) -> Option<&mut Vec<Self>> {
        match &mut self.content {
            DraftContent::List(items) => Some(items),
            _ => None,
        }
    }

    /// Returns true if the value counts as absent, as for the reader of rules.
    pub fn is_empty(&self) -> bool {
        match &self.content {
            DraftContent::Null => true,
            DraftContent::Text(lines) => lines.text.is_empty(),
            DraftContent::List(items) => items.is_empty(),
            DraftContent::Map(entries) => entries.is_empty(),
            DraftContent::Bool(_) | DraftContent::Number(_) => false,
        }
    }

    /// Replaces the value by a string that comes from the line of the value. Adds `why` to the notes.
    pub fn rewrite(&mut self, text: impl Into<String>, why: DraftNote) {
        self.content = DraftContent::Text(DraftLines::of(text, self.line));
        self.notes.push(why);
    }

    pub fn for_each_note(&mut self, each: &mut dyn FnMut(&mut DraftNote)) {
        self.notes.iter_mut().for_each(&mut *each);
        match &mut self.content {
            DraftContent::List(items) => items.iter_mut().for_each(|item| item.for_each_note(each)),
            DraftContent::Map(entries) => entries.iter_mut().for_each(|entry| entry.part.for_each_note(each)),
            _ => {}
        }
    }

    /// Returns true if the value or its content has been changed.
    pub fn is_changed(&self) -> bool {
        self.notes.iter().any(|note| note.kind == NoteKind::Done)
            || match &self.content {
                DraftContent::List(items) => items.iter().any(Self::is_changed),
                DraftContent::Map(entries) => entries.iter().any(|entry| entry.part.is_changed()),
                _ => false,
            }
    }
}

/// Returns the entry of that name in any letter case.
pub(super) fn find<'e>(entries: &'e [DraftEntry], name: &str) -> Option<&'e DraftEntry> {
    entries.iter().find(|entry| entry.key.eq_ignore_ascii_case(name))
}

pub(super) fn find_mut<'e>(entries: &'e mut [DraftEntry], name: &str) -> Option<&'e mut DraftEntry> {
    entries.iter_mut().find(|entry| entry.key.eq_ignore_ascii_case(name))
}

/// Renames each key to its `name`, which differs only in letter case. If two keys become equal, only the first one is
/// changed.
pub(super) fn rename(entries: &mut [DraftEntry], name: impl Fn(&DraftEntry) -> Option<&'static str>) {
    for at in 0..entries.len() {
        let Some(name) = name(&entries[at]) else { continue };
        // Which of two equal keys counts is for a person to decide. The new file reports both.
        let is_taken = find(&entries[..at], name).is_some();
        let entry = &mut entries[at];
        if entry.key != name && !is_taken {
            entry.part.notes.push(DraftNote::done_note(format!("`{}` is written `{name}`", entry.key)));
            name.clone_into(&mut entry.key);
        }
    }
}

pub(super) struct Drafter<'t> {
    pub text: &'t str,
    pub lines: &'t LineIndex<'t>,
    /// The deviations from YAML that the reader accepted.
    pub hints: &'t [Fault],
}

impl Drafter<'_> {
    pub fn draft(&self, root: &WrittenNode, is_json: bool) -> Draft {
        let Comments { head, by_anchor, tail } = Comments::read(self.text, root, self.lines, is_json);
        let mut remarks = by_anchor.into_iter();
        Draft { head, root: self.part(root, &mut remarks), tail }
    }

    /// Creates a draft of `node`. It takes its comments from `remarks`, in the order of [`Comments::by_anchor`].
    fn part(&self, node: &WrittenNode, remarks: &mut std::vec::IntoIter<ItemComments>) -> DraftPart {
        let line = self.lines.line(node.span.start());
        let content = match &node.value {
            RuleValue::Null | RuleValue::Unusable => DraftContent::Null,
            RuleValue::Bool(value) => DraftContent::Bool(*value),
            RuleValue::Number(number) => DraftContent::Number(number.text.clone()),
            RuleValue::Text(text) => DraftContent::Text(self.text(text)),
            RuleValue::List(items) => DraftContent::List(items.iter().map(|item| self.item(item, remarks)).collect()),
            RuleValue::Map(entries) => {
                DraftContent::Map(entries.iter().map(|(key, node)| self.entry(key, node, remarks)).collect())
            }
        };
        DraftPart { notes: self.leniency_notes(node, None), ..DraftPart::new(content, line) }
    }

    fn item(&self, node: &WrittenNode, remarks: &mut std::vec::IntoIter<ItemComments>) -> DraftPart {
        let own = remarks.next().unwrap_or_default();
        DraftPart { remarks: own, ..self.part(node, remarks) }
    }

    fn entry(
        &self,
        key: &RuleScalar,
        node: &WrittenNode,
        remarks: &mut std::vec::IntoIter<ItemComments>,
    ) -> DraftEntry {
        let own = remarks.next().unwrap_or_default();
        let line = self.lines.line(key.span.start());
        let notes = self.leniency_notes(node, Some(&key.text));
        DraftEntry { key: key.text.clone(), part: DraftPart { remarks: own, line, notes, ..self.part(node, remarks) } }
    }

    /// Returns notes about a value, with the key `key`, that other YAML parsers would read differently.
    fn leniency_notes(&self, node: &WrittenNode, key: Option<&str>) -> Vec<DraftNote> {
        let is_inside = |hint: &&Fault| node.span.start() <= hint.span.start() && hint.span.start() < node.span.end();
        let is_flat = |items: &[WrittenNode]| items.iter().all(|item| item.as_text().is_some());
        let notes = self.hints.iter().filter(is_inside).filter_map(|hint| match (&node.value, hint.code) {
            (RuleValue::Text(_), IssueCode::RuleFilePlain) => {
                let what = key.map_or_else(|| "the string".to_owned(), |key| format!("`{}`", key.to_ascii_lowercase()));
                Some(format!("{what} is now in quotes; without them, other YAML parsers do not read a string"))
            }
            (RuleValue::List(items), IssueCode::RuleFileQuote) if is_flat(items) => {
                Some("the curly quote that ends the method is now a straight one".to_owned())
            }
            _ => None,
        });
        notes.map(DraftNote::done_note).collect()
    }

    /// Returns the draft of a string, with the place of each of its lines.
    fn text(&self, scalar: &RuleScalar) -> DraftLines {
        let mut start = 0;
        let mut from = Vec::new();
        for line in scalar.text.split('\n') {
            // The place of an empty line is its line break. An empty last line is placed at the end of the string.
            let end = (start + 1).min(scalar.text.len()).max(start);
            let place = scalar.locate(self.text, Span::of(start, end));
            from.push(self.lines.line(place.start()));
            start += line.len() + 1;
        }
        DraftLines { text: scalar.text.clone(), from }
    }
}
