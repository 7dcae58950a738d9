//! JSON as exporters write it: comments and trailing commas are allowed, nothing else that JSON has not.

use std::fmt::Write;

use assay_document::text::json::tree::ast::{Object, ObjectProp, Value};
pub use assay_document::text::json::tree::span;
use assay_document::text::json::tree::{JsonDialect, Ranged};
use assay_document::text::{Fault, IssueCode, Span};

/// Metadata of the usual form have fewer values and marks within the limit of their bytes.
const FORM: JsonDialect = JsonDialect {
    is_written: false,
    is_commented: true,
    max_depth: 100,
    max_tokens: 5_000_000,
    code: IssueCode::PackageJson,
    depth_code: IssueCode::PackageJson,
};

/// Parses `text`, which holds one value.
///
/// # Errors
/// The text is not JSON; the fault has its place.
pub fn parse(text: &str) -> Result<Value<'_>, Fault> {
    let empty = || Fault::new(FORM.code, "this is not JSON: the file is empty", Span::at(0));
    FORM.parse(text)?.ok_or_else(empty)
}

/// The place of a value.
pub fn span_of(value: &Value<'_>) -> Span {
    span(value.range())
}

/// The first value with that key.
pub fn get<'o, 't>(object: &'o Object<'t>, key: &str) -> Option<&'o ObjectProp<'t>> {
    object.properties.iter().find(|property| property.name.as_str() == key)
}

/// Returns the type of a value, for messages.
pub const fn kind(value: &Value<'_>) -> &'static str {
    match value {
        Value::NullKeyword(_) => "null",
        Value::BooleanLit(_) => "a boolean",
        Value::NumberLit(_) => "a number",
        Value::StringLit(_) => "a text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Writes a value as it was, without comments, on lines of its own that begin `depth` levels in.
pub fn write(out: &mut String, value: &Value<'_>, depth: usize) {
    match value {
        Value::NullKeyword(_) => out.push_str("null"),
        Value::BooleanLit(literal) => out.push_str(if literal.value { "true" } else { "false" }),
        Value::NumberLit(literal) => out.push_str(literal.value),
        Value::StringLit(literal) => write_text(out, &literal.value),
        Value::Array(array) => write_list(out, &array.elements, depth, |out, element| write(out, element, depth + 1)),
        Value::Object(object) => write_object(out, object, depth),
    }
}

/// Writes an object, member by member.
pub fn write_object(out: &mut String, object: &Object<'_>, depth: usize) {
    write_map(
        out,
        depth,
        object
            .properties
            .iter()
            .map(|member| (member.name.as_str(), move |out: &mut String| write(out, &member.value, depth + 1))),
    );
}

/// Writes keys, each with what writes its value.
pub fn write_map<'k, W: FnOnce(&mut String)>(
    out: &mut String,
    depth: usize,
    members: impl Iterator<Item = (&'k str, W)>,
) {
    let before = out.len();
    out.push('{');
    for (at, (key, value)) in members.enumerate() {
        new_line(out, at, depth + 1);
        write_text(out, key);
        out.push_str(": ");
        value(out);
    }
    close(out, before, depth, '}');
}

/// Writes a list, each element by `element`.
pub fn write_list<T>(out: &mut String, elements: &[T], depth: usize, mut element: impl FnMut(&mut String, &T)) {
    let before = out.len();
    out.push('[');
    for (at, item) in elements.iter().enumerate() {
        new_line(out, at, depth + 1);
        element(out, item);
    }
    close(out, before, depth, ']');
}

fn new_line(out: &mut String, at: usize, depth: usize) {
    out.push_str(if at == 0 { "\n" } else { ",\n" });
    out.extend(std::iter::repeat_n("  ", depth));
}

fn close(out: &mut String, before: usize, depth: usize, bracket: char) {
    if out.len() > before + 1 {
        out.push('\n');
        out.extend(std::iter::repeat_n("  ", depth));
    }
    out.push(bracket);
}

/// Writes a text in quotes.
pub fn write_text(out: &mut String, text: &str) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            control if control.is_control() => {
                // Writing to a text cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}
