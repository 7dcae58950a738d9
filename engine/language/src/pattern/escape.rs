//! Reads escapes in a pattern: the constructs that begin with a backslash.

use super::cursor::{PatternCursor, fault};
use crate::{Fault, IssueCode};

pub(super) enum Escape {
    Char(char),
    /// A class of characters, in brackets or as `\p{L}`.
    Class(String),
    /// A position: `\A`, `\Z`, `\b`, `\B`, by its letter.
    Place(char),
    /// The text that a group found, by the number of the group.
    Reference(usize),
}

/// Python's classes by their letters, with their members, and those with the flag for ASCII. A capital letter means the
/// complement.
///
/// In Python, words contain all numbers but no marks and joiners, and white space includes the four ASCII separators.
const CLASSES: [(char, &str, &str); 3] =
    [('d', r"\p{Nd}", "0-9"), ('s', r"\s\x1c-\x1f", r"\t-\r "), ('w', r"\p{L}\p{N}_", "0-9A-Za-z_")];

/// Reads the escape whose backslash starts at `start` and has just been taken, outside of a class.
pub(super) fn read(cursor: &mut PatternCursor<'_>, start: usize, ascii: bool) -> Result<Escape, Fault> {
    let Some(name) = cursor.next() else { return Err(unfinished_fault(cursor, start)) };
    match name {
        // `\z` is the spelling of Python 3.14 and of the `regex` crate.
        'A' | 'Z' | 'z' | 'b' | 'B' => Ok(Escape::Place(name)),
        // As in Python, a zero begins an octal number, and any other digit a reference, except for three octal digits.
        '1'..='9' => reference(cursor, start, name),
        '0' => octal(cursor, start, 0, 2),
        _ => read_shared_escape(cursor, start, name, ascii),
    }
}

/// Reads the escape whose backslash starts at `start` and has just been taken, inside a class.
pub(super) fn read_in_class(cursor: &mut PatternCursor<'_>, start: usize, ascii: bool) -> Result<Escape, Fault> {
    let Some(name) = cursor.next() else { return Err(unfinished_fault(cursor, start)) };
    match name {
        'b' => Ok(Escape::Char('\u{8}')),
        '0'..='7' => octal(cursor, start, digit(name), 2),
        _ => read_shared_escape(cursor, start, name, ascii),
    }
}

/// Reads an escape that has the same meaning inside and outside of a class.
fn read_shared_escape(cursor: &mut PatternCursor<'_>, start: usize, name: char, ascii: bool) -> Result<Escape, Fault> {
    if let Some((_, members, in_ascii)) = CLASSES.iter().find(|(letter, ..)| *letter == name.to_ascii_lowercase()) {
        let complement = if name.is_ascii_uppercase() { "^" } else { "" };
        return Ok(Escape::Class(format!("[{complement}{}]", if ascii { in_ascii } else { members })));
    }
    let char = match name {
        'a' => '\u{7}',
        'f' => '\u{c}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'v' => '\u{b}',
        'x' => return hex(cursor, start, 2),
        'u' => return hex(cursor, start, 4),
        'U' => return hex(cursor, start, 8),
        'p' | 'P' => return property(cursor, start),
        'N' => {
            let message = "named characters (`\\N{…}`) are not supported here";
            return Err(fault(IssueCode::PatternEscape, message, start, cursor.offset())
                .help("write its code point: `\\u` and four hexadecimal digits"));
        }
        name if name.is_ascii_alphanumeric() => {
            let message = format!("`\\{name}` means nothing in Python");
            return Err(fault(IssueCode::PatternEscape, message, start, cursor.offset())
                .help(format!("write `{name}`, or `\\\\{name}` for a backslash before it")));
        }
        name => name,
    };
    Ok(Escape::Char(char))
}

/// Reads a reference from 1 to 99, or a character as three octal digits.
fn reference(cursor: &mut PatternCursor<'_>, start: usize, first: char) -> Result<Escape, Fault> {
    let mut number = digit(first);
    if let Some(second) = cursor.take_if(|c| c.is_ascii_digit()) {
        let octal = |c: char| matches!(c, '0'..='7');
        if octal(first)
            && octal(second)
            && let Some(third) = cursor.take_if(octal)
        {
            return character(cursor, start, (number * 8 + digit(second)) * 8 + digit(third), 0o377);
        }
        number = number * 10 + digit(second);
    }
    Ok(Escape::Reference(number as usize))
}

/// Reads up to `more` further digits of an octal escape.
fn octal(cursor: &mut PatternCursor<'_>, start: usize, mut code: u32, more: usize) -> Result<Escape, Fault> {
    for _ in 0..more {
        let Some(next) = cursor.take_if(|c| matches!(c, '0'..='7')) else { break };
        code = code * 8 + digit(next);
    }
    character(cursor, start, code, 0o377)
}

/// Reads the digits of an escape with exactly `length` hexadecimal digits.
fn hex(cursor: &mut PatternCursor<'_>, start: usize, length: usize) -> Result<Escape, Fault> {
    let mut code = 0_u32;
    for _ in 0..length {
        let Some(next) = cursor.take_if(|c| c.is_ascii_hexdigit()) else {
            let message = format!("this escape needs {length} hexadecimal digits");
            return Err(fault(IssueCode::PatternEscape, message, start, cursor.offset()));
        };
        code = code << 4 | next.to_digit(16).unwrap_or(0);
    }
    character(cursor, start, code, 0x10_ffff)
}

fn character(cursor: &PatternCursor<'_>, start: usize, code: u32, largest: u32) -> Result<Escape, Fault> {
    if code <= largest
        && let Some(char) = char::from_u32(code)
    {
        return Ok(Escape::Char(char));
    }
    let message = if (0xd800..0xe000).contains(&code) {
        "half of a surrogate pair never occurs in a string"
    } else {
        "there is no such character"
    };
    Err(fault(IssueCode::PatternEscape, message, start, cursor.offset()))
}

/// Reads `\p{Name}`, `\pL` or their opposites, which are kept unchanged. Python does not support them, the `regex` crate
/// does.
fn property(cursor: &mut PatternCursor<'_>, start: usize) -> Result<Escape, Fault> {
    match cursor.next() {
        Some('{') => while cursor.take_if(|c| c != '}').is_some() {},
        Some(_) => {}
        None => return Err(unfinished_fault(cursor, start)),
    }
    cursor.take_if(|c| c == '}');
    let written = cursor.since(start);
    // The supported names depend on the features of the crate.
    if regex::Regex::new(written).is_err() {
        let message = format!("`{written}` is not a known class of characters");
        let help = r"known are the general categories, as in `\p{Lu}`, and the scripts, as in `\p{Greek}`";
        return Err(fault(IssueCode::PatternEscape, message, start, cursor.offset()).help(help));
    }
    Ok(Escape::Class(written.to_owned()))
}

fn unfinished_fault(cursor: &PatternCursor<'_>, start: usize) -> Fault {
    fault(IssueCode::PatternEscape, "the pattern ends within an escape", start, cursor.offset())
        .help("write `\\\\` for a backslash")
}

fn digit(c: char) -> u32 {
    c.to_digit(10).unwrap_or(0)
}

/// Appends a literal character.
pub(super) fn literal(char: char, out: &mut String) {
    // Python has no operators in classes, but the crate has: `&&`, `--` and `~~`.
    if char.is_ascii_punctuation() && !matches!(char, '_' | '"' | '\'' | '<' | '>' | '/' | '%' | ',' | ':' | ';' | '@')
    {
        out.push('\\');
    }
    out.push(char);
}
