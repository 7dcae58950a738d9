//! Strings in quotes.

use std::borrow::Cow;

use super::YamlChecked;
use super::cursor::{YamlCursor, control_character};
use crate::text::{Fault, IssueCode, Span};

/// Reads the string at the cursor, which is at its opening quote. `outer` is the indentation of the node around it.
#[inline]
pub(super) fn read<'t>(cursor: &mut YamlCursor<'t>, outer: Option<usize>) -> YamlChecked<Cow<'t, str>> {
    let start = cursor.at();
    let quote = cursor.bytes()[start];
    cursor.advance(1);
    let length = plain_length(&cursor.bytes()[start + 1..], quote);
    cursor.advance(length);
    if cursor.peek() == Some(quote) && (quote == b'"' || cursor.peek_at(1) != Some(quote)) {
        let text = &cursor.text()[start + 1..cursor.at()];
        cursor.advance(1);
        return Ok(Cow::Borrowed(text));
    }
    let mut quoted = Quoted { start, quote, outer, copied: start + 1, decoded: String::new() };
    quoted.finish(cursor)?;
    Ok(Cow::Owned(quoted.decoded))
}

/// A string in quotes that must be decoded: it has escapes, or more than one line.
struct Quoted {
    start: usize,
    quote: u8,
    outer: Option<usize>,
    /// The offset up to which characters have been decoded.
    copied: usize,
    decoded: String,
}

impl Quoted {
    fn finish(&mut self, cursor: &mut YamlCursor<'_>) -> YamlChecked {
        loop {
            match cursor.peek() {
                Some(byte) if byte == self.quote => {
                    self.copy(cursor);
                    cursor.advance(1);
                    if self.quote == b'"' || cursor.peek() != Some(b'\'') {
                        return Ok(());
                    }
                    self.decoded.push('\'');
                    cursor.advance(1);
                    self.copied = cursor.at();
                }
                Some(b'\\') if matches!(cursor.peek_at(1), Some(b'\n' | b'\r')) => {
                    self.copy(cursor);
                    cursor.advance(1);
                    let breaks = self.further_lines(cursor)?;
                    self.decoded.extend(std::iter::repeat_n('\n', breaks - 1));
                }
                Some(b'\\') => {
                    self.copy(cursor);
                    escape(cursor, &mut self.decoded)?;
                    self.copied = cursor.at();
                }
                Some(b'\n' | b'\r') => self.fold(cursor)?,
                Some(_) => return Err(control_character(cursor.text(), cursor.at())),
                None => return Err(self.unclosed_fault(cursor, "the end of the document")),
            }
            let length = plain_length(&cursor.bytes()[cursor.at()..], self.quote);
            cursor.advance(length);
        }
    }

    /// Adds the characters up to the cursor, which need no decoding.
    fn copy(&mut self, cursor: &YamlCursor<'_>) {
        self.decoded.push_str(&cursor.text()[self.copied..cursor.at()]);
    }

    /// Moves to the next line that is not empty. A single line break becomes a space. Of several line breaks, the first
    /// is dropped.
    fn fold(&mut self, cursor: &mut YamlCursor<'_>) -> YamlChecked {
        let line = &cursor.text()[self.copied..cursor.at()];
        self.decoded.push_str(line.trim_end_matches([' ', '\t']));
        match self.further_lines(cursor)? {
            1 => self.decoded.push(' '),
            breaks => self.decoded.extend(std::iter::repeat_n('\n', breaks - 1)),
        }
        Ok(())
    }

    /// Moves to the next line that is not empty. Returns the number of line breaks.
    fn further_lines(&mut self, cursor: &mut YamlCursor<'_>) -> YamlChecked<usize> {
        let mut breaks = 0;
        loop {
            if !cursor.next_line() {
                break;
            }
            breaks += 1;
            if cursor.at_marker() {
                return Err(self.unclosed_fault(cursor, "the document ends"));
            }
        }
        self.copied = cursor.at();
        // As in libyaml, further lines need no indentation. Only lines in the column of the outermost keys are refused,
        // as in the YAML test suite (QB6E): nearly always, the line before lacks its closing quote.
        let is_outermost = self.outer == Some(0) && cursor.indentation() == 0;
        if is_outermost && cursor.peek().is_some() && !self.closes(cursor) {
            let message = "this line continues a string in quotes and must be indented further";
            let fault = Fault::new(IssueCode::YamlInnerIndent, message, Span::of(cursor.at(), cursor.at()));
            return Err(fault.help(format!("perhaps a `{}` is missing before it", char::from(self.quote))));
        }
        Ok(breaks)
    }

    fn closes(&self, cursor: &YamlCursor<'_>) -> bool {
        cursor.peek() == Some(self.quote) && (self.quote == b'"' || cursor.peek_at(1) != Some(b'\''))
    }

    fn unclosed_fault(&self, cursor: &YamlCursor<'_>, end: &str) -> Fault {
        let line_end = memchr::memchr2(b'\n', b'\r', &cursor.bytes()[self.start..]);
        let end_of_line = line_end.map_or(cursor.text().len(), |length| self.start + length);
        let message = format!("the string is not closed before {end}");
        let fault = Fault::new(IssueCode::YamlUnclosedText, message, Span::of(self.start, end_of_line));
        if self.quote == b'"' { fault.help("write a quote inside a string as `\\\"`") } else { fault }
    }
}

/// Returns the number of bytes before the quote, an escape, or a control character other than a tab.
#[inline]
fn plain_length(bytes: &[u8], quote: u8) -> usize {
    let escape = if quote == b'"' { b'\\' } else { quote };
    let ends = |&byte: &u8| byte == quote || byte == escape || byte < b' ' && byte != b'\t';
    bytes.iter().position(ends).unwrap_or(bytes.len())
}

const LETTERS: &[(u8, char)] = &[
    (b'0', '\0'),
    (b'a', '\u{7}'),
    (b'b', '\u{8}'),
    (b't', '\t'),
    (b'\t', '\t'),
    (b'n', '\n'),
    (b'v', '\u{b}'),
    (b'f', '\u{c}'),
    (b'r', '\r'),
    (b'e', '\u{1b}'),
    (b' ', ' '),
    (b'"', '"'),
    (b'/', '/'),
    (b'\\', '\\'),
    (b'N', '\u{85}'),
    (b'_', '\u{a0}'),
    (b'L', '\u{2028}'),
    (b'P', '\u{2029}'),
];

/// Numeric escapes, with the number of their hexadecimal digits.
const CODES: &[(u8, usize)] = &[(b'x', 2), (b'u', 4), (b'U', 8)];

/// Decodes the escape at the cursor, which is at its backslash, and adds it to `decoded`.
fn escape(cursor: &mut YamlCursor<'_>, decoded: &mut String) -> YamlChecked {
    let kind = cursor.peek_at(1);
    if let Some((_, c)) = LETTERS.iter().find(|(letter, _)| Some(*letter) == kind) {
        cursor.advance(2);
        decoded.push(*c);
        return Ok(());
    }
    let start = cursor.at();
    let Some(&(_, digits)) = CODES.iter().find(|(letter, _)| Some(*letter) == kind) else {
        let length = cursor.rest().chars().take(2).map(char::len_utf8).sum::<usize>();
        return Err(bad_escape(cursor, length, ""));
    };
    let code = hex(cursor, digits)?;
    let c = match char::from_u32(code) {
        Some(c) => c,
        // JSON writes characters above U+FFFF as surrogate pairs, and YAML includes JSON.
        None if (0xd800..0xdc00).contains(&code) && cursor.rest().starts_with("\\u") => {
            let low = hex(cursor, 4)?;
            let pair = 0x1_0000 + ((code - 0xd800) << 10) + low.wrapping_sub(0xdc00);
            let pair = char::from_u32(pair).filter(|_| (0xdc00..0xe000).contains(&low));
            pair.ok_or_else(|| no_character(cursor, start, digits))?
        }
        None => return Err(no_character(cursor, start, digits)),
    };
    decoded.push(c);
    Ok(())
}

fn hex(cursor: &mut YamlCursor<'_>, digits: usize) -> YamlChecked<u32> {
    let code = cursor.rest().get(2..2 + digits).filter(|code| code.bytes().all(|byte| byte.is_ascii_hexdigit()));
    let Some(value) = code.and_then(|code| u32::from_str_radix(code, 16).ok()) else {
        let count = [(2, "two"), (4, "four"), (8, "eight")].iter().find(|(count, _)| *count == digits);
        let count = count.map_or("", |(_, name)| name);
        return Err(bad_escape(cursor, 2, &format!(" ({count} hexadecimal digits must follow)")));
    };
    cursor.advance(2 + digits);
    Ok(value)
}

fn bad_escape(cursor: &YamlCursor<'_>, length: usize, why: &str) -> Fault {
    let span = Span::of(cursor.at(), cursor.at() + length);
    let message = format!("`{}` is not a valid escape{why}", &cursor.text()[span.range()]);
    Fault::new(IssueCode::YamlBadEscape, message, span)
        .help("in double quotes, write a backslash twice; in single quotes, write it once")
}

fn no_character(cursor: &YamlCursor<'_>, start: usize, digits: usize) -> Fault {
    let span = Span::of(start, start + 2 + digits);
    Fault::new(IssueCode::YamlBadEscape, format!("`{}` is not a valid character", &cursor.text()[span.range()]), span)
        .help("write a character above U+FFFF like `\\U0001F600`")
}
