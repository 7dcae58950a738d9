//! Formats values for messages: on one line, and truncated if they are long.

use assay_document::extract::{Record, ValueId, ValueRef, Values};

/// The maximum number of characters of a value in a message.
const LENGTH: usize = 80;

/// Formats a string in backticks.
pub(super) fn text(text: &str) -> String {
    let mut line = BoundedLine::default();
    line.push(text);
    format!("`{}`", line.finish())
}

/// Formats a value in backticks; null and the empty string are described.
pub(super) fn value(values: &Values, id: ValueId) -> String {
    match values.get(id) {
        ValueRef::Null => "null".to_owned(),
        ValueRef::Bool(value) => format!("`{value}`"),
        ValueRef::Text("") => "an empty string".to_owned(),
        ValueRef::Text(string) | ValueRef::Number(string) => text(string),
        ValueRef::Element(tag) => text(&format!("<{tag}>")),
        ValueRef::Record(record) => {
            let mut line = BoundedLine::default();
            push_record(values, &record, &mut line);
            format!("`{}`", line.finish())
        }
    }
}

/// Formats strings in backticks, separated by commas.
pub(super) fn list<'t>(texts: impl IntoIterator<Item = &'t str>) -> String {
    let mut out = String::new();
    let mut length = 0;
    for (at, item) in texts.into_iter().enumerate() {
        if length > LENGTH {
            out.push_str(", \u{2026}");
            break;
        }
        if at > 0 {
            out.push_str(", ");
        }
        out.push_str(&text(item));
        length += item.len() + 4;
    }
    out
}

/// A line with a maximum length.
#[derive(Default)]
struct BoundedLine {
    text: String,
    length: usize,
}

impl BoundedLine {
    fn is_full(&self) -> bool {
        self.length > LENGTH
    }

    fn push(&mut self, text: &str) {
        for c in text.chars() {
            if self.is_full() {
                return;
            }
            self.length += 1;
            self.text.push(if c.is_control() { ' ' } else { c });
        }
    }

    fn finish(mut self) -> String {
        if self.is_full() {
            self.text.pop();
            self.text.push('\u{2026}');
        }
        self.text
    }
}

/// Formats a record as JSON.
fn push_record(values: &Values, record: &Record<'_>, line: &mut BoundedLine) {
    line.push("{");
    for (at, (name, list)) in record.lists().enumerate() {
        line.push(if at > 0 { ", \"" } else { "\"" });
        line.push(name);
        line.push("\": [");
        for (at, &id) in list.iter().enumerate() {
            if line.is_full() {
                return;
            }
            line.push(if at > 0 { ", " } else { "" });
            match values.get(id) {
                ValueRef::Text(text) => {
                    line.push("\"");
                    line.push(text);
                    line.push("\"");
                }
                ValueRef::Element(tag) => line.push(tag),
                // A record contains no records.
                _ => line.push(values.as_text(id).unwrap_or("null")),
            }
        }
        line.push("]");
    }
    line.push("}");
}

#[cfg(test)]
mod tests {
    use assay_document::extract::Values;
    use assay_document::text::Span;

    use super::{list, text, value};

    #[test]
    fn long_and_multiline_strings_become_one_short_line() {
        assert_eq!(text("a\n\tb"), "`a  b`");
        assert_eq!(text(&"é".repeat(80)), format!("`{}`", "é".repeat(80)));
        assert_eq!(text(&"é".repeat(81)), format!("`{}…`", "é".repeat(80)));
        assert_eq!(text(&"x".repeat(10_000)).chars().count(), 83);
    }

    #[test]
    fn all_kinds_of_values_are_formatted() {
        let none = Span::at(0);
        let mut values = Values::new();
        let (a, n, nothing) = (values.text("a", none), values.number("1.50", none), values.null(none));
        let labels = values.labels(&["A".to_owned(), "B".to_owned()]);
        let record = values.record(labels, [&[a, n, nothing][..], &[]], none);
        let long = values.record(labels, [&[a; 100][..], &[]], none);
        let (yes, empty, tag) = (values.bool(true, none), values.empty(none), values.element("Tag", Span::new(0, 12)));
        for (id, expected) in [
            (a, "`a`"),
            (n, "`1.50`"),
            (nothing, "null"),
            (yes, "`true`"),
            (empty, "an empty string"),
            (tag, "`<Tag>`"),
            (record, "`{\"A\": [\"a\", 1.50, null], \"B\": []}`"),
        ] {
            assert_eq!(value(&values, id), expected);
        }
        assert_eq!(value(&values, long).chars().count(), 83);
    }

    #[test]
    fn lists_are_cut() {
        assert_eq!(list([]), "");
        assert_eq!(list(["a", "b"]), "`a`, `b`");
        let names: Vec<String> = (0..1000).map(|at| format!("name{at}")).collect();
        let text = list(names.iter().map(String::as_str));
        assert!(text.ends_with(", …") && text.len() < 150, "{text}");
    }
}
