//! Classifies the characters of strings as Python does.

use std::sync::LazyLock;

use regex::Regex;

// `char::is_alphabetic` also accepts marks, which are not letters for Python.
static LETTERS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\A\p{L}+\z").ok());
static LETTERS_AND_NUMBERS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\A[\p{L}\p{N}]+\z").ok());
static DECIMALS: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"\A\p{Nd}+\z").ok());
static NOT_PRINTABLE: LazyLock<Option<Regex>> = LazyLock::new(|| Regex::new(r"[\p{C}\p{Z}]").ok());

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
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || is_other_digit(c) || digit_value(c).is_some())
}

/// Returns true for a digit that is not a decimal digit: superscripts, subscripts, circled digits, and similar ones.
const fn is_other_digit(c: char) -> bool {
    // The `regex` crate has no class for them.
    matches!(c, '\u{b2}' | '\u{b3}' | '\u{b9}' | '\u{1369}'..='\u{1371}' | '\u{19da}' | '\u{2070}')
        || matches!(c, '\u{2074}'..='\u{2079}' | '\u{2080}'..='\u{2089}' | '\u{2460}'..='\u{2468}')
        || matches!(c, '\u{2474}'..='\u{247c}' | '\u{2488}'..='\u{2490}' | '\u{24ea}' | '\u{24f5}'..='\u{24fd}')
        || matches!(c, '\u{24ff}' | '\u{2776}'..='\u{277e}' | '\u{2780}'..='\u{2788}' | '\u{278a}'..='\u{2792}')
        || matches!(c, '\u{10a40}'..='\u{10a43}' | '\u{10e60}'..='\u{10e68}' | '\u{11052}'..='\u{1105a}')
        || matches!(c, '\u{1f100}'..='\u{1f10a}')
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
