//! Reads rule files in JSON. Comments and trailing commas are allowed.

use std::ops::Range;

use assay_document::text::json::tree::{self, JsonDialect, Ranged, ast};
use assay_document::text::{Fault, IssueCode, Span};

use super::node::{MAX_DEPTH, RuleValue, WrittenNode};
use super::scalar::{RuleScalar, TextStyle};

/// The dialect of rule files. The number of values is not limited.
const FORM: JsonDialect = JsonDialect {
    is_written: false,
    is_commented: true,
    max_depth: MAX_DEPTH,
    max_tokens: usize::MAX,
    code: IssueCode::RuleFileJson,
    depth_code: IssueCode::RuleFileDepth,
};

/// Reads `text` from its byte `skipped` on. If a program wrote it, an unterminated value is reported at its end.
///
/// # Errors
/// Returns the first position that is not JSON.
pub fn read(text: &str, skipped: usize, is_written: bool) -> Result<Option<WrittenNode>, Fault> {
    match (JsonDialect { is_written, ..FORM }).parse(&text[skipped..]) {
        Ok(root) => Ok(root.map(|value| node(value, skipped))),
        Err(fault) => {
            let Range { start, end } = fault.span.range();
            Err(Fault { span: Span::of(start + skipped, end + skipped), ..fault })
        }
    }
}

/// Converts a value of the JSON parser. `skipped` is the number of bytes before the text that was parsed.
fn node(value: ast::Value<'_>, skipped: usize) -> WrittenNode {
    let place = |range: tree::Range| Span::of(range.start + skipped, range.end + skipped);
    let span = place(value.range());
    let value = match value {
        ast::Value::NullKeyword(_) => RuleValue::Null,
        ast::Value::BooleanLit(literal) => RuleValue::Bool(literal.value),
        ast::Value::NumberLit(literal) => RuleValue::Number(RuleScalar::new(literal.value, span, TextStyle::Plain)),
        ast::Value::StringLit(literal) => RuleValue::Text(RuleScalar::new(literal.value, span, TextStyle::Json)),
        ast::Value::Array(array) => {
            RuleValue::List(array.elements.into_iter().map(|element| node(element, skipped)).collect())
        }
        ast::Value::Object(object) => {
            let entry = |property: ast::ObjectProp<'_>| {
                let span = place(property.name.range());
                let key = RuleScalar::new(property.name.into_string(), span, TextStyle::Json);
                (key, node(property.value, skipped))
            };
            RuleValue::Map(object.properties.into_iter().map(entry).collect())
        }
    };
    WrittenNode { value, span }
}

#[cfg(test)]
mod tests {
    use assay_document::text::LineIndex;

    use super::super::yaml::tests::format_node;
    use super::super::{RuleDocument, RuleValue, WrittenNode};
    use crate::fields::lenience;

    #[test]
    fn comments_and_trailing_commas_are_allowed() {
        for (json, tree) in [
            ("[1, -2.50, 1e3, \"x\", true, false, null]", "[1, -2.50, 1e3, \"x\", true, false, null]"),
            ("{\"b\": 1, \"a\": [2,], /* c */ \"b\": 3,} // d", "{b: 1, a: [2], b: 3}"),
            ("\u{feff} {}\n", "{}"),
            ("[12345678901234567890123]", "[12345678901234567890123]"),
            ("\"\\u00e9\\ud83d\\ude00\\n\"", "\"\u{e9}\u{1f600}\\n\""),
        ] {
            let document = RuleDocument::read("r.json", json, lenience);
            assert_eq!(document.faults, [], "{json}");
            assert_eq!(format_node(&document.root.unwrap()), tree, "{json}");
        }
        assert_eq!(RuleDocument::read("r.json", " // nothing\n", lenience).root, None);
    }

    #[test]
    fn other_extensions_of_json_are_refused() {
        for (json, expected) in [
            ("{a: 1}", "1:2 expected string for object property"),
            ("[1 2]", "1:3 expected comma"),
            ("['a']", "1:2 single-quoted strings are not allowed"),
            ("[0x10]", "1:2 hexadecimal numbers are not allowed"),
            ("[+1]", "1:2 unary plus on numbers is not allowed"),
            ("[.5]", "1:2 leading or trailing decimal points on numbers are not allowed"),
            ("[NaN]", "1:2 unexpected token"),
            ("[\"\\q\"]", "1:3 invalid escape"),
            (
                "[\"\\ud83d\"]",
                "1:3 invalid unicode escape sequence. 'd83d (unpaired high surrogate)' is not a valid UTF8 character",
            ),
            ("\u{feff}{\n \"\u{e9}\": nope}", "2:7 unexpected token"),
            ("[1", "1:1 unterminated array"),
            ("{\"a\": 1", "1:1 unterminated object"),
            ("{\"a\"}", "1:5 expected colon after the string or word in object property"),
            ("[] []", "1:4 text cannot contain more than one JSON value"),
            ("[\"a", "1:2 unterminated string literal"),
            ("/* x", "1:1 unterminated comment block"),
        ] {
            let document = RuleDocument::read("r.json", json, lenience);
            let [fault] = &document.faults[..] else { panic!("{json}: {:?}", document.faults) };
            let place = LineIndex::new(json).place(fault.span.start());
            let found = format!("{}:{} {}", place.line, place.char_column, fault.message);
            assert_eq!(found.replace("this is not JSON: ", ""), expected, "{json}");
            assert_eq!(document.root, None, "{json}");
        }
    }

    #[test]
    fn spans_are_bytes_of_the_file() {
        let json = "\u{feff}{ \"\u{e9}\": [1, \"x\"] }";
        let Some(WrittenNode { value: RuleValue::Map(entries), span }) =
            RuleDocument::read("r.json", json, lenience).root
        else {
            panic!()
        };
        assert_eq!(&json[span.range()], "{ \"\u{e9}\": [1, \"x\"] }");
        assert_eq!(&json[entries[0].0.span.range()], "\"\u{e9}\"");
        assert_eq!(&json[entries[0].1.span.range()], "[1, \"x\"]");
    }

    #[test]
    fn the_format_depends_on_the_extension_or_the_content() {
        for (path, text, is_json) in [
            ("a/r.json", "a: b", true),
            ("r.JSONC", "a: b", true),
            ("r.yaml", "{\"a\": b}", false),
            ("a.json/r.yml", "{a: b}", false),
            ("rules", "\u{feff} [a]", true),
            ("rules", "a: b", false),
        ] {
            let faults = RuleDocument::read(path, text, lenience).faults;
            assert_eq!(faults.iter().any(|fault| fault.code.as_str() == "rule-file-json"), is_json, "{path}");
        }
    }
}
