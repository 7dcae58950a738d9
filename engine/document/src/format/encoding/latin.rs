//! Windows-1252, whose labels include `iso-8859-1` and `us-ascii`. It is so common and so small that the engine decodes
//! it without the host.

/// The characters from 0x80 to 0x9F. Every other byte is the character with the same number.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// Decodes `bytes`. Every byte is a character.
pub(super) fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8 + 16);
    text.extend(bytes.iter().map(|&byte| match byte {
        0x80..0xa0 => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }));
    text
}
