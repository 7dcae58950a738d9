//! The encodings that the sample's tools write.

/// The encoding of a document.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Encoding {
    /// UTF-8 without a byte order mark, written by the current tools.
    Utf8,
    /// UTF-8 with a byte order mark, written by the effects editor.
    Utf8WithMark,
    /// UTF-16, little endian, with a byte order mark: the highland maps came from another studio.
    Utf16,
    /// GBK: the old town was built with the first version of the level editor.
    Gbk,
}

impl Encoding {
    /// Returns its name in an XML declaration.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf8 | Self::Utf8WithMark => "utf-8",
            Self::Utf16 => "utf-16",
            Self::Gbk => "gbk",
        }
    }

    /// Returns `text` in this encoding.
    pub fn encode(self, text: &str) -> Vec<u8> {
        match self {
            Self::Utf8 => text.as_bytes().to_vec(),
            Self::Utf8WithMark => [b"\xEF\xBB\xBF", text.as_bytes()].concat(),
            Self::Utf16 => std::iter::once(0xFEFF).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect(),
            Self::Gbk => encoding_rs::GBK.encode(text).0.into_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_starts_with_a_byte_order_mark() {
        assert_eq!(Encoding::Utf16.encode("a门"), [0xFF, 0xFE, 0x61, 0x00, 0xE8, 0x95]);
    }
}
