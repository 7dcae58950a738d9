//! Where the reader of YAML is in its text: its line, and what it skips.

use super::YamlChecked;
use crate::format::Malformed;
use crate::format::named::found;
use crate::text::{Fault, IssueCode, Span};

/// The byte order mark.
const MARK: &[u8] = "\u{feff}".as_bytes();

/// A place in the text. It moves forward; only a copy that an alias asks for takes it elsewhere.
#[derive(Clone, Copy)]
pub(super) struct YamlCursor<'t> {
    text: &'t str,
    /// On a character's first byte, or at the end.
    at: usize,
    /// Where the line starts on which the cursor is.
    line_start: usize,
    /// The white space in front of the content of the line, and where that content starts.
    lead: Lead,
}

/// The white space at the start of a line.
#[derive(Clone, Copy, Default)]
struct Lead {
    /// Where the white space ends.
    end: usize,
    /// Where the blanks end: what follows them, up to `end`, begins with a tab and does not indent.
    blanks: usize,
}

impl<'t> YamlCursor<'t> {
    /// The start of `text`.
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

    /// The text from the cursor on.
    pub(super) fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Moves on by `length` bytes, which end with a character and hold no line end.
    pub(super) fn advance(&mut self, length: usize) {
        self.at += length;
        debug_assert!(self.text.is_char_boundary(self.at), "the cursor stands between characters");
    }

    /// Bytes from the start of the line to the cursor, as far as columns matter: what indents is ASCII.
    pub(super) const fn column(&self) -> usize {
        self.at - self.line_start
    }

    /// Bytes from the start of its line to `at`, which is on the cursor's line.
    pub(super) const fn column_of(&self, at: usize) -> usize {
        at - self.line_start
    }

    /// Whether nothing but white space stands before the cursor on its line.
    pub(super) const fn begins_line(&self) -> bool {
        self.at == self.lead.end
    }

    /// Whether a tab stands between the blanks at the start of the line and the cursor, which begins the line.
    pub(super) const fn behind_tab(&self) -> bool {
        self.begins_line() && self.lead.blanks != self.lead.end
    }

    /// By how much the line is indented on which the cursor is.
    pub(super) const fn indentation(&self) -> usize {
        self.lead.blanks - self.line_start
    }

    /// Whether what follows ends a word: white space, a line end, the end of the text.
    pub(super) fn blank_at(&self, further: usize) -> bool {
        matches!(self.peek_at(further), None | Some(b' ' | b'\t' | b'\n' | b'\r'))
    }

    /// Skips blanks and tabs.
    #[inline]
    pub(super) fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.at += 1;
        }
    }

    /// Goes behind the line end at the cursor, and the white space behind it; `false` when there is none.
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

    /// Skips what separates: white space, comments, line ends. Says whether there was a line end.
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

    /// Skips the comment at the cursor, if there is one: a `#` begins one at the start of a line and behind white space.
    pub(super) fn skip_comment(&mut self) {
        let separate = self.at == self.line_start || matches!(self.bytes()[self.at - 1], b' ' | b'\t');
        if self.peek() == Some(b'#') && separate {
            let rest = &self.bytes()[self.at..];
            self.at += memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        }
    }

    /// Goes to the column `column` of its line, which holds nothing but blanks up to there.
    pub(super) const fn set_column(&mut self, column: usize) {
        self.at = self.line_start + column;
    }

    /// Skips the byte order mark at the cursor, which may stand before each document; `false` if there is none.
    pub(super) fn skip_mark(&mut self) -> bool {
        let is_mark = self.at_mark();
        if is_mark {
            self.at += MARK.len();
            self.begin_line();
        }
        is_mark
    }

    /// Whether a byte order mark stands here, at the start of its line.
    fn at_mark(&self) -> bool {
        self.at == self.line_start && is_mark(&self.bytes()[self.at..])
    }

    /// Whether `---` or `...` stands here, at the start of its line.
    #[inline]
    pub(super) fn at_marker(&self) -> bool {
        self.at == self.line_start && (self.at_this_marker(*b"---") || self.at_this_marker(*b"..."))
    }

    /// Whether the marker `dashes` or dots stands here.
    pub(super) fn at_this_marker(&self, marker: [u8; 3]) -> bool {
        self.at == self.line_start && self.bytes()[self.at..].starts_with(&marker) && self.blank_at(3)
    }

    /// Whether the document ends here.
    #[inline]
    pub(super) fn at_end(&self) -> bool {
        self.at == self.text.len() || self.ends_document()
    }

    /// Whether something stands here that ends a document: a marker, or the byte order mark before another document.
    #[inline]
    pub(super) fn ends_document(&self) -> bool {
        self.at == self.line_start && (self.at_marker() || self.at_mark())
    }

    /// A fault at the cursor, about the character there.
    pub(super) fn fault(&self, code: IssueCode, message: impl FnOnce(String) -> String) -> Malformed {
        let length = self.rest().chars().next().map_or(0, char::len_utf8);
        Malformed::new(code, message(found(self.text, self.at)), Span::of(self.at, self.at + length))
    }

    /// Goes on when nothing but a comment follows on the line.
    ///
    /// # Errors
    /// Fails on anything else.
    pub(super) fn end_line(&mut self, behind: &str) -> YamlChecked {
        let line = self.line_start;
        self.separate();
        if self.line_start != line || self.at == self.text.len() {
            return Ok(());
        }
        Err(self.fault(IssueCode::YamlTrailingText, |found| format!("{found} stands behind {behind}")))
    }
}

/// Whether a byte order mark stands at the start of `bytes`.
#[inline]
pub(super) fn is_mark(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK)
}

/// The control character that `at` is on: YAML has none but tabs and line ends. A byte order mark counts as one, except
/// before a document and in quotes.
#[cold]
pub(super) fn control_character(text: &str, at: usize) -> Fault {
    if is_mark(&text.as_bytes()[at..]) {
        let message = "a byte order mark (U+FEFF) inside a document";
        return Fault::new(IssueCode::YamlControlCharacter, message, Span::of(at, at + MARK.len()))
            .help("remove it; it may only stand before a document, or in quotes");
    }
    let byte = text.as_bytes()[at];
    Fault::new(
        IssueCode::YamlControlCharacter,
        format!("the control character U+{byte:04X} is not text"),
        Span::of(at, at + 1),
    )
    .help("in double quotes it may be written as an escape: `\\x00`")
}
