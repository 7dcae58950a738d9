//! The types of scalars without quotes, as in the core schema of YAML 1.2. A GUID, which may look like a number, is a
//! string.

use std::borrow::Cow;

use crate::format::Scalar;
use crate::text::Number;

/// The type that a tag requires of the scalar after it.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(super) enum TagType {
    /// The type of the spelling: there is no tag, or it is not in the core schema.
    #[default]
    Resolved,
    /// A string, whatever the spelling: `!!str` and `!`.
    Text,
    /// The type of the spelling, even in quotes: `!!int`, `!!float`, `!!bool`, `!!null`.
    Unquoted,
}

/// Returns the value of `text`, which has no quotes. A borrowed text, which the document contains as it is, stays
/// borrowed.
#[inline]
pub(super) fn resolve(text: Cow<'_, str>) -> Scalar<'_> {
    // Nearly all texts begin with a character that cannot begin a number or a word of the schema.
    match text.as_bytes().first() {
        None => Scalar::Null,
        Some(b'0'..=b'9' | b'+' | b'-' | b'.') => number(text),
        Some(b'~' | b'n' | b'N' | b't' | b'T' | b'f' | b'F') => word(text),
        Some(_) => Scalar::Text(text),
    }
}

fn word(text: Cow<'_, str>) -> Scalar<'_> {
    match &*text {
        "~" | "null" | "Null" | "NULL" => Scalar::Null,
        "true" | "True" | "TRUE" => Scalar::Bool(true),
        "false" | "False" | "FALSE" => Scalar::Bool(false),
        _ => Scalar::Text(text),
    }
}

/// Returns a number with its spelling, which [`Number::of_document`] parses.
fn number(text: Cow<'_, str>) -> Scalar<'_> {
    let is_number = is_decimal(&text) || is_word(&text) || is_based(&text);
    if is_number && !is_guid(&text) { Scalar::Number(text) } else { Scalar::Text(text) }
}

/// Returns true if the text is an integer in hexadecimal or octal digits. With more than 128 bits, it is a string.
fn is_based(text: &str) -> bool {
    (text.starts_with("0x") || text.starts_with("0o")) && Number::of_document(text).is_some()
}

/// Returns true if the text is a GUID. Unity writes the GUIDs of assets as 32 hexadecimal digits without quotes. Some
/// have no letter, or one `e` between digits, such as those of built-in assets. They must not be read as numbers,
/// because a number would be another GUID.
fn is_guid(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_decimal(text: &str) -> bool {
    // `Number::parse` accepts white space around a number, but the schema does not.
    text.ends_with(|last: char| last.is_ascii_digit() || last == '.') && Number::parse(text).is_some()
}

fn is_word(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN")
}

#[cfg(test)]
mod tests {
    use super::resolve;
    use crate::format::Scalar;

    #[test]
    fn the_spelling_determines_the_type_of_a_scalar() {
        for (text, expected) in [
            ("~", "null"),
            ("null", "null"),
            ("Null", "null"),
            ("NULL", "null"),
            ("", "null"),
            ("nULL", "text"),
            ("true", "true"),
            ("True", "true"),
            ("FALSE", "false"),
            ("yes", "text"),
            ("no", "text"),
            ("on", "text"),
            ("off", "text"),
            ("0", "number"),
            ("-0", "number"),
            ("+12", "number"),
            ("007", "number"),
            ("1.5", "number"),
            (".5", "number"),
            ("5.", "number"),
            ("-1.5e-10", "number"),
            ("1E+3", "number"),
            ("12345678901234567890123456789012345678901234567890", "number"),
            (".inf", "number"),
            ("-.INF", "number"),
            ("+.Inf", "number"),
            (".nan", "number"),
            ("-.nan", "text"),
            ("0x1F", "number"),
            ("0o17", "number"),
            ("0xffffffffffffffffffffffffffffffff", "number"),
            ("0x1ffffffffffffffffffffffffffffffff", "text"),
            ("-0x1F", "text"),
            ("0x+1", "text"),
            ("0x", "text"),
            ("0b1", "text"),
            ("1_000", "text"),
            ("1e", "text"),
            ("1:30", "text"),
            ("2024-01-02", "text"),
            ("-", "text"),
            (".", "text"),
            ("1 ", "text"),
            ("5 5", "text"),
            ("NaN", "text"),
            ("=", "text"),
            ("0000000000000000e000000000000000", "text"),
            ("0000000000000000E000000000000000", "text"),
            ("12345678901234567890123456789012", "text"),
            ("1234567890123456789012345678901", "number"),
            ("123456789012345678901234567890123", "number"),
            ("+1234567890123456789012345678901", "number"),
            ("-000000000000000e000000000000000", "number"),
            ("1234567890123456.789012345678901", "number"),
        ] {
            let found = match resolve(text.into()) {
                Scalar::Null => "null".to_owned(),
                Scalar::Bool(value) => value.to_string(),
                Scalar::Number(value) if value == text => "number".to_owned(),
                Scalar::Number(value) => format!("made {value}"),
                Scalar::Text(value) => {
                    assert_eq!(value, text);
                    "text".to_owned()
                }
            };
            assert_eq!(found, expected, "{text:?}");
        }
    }
}
