//! JSON as exporters write it: comments and trailing commas are allowed, nothing else that JSON has not.

use std::fmt::Write;

use jsonc_parser::ast::{Object, ObjectProp, Value};
use jsonc_parser::common::{Range, Ranged};
use jsonc_parser::tokens::Token;
use jsonc_parser::{CollectOptions, ParseOptions, Scanner, ScannerOptions, parse_to_ast};

use crate::text::{Fault, Span};

/// Values nest at most this deep: the parser goes one call deeper for each level.
const MAX_DEPTH: usize = 100;
/// So many tokens are read, which are more than metadata of the usual form can have within the limit of their bytes.
const MAX_TOKENS: usize = 5_000_000;

/// The one value of `text`.
///
/// # Errors
/// It is no JSON, and where.
pub fn parse(text: &str) -> Result<Value<'_>, Fault> {
    check_tokens(text)?;
    let options = ParseOptions {
        allow_comments: true,
        allow_trailing_commas: true,
        allow_loose_object_property_names: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = parse_to_ast(text, &CollectOptions::default(), &options).map_err(|error| {
        let reason = error.kind().to_string();
        let mut letters = reason.chars();
        let reason: String = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters).collect();
        Fault::new("package-json", format!("this is not JSON: {reason}"), span(error.range()))
    })?;
    parsed.value.ok_or_else(|| Fault::new("package-json", "this is not JSON: the file is empty", Span::at(0)))
}

fn check_tokens(text: &str) -> Result<(), Fault> {
    let mut scanner = Scanner::new(text, &ScannerOptions::default());
    let (mut depth, mut tokens, mut end) = (0usize, 0, 0);
    // A text that the scanner refuses is refused by the parser too, with a better reason.
    loop {
        let token = match scanner.scan() {
            Ok(Some(token)) => token,
            Ok(None) => return check_blanks(text, end, text.len()),
            Err(_) => return Ok(()),
        };
        match token {
            Token::OpenBrace | Token::OpenBracket => depth += 1,
            Token::CloseBrace | Token::CloseBracket => depth = depth.saturating_sub(1),
            _ => {}
        }
        tokens += 1;
        check_blanks(text, end, scanner.token_start())?;
        end = scanner.token_end();
        if matches!(token, Token::String(_)) {
            check_text(text, scanner.token_start(), end)?;
        }
        let message = match (depth > MAX_DEPTH, tokens > MAX_TOKENS) {
            (true, _) => format!("values nest more than {MAX_DEPTH} deep"),
            (_, true) => format!("there are more than {MAX_TOKENS} values and marks"),
            _ => continue,
        };
        return Err(Fault::new("package-json", message, span(Range::new(scanner.token_start(), scanner.token_end()))));
    }
}

/// Refuses what the scanner skips between values and JSON does not.
fn check_blanks(text: &str, start: usize, end: usize) -> Result<(), Fault> {
    let foreign = text[start..end].char_indices().find(|(_, c)| !matches!(c, ' ' | '\t' | '\r' | '\n'));
    refuse(foreign, start, "between values: expected blanks, tabs and line ends")
}

/// Refuses what the scanner takes in a text and JSON does not.
fn check_text(text: &str, start: usize, end: usize) -> Result<(), Fault> {
    let control = text[start..end].char_indices().find(|(_, c)| *c < ' ');
    refuse(control, start, "in a text: expected an escape")
}

fn refuse(found: Option<(usize, char)>, start: usize, problem: &str) -> Result<(), Fault> {
    let Some((at, c)) = found else { return Ok(()) };
    let message = format!("this is not JSON: there is U+{:04X} {problem}", u32::from(c));
    Err(Fault::new("package-json", message, Span::of(start + at, start + at + c.len_utf8())))
}

/// The place of something.
pub fn span(range: Range) -> Span {
    Span::of(range.start, range.end)
}

/// The place of a value.
pub fn span_of(value: &Value<'_>) -> Span {
    span(value.range())
}

/// The first value with that key.
pub fn get<'o, 't>(object: &'o Object<'t>, key: &str) -> Option<&'o ObjectProp<'t>> {
    object.properties.iter().find(|property| property.name.as_str() == key)
}

/// What a value is, for people.
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
