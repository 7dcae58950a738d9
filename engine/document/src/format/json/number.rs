//! Numbers of JSON and JSON5.

use super::JsonChecked;
use super::cursor::JsonCursor;
use crate::format::Scalar;
use crate::format::named::shorten;
use crate::text::{Fault, IssueCode, Span};

/// Reads the number at the cursor, which is at its sign, decimal point or first digit.
///
/// Values keep their spelling, which [`crate::text::Number::of_document`] parses.
#[inline]
pub(super) fn scalar<'t>(cursor: &mut JsonCursor<'t>) -> JsonChecked<Scalar<'t>> {
    if let Some(length) = strict(&cursor.bytes()[cursor.at()..]) {
        let number = &cursor.rest()[..length];
        cursor.advance(length);
        return Ok(Scalar::Number(number.into()));
    }
    any(cursor)
}

/// Returns the length of the number at the start of `bytes`, if it is strict JSON and the end of the value follows.
/// Nearly all numbers are, and need no second check.
#[inline]
pub(super) fn strict(bytes: &[u8]) -> Option<usize> {
    let mut length = usize::from(bytes.first() == Some(&b'-'));
    length += match bytes.get(length)? {
        // Strict JSON has no leading zeros.
        b'0' => 1,
        b'1'..=b'9' => digits(&bytes[length..]),
        _ => return None,
    };
    if bytes.get(length) == Some(&b'.') {
        let fraction = digits(&bytes[length + 1..]);
        if fraction == 0 {
            return None;
        }
        length += 1 + fraction;
    }
    if let Some(b'e' | b'E') = bytes.get(length) {
        length += 1;
        length += usize::from(matches!(bytes.get(length), Some(b'+' | b'-')));
        let exponent = digits(&bytes[length..]);
        if exponent == 0 {
            return None;
        }
        length += exponent;
    }
    ends_value(bytes.get(length).copied()).then_some(length)
}

/// Returns true if a value ends before the byte `next`, in strict JSON.
#[inline]
pub(super) const fn ends_value(next: Option<u8>) -> bool {
    matches!(next, None | Some(b',' | b']' | b'}' | b' ' | b'\n' | b'\r' | b'\t'))
}

/// Reads any number, or returns the fault.
#[cold]
fn any<'t>(cursor: &mut JsonCursor<'t>) -> JsonChecked<Scalar<'t>> {
    let rest = cursor.rest();
    let sign = usize::from(rest.starts_with(['+', '-']));
    let unsigned = &rest[sign..];
    let length = if unsigned.starts_with("0x") || unsigned.starts_with("0X") {
        hexadecimal(cursor, &unsigned[2..])?
    } else if let Some(word) = ["Infinity", "NaN"].into_iter().find(|word| unsigned.starts_with(word)) {
        note(cursor, sign + word.len(), "a number written as a word");
        word.len()
    } else {
        decimal(cursor, sign, unsigned.as_bytes())?
    };
    let length = sign + length;
    if rest.starts_with('+') {
        note(cursor, length, "a number with a plus sign");
    }
    if rest[length..].starts_with(is_number_like) {
        return Err(bad(cursor, IssueCode::JsonBadNumber, "is not a number"));
    }
    cursor.advance(length);
    Ok(Scalar::Number(rest[..length].into()))
}

/// Returns the length of the decimal number at the start of `bytes`, after its sign.
fn decimal(cursor: &mut JsonCursor<'_>, sign: usize, bytes: &[u8]) -> JsonChecked<usize> {
    let whole = digits(bytes);
    if whole > 1 && bytes[0] == b'0' {
        let help = "write it without them, or as a string in double quotes";
        return Err(bad(cursor, IssueCode::JsonLeadingZero, "has leading zeros").help(help));
    }
    let mut length = whole;
    if bytes.get(length) == Some(&b'.') {
        let fraction = digits(&bytes[length + 1..]);
        length += 1 + fraction;
        if whole + fraction == 0 {
            return Err(bad(cursor, IssueCode::JsonBadNumber, "is not a number"));
        }
        if whole == 0 || fraction == 0 {
            note(cursor, sign + length, "a number that starts or ends with its decimal point");
        }
    }
    if length == 0 {
        return Err(bad(cursor, IssueCode::JsonBadNumber, "is not a number"));
    }
    if let Some(b'e' | b'E') = bytes.get(length) {
        length += 1;
        length += usize::from(matches!(bytes.get(length), Some(b'+' | b'-')));
        let exponent = digits(&bytes[length..]);
        if exponent == 0 {
            return Err(bad(cursor, IssueCode::JsonBadNumber, "has no exponent after its `e`"));
        }
        length += exponent;
    }
    Ok(length)
}

/// Returns the length of the hexadecimal number whose digits `text` starts with, including the prefix.
fn hexadecimal(cursor: &mut JsonCursor<'_>, text: &str) -> JsonChecked<usize> {
    let end = text.find(|c: char| !c.is_ascii_hexdigit()).unwrap_or(text.len());
    let digits = &text[..end];
    if digits.is_empty() {
        return Err(bad(cursor, IssueCode::JsonBadNumber, "has no digits after its `0x`"));
    }
    if u128::from_str_radix(digits, 16).is_err() {
        return Err(bad(cursor, IssueCode::JsonBadNumber, "has more than 128 bits"));
    }
    note(cursor, number_like_start(cursor.rest()).len(), "a hexadecimal number");
    Ok(digits.len() + 2)
}

#[inline]
fn digits(bytes: &[u8]) -> usize {
    bytes.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(bytes.len())
}

/// Returns the start of `rest` that looks like one number or word.
fn number_like_start(rest: &str) -> &str {
    &rest[..rest.find(|c| !is_number_like(c)).unwrap_or(rest.len())]
}

/// Returns true if `c`, next to a number, was probably intended as a part of it.
fn is_number_like(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$' | '+' | '-' | '.')
}

fn bad(cursor: &JsonCursor<'_>, code: IssueCode, what: &str) -> Fault {
    let written = number_like_start(cursor.rest());
    let span = Span::of(cursor.at(), cursor.at() + written.len());
    Fault::new(code, format!("`{}` {what}", shorten(written)), span)
}

fn note(cursor: &mut JsonCursor<'_>, length: usize, what: &'static str) {
    cursor.lenient(cursor.at(), cursor.at() + length, what);
}
