//! Texts in blocks of memory that are never moved: to grow by moving would touch twice the memory, which takes as long as
//! reading the document.

/// Bytes of a block. Of a place in the texts, what is above says the block and what is below where in it.
const BLOCK: usize = TextPlace::LONGEST as usize;

/// Where a text is.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct TextPlace {
    /// In all blocks.
    pub start: u32,
    /// At most [`TextPlace::LONGEST`], which stands for the whole block: a text that is as long or longer is alone in it.
    pub length: u32,
}

impl TextPlace {
    /// The greatest length that is told.
    pub const LONGEST: u32 = 64 << 10;
}

/// Texts, each in one block; who adds them says to which.
#[derive(Default)]
pub(super) struct TextBlocks {
    /// One of a text that is longer than a block is followed by empty ones, whose places it takes.
    blocks: Vec<String>,
    /// The memory of those that were forgotten.
    spare: Vec<String>,
}

impl TextBlocks {
    /// Adds a text to the block with this number, or to a new one when it has no room, and says where it is, and in
    /// which block.
    pub fn push(&mut self, text: &str, block: Option<usize>) -> (TextPlace, usize) {
        // Not to its last byte: a place there would be one of the next block.
        let has_room = |&block: &usize| self.blocks[block].len() + text.len() < BLOCK;
        let block = block.filter(has_room).unwrap_or_else(|| self.open(text.len(), block.is_some()));
        let start = self.blocks[block].len();
        self.blocks[block].push_str(text);
        let narrow = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        (TextPlace { start: narrow(block * BLOCK + start), length: narrow(text.len().min(BLOCK)) }, block)
    }

    /// The text at a place.
    pub fn get(&self, place: TextPlace) -> &str {
        let (start, length) = (place.start as usize, place.length as usize);
        let block = &self.blocks[start / BLOCK];
        if length == BLOCK {
            return block;
        }
        let within = start % BLOCK;
        &block[within..within + length]
    }

    /// Forgets all texts and keeps the memory of those that came many to a block.
    pub fn clear(&mut self) {
        let blocks = self.blocks.drain(..).filter(|block| block.capacity() == BLOCK);
        self.spare.extend(blocks.map(|mut block| {
            block.clear();
            block
        }));
    }

    /// A new block with room for a text. The first of a kind starts small, as most documents yield little.
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
    fn texts_of_any_length_are_found_where_they_were_put() {
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
