//! Writes ObjectStream XML from the table of classes.

use std::fmt::Write as _;

use assay_asset_list::{Class, RecordBody, RecordSlot};

/// The form of a file of records.
pub(super) struct Template {
    /// The containers of the records, outermost first, each with the name of its field.
    containers: Vec<(&'static Class, &'static str)>,
    record: &'static Class,
}

const LAST: &str = "</ObjectStream>\n\n";

/// The number of words of a hash, which is the only container in a record.
const WORDS: usize = 5;

/// Writes a value of a record. The number selects a value of a slot that has several.
type WriteValue<'w> = dyn FnMut(RecordSlot, usize, &mut String) + 'w;

impl Template {
    /// Returns the template for files whose only object is of this class and contains records.
    pub fn new(root: &'static Class) -> Self {
        let mut containers = vec![(root, "")];
        let mut class = root;
        while let RecordBody::Members([member, ..]) = class.body {
            class = member.class;
            containers.push((class, member.field));
        }
        let record = if let RecordBody::Elements(record) = class.body { record } else { class };
        Self { containers, record }
    }

    /// Returns the text up to the first record.
    pub fn head(&self, is_empty: bool) -> String {
        let mut out = "<ObjectStream version=\"3\">\n".to_owned();
        for (at, (class, field)) in self.containers.iter().enumerate() {
            tag(&mut out, at + 1, field, class);
            tag_end(&mut out, class);
            out.push_str(if is_empty && at + 1 == self.containers.len() { "/>\n" } else { ">\n" });
        }
        out
    }

    /// Returns the text after the last record.
    pub fn tail(&self, is_empty: bool) -> String {
        let mut out = String::new();
        for depth in (1..=self.containers.len()).rev().skip(usize::from(is_empty)) {
            close(&mut out, depth);
        }
        out + LAST
    }

    /// Writes a record; `value` writes its values.
    pub fn record(&self, out: &mut String, mut value: impl FnMut(RecordSlot, usize, &mut String)) {
        object(out, self.containers.len() + 1, "element", self.record, (RecordSlot::Nothing, 0), &mut value);
    }
}

fn object(
    out: &mut String,
    depth: usize,
    field: &str,
    class: &Class,
    (slot, nth): (RecordSlot, usize),
    value: &mut WriteValue<'_>,
) {
    tag(out, depth, field, class);
    if let RecordBody::Value | RecordBody::Text = class.body {
        out.push_str(" value=\"");
        value(slot, nth, out);
        out.push('"');
    }
    tag_end(out, class);
    match class.body {
        RecordBody::Value | RecordBody::Text => return out.push_str("/>\n"),
        RecordBody::Members(members) => {
            out.push_str(">\n");
            for member in members {
                object(out, depth + 1, member.field, member.class, (member.slot, 0), value);
            }
        }
        RecordBody::Elements(of) => {
            out.push_str(">\n");
            for nth in 0..WORDS {
                object(out, depth + 1, "element", of, (slot, nth), value);
            }
        }
    }
    close(out, depth);
}

/// Writes `<Class name="…" field="…"`. The top level has no field.
fn tag(out: &mut String, depth: usize, field: &str, class: &Class) {
    out.extend(std::iter::repeat_n('\t', depth));
    out.push_str("<Class name=\"");
    write_escaped(out, class.name);
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

fn close(out: &mut String, depth: usize) {
    out.extend(std::iter::repeat_n('\t', depth));
    out.push_str("</Class>\n");
}

/// Writes the value of an attribute. White space that a reader would turn into spaces is written as references.
pub(super) fn write_escaped(out: &mut String, text: &str) {
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

/// Writes a number in decimal digits.
pub(super) fn number(out: &mut String, number: u64) {
    let _ = write!(out, "{number}");
}
