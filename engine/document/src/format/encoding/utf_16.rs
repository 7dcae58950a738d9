//! UTF-16, in both byte orders.

use super::undecoded::Undecoded;

/// Makes a unit of two bytes.
pub(super) type Unit = fn([u8; 2]) -> u16;

/// Returns the characters at the start of `bytes`, with U+FFFD for invalid units.
pub(super) fn chars(bytes: &[u8], unit: Unit) -> impl Iterator<Item = char> {
    char::decode_utf16(units(bytes, unit)).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
}

/// Decodes bytes without a byte order mark.
pub(super) fn decode(bytes: &[u8], unit: Unit) -> Result<String, Undecoded> {
    let mut text = String::with_capacity(bytes.len() / 2 + bytes.len() / 8 + 16);
    let mut at = 0;
    for c in char::decode_utf16(units(bytes, unit)) {
        let Ok(c) = c else { break };
        text.push(c);
        at += 2 * c.len_utf16();
    }
    match bytes.len() - at {
        0 => Ok(text),
        // Half of a pair, and the first byte of the other half: this is one fault, as in the standard.
        3 if is_first_half(unit([bytes[at], bytes[at + 1]])) => Err(Undecoded { text, bad: at..at + 3 }),
        left => Err(Undecoded { text, bad: at..at + left.min(2) }),
    }
}

/// Like [`decode`], with U+FFFD in place of bytes that cannot be decoded.
pub(super) fn decode_lossy(mut bytes: &[u8], unit: Unit) -> String {
    let mut forgiven = String::new();
    loop {
        match decode(bytes, unit) {
            Ok(text) => return forgiven + &text,
            Err(Undecoded { text, bad }) => {
                forgiven.push_str(&text);
                forgiven.push(char::REPLACEMENT_CHARACTER);
                bytes = &bytes[bad.end..];
            }
        }
    }
}

fn units(bytes: &[u8], unit: Unit) -> impl Iterator<Item = u16> {
    bytes.chunks_exact(2).map(move |pair| unit([pair[0], pair[1]]))
}

fn is_first_half(unit: u16) -> bool {
    matches!(unit, 0xd800..0xdc00)
}
