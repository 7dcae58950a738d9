//! The comments of the old file, and the items and entries that they belong to.

use assay_document::text::{LineIndex, Span};

use super::scalar::is_printable;
use crate::document::{RuleValue, WrittenNode};

/// The comments around one item or entry, without their markers.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct ItemComments {
    /// The comments above it, one for each line; `None` for an empty line.
    pub above: Vec<Option<String>>,
    /// The comment after it on the same line.
    pub beside: Option<String>,
    /// The comments below it that are indented like it.
    pub below: Vec<Option<String>>,
    /// True if an empty line precedes it and its comments.
    pub follows_empty_line: bool,
}

impl ItemComments {
    pub fn is_silent(&self) -> bool {
        self.above.is_empty() && self.below.is_empty() && self.beside.is_none()
    }
}

/// The comments of a file, by the items and entries that they belong to.
#[derive(Debug, Default)]
pub(super) struct Comments {
    /// The comments above everything else, with an empty line at their end.
    pub head: Vec<Option<String>>,
    /// The comments of each item and entry, in the order of the file. Those of a container are in front of those of its
    /// content.
    pub by_anchor: Vec<ItemComments>,
    /// The comments below everything else.
    pub tail: Vec<Option<String>>,
}

/// An item or an entry of the old file.
#[derive(Clone, Copy, Debug)]
struct CommentAnchor {
    start: u32,
    line: u32,
    /// The column, from 0.
    column: u32,
    /// The number of spaces at the start of the line.
    indentation: u32,
    is_entry: bool,
}

struct Comment {
    /// The offset of the whole comment.
    at: usize,
    text: String,
    /// True if it is a further line of the comment before it.
    continues: bool,
}

impl Comments {
    /// Assigns each comment of `text` to an item or entry. `root` is the tree that was read from `text`.
    pub fn read(text: &str, root: &WrittenNode, lines: &LineIndex<'_>, is_json: bool) -> Self {
        let mut surveyor = Surveyor { lines, anchors: Vec::new(), scalars: Vec::new() };
        surveyor.walk(root);
        let Surveyor { anchors, mut scalars, .. } = surveyor;
        scalars.sort_unstable();
        let found = if is_json { json(text, &scalars) } else { yaml(text, &scalars) };
        let blank = split_lines(text).map(|line| line.trim().is_empty()).collect();
        let by_anchor = anchors.iter().map(|_| ItemComments::default()).collect();
        let comments = Self { by_anchor, ..Self::default() };
        let mut owners = Owners { anchors: &anchors, blank, lines, comments };
        for comment in found {
            owners.give(comment);
        }
        owners.keep_empty_lines();
        owners.take_head();
        owners.comments
    }
}

struct Surveyor<'l> {
    lines: &'l LineIndex<'l>,
    anchors: Vec<CommentAnchor>,
    /// The spans of scalars, including keys. They can contain text that looks like a comment.
    scalars: Vec<Span>,
}

impl Surveyor<'_> {
    fn walk(&mut self, node: &WrittenNode) {
        match &node.value {
            RuleValue::List(items) => {
                for item in items {
                    self.anchor(item.span, false);
                    self.walk(item);
                }
            }
            RuleValue::Map(entries) => {
                for (key, node) in entries {
                    self.anchor(key.span, true);
                    self.scalars.push(key.span);
                    self.walk(node);
                }
            }
            _ => self.scalars.push(node.span),
        }
    }

    fn anchor(&mut self, span: Span, is_entry: bool) {
        let place = self.lines.place(span.start());
        let (before, _) = self.lines.around(span.start());
        let blanks = before.chars().take_while(|c| matches!(c, ' ' | '\t')).count();
        self.anchors.push(CommentAnchor {
            start: span.start(),
            line: place.line,
            column: place.char_column - 1,
            indentation: u32::try_from(blanks).unwrap_or(u32::MAX),
            is_entry,
        });
    }
}

struct Owners<'o> {
    anchors: &'o [CommentAnchor],
    /// True for each line that is blank.
    blank: Vec<bool>,
    lines: &'o LineIndex<'o>,
    comments: Comments,
}

impl Owners<'_> {
    fn give(&mut self, comment: Comment) {
        let at = Span::of(comment.at, comment.at).start();
        let place = self.lines.place(at);
        let next = self.anchors.partition_point(|anchor| anchor.start < at);
        if let Some(owner) = self.on_line(next, place.line) {
            let slot = &mut self.comments.by_anchor[owner].beside;
            *slot = Some(slot.take().map_or(comment.text.clone(), |known| format!("{known}{}", comment.text)));
            return;
        }
        let column = place.char_column - 1;
        let is_above = self.anchors.get(next).is_some_and(|anchor| anchor.indentation >= column);
        let inner = self.anchors[..next].iter().rposition(|anchor| anchor.column <= column && column > 0);
        let follows_empty_line = self.is_blank(place.line - 1) && !comment.continues;
        let comments = &mut self.comments;
        let block = match inner {
            Some(owner) if !is_above => &mut comments.by_anchor[owner].below,
            _ if next < self.anchors.len() => {
                let remarks = &mut comments.by_anchor[next];
                remarks.follows_empty_line |= remarks.above.is_empty() && follows_empty_line;
                &mut remarks.above
            }
            _ => &mut comments.tail,
        };
        if follows_empty_line && !block.is_empty() {
            block.push(None);
        }
        block.push(Some(comment.text));
    }

    /// Returns the owner of a line: the last entry that begins on it, or the first item if no entry does.
    fn on_line(&self, next: usize, line: u32) -> Option<usize> {
        let first = self.anchors[..next].partition_point(|anchor| anchor.line < line);
        let entry = (first..next).rev().find(|&at| self.anchors[at].is_entry);
        entry.or_else(|| (first < next).then_some(first))
    }

    /// Returns true if the line, from 1, exists and is blank.
    fn is_blank(&self, line: u32) -> bool {
        line > 0 && self.blank.get(line as usize - 1).copied().unwrap_or(false)
    }

    /// Keeps the empty lines above items and entries, and between them and their comments.
    fn keep_empty_lines(&mut self) {
        for (at, anchor) in self.anchors.iter().enumerate() {
            let is_blank = self.is_blank(anchor.line - 1);
            // The first entry of an item is not separated from the item.
            let is_first = at > 0 && self.anchors[at - 1].start == anchor.start;
            let remarks = &mut self.comments.by_anchor[at];
            if !remarks.above.is_empty() && is_blank {
                remarks.above.push(None);
            } else if remarks.above.is_empty() {
                remarks.follows_empty_line = is_blank && !is_first;
            }
        }
    }

    /// Separates the comments at the top of the file, which are about the file, from those of the first rule.
    fn take_head(&mut self) {
        let Some(first) = self.comments.by_anchor.first_mut() else { return };
        if let Some(end) = first.above.iter().rposition(Option::is_none) {
            let rest = first.above.split_off(end + 1);
            self.comments.head = std::mem::replace(&mut first.above, rest);
        }
    }
}

/// Returns the comments of YAML. They begin with a `#` at the start of the file or after white space, and end with the
/// line.
fn yaml(text: &str, scalars: &[Span]) -> Vec<Comment> {
    let mut found: Vec<Comment> = Vec::new();
    let mut end = 0;
    for at in memchr::memchr_iter(b'#', text.as_bytes()) {
        let begins = at == 0 || text[..at].ends_with([' ', '\t', '\n', '\r', '\u{feff}']);
        if at >= end && begins && !is_inside(scalars, at) {
            end = text[at..].find(['\n', '\r']).map_or(text.len(), |length| at + length);
            found.push(Comment { at, text: clean(&text[at + 1..end]), continues: false });
        }
    }
    found
}

/// Returns the comments of JSON: `// …` and `/* … */`.
fn json(text: &str, scalars: &[Span]) -> Vec<Comment> {
    let mut found = Vec::new();
    let mut end = 0;
    for at in memchr::memchr_iter(b'/', text.as_bytes()) {
        if at < end || is_inside(scalars, at) {
            continue;
        }
        if text[at..].starts_with("//") {
            end = text[at..].find(['\n', '\r']).map_or(text.len(), |length| at + length);
            found.push(Comment { at, text: clean(&text[at + 2..end]), continues: false });
        } else if text[at..].starts_with("/*") {
            end = text[at..].find("*/").map_or(text.len(), |length| at + length + 2);
            let lines = split_lines(text[at + 2..end].trim_end_matches("*/"));
            let lines = lines.map(|line| line.trim().trim_start_matches('*').trim()).filter(|line| !line.is_empty());
            for (number, line) in lines.enumerate() {
                found.push(Comment { at, text: clean(&format!(" {line}")), continues: number > 0 });
            }
        }
    }
    found
}

/// Replaces the characters of a comment that YAML does not allow.
fn clean(comment: &str) -> String {
    comment.trim_end().chars().map(|c| if is_printable(c) || c == '\t' { c } else { ' ' }).collect()
}

fn is_inside(scalars: &[Span], at: usize) -> bool {
    let after = scalars.partition_point(|span| span.start() as usize <= at);
    after > 0 && scalars[after - 1].end() as usize > at
}

/// Returns the lines of `text`, which end with LF, CR LF or a lone CR.
pub(super) fn split_lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(end) = text.find(['\n', '\r']) else {
            rest = None;
            return Some(text);
        };
        let length = if text[end..].starts_with("\r\n") { 2 } else { 1 };
        rest = Some(&text[end + length..]);
        Some(&text[..end])
    })
}
