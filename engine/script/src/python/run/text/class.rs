//! Classifies the characters of strings as Python does.

use std::sync::LazyLock;

use regex::Regex;

static LETTERS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\A\p{L}+\z").ok());
static LETTERS_AND_NUMBERS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\A[\p{L}\p{N}]+\z").ok());
static DECIMALS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\A\p{Nd}+\z").ok());
static NOT_PRINTABLE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[\p{C}\p{Z}]").ok());

/// Digits that are not decimal digits: superscripts, subscripts, circled digits, and similar ones.
const OTHER_DIGITS: &[(u32, u32)] = &[
    (0xb2, 0xb3),
    (0xb9, 0xb9),
    (0x1369, 0x1371),
    (0x19da, 0x19da),
    (0x2070, 0x2070),
    (0x2074, 0x2079),
    (0x2080, 0x2089),
    (0x2460, 0x2468),
    (0x2474, 0x247c),
    (0x2488, 0x2490),
    (0x24ea, 0x24ea),
    (0x24f5, 0x24fd),
    (0x24ff, 0x24ff),
    (0x2776, 0x277e),
    (0x2780, 0x2788),
    (0x278a, 0x2792),
    (0x10a40, 0x10a43),
    (0x10e60, 0x10e68),
    (0x11052, 0x1105a),
    (0x1f100, 0x1f10a),
];

fn matches(pattern: Option<&Regex>, text: &str) -> bool {
    pattern.is_some_and(|pattern| pattern.is_match(text))
}

/// Returns true if the string is not empty, and all characters are `ascii` or match the pattern.
fn all(text: &str, ascii: fn(&u8) -> bool, pattern: Option<&Regex>) -> bool {
    if text.is_ascii() { !text.is_empty() && text.as_bytes().iter().all(ascii) } else { matches(pattern, text) }
}

pub(super) fn is_alphabetic(text: &str) -> bool {
    all(text, u8::is_ascii_alphabetic, LETTERS.as_ref())
}

pub(super) fn is_alphanumeric(text: &str) -> bool {
    all(text, u8::is_ascii_alphanumeric, LETTERS_AND_NUMBERS.as_ref())
}

pub(super) fn is_decimal(text: &str) -> bool {
    all(text, u8::is_ascii_digit, DECIMALS.as_ref())
}

pub(super) fn is_digit(text: &str) -> bool {
    let other = |c: char| OTHER_DIGITS.iter().any(|&(first, last)| (first..=last).contains(&u32::from(c)));
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || other(c) || digit_value(c).is_some())
}

/// Returns true if there are cased letters, and all of them are upper case.
pub(super) fn is_upper(text: &str) -> bool {
    text.chars().any(char::is_uppercase) && !text.chars().any(|c| c.is_lowercase() || is_title(c))
}

/// Returns true if there are cased letters, and all of them are lower case.
pub(super) fn is_lower(text: &str) -> bool {
    text.chars().any(char::is_lowercase) && !text.chars().any(|c| c.is_uppercase() || is_title(c))
}

/// Returns true for a digraph in title case: two letters in one character, the first in upper case.
const fn is_title(c: char) -> bool {
    matches!(c, '\u{1c5}' | '\u{1c8}' | '\u{1cb}' | '\u{1f2}')
        || matches!(c, '\u{1f88}'..='\u{1f8f}' | '\u{1f98}'..='\u{1f9f}' | '\u{1fa8}'..='\u{1faf}')
        || matches!(c, '\u{1fbc}' | '\u{1fcc}' | '\u{1ffc}')
}

pub(super) fn is_blank(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_blank_character)
}

/// Returns true for white space as Python defines it, which includes the separators of files, groups, records and
/// units.
pub(super) const fn is_blank_character(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{1c}'..='\u{1f}')
}

/// Returns true if `repr` shows a character unescaped.
pub(in super::super) fn is_printable(c: char) -> bool {
    matches!(c, ' '..='~') || (!c.is_ascii() && !matches(NOT_PRINTABLE.as_ref(), c.encode_utf8(&mut [0; 4])))
}

/// Returns the value of a decimal digit of any script.
pub(in super::super) fn digit_value(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    let decimal = |c: char| matches(DECIMALS.as_ref(), c.encode_utf8(&mut [0; 4]));
    if !decimal(c) {
        return None;
    }
    // The digits of a script are consecutive from its zero on, and the digits of several scripts may be adjacent.
    let before = |by: u32| u32::from(c).checked_sub(by).and_then(char::from_u32);
    let run = (1..64).take_while(|by| before(*by).is_some_and(decimal)).count();
    u32::try_from(run % 10).ok()
}
