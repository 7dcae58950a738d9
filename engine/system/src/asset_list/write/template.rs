//! ObjectStream XML from the table of classes: all that is the same in every record is put together once.

use std::fmt::Write as _;

use assay_asset_list::{Class, RecordBody, RecordSlot};

/// A file of records.
pub(super) struct Template {
    /// The text up to the first record.
    head: String,
    /// The values of a record, each with the text in front of it, its slot, and its index among the values of that
    /// slot.
    values: Vec<(String, RecordSlot, usize)>,
    /// The text after the last value of a record.
    end: String,
    /// The text after the last record.
    tail: String,
    /// The file without records, but for its last line.
    empty: String,
}

const LAST: &str = "</ObjectStream>\n\n";

impl Template {
    /// The files whose only object is of this class, and which hold records.
    pub fn new(root: &'static Class) -> Self {
        let mut head = "<ObjectStream version=\"3\">\n".to_owned();
        let mut empty = head.clone();
        let mut ends = Vec::new();
        let (mut class, mut field) = (root, None);
        // Down to the container of the records.
        let record = loop {
            let depth = ends.len() + 1;
            empty.clone_from(&head);
            tag(&mut head, depth, field, class);
            empty.push_str(&head[empty.len()..]);
            head.push_str(">\n");
            ends.push(format!("{}</Class>\n", "\t".repeat(depth)));
            match class.body {
                RecordBody::Elements(record) => break record,
                RecordBody::Members([member, ..]) => (class, field) = (member.class, Some(member.field)),
                RecordBody::Members([]) | RecordBody::Value | RecordBody::Text => break class,
            }
        };
        empty.push_str("/>\n");
        empty.extend(ends.iter().rev().skip(1).map(String::as_str));
        let mut parts = RecordParts { values: Vec::new(), text: String::new() };
        parts.object(ends.len() + 1, "element", record, RecordSlot::Nothing, 0);
        let tail = ends.iter().rev().map(String::as_str).chain([LAST]).collect();
        Self { head, values: parts.values, end: parts.text, tail, empty }
    }

    pub fn head(&self, is_empty: bool) -> &str {
        if is_empty { &self.empty } else { &self.head }
    }

    pub fn tail(&self, is_empty: bool) -> &str {
        if is_empty { LAST } else { &self.tail }
    }

    /// Writes a record, whose values `value` writes.
    pub fn record(&self, out: &mut String, mut value: impl FnMut(RecordSlot, usize, &mut String)) {
        for (before, slot, nth) in &self.values {
            out.push_str(before);
            value(*slot, *nth, out);
        }
        out.push_str(&self.end);
    }
}

/// The parts of a record, while they are put together.
struct RecordParts {
    values: Vec<(String, RecordSlot, usize)>,
    text: String,
}

/// A hash has five words; there is no other container in a record.
const WORDS: usize = 5;

impl RecordParts {
    fn object(&mut self, depth: usize, field: &str, class: &'static Class, slot: RecordSlot, nth: usize) {
        tag_before_value(&mut self.text, depth, field, class);
        if let RecordBody::Value | RecordBody::Text = class.body {
            self.text.push_str(" value=\"");
            self.values.push((std::mem::take(&mut self.text), slot, nth));
            self.text.push('"');
        }
        tag_end(&mut self.text, class);
        match class.body {
            RecordBody::Value | RecordBody::Text => return self.text.push_str("/>\n"),
            RecordBody::Members(members) => {
                self.text.push_str(">\n");
                for member in members {
                    self.object(depth + 1, member.field, member.class, member.slot, 0);
                }
            }
            RecordBody::Elements(of) => {
                self.text.push_str(">\n");
                for nth in 0..WORDS {
                    self.object(depth + 1, "element", of, slot, nth);
                }
            }
        }
        self.text.extend(std::iter::repeat_n('\t', depth));
        self.text.push_str("</Class>\n");
    }
}

/// A start tag without a value, up to its closing bracket.
fn tag(out: &mut String, depth: usize, field: Option<&str>, class: &Class) {
    tag_before_value(out, depth, field.unwrap_or_default(), class);
    tag_end(out, class);
}

/// `<Class name="…" field="…"`; at the top there is no field.
fn tag_before_value(out: &mut String, depth: usize, field: &str, class: &Class) {
    out.extend(std::iter::repeat_n('\t', depth));
    out.push_str("<Class name=\"");
    escaped(out, class.name);
    out.push('"');
    if !field.is_empty() {
        let _ = write!(out, " field=\"{field}\"");
    }
}

fn tag_end(out: &mut String, class: &Class) {
    if class.version > 0 {
        let _ = write!(out, " version=\"{}\"", class.version);
    }
    let _ = write!(out, " type=\"{}\"", class.types.first().map_or("", |id| id.text));
}

/// Writes a text as the value of an attribute. Blanks that a reader would turn into spaces stand as references.
pub(super) fn escaped(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"', '\'', '\t', '\n', '\r']) {
        out.push_str(&rest[..at]);
        out.push_str(match rest.as_bytes()[at] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' => "&quot;",
            b'\'' => "&apos;",
            b'\t' => "&#9;",
            b'\n' => "&#10;",
            _ => "&#13;",
        });
        rest = &rest[at + 1..];
    }
    out.push_str(rest);
}

/// The first character of a text that XML has no place for, not even as a reference.
pub(super) fn not_in_xml(text: &str) -> Option<char> {
    let is_stray = |c: char| c < ' ' && !matches!(c, '\t' | '\n' | '\r') || matches!(c, '\u{fffe}' | '\u{ffff}');
    text.chars().find(|&c| is_stray(c))
}

/// Writes a number in decimal digits.
pub(super) fn number(out: &mut String, number: u64) {
    let _ = write!(out, "{number}");
}
