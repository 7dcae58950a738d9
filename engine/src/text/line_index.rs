//! Offsets to lines and columns.

use serde::{Deserialize, Serialize};

use super::Span;

/// A place in a text as people and editors name it; all numbers but `offset` count from 1.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Place {
    /// Byte offset in the decoded text, from 0.
    pub offset: u32,
    /// Line; lines end at LF, CR LF or a lone CR.
    pub line: u32,
    /// Column in UTF-16 units, as editors count.
    pub column: u32,
    /// Column in characters, as people count.
    pub char_column: u32,
}

impl Place {
    /// The place of a document as a whole: line 1, column 1.
    pub const START: Self = Self { offset: 0, line: 1, column: 1, char_column: 1 };
}

/// From where to where something reaches; `end` is behind the last character.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct Region {
    /// Its first character.
    pub start: Place,
    /// Behind its last character.
    pub end: Place,
}

impl Region {
    /// The region of a document as a whole: empty, at line 1, column 1.
    pub const START: Self = Self { start: Place::START, end: Place::START };
}

/// Where each line of a text starts; turns offsets into places.
///
/// Built in one pass over the text, and only for documents that something has to be said about.
pub struct LineIndex<'t> {
    text: &'t str,
    starts: Vec<u32>,
}

impl<'t> LineIndex<'t> {
    /// Finds the lines of `text`.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let mut starts = vec![0];
        for at in memchr::memchr2_iter(b'\n', b'\r', bytes) {
            if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
                starts.push(Span::of(at + 1, at + 1).start());
            }
        }
        Self { text, starts }
    }

    /// The line that holds `offset`, from 1.
    #[must_use]
    pub fn line(&self, offset: u32) -> u32 {
        Span::of(self.starts.partition_point(|&start| start <= offset), usize::MAX).start()
    }

    /// The place of `offset`; one behind the end is the end, one inside a character is that character's start.
    #[must_use]
    pub fn place(&self, offset: u32) -> Place {
        let mut offset = (offset as usize).min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        let narrow = Span::of(offset, offset).start();
        let line = self.line(narrow);
        let before = &self.text[self.starts[line as usize - 1] as usize..offset];
        // A byte order mark has no width: editors hide it, and the character behind it stands in column 1.
        let before = before.strip_prefix('\u{feff}').unwrap_or(before);
        let units = before.chars().map(char::len_utf16).sum::<usize>();
        let chars = before.chars().count();
        Place {
            offset: narrow,
            line,
            column: Span::of(units + 1, 0).start(),
            char_column: Span::of(chars + 1, 0).start(),
        }
    }

    /// From where to where `span` reaches.
    #[must_use]
    pub fn region(&self, span: Span) -> Region {
        Region { start: self.place(span.start()), end: self.place(span.end()) }
    }

    /// The text of line `line` (from 1) without its line end; empty when there is no such line.
    #[must_use]
    pub fn line_text(&self, line: u32) -> &'t str {
        let Some(&start) = (line as usize).checked_sub(1).and_then(|at| self.starts.get(at)) else { return "" };
        let end = self.starts.get(line as usize).map_or(self.text.len(), |&end| end as usize);
        let text = self.text[start as usize..end].trim_end_matches(['\n', '\r']);
        text.strip_prefix('\u{feff}').unwrap_or(text)
    }
}

#[cfg(test)]
mod tests {
    use super::LineIndex;

    fn at(text: &str, offset: u32) -> (u32, u32, u32) {
        let place = LineIndex::new(text).place(offset);
        (place.line, place.column, place.char_column)
    }

    #[test]
    fn all_three_line_ends_count_once() {
        assert_eq!(at("a\nb\r\nc\rd", 7), (4, 1, 1));
        assert_eq!(at("a\r\nb", 3), (2, 1, 1));
    }

    #[test]
    fn columns_count_units_and_characters() {
        assert_eq!(at("\u{1f600}x", 4), (1, 3, 2));
        assert_eq!(at("\u{e4}x", 2), (1, 2, 2));
    }

    #[test]
    fn a_byte_order_mark_has_no_width() {
        assert_eq!(at("\u{feff}x", 3), (1, 1, 1));
    }

    #[test]
    fn offsets_beyond_the_end_are_the_end() {
        assert_eq!(at("ab", 99), (1, 3, 3));
        assert_eq!(at("", 0), (1, 1, 1));
    }

    #[test]
    fn line_texts_lose_their_ends() {
        let index = LineIndex::new("a\r\nb\n");
        assert_eq!(
            (index.line_text(1), index.line_text(2), index.line_text(3), index.line_text(9)),
            ("a", "b", "", "")
        );
    }
}
