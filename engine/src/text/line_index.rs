//! Offsets to lines and columns.

use serde::{Deserialize, Serialize};

use super::{Span, called_again};

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
/// Built in one pass over the text, and only for documents that something has to be said about. A place costs the same
/// on a line of megabytes as on a short one.
pub struct LineIndex<'t> {
    text: &'t str,
    starts: Vec<u32>,
    /// What stands before each block; empty for a text in ASCII, where bytes, units and characters are one.
    blocks: Vec<Width>,
}

/// Bytes of a block, after each of which the width so far is noted.
const BLOCK: usize = 4096;

/// How long a text is, in UTF-16 units and in characters.
#[derive(Clone, Copy, Default)]
struct Width {
    units: u32,
    chars: u32,
}

impl Width {
    /// The width of the text that has these bytes, which need not begin or end with a whole character.
    fn of(bytes: &[u8]) -> Self {
        // Each character has one byte that is not a continuation; one of two units has a first byte of 0xF0 or more.
        let chars = bytes.iter().map(|&byte| u32::from(byte & 0xc0 != 0x80)).sum();
        let pairs: u32 = bytes.iter().map(|&byte| u32::from(byte >= 0xf0)).sum();
        Self { units: chars + pairs, chars }
    }

    const fn and(self, other: Self) -> Self {
        Self { units: self.units + other.units, chars: self.chars + other.chars }
    }

    const fn without(self, other: Self) -> Self {
        Self { units: self.units - other.units, chars: self.chars - other.chars }
    }
}

impl<'t> LineIndex<'t> {
    /// Finds the lines of `text`.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        let look: fn(&[u8], usize, &mut Vec<u32>) -> Width = called_again(look);
        let mut starts = vec![0];
        let mut blocks = Vec::with_capacity(bytes.len().div_ceil(BLOCK));
        let mut width = Width::default();
        for start in (0..bytes.len()).step_by(BLOCK) {
            blocks.push(width);
            width = width.and(look(bytes, start, &mut starts));
        }
        if width.chars as usize == bytes.len() {
            blocks = Vec::new();
        }
        Self { text, starts, blocks }
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
        let start = self.starts[line as usize - 1] as usize;
        // A byte order mark has no width: editors hide it, and the character behind it stands in column 1.
        let mark = if self.text[start..offset].starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let width = self.width(offset).without(self.width(start + mark));
        Place { offset: narrow, line, column: width.units + 1, char_column: width.chars + 1 }
    }

    /// The width of the text before `offset`.
    fn width(&self, offset: usize) -> Width {
        let Some(&before) = self.blocks.get(offset / BLOCK) else {
            // ASCII, or the very end of a text that fills its last block.
            return if self.blocks.is_empty() {
                let width = Span::of(offset, offset).start();
                Width { units: width, chars: width }
            } else {
                let last = self.blocks.len() - 1;
                self.blocks[last].and(Width::of(&self.text.as_bytes()[last * BLOCK..offset]))
            };
        };
        before.and(Width::of(&self.text.as_bytes()[offset / BLOCK * BLOCK..offset]))
    }

    /// From where to where `span` reaches.
    #[must_use]
    pub fn region(&self, span: Span) -> Region {
        Region { start: self.place(span.start()), end: self.place(span.end()) }
    }

    /// The text of line `line` (from 1) without its line end; empty when there is no such line.
    #[must_use]
    pub fn line_text(&self, line: u32) -> &'t str {
        self.split_line(line, u32::MAX).0
    }

    /// The text of line `line`, as [`LineIndex::line_text`] gives it, before and from `offset` on.
    #[must_use]
    pub fn split_line(&self, line: u32, offset: u32) -> (&'t str, &'t str) {
        let Some(&start) = (line as usize).checked_sub(1).and_then(|at| self.starts.get(at)) else { return ("", "") };
        let end = self.starts.get(line as usize).map_or(self.text.len(), |&end| end as usize);
        let text = self.text[start as usize..end].trim_end_matches(['\n', '\r']);
        let shown = text.strip_prefix('\u{feff}').unwrap_or(text);
        let hidden = text.len() - shown.len();
        let at = (offset as usize).saturating_sub(start as usize + hidden).min(shown.len());
        shown.split_at_checked(at).unwrap_or((shown, ""))
    }
}

/// Finds the lines that start behind a line end of the block at `start`; the block's width.
fn look(bytes: &[u8], start: usize, starts: &mut Vec<u32>) -> Width {
    let block = &bytes[start..bytes.len().min(start + BLOCK)];
    for at in memchr::memchr2_iter(b'\n', b'\r', block) {
        let at = start + at;
        if bytes[at] == b'\n' || bytes.get(at + 1) != Some(&b'\n') {
            starts.push(Span::of(at + 1, at + 1).start());
        }
    }
    Width::of(block)
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
    fn places_beyond_the_first_block_are_counted_from_their_line() {
        for filler in ["x", "\u{e4}", "\u{6750}", "\u{1f600}"] {
            for count in [1000, 2048, 4096, 9999] {
                let text = format!("{}\n{}!", filler.repeat(7), filler.repeat(count));
                let offset = u32::try_from(text.len() - 1).unwrap();
                let count = u32::try_from(count).unwrap();
                let units = u32::try_from(filler.encode_utf16().count()).unwrap();
                assert_eq!(at(&text, offset), (2, count * units + 1, count + 1), "{filler} {count}");
                assert_eq!(at(&text, offset + 1), (2, count * units + 2, count + 2), "{filler} {count}");
            }
        }
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
