//! Converts offsets to lines and columns.

use std::borrow::Cow;
use std::cell::Cell;

use serde::{Deserialize, Serialize};

use super::Span;
use super::line_blocks::{BLOCK, Before, LineBlocks, narrow, without_mark};

/// A place in a document, in the form that users and editors need. All numbers except `offset` count from 1.
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
    /// The place of a whole document: line 1, column 1.
    pub const START: Self = Self { offset: 0, line: 1, column: 1, char_column: 1 };
}

/// The range from `start` to `end`, which is after the last character. It is serialized as a [`FlatRegion`].
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(from = "FlatRegion", into = "FlatRegion")]
pub struct Region {
    /// The place of its first character.
    pub start: Place,
    /// The place after its last character.
    pub end: Place,
}

/// A [`Region`] in its serialized form: fields that can be flattened into those of a larger type.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlatRegion {
    /// Line, from 1.
    pub line: u32,
    /// Column in UTF-16 units, from 1.
    pub column: u32,
    /// Line of the end, from 1.
    pub end_line: u32,
    /// Column of the end in UTF-16 units, from 1.
    pub end_column: u32,
    /// Column in characters, from 1.
    pub char_column: u32,
    /// Column of the end in characters, from 1.
    pub end_char_column: u32,
    /// Byte offset in the document's text as UTF-8, from 0.
    pub offset: u32,
    /// Byte offset of the end.
    pub end_offset: u32,
}

impl From<Region> for FlatRegion {
    fn from(Region { start, end }: Region) -> Self {
        Self {
            line: start.line,
            column: start.column,
            end_line: end.line,
            end_column: end.column,
            char_column: start.char_column,
            end_char_column: end.char_column,
            offset: start.offset,
            end_offset: end.offset,
        }
    }
}

impl From<FlatRegion> for Region {
    fn from(flat: FlatRegion) -> Self {
        let FlatRegion { line, column, end_line, end_column, char_column, end_char_column, offset, end_offset } = flat;
        let start = Place { offset, line, column, char_column };
        Self {
            start,
            end: Place { offset: end_offset, line: end_line, column: end_column, char_column: end_char_column },
        }
    }
}

impl Region {
    /// The region of a whole document: empty, at line 1, column 1.
    pub const START: Self = Self { start: Place::START, end: Place::START };
}

/// Converts offsets of a document to places.
///
/// It is built in one fast pass over the text, and only for documents with findings or problems. A place takes the same
/// time in a document of a million lines as in a document with a single long line.
pub struct LineIndex<'t> {
    /// The text, or a part of it.
    text: &'t str,
    /// The number of bytes of the whole text before `text`.
    base: usize,
    blocks: Cow<'t, LineBlocks>,
    /// The two places that were looked up last. With them, looking up places in order reads the text only once.
    last: Cell<[Before; 2]>,
}

/// The last lookups of an index, for another index of the same text.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LastPlace([Before; 2]);

impl<'t> LineIndex<'t> {
    /// Builds the index of `text`.
    #[must_use]
    pub fn new(text: &'t str) -> Self {
        let mut blocks = LineBlocks::default();
        blocks.add(text);
        Self { text, base: 0, blocks: Cow::Owned(blocks), last: Cell::default() }
    }

    /// Returns an index for text that is only partly in memory: `text` is the part from the offset `base` on. It covers
    /// the offsets whose [`LineBlocks::neighbourhood`] is inside that part.
    #[must_use]
    pub fn of_part(blocks: &'t LineBlocks, text: &'t str, base: u32) -> Self {
        Self { text, base: base as usize, blocks: Cow::Borrowed(blocks), last: Cell::default() }
    }

    /// Returns this index with the last lookups of another index of the same text, to continue from there.
    pub(crate) fn continue_from(self, last: LastPlace) -> Self {
        self.last.set(last.0);
        self
    }

    /// Returns the last lookups, for [`LineIndex::continue_from`].
    pub(crate) fn last(&self) -> LastPlace {
        LastPlace(self.last.get())
    }

    /// Returns the line that contains `offset`, from 1.
    pub fn line(&self, offset: u32) -> u32 {
        self.before(self.boundary(offset)).lines + 1
    }

    /// Returns the place of `offset`. An offset after the end is moved to the end. An offset inside a character is
    /// moved to the start of that character.
    pub fn place(&self, offset: u32) -> Place {
        let offset = self.boundary(offset);
        let Before { lines, line, .. } = self.before(offset);
        Place { offset: narrow(offset), line: lines + 1, column: line.units + 1, char_column: line.chars + 1 }
    }

    /// Returns the region of `span`.
    pub fn region(&self, span: Span) -> Region {
        Region { start: self.place(span.start()), end: self.place(span.end()) }
    }

    /// Returns the text of the line before `offset` and from `offset` on, without its line break. Of a very long line,
    /// it returns some thousand bytes on either side, which is more than a report shows.
    pub fn around(&self, offset: u32) -> (&'t str, &'t str) {
        let offset = self.boundary(offset);
        let line_start = self.before(offset).line_start as usize;
        let at = offset - self.base;
        let start = line_start.max(offset.saturating_sub(BLOCK)).max(self.base) - self.base;
        let start = self.text.ceil_char_boundary(start);
        let before = &self.text[start..at];
        let before = if line_start == start + self.base { without_mark(before) } else { before };
        let from = &self.text[at..self.text.floor_char_boundary(at + BLOCK)];
        (before, from.split(['\n', '\r']).next().unwrap_or(from))
    }

    fn before(&self, offset: usize) -> Before {
        let [last, earlier] = self.last.get();
        let range = offset.saturating_sub(BLOCK).max(self.base)..=offset;
        // Most lookups are for the start of a value, for its end, and for its start again.
        let known = [last, earlier].into_iter().filter(|known| range.contains(&(known.start as usize)));
        let known = known.max_by_key(|known| known.start);
        let before = known.unwrap_or_else(|| self.blocks.before(narrow(offset)));
        let start = (before.start as usize).max(self.base) - self.base;
        let before = before.further(self.text.as_bytes(), start, offset - self.base);
        self.last.set([before, last]);
        before
    }

    /// Returns the offset, the end of the text, or the start of the character that contains the offset.
    fn boundary(&self, offset: u32) -> usize {
        let at = (offset as usize).saturating_sub(self.base);
        self.base + self.text.floor_char_boundary(at)
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
    fn places_do_not_depend_on_earlier_lookups() {
        let text = "ab\r\n\u{feff}c\u{1f600}d\r\re\n\u{feff}".repeat(600);
        let index = LineIndex::new(&text);
        for offset in (0..).take(text.len()).step_by(7).chain([5, 4000, 4096, 4097, 17, 9000, 8999]) {
            assert_eq!(index.place(offset), LineIndex::new(&text).place(offset), "{offset}");
        }
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
    fn offsets_after_the_end_are_the_end() {
        assert_eq!(at("ab", 99), (1, 3, 3));
        assert_eq!(at("", 0), (1, 1, 1));
    }

    #[test]
    fn the_line_around_a_place_has_no_line_breaks() {
        let around = |text: &'static str, offset| LineIndex::new(text).around(offset);
        assert_eq!(around("a\r\nbc\nd", 4), ("b", "c"));
        assert_eq!(around("a\r\nbc\nd", 1), ("a", ""));
        assert_eq!(around("a\n", 2), ("", ""));
        assert_eq!(around("\u{feff}ab", 4), ("a", "b"));
        let long = "\u{e4}".repeat(50_000);
        let index = LineIndex::new(&long);
        let (before, from) = index.around(50_001);
        assert!(before.len() > 1000 && from.len() > 1000 && before.len() + from.len() < 10_000);
    }

    #[test]
    fn places_equal_those_of_a_simple_count() {
        let line = "ab\u{e4}\u{1f600}\u{6750}c";
        let text: String =
            (0..3000).map(|at| line[..at % 3].to_owned() + line + ["\n", "\r\n", "\r", ""][at % 4]).collect();
        let index = LineIndex::new(&text);
        for (offset, _) in text.char_indices().step_by(7) {
            let before = text[..offset].replace("\r\n", "\n");
            // A carriage return whose line feed is after the place is not a line break yet.
            let before = before.strip_suffix('\r').filter(|_| text[offset..].starts_with('\n')).unwrap_or(&before);
            let lines: Vec<&str> = before.split(['\n', '\r']).collect();
            let place = index.place(u32::try_from(offset).unwrap());
            assert_eq!(place.line as usize, lines.len(), "{offset}");
            let column = lines[lines.len() - 1].chars().count() + 1;
            let open = usize::from(text[..offset].ends_with('\r') && text[offset..].starts_with('\n'));
            assert_eq!(place.char_column as usize, column + open, "{offset}");
        }
    }
}
