//! The position of the YAML reader in its text, its line, and the skipping of white space and comments.

use super::YamlChecked;
use crate::format::named::describe_character;
use crate::text::{Fault, IssueCode, Span};

const MARK: &[u8] = "\u{feff}".as_bytes();

/// A position in the text. It moves forward, except to read the copy of an alias.
#[derive(Clone, Copy)]
pub(super) struct YamlCursor<'t> {
    text: &'t str,
    /// The first byte of a character, or the end of the text.
    at: usize,
    /// The start of the line of the cursor.
    line_start: usize,
    /// The white space before the content of the line.
    lead: Lead,
}

/// The white space at the start of a line.
#[derive(Clone, Copy, Default)]
struct Lead {
    /// The end of the white space, which is the start of the content.
    end: usize,
    /// The end of the spaces. White space from there to `end` begins with a tab, and is not indentation.
    blanks: usize,
}

impl<'t> YamlCursor<'t> {
    /// Returns the start of `text`.
    pub(super) fn new(text: &'t str) -> Self {
        let mut cursor = Self { text, at: 0, line_start: 0, lead: Lead::default() };
        cursor.begin_line();
        cursor
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

    /// Returns the byte `further` bytes after the cursor; `None` after the end of the text.
    pub(super) fn peek_at(&self, further: usize) -> Option<u8> {
        self.bytes().get(self.at + further).copied()
    }

    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Moves by `length` bytes. The new position must be between characters and on the same line.
    pub(super) fn advance(&mut self, length: usize) {
        self.at += length;
        debug_assert!(self.text.is_char_boundary(self.at), "the cursor is between characters");
    }

    /// Returns the number of bytes between the start of the line and the cursor. It is the column, because indentation
    /// is ASCII.
    pub(super) const fn column(&self) -> usize {
        self.at - self.line_start
    }

    /// Returns the number of bytes between the start of the line and `at`, which is on the cursor's line.
    pub(super) const fn column_of(&self, at: usize) -> usize {
        at - self.line_start
    }

    /// Returns true if there is only white space before the cursor on its line.
    pub(super) const fn begins_line(&self) -> bool {
        self.at == self.lead.end
    }

    /// Returns true if the cursor begins the line, and there is a tab between the indentation and the cursor.
    pub(super) const fn is_after_tab(&self) -> bool {
        self.begins_line() && self.lead.blanks != self.lead.end
    }

    pub(super) const fn indentation(&self) -> usize {
        self.lead.blanks - self.line_start
    }

    /// Returns true if a word ends `further` bytes after the cursor: at white space, a line break, or the end of the
    /// text.
    pub(super) fn blank_at(&self, further: usize) -> bool {
        matches!(self.peek_at(further), None | Some(b' ' | b'\t' | b'\n' | b'\r'))
    }

    #[inline]
    pub(super) fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Moves past the line break at the cursor, and past the white space after it. Returns `false` if there is no line
    /// break.
    #[inline]
    pub(super) fn next_line(&mut self) -> bool {
        let length = match self.peek() {
            Some(b'\n') => 1,
            Some(b'\r') => 1 + usize::from(self.peek_at(1) == Some(b'\n')),
            _ => return false,
        };
        self.at += length;
        self.begin_line();
        true
    }

    /// Skips the white space at the start of a line.
    #[inline]
    fn begin_line(&mut self) {
        self.line_start = self.at;
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
        let blanks = self.at;
        self.skip_blanks();
        self.lead = Lead { end: self.at, blanks };
    }

    /// Skips white space, comments and line breaks. Returns true if there was a line break.
    #[inline]
    pub(super) fn separate(&mut self) -> bool {
        let line = self.line_start;
        loop {
            self.skip_blanks();
            self.skip_comment();
            if !self.next_line() {
                return self.line_start != line;
            }
        }
    }

    /// Skips the comment at the cursor, if there is one. `#` begins a comment at the start of a line and after white
    /// space.
    pub(super) fn skip_comment(&mut self) {
        let separate = self.at == self.line_start || matches!(self.bytes()[self.at - 1], b' ' | b'\t');
        if self.peek() == Some(b'#') && separate {
            let rest = &self.bytes()[self.at..];
            self.at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        }
    }

    /// Moves to the column `column` of the line. There are only spaces before this column.
    pub(super) const fn set_column(&mut self, column: usize) {
        self.at = self.line_start + column;
    }

    /// Skips the byte order mark at the cursor, which is allowed before each document. Returns `false` if there is
    /// none.
    pub(super) fn skip_mark(&mut self) -> bool {
        let is_mark = self.at_mark();
        if is_mark {
            self.at += MARK.len();
            self.begin_line();
        }
        is_mark
    }

    /// Returns true if a byte order mark is at the cursor, and at the start of the line.
    fn at_mark(&self) -> bool {
        self.at == self.line_start && is_mark(&self.bytes()[self.at..])
    }

    /// Returns true if `---` or `...` is at the cursor, and at the start of the line.
    #[inline]
    pub(super) fn at_marker(&self) -> bool {
        self.at == self.line_start && (self.at_this_marker(*b"---") || self.at_this_marker(*b"..."))
    }

    /// Returns true if `marker` is at the cursor, and at the start of the line.
    pub(super) fn at_this_marker(&self, marker: [u8; 3]) -> bool {
        self.at == self.line_start && self.bytes()[self.at..].starts_with(&marker) && self.blank_at(3)
    }

    /// Returns true if the document ends at the cursor.
    #[inline]
    pub(super) fn at_end(&self) -> bool {
        self.at == self.text.len() || self.ends_document()
    }

    /// Returns true if the end of a document is at the cursor: a marker, or the byte order mark before another
    /// document.
    #[inline]
    pub(super) fn ends_document(&self) -> bool {
        self.at == self.line_start && (self.at_marker() || self.at_mark())
    }

    /// Returns a fault at the cursor. `message` receives the description of the character there.
    pub(super) fn fault(&self, code: IssueCode, message: impl FnOnce(String) -> String) -> Fault {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        Fault::new(code, message(describe_character(self.text, self.at)), Span::of(self.at, self.at + length))
    }

    /// Moves to the next line. Only white space and a comment may follow the cursor on its line.
    ///
    /// # Errors
    /// Fails if anything else follows.
    pub(super) fn end_line(&mut self, previous: &str) -> YamlChecked {
        let line = self.line_start;
        self.separate();
        if self.line_start != line || self.at == self.text.len() {
            return Ok(());
        }
        Err(self.fault(IssueCode::YamlTrailingText, |found| format!("{found} is not allowed after {previous}")))
    }
}

#[inline]
pub(super) fn is_mark(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK)
}

/// Returns the fault of the control character at `at`. YAML allows only tabs and line breaks. A byte order mark is also
/// a control character, except before a document and in quotes.
#[cold]
pub(super) fn control_character(text: &str, at: usize) -> Fault {
    if is_mark(&text.as_bytes()[at..]) {
        let message = "a byte order mark (U+FEFF) inside a document";
        return Fault::new(IssueCode::YamlControlCharacter, message, Span::of(at, at + MARK.len()))
            .help("remove it; it is allowed only before a document, or in quotes");
    }
    let byte = text.as_bytes()[at];
    let message = format!("the control character U+{byte:04X} is not allowed");
    Fault::new(IssueCode::YamlControlCharacter, message, Span::of(at, at + 1))
        .help("write it as an escape in double quotes: `\\x00`")
}
