//! Line and column counts at the start of each block of a document. With them, lines and columns can be found in a part
//! of its text.

use super::{Span, without_inlining};

/// The approximate number of bytes of a block. A place is counted from the start of its block.
pub(super) const BLOCK: usize = 4096;

/// The lines of a document, collected while its parts are read.
#[derive(Clone, Debug, Default)]
pub struct LineBlocks {
    /// The counts at the start of each block; empty for an empty text.
    blocks: Vec<Before>,
    /// The counts at the start of the text that is added next.
    next: Before,
}

/// The counts of the text before an offset.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    /// The offset.
    pub start: u32,
    /// The number of line breaks before the offset.
    pub lines: u32,
    /// The start of the line that contains the offset.
    pub line_start: u32,
    /// The width of that line up to the offset.
    pub line: Width,
}

/// The width of some text, in UTF-16 units and in characters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Width {
    pub units: u32,
    pub chars: u32,
}

impl Width {
    /// Returns the width of the text with these bytes, which may begin or end inside a character.
    fn of(bytes: &[u8]) -> Self {
        if bytes.is_ascii() {
            let length = narrow(bytes.len());
            return Self { units: length, chars: length };
        }
        // Each character has exactly one byte that is not a continuation byte. A character of two units starts with
        // 0xF0 or more.
        let chars = bytes.iter().map(|&byte| u32::from(byte & 0xc0 != 0x80)).sum();
        let pairs: u32 = bytes.iter().map(|&byte| u32::from(byte >= 0xf0)).sum();
        Self { units: chars + pairs, chars }
    }

    /// Returns the width of the start of a line. A byte order mark has no width there, because editors hide it.
    fn of_line(bytes: &[u8]) -> Self {
        Self::of(bytes.strip_prefix(MARK.as_bytes()).unwrap_or(bytes))
    }

    const fn and(self, other: Self) -> Self {
        Self { units: self.units + other.units, chars: self.chars + other.chars }
    }
}

impl Before {
    /// Returns the counts at `end`, if these are the counts at `start`. Both are offsets in `bytes`. The bytes after
    /// `end` are also used.
    pub fn further(mut self, bytes: &[u8], start: usize, end: usize) -> Self {
        let part = &bytes[start..end];
        let last = if memchr::memchr(b'\r', part).is_some() {
            self.add_lines(bytes, start, end)
        } else {
            self.lines += line_feeds(part);
            memchr::memrchr(b'\n', part)
        };
        if let Some(last) = last {
            self.line_start = self.start + narrow(last + 1);
            self.line = Width::of_line(&part[last + 1..]);
        } else if self.line_start == self.start {
            self.line = Width::of_line(part);
        } else {
            self.line = self.line.and(Width::of(part));
        }
        self.start += narrow(part.len());
        self
    }

    /// Counts the line breaks of all three kinds between `start` and `end`. Returns the last one, relative to `start`.
    fn add_lines(&mut self, bytes: &[u8], start: usize, end: usize) -> Option<usize> {
        let ends = memchr::memchr2_iter(b'\n', b'\r', &bytes[start..end]);
        // A carriage return before a line feed is not a separate line break.
        let is_end = |at: &usize| bytes[start + at] == b'\n' || bytes.get(start + at + 1) != Some(&b'\n');
        ends.filter(is_end).inspect(|_| self.lines += 1).last()
    }
}

impl LineBlocks {
    /// Adds the next part of the text. A carriage return and its line feed must be in the same part.
    pub fn add(&mut self, part: &str) {
        let further: fn(Before, &[u8], usize, usize) -> Before = without_inlining(Before::further);
        let bytes = part.as_bytes();
        let mut start = 0;
        while start < bytes.len() {
            let end = part.ceil_char_boundary(start + BLOCK);
            self.blocks.push(self.next);
            self.next = further(self.next, bytes, start, end);
            start = end;
        }
    }

    /// Counts text in front of the first block. No places in it are looked up.
    pub fn skip(&mut self, bytes: &[u8]) {
        self.next = self.next.further(bytes, 0, bytes.len());
    }

    /// Returns the part of the text that must be in memory to look up `offset`. It begins and ends with a whole
    /// character.
    pub fn neighbourhood(&self, offset: u32) -> Span {
        let around = narrow(2 * BLOCK);
        let after = self.blocks.partition_point(|block| block.start < offset.saturating_add(around));
        let end = self.blocks.get(after).unwrap_or(&self.next);
        Span::new(self.before(offset.saturating_sub(around)).start, end.start)
    }

    /// Returns the counts at the start of the block that contains `offset`, or of the last block.
    pub(super) fn before(&self, offset: u32) -> Before {
        self.blocks.get(self.at(offset)).copied().unwrap_or_default()
    }

    fn at(&self, offset: u32) -> usize {
        self.blocks.partition_point(|block| block.start <= offset).saturating_sub(1)
    }
}

/// U+FEFF, the byte order mark at the start of some files.
const MARK: &str = "\u{feff}";

pub(super) fn without_mark(line: &str) -> &str {
    line.strip_prefix(MARK).unwrap_or(line)
}

/// Returns the number of line feeds. It counts in bytes and without branches, so that the compiler can process many
/// bytes at once.
fn line_feeds(part: &[u8]) -> u32 {
    let few = |few: &[u8]| few.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    part.chunks(128).map(|chunk| u32::from(few(chunk))).sum()
}

/// Converts an offset or a length to 32 bits. Documents are shorter.
pub(super) fn narrow(offset: usize) -> u32 {
    Span::of(offset, offset).start()
}

#[cfg(test)]
mod tests {
    use super::LineBlocks;
    use crate::text::LineIndex;

    #[test]
    fn a_part_has_the_places_of_the_whole() {
        let lines = ["ab\u{e4}\u{1f600}\u{6750}c\n", "\r\n", "x\r", "\u{feff}a\tb"].map(|line| line.repeat(900));
        let text = format!("{}{}\n{}", lines.concat(), "wide ".repeat(5000), lines.concat());
        let whole = LineIndex::new(&text);
        for size in [977, 4096, 10_000] {
            let mut blocks = LineBlocks::default();
            let mut start = 0;
            while start < text.len() {
                let mut end = text.ceil_char_boundary(start + size);
                end += usize::from(text[..end].ends_with('\r') && text[end..].starts_with('\n'));
                blocks.add(&text[start..end]);
                start = end;
            }
            for (offset, _) in text.char_indices().step_by(61) {
                let offset = u32::try_from(offset).unwrap();
                let window = blocks.neighbourhood(offset);
                let part = LineIndex::of_part(&blocks, &text[window.range()], window.start());
                assert_eq!(part.place(offset), whole.place(offset), "{offset}");
                // In a long line, both show some thousand bytes on either side.
                let (seen, expected) = (part.around(offset), whole.around(offset));
                let before = seen.0.len().min(expected.0.len());
                let from = seen.1.len().min(expected.1.len());
                assert!(seen.0.ends_with(&expected.0[expected.0.len() - before..]), "{offset}");
                assert!(seen.1.starts_with(&expected.1[..from]), "{offset}");
                assert!(seen.0.len() == expected.0.len() || before > 4000, "{offset}");
                assert!(seen.1.len() == expected.1.len() || from > 4000, "{offset}");
            }
        }
    }
}
