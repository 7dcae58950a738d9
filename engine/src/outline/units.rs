//! Bytes → UTF-16 units, in which JavaScript counts the characters of a text.

/// Bytes of a block: what stands before a place is counted from the start of its block.
const BLOCK: usize = 64;

/// Turns offsets in a text into numbers of UTF-16 units.
pub(super) struct Units<'t> {
    text: &'t str,
    /// The units before each block; empty when each byte of the text is a unit.
    blocks: Vec<u32>,
}

impl<'t> Units<'t> {
    /// Looks over `text`.
    pub fn new(text: &'t str) -> Self {
        let bytes = if text.is_ascii() { &[][..] } else { text.as_bytes() };
        let mut before = 0;
        let blocks = bytes.chunks(BLOCK).map(|block| {
            let start = before;
            before += count(block);
            start
        });
        Self { text, blocks: blocks.collect() }
    }

    /// How many units stand before the character at `offset`; of one behind the end, how many the text has.
    pub fn before(&self, offset: u32) -> u32 {
        let offset = (offset as usize).min(self.text.len());
        // A text may end with a block, and its end belongs to the last one.
        let block = (offset / BLOCK).min(self.blocks.len().saturating_sub(1));
        match self.blocks.get(block) {
            Some(before) => before + count(&self.text.as_bytes()[block * BLOCK..offset]),
            None => narrow(offset),
        }
    }

    /// Where each line starts. Lines end at LF, CR LF or a lone CR; a byte order mark stands before the first one.
    pub fn lines(&self) -> Vec<u32> {
        let mark = if self.text.starts_with('\u{feff}') { 1 } else { 0 };
        let bytes = self.text.as_bytes();
        let ends = (0..bytes.len())
            .filter(|&at| bytes[at] == b'\n' || bytes[at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'));
        std::iter::once(mark).chain(ends.map(|end| self.before(narrow(end + 1)))).collect()
    }
}

/// The units of the characters that begin in `bytes`. One of two units has a first byte of 0xF0 or more.
fn count(bytes: &[u8]) -> u32 {
    bytes.iter().map(|&byte| u32::from(byte & 0xc0 != 0x80) + u32::from(byte >= 0xf0)).sum()
}

/// An offset. Documents of 4 GiB and more are refused on read.
fn narrow(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::{Units, narrow};

    #[test]
    fn units_are_those_of_utf_16() {
        for part in ["x", "\u{e4}", "\u{6750}", "\u{1f600}", "a\u{1f600}\u{e4}", ""] {
            for count in [1, 15, 16, 17, 100] {
                let text = part.repeat(count);
                let units = Units::new(&text);
                for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
                    assert_eq!(units.before(narrow(at)) as usize, text[..at].encode_utf16().count(), "{part} {at}");
                }
                assert_eq!(units.before(u32::MAX), units.before(narrow(text.len())));
            }
        }
    }

    #[test]
    fn lines_begin_behind_each_of_three_ends() {
        assert_eq!(Units::new("").lines(), [0]);
        assert_eq!(Units::new("a\nb\r\nc\rd\n").lines(), [0, 2, 5, 7, 9]);
        assert_eq!(Units::new("\u{feff}\u{1f600}\n\u{e4}\rx").lines(), [1, 4, 6]);
    }
}
