//! The position of the JSON reader in its text, and the skipping of white space and comments.

use std::fmt;

use super::{Dialect, JsonChecked};
use crate::format::Notes;
use crate::format::part::TextPortion;
use crate::text::{Fault, IssueCode, Span};

/// A position in the text that only moves forward. Records the places that are reported as warnings.
pub(super) struct JsonCursor<'t> {
    text: &'t str,
    /// The number of bytes of the document before the text.
    base: u32,
    /// The first byte of a character, or the end of the text.
    at: usize,
    dialect: Dialect,
    pub(super) notes: Notes,
}

impl<'t> JsonCursor<'t> {
    /// Starts a part, after the byte order mark of the document.
    pub(super) fn new(part: TextPortion<'t>, dialect: Dialect, notes: Notes) -> Self {
        let TextPortion { text, base, .. } = part;
        let at = if base == 0 { text.len() - text.trim_start_matches('\u{feff}').len() } else { 0 };
        Self { text, base, at, dialect, notes }
    }

    /// Returns the place in the document of a range of the text.
    pub(super) fn place(&self, start: usize, end: usize) -> Span {
        Span::of(start, end).shifted(self.base)
    }

    /// Returns which places have been recorded so far: syntax outside the dialect, and half of a surrogate pair.
    pub(super) const fn noted_flags(&self) -> (bool, bool) {
        (self.notes.lenient.is_some(), self.notes.lone_surrogate.is_some())
    }

    /// Forgets the places that were recorded since then, because they will be read again.
    pub(super) fn forget_since(&mut self, (lenient, lone): (bool, bool)) {
        self.notes.lenient.take_if(|_| !lenient);
        self.notes.lone_surrogate.take_if(|_| !lone);
    }

    pub(super) const fn text(&self) -> &'t str {
        self.text
    }

    pub(super) const fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    pub(super) const fn at(&self) -> usize {
        self.at
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes().get(self.at).copied()
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Moves by `length` bytes. The new position must be between characters.
    pub(super) fn advance(&mut self, length: usize) {
        self.at += length;
        debug_assert!(self.text.is_char_boundary(self.at), "the cursor is between characters");
    }

    /// Moves to `at`, which must be between characters.
    #[inline]
    pub(super) fn advance_to(&mut self, at: usize) {
        self.advance(at - self.at);
    }

    /// Returns the letters, digits, `_` and `$` at the cursor.
    pub(super) fn word(&self) -> &'t str {
        let rest = self.rest();
        let end = rest.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '$')));
        &rest[..end.unwrap_or(rest.len())]
    }

    /// Records syntax that only JSON5 allows, if it is the first such place. `what` describes it, with an article.
    pub(super) fn lenient(&mut self, start: usize, end: usize, what: impl fmt::Display) {
        let place = self.place(start, end);
        let dialect = self.dialect;
        self.notes.lenient.get_or_insert_with(|| {
            Fault::new(IssueCode::JsonNotStrict, format!("{what} is not {}", dialect.name()), place)
        });
    }

    /// Records an escape that is half of a surrogate pair, if it is the first such place.
    #[cold]
    pub(super) fn note_surrogate(&mut self, start: usize, end: usize) {
        let place = self.place(start, end);
        let written = &self.text[start..end];
        self.notes.lone_surrogate.get_or_insert_with(|| {
            let message = format!("`{written}` is half a character; it is read as U+FFFD");
            Fault::new(IssueCode::JsonLoneSurrogate, message, place)
                .help("a character above U+FFFF needs two escapes: `\\ud83d\\ude00`")
        });
    }

    /// Like [`Self::lenient`], for syntax that JSON with comments also allows. It is recorded only for strict JSON.
    pub(super) fn note_comment_syntax(&mut self, start: usize, end: usize, what: &str) {
        if self.dialect == Dialect::Strict {
            self.lenient(start, end, what);
        }
    }

    #[inline]
    pub(super) fn skip_blanks(&mut self) -> JsonChecked {
        loop {
            self.at += blanks(&self.bytes()[self.at..]);
            match self.peek() {
                // These bytes may begin a comment, or white space of JSON5.
                Some(0x0b | 0x0c | b'/' | 0x80..) if self.skip_lenient()? => {}
                _ => return Ok(()),
            }
        }
    }

    /// Skips a comment, or a white-space character that only JSON5 allows. Returns true if something was skipped.
    #[cold]
    fn skip_lenient(&mut self) -> JsonChecked<bool> {
        let (start, rest) = (self.at, self.rest());
        if rest.starts_with("//") {
            let line_end = |c| matches!(c, '\n' | '\r' | '\u{2028}' | '\u{2029}');
            self.at += rest.find(line_end).unwrap_or(rest.len());
            self.note_comment_syntax(start, self.at, "a comment");
        } else if rest.starts_with("/*") {
            let Some(length) = memchr::memmem::find(&rest.as_bytes()[2..], b"*/") else {
                let message = "the comment is never closed: no `*/` follows";
                return Err(Fault::new(IssueCode::JsonUnclosedComment, message, Span::of(start, start + 2)));
            };
            self.at += length + 4;
            self.note_comment_syntax(start, self.at, "a comment");
        } else if let Some(blank) = rest.chars().next().filter(|&c| is_blank(c)) {
            self.at += blank.len_utf8();
            self.lenient(start, self.at, format_args!("the white-space character U+{:04X}", u32::from(blank)));
        } else {
            return Ok(false);
        }
        Ok(true)
    }
}

/// Returns the number of white-space bytes at the start of `bytes`. Compares eight spaces at a time, because a third of
/// most files is indentation.
#[inline]
pub(super) fn blanks(bytes: &[u8]) -> usize {
    const SPACES: u64 = u64::from_le_bytes([b' '; 8]);
    let mut length = 0;
    while let Some(b' ' | b'\n' | b'\r' | b'\t') = bytes.get(length) {
        length += 1;
        while let Some(&chunk) = bytes[length..].first_chunk() {
            let others = u64::from_le_bytes(chunk) ^ SPACES;
            length += others.trailing_zeros() as usize / 8;
            if others != 0 {
                break;
            }
        }
    }
    length
}

fn is_blank(c: char) -> bool {
    matches!(
        c,
        '\u{b}' | '\u{c}' | '\u{a0}' | '\u{1680}' | '\u{2000}'
            ..='\u{200a}' | '\u{2028}' | '\u{2029}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\u{feff}'
    )
}
