//! The counts at the start of each block of text, from which lines and columns are found later in a part of it.

use super::{Span, called_again};

/// The approximate number of bytes of a block. The position of a place is counted from the start of its block.
pub(super) const BLOCK: usize = 4096;

/// The lines of a text, gathered part by part while it passes.
#[derive(Clone, Debug, Default)]
pub struct LineBlocks {
    /// The counts at the start of each block; empty for an empty text.
    blocks: Vec<Before>,
    /// The counts at the start of the text that is added next.
    next: Before,
}

/// The counts of the text in front of an offset.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Before {
    /// The offset.
    pub start: u32,
    /// The number of line ends in front of it.
    pub lines: u32,
    /// Where the line that holds the offset starts.
    pub line_start: u32,
    /// The width of that line up to the offset.
    pub line: Width,
}

/// How long a text is, in UTF-16 units and in characters.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Width {
    pub units: u32,
    pub chars: u32,
}

impl Width {
    /// The width of the text that has these bytes, which need not begin or end with a whole character.
    fn of(bytes: &[u8]) -> Self {
        if bytes.is_ascii() {
            let length = narrow(bytes.len());
            return Self { units: length, chars: length };
        }
        // Each character has one byte that is not a continuation; one of two units has a first byte of 0xF0 or more.
        let chars = bytes.iter().map(|&byte| u32::from(byte & 0xc0 != 0x80)).sum();
        let pairs: u32 = bytes.iter().map(|&byte| u32::from(byte >= 0xf0)).sum();
        Self { units: chars + pairs, chars }
    }

    /// The width of the start of a line: a byte order mark has none there, as editors hide it.
    fn of_line(bytes: &[u8]) -> Self {
        Self::of(bytes.strip_prefix(MARK.as_bytes()).unwrap_or(bytes))
    }

    const fn and(self, other: Self) -> Self {
        Self { units: self.units + other.units, chars: self.chars + other.chars }
    }
}

impl Before {
    /// Returns the counts at `end`, given that these are the counts at `start`. Both are places in `bytes`, and the
    /// bytes after `end` are looked at, too.
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

    /// Counts the line ends between `start` and `end`, of all three kinds; returns the last, counted from `start`.
    fn add_lines(&mut self, bytes: &[u8], start: usize, end: usize) -> Option<usize> {
        let ends = memchr::memchr2_iter(b'\n', b'\r', &bytes[start..end]);
        // A carriage return with a line feed behind it is no end of its own.
        let is_end = |at: &usize| bytes[start + at] == b'\n' || bytes.get(start + at + 1) != Some(&b'\n');
        ends.filter(is_end).inspect(|_| self.lines += 1).last()
    }
}

impl LineBlocks {
    /// Adds what comes next in the text. A carriage return and its line feed come together.
    pub fn add(&mut self, part: &str) {
        let further: fn(Before, &[u8], usize, usize) -> Before = called_again(Before::further);
        let bytes = part.as_bytes();
        let mut start = 0;
        while start < bytes.len() {
            let end = part.ceil_char_boundary(start + BLOCK);
            self.blocks.push(self.next);
            self.next = further(self.next, bytes, start, end);
            start = end;
        }
    }

    /// Returns the part of the text that must be in memory to look up `offset`. It begins and ends with a whole
    /// character.
    #[must_use]
    pub fn neighbourhood(&self, offset: u32) -> Span {
        let around = narrow(2 * BLOCK);
        let behind = self.blocks.partition_point(|block| block.start < offset.saturating_add(around));
        let end = self.blocks.get(behind).unwrap_or(&self.next);
        Span::new(self.before(offset.saturating_sub(around)).start, end.start)
    }

    /// Returns the counts at the start of the block that holds `offset`, or of the last block.
    pub(super) fn before(&self, offset: u32) -> Before {
        self.blocks.get(self.at(offset)).copied().unwrap_or_default()
    }

    fn at(&self, offset: u32) -> usize {
        self.blocks.partition_point(|block| block.start <= offset).saturating_sub(1)
    }
}

/// U+FEFF, which stands at the start of some files and is no text.
const MARK: &str = "\u{feff}";

/// The start of a line without its byte order mark.
pub(super) fn without_mark(line: &str) -> &str {
    line.strip_prefix(MARK).unwrap_or(line)
}

/// How many line feeds there are, counted without a branch and in bytes, so that the compiler counts many at once.
fn line_feeds(part: &[u8]) -> u32 {
    let few = |few: &[u8]| few.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>();
    part.chunks(128).map(|chunk| u32::from(few(chunk))).sum()
}

/// An offset or a length in 32 bits: documents are shorter.
pub(super) fn narrow(offset: usize) -> u32 {
    Span::of(offset, offset).start()
}

#[cfg(test)]
mod tests {
    use super::LineBlocks;
    use crate::text::LineIndex;

    #[test]
    fn a_part_tells_the_same_as_the_whole() {
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
                let near = blocks.neighbourhood(offset);
                let part = LineIndex::of_part(&blocks, &text[near.range()], near.start());
                assert_eq!(part.place(offset), whole.place(offset), "{offset}");
                // Of a long line each shows some thousand bytes on either side.
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
