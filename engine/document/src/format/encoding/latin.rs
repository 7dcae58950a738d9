//! Windows-1252, which also goes by `iso-8859-1` and `us-ascii`: so common and so small that no host is asked for it.

/// The characters from 0x80 to 0x9F. All other bytes are the character of their number.
const HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

/// The text of `bytes`, each of which is a character.
pub(super) fn decode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8 + 16);
    text.extend(bytes.iter().map(|&byte| match byte {
        0x80..0xa0 => HIGH[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }));
    text
}
