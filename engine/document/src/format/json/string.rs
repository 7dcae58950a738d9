//! Strings and keys of JSON and JSON5.

use std::borrow::Cow;

use super::JsonChecked;
use super::cursor::JsonCursor;
use crate::format::Scalar;
use crate::format::key::KeyName;
use crate::format::named::{describe_character, shorten};
use crate::text::{Fault, IssueCode, Span};

/// Reads the string at the cursor, which is at its opening quote.
pub(super) fn scalar<'t>(cursor: &mut JsonCursor<'t>) -> JsonChecked<Scalar<'t>> {
    let (start, mut decoded) = (cursor.at(), String::new());
    let text = if read_quoted(cursor, &mut decoded)? {
        Cow::Borrowed(&cursor.text()[start + 1..cursor.at() - 1])
    } else {
        Cow::Owned(decoded)
    };
    Ok(Scalar::Text(text))
}

/// Reads the quoted key at the cursor. A key with escapes is added to `made`.
pub(super) fn key(cursor: &mut JsonCursor<'_>, made: &mut String) -> JsonChecked<KeyName> {
    let (start, made_start) = (cursor.at(), made.len());
    Ok(if read_quoted(cursor, made)? {
        KeyName::Written(Span::of(start + 1, cursor.at() - 1))
    } else {
        KeyName::Made(Span::of(made_start, made.len()))
    })
}

/// Reads the key without quotes at the cursor; `None` if there is no such key.
pub(super) fn bare_key(cursor: &mut JsonCursor<'_>, made: &mut String) -> JsonChecked<Option<KeyName>> {
    let (start, made_start) = (cursor.at(), made.len());
    let mut copied = start;
    loop {
        let first = cursor.at() == start;
        match cursor.rest().chars().next() {
            Some(c) if c.is_alphabetic() || matches!(c, '_' | '$') => cursor.advance(c.len_utf8()),
            Some(c) if !first && (c.is_alphanumeric() || is_mark(c)) => cursor.advance(c.len_utf8()),
            Some('\\') if cursor.rest().starts_with("\\u") => {
                made.push_str(&cursor.text()[copied..cursor.at()]);
                escape(cursor, made)?;
                copied = cursor.at();
            }
            Some('0'..='9' | '-' | '.' | '\\' | '@') => return Err(bad_key(cursor, start)),
            _ => break,
        }
    }
    if cursor.at() == start {
        return Ok(None);
    }
    cursor.lenient(start, cursor.at(), "a key without quotes");
    if copied == start {
        return Ok(Some(KeyName::Written(Span::of(start, cursor.at()))));
    }
    made.push_str(&cursor.text()[copied..cursor.at()]);
    Ok(Some(KeyName::Made(Span::of(made_start, made.len()))))
}

/// Returns true for characters besides letters and digits that a JavaScript name can contain: combining marks and
/// joiners.
const fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{200c}' | '\u{200d}' | '\u{203f}' | '\u{2040}')
}

fn bad_key(cursor: &JsonCursor<'_>, start: usize) -> Fault {
    let rest = &cursor.text()[start..];
    let end =
        rest.find(|c: char| c.is_whitespace() || matches!(c, ':' | ',' | '=' | '{' | '}' | '[' | ']' | '"' | '\''));
    let word = &rest[..end.unwrap_or(rest.len())];
    let span = Span::of(start, start + word.len());
    Fault::new(IssueCode::JsonBadKey, format!("the key `{}` needs double quotes", shorten(word)), span)
}

/// Moves past the quoted string at the cursor. Returns true if it has no escapes. Otherwise, adds the decoded string to
/// `decoded`.
fn read_quoted(cursor: &mut JsonCursor<'_>, decoded: &mut String) -> JsonChecked<bool> {
    let start = cursor.at();
    let quote = cursor.bytes()[start];
    if quote == b'\'' {
        cursor.lenient(start, start + 1, "a string in single quotes");
    }
    cursor.advance(1);
    let mut copied = cursor.at();
    let mut plain = true;
    loop {
        let at = cursor.at();
        let length = plain_length(&cursor.bytes()[at..], quote);
        cursor.advance(length);
        match cursor.peek() {
            Some(b'\\') => {
                decoded.push_str(&cursor.text()[copied..cursor.at()]);
                escape(cursor, decoded)?;
                copied = cursor.at();
                plain = false;
            }
            Some(b'\n' | b'\r') => {
                let fault = unclosed_fault(cursor, start, "the string is not closed before the end of its line");
                return Err(fault.help("write `\\n` for a line break inside a string"));
            }
            None => {
                return Err(unclosed_fault(cursor, start, "the string is not closed before the end of the document"));
            }
            Some(byte) if byte == quote => {
                if !plain {
                    decoded.push_str(&cursor.text()[copied..cursor.at()]);
                }
                cursor.advance(1);
                return Ok(plain);
            }
            Some(byte) => {
                let at = cursor.at();
                cursor.lenient(at, at + 1, format_args!("the control character U+{byte:04X} inside a string"));
                cursor.advance(1);
            }
        }
    }
}

/// Returns true if strict JSON can write the key in double quotes without escapes.
pub(super) fn is_plain(key: &str) -> bool {
    plain_length(key.as_bytes(), b'"') == key.len()
}

/// Returns the number of bytes before the quote, a backslash or a control character.
#[inline]
pub(super) fn plain_length(bytes: &[u8], quote: u8) -> usize {
    let mut length = 0;
    // Eight bytes at a time, because single bytes are slow in WebAssembly.
    while let Some(&chunk) = bytes[length..].first_chunk::<8>() {
        let ends = ends(u64::from_le_bytes(chunk), quote);
        if ends != 0 {
            return length + ends.trailing_zeros() as usize / 8;
        }
        length += 8;
    }
    let rest = &bytes[length..];
    length + rest.iter().position(|&byte| byte == quote || byte == b'\\' || byte < b' ').unwrap_or(rest.len())
}

/// Returns the highest bit of each byte in `word` that is the quote, a backslash or a control character. Bits above the
/// lowest one may be wrong, because a subtraction borrows from the byte above.
#[inline]
const fn ends(word: u64, quote: u8) -> u64 {
    const EACH: u64 = u64::from_le_bytes([1; 8]);
    const HIGH: u64 = EACH << 7;
    let quotes = word ^ u64::from_le_bytes([quote; 8]);
    let escapes = word ^ u64::from_le_bytes([b'\\'; 8]);
    let is_quote = quotes.wrapping_sub(EACH) & !quotes;
    let is_escape = escapes.wrapping_sub(EACH) & !escapes;
    let is_control = word.wrapping_sub(u64::from_le_bytes([b' '; 8])) & !word;
    (is_quote | is_escape | is_control) & HIGH
}

fn unclosed_fault(cursor: &JsonCursor<'_>, start: usize, message: &str) -> Fault {
    Fault::new(IssueCode::JsonUnclosedText, message, Span::of(start, cursor.at()))
}

/// Decodes the escape at the cursor, which is at its backslash, and adds it to `decoded`.
fn escape(cursor: &mut JsonCursor<'_>, decoded: &mut String) -> JsonChecked {
    let start = cursor.at();
    cursor.advance(1);
    let Some(c) = cursor.rest().chars().next() else { return Ok(()) };
    cursor.advance(c.len_utf8());
    let strict = match c {
        '"' | '\\' | '/' => Some(c),
        'b' => Some('\u{8}'),
        'f' => Some('\u{c}'),
        'n' => Some('\n'),
        'r' => Some('\r'),
        't' => Some('\t'),
        'u' => Some(unicode(cursor, start)?),
        _ => None,
    };
    if let Some(c) = strict {
        decoded.push(c);
        return Ok(());
    }
    match c {
        '\n' | '\u{2028}' | '\u{2029}' => {}
        '\r' => cursor.advance(usize::from(cursor.peek() == Some(b'\n'))),
        'v' => decoded.push('\u{b}'),
        '0' if !cursor.peek().is_some_and(|byte| byte.is_ascii_digit()) => decoded.push('\0'),
        'x' => decoded.push(char::from(byte(cursor, start)?)),
        '0'..='9' => return Err(bad_escape(cursor, start)),
        _ => decoded.push(c),
    }
    let what = describe_character(cursor.text(), start + 1);
    cursor.lenient(start, cursor.at(), format_args!("a backslash before {what}"));
    Ok(())
}

/// Returns the character of `\uXXXX`, or of two such escapes that are a surrogate pair; U+FFFD for half a pair. The
/// cursor must be after the `u`.
fn unicode(cursor: &mut JsonCursor<'_>, start: usize) -> JsonChecked<char> {
    let unit = hex(cursor, start, 4)?;
    if let Some(c) = char::from_u32(unit) {
        return Ok(c);
    }
    if unit < 0xdc00
        && let Some(low) = cursor.rest().strip_prefix("\\u").and_then(|rest| digits(rest, 4))
        && (0xdc00..0xe000).contains(&low)
        && let Some(c) = char::from_u32(0x1_0000 + ((unit - 0xd800) << 10) + (low - 0xdc00))
    {
        cursor.advance("\\uXXXX".len());
        return Ok(c);
    }
    cursor.note_surrogate(start, cursor.at());
    Ok(char::REPLACEMENT_CHARACTER)
}

/// Returns the character of `\xXX`. The cursor must be after the `x`.
fn byte(cursor: &mut JsonCursor<'_>, start: usize) -> JsonChecked<u8> {
    let value = hex(cursor, start, 2)?;
    u8::try_from(value).map_err(|_| bad_escape(cursor, start))
}

/// Reads `count` hexadecimal digits of the escape that starts at `start`.
fn hex(cursor: &mut JsonCursor<'_>, start: usize, count: usize) -> JsonChecked<u32> {
    let value = digits(cursor.rest(), count).ok_or_else(|| bad_escape(cursor, start))?;
    cursor.advance(count);
    Ok(value)
}

/// Returns the number in the first `count` hexadecimal digits of `rest`.
fn digits(rest: &str, count: usize) -> Option<u32> {
    let digits = rest.get(..count).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    u32::from_str_radix(digits, 16).ok()
}

fn bad_escape(cursor: &JsonCursor<'_>, start: usize) -> Fault {
    let end = cursor.at();
    let written = &cursor.text()[start..end];
    let digits = match written.as_bytes().get(1) {
        Some(b'u') => " (four hexadecimal digits must follow)",
        Some(b'x') => " (two hexadecimal digits must follow)",
        _ => "",
    };
    Fault::new(IssueCode::JsonBadEscape, format!("`{written}` is not a valid escape{digits}"), Span::of(start, end))
        .help("write a backslash as `\\\\`")
}

#[cfg(test)]
mod tests {
    use super::plain_length;

    #[test]
    fn the_end_of_a_plain_run_is_found_at_any_offset() {
        for length in 0..40 {
            for at in 0..=length {
                for end in [b'"', b'\\', 0, b'\n', 0x1f] {
                    for (fill, after) in [(b'a', b'a'), (0x80, 0xff), (b' ', b'!'), (0xff, end), (b'#', b'\\' + 1)] {
                        let mut bytes = vec![fill; length];
                        bytes[at..].fill(after);
                        if let Some(byte) = bytes.get_mut(at) {
                            *byte = end;
                        }
                        assert_eq!(plain_length(&bytes, b'"'), at, "{bytes:x?}");
                    }
                }
            }
        }
    }
}
