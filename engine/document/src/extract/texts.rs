//! Stores strings in blocks of memory that are never moved. A buffer that moves when it grows needs twice the memory,
//! and takes as long as reading the document.

/// The size of a block in bytes. In the place of a string, the upper bits are the number of the block, and the lower
/// bits are the position in the block.
const BLOCK: usize = TextPlace::LONGEST as usize;

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct TextPlace {
    /// The start, counted over all blocks.
    pub start: u32,
    /// The length. The value [`TextPlace::LONGEST`] means the whole block: a string of that length or more has a block
    /// for itself.
    pub length: u32,
}

impl TextPlace {
    /// The maximum length in a place.
    pub const LONGEST: u32 = 64 << 10;
}

/// Strings, each in one block. The caller chooses the block.
#[derive(Default)]
pub(super) struct TextBlocks {
    /// The blocks. A block longer than the usual size is followed by empty blocks, whose places it takes.
    blocks: Vec<String>,
    /// The memory of blocks that were cleared.
    spare: Vec<String>,
}

impl TextBlocks {
    /// Adds a string to the block with this number, or to a new block if that one has no room. Returns the place of the
    /// string and the number of its block.
    pub fn push(&mut self, text: &str, block: Option<usize>) -> (TextPlace, usize) {
        // The last byte of a block stays free: a place there would belong to the next block.
        let has_room = |&block: &usize| self.blocks[block].len() + text.len() < BLOCK;
        let block = block.filter(has_room).unwrap_or_else(|| self.open(text.len(), block.is_some()));
        let start = self.blocks[block].len();
        self.blocks[block].push_str(text);
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        (TextPlace { start: narrow(block * BLOCK + start), length: narrow(text.len().min(BLOCK)) }, block)
    }

    pub fn get(&self, place: TextPlace) -> &str {
        let (start, length) = (place.start as usize, place.length as usize);
        let block = &self.blocks[start / BLOCK];
        if length == BLOCK {
            return block;
        }
        let within = start % BLOCK;
        &block[within..within + length]
    }

    /// Removes all strings. The memory of blocks of the usual size is kept.
    pub fn clear(&mut self) {
        let blocks = self.blocks.drain(..).filter(|block| block.capacity() == BLOCK);
        self.spare.extend(blocks.map(|mut block| {
            block.clear();
            block
        }));
    }

    /// Opens a new block with room for a string. The first block starts small, because most documents yield few values.
    fn open(&mut self, length: usize, is_further: bool) -> usize {
        let room = if is_further { BLOCK.max(length) } else { length };
        let spare = if length < BLOCK { self.spare.pop() } else { None };
        self.blocks.push(spare.unwrap_or_else(|| String::with_capacity(room)));
        let block = self.blocks.len() - 1;
        self.blocks.resize_with(block + length.div_ceil(BLOCK).max(1), String::new);
        block
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, TextBlocks};

    #[test]
    fn strings_of_any_length_are_stored_and_found() {
        let mut texts = TextBlocks::default();
        let mut blocks = [None; 3];
        let lengths = [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 3 * BLOCK, 5, 2 * BLOCK - 1, 0, 7, BLOCK / 2, BLOCK / 2, 1];
        let mut put = Vec::new();
        for (at, length) in lengths.into_iter().cycle().take(60).enumerate() {
            let text = char::from(b'a' + u8::try_from(at % 26).unwrap()).to_string().repeat(length);
            let (place, block) = texts.push(&text, blocks[at % 3]);
            blocks[at % 3] = Some(block);
            put.push((place, text));
        }
        for (place, text) in put {
            assert!(texts.get(place) == text, "{place:?}");
        }
    }
}
