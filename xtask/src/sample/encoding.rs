//! The encodings that the sample's tools write.

/// How the text of a document becomes bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Encoding {
    /// UTF-8 without a byte order mark, what the current tools write.
    Utf8,
    /// UTF-8 with a byte order mark, what the effects editor writes.
    Utf8WithMark,
    /// UTF-16, little endian, with a byte order mark: the highland maps came from another studio.
    Utf16,
    /// GBK: the old town was built with the first version of the level editor.
    Gbk,
}

/// The few characters outside ASCII that the old town's levels hold, and their bytes in GBK.
const GBK: &[(char, [u8; 2])] = &[
    ('井', [0xBE, 0xAE]),
    ('古', [0xB9, 0xC5]),
    ('城', [0xB3, 0xC7]),
    ('市', [0xCA, 0xD0]),
    ('旧', [0xBE, 0xC9]),
    ('桥', [0xC7, 0xC5]),
    ('楼', [0xC2, 0xA5]),
    ('石', [0xCA, 0xAF]),
    ('钟', [0xD6, 0xD3]),
    ('门', [0xC3, 0xC5]),
    ('集', [0xBC, 0xAF]),
];

impl Encoding {
    /// The name that an XML declaration gives it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 | Self::Utf8WithMark => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Gbk => "gbk",
        }
    }

    /// The bytes of `text`.
    ///
    /// # Panics
    /// When `text` holds a character that [`GBK`] lacks and the encoding is GBK.
    pub fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf8WithMark => [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
            Self::Utf16 => std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect(),
            Self::Gbk => text.chars().flat_map(gbk).collect(),
        }
    }
}

/// The one or two bytes of `character` in GBK.
fn gbk(character: char) -> Vec<u8> {
    if let Ok(ascii @ 0..0x80) = u8::try_from(character) {
        return vec![ascii];
    }
    let known = GBK.iter().find(|(known, _)| *known == character);
    known.unwrap_or_else(|| panic!("the GBK bytes of {character:?} are not listed")).1.to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_holds_no_character_twice() {
        assert!(GBK.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn utf16_starts_with_its_mark() {
        assert_eq!(Encoding::Utf16.encode("a门"), [0xFF, 0xFE, 0x61, 0x00, 0xE8, 0x95]);
    }

    #[test]
    fn gbk_leaves_ascii_alone() {
        assert_eq!(Encoding::Gbk.encode("<城>"), [0x3C, 0xB3, 0xC7, 0x3E]);
    }
}
