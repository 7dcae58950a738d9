//! The characters and names of XML 1.0 (fifth edition), and references to characters.

use crate::format::named::shorten;
use crate::text::{Fault, IssueCode, Span};

/// Returns true if `name` is an XML name. It may contain colons.
#[must_use]
pub fn is_name(name: &str) -> bool {
    let bytes = name.as_bytes();
    let Some(&first) = bytes.first() else { return false };
    if bytes.is_ascii() {
        return ASCII[first as usize] & START != 0 && bytes.iter().all(|&byte| ASCII[byte as usize] & PART != 0);
    }
    let mut chars = name.chars();
    chars.next().is_some_and(is_name_start) && chars.all(|c| is_name_start(c) || is_name_part(c))
}

/// The character can begin a name.
const START: u8 = 1;
/// The character can occur in a name.
const PART: u8 = 2;

/// The places in a name where each ASCII character is allowed, as the bits [`START`] and [`PART`].
const ASCII: [u8; 128] = {
    let mut table = [0; 128];
    let mut byte = 0u8;
    while byte < 128 {
        table[byte as usize] = match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' | b':' => START | PART,
            b'0'..=b'9' | b'-' | b'.' => PART,
            _ => 0,
        };
        byte += 1;
    }
    table
};

const fn is_name_start(c: char) -> bool {
    // XML 1.0, section 2.3: `NameStartChar`.
    matches!(c,
        'a'..='z' | 'A'..='Z' | '_' | ':'
        | '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{2ff}' | '\u{370}'..='\u{37d}'
        | '\u{37f}'..='\u{1fff}' | '\u{200c}'..='\u{200d}' | '\u{2070}'..='\u{218f}' | '\u{2c00}'..='\u{2fef}'
        | '\u{3001}'..='\u{d7ff}' | '\u{f900}'..='\u{fdcf}' | '\u{fdf0}'..='\u{fffd}' | '\u{10000}'..='\u{effff}')
}

const fn is_name_part(c: char) -> bool {
    matches!(c, '-' | '.' | '0'..='9' | '\u{b7}' | '\u{300}'..='\u{36f}' | '\u{203f}'..='\u{2040}')
}

/// Returns true if XML allows the character.
#[must_use]
pub const fn is_char(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | '\u{20}'..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..)
}

/// The name at the start of some bytes.
pub(super) struct FoundName {
    /// The length in bytes: up to white space, `>`, or the `/` of `/>`.
    pub length: usize,
    /// The start of the local name: after the first colon, or 0.
    pub local: usize,
    /// True if the name is known to be valid. Otherwise, [`is_name`] must be called.
    pub sound: bool,
}

/// Finds the name that `bytes` begins with.
pub(super) fn find(bytes: &[u8]) -> FoundName {
    let (mut length, mut local, mut ascii) = (0, 0, true);
    for &byte in bytes {
        if byte >= 128 {
            ascii = false;
        } else if ASCII[byte as usize] & PART == 0 {
            break;
        } else if byte == b':' && local == 0 {
            local = length + 1;
        }
        length += 1;
    }
    match bytes[length..] {
        [] | [b' ' | b'\t' | b'\n' | b'\r' | b'>', ..] | [b'/', b'>', ..] => {
            let sound = ascii && length > 0 && ASCII[bytes[0] as usize] & START != 0;
            FoundName { length, local, sound }
        }
        // The name is not valid. It is read as a whole, so that a message shows all of it.
        _ => {
            let end = |&byte: &u8| matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | b'>' | b'<');
            FoundName { length: bytes.iter().position(end).unwrap_or(bytes.len()), local, sound: false }
        }
    }
}

/// Returns the offset after the `;` of the reference that begins at `start`.
pub(super) fn reference_end(bytes: &[u8], start: usize) -> Result<usize, Fault> {
    let rest = &bytes[start + 1..];
    match memchr::memchr3(b';', b'&', b'<', rest) {
        Some(length) if rest[length] == b';' => Ok(start + 1 + length + 1),
        _ => Err(lone_ampersand(start)),
    }
}

/// Returns the character of the reference between `start`, the offset of `&`, and `end`, the offset after `;`.
pub(super) fn reference(text: &str, start: usize, end: usize) -> Result<char, Fault> {
    let span = Span::of(start, end);
    let body = &text[start + 1..end - 1];
    if let Some(number) = body.strip_prefix('#') {
        let code = match number.strip_prefix('x') {
            Some(hex) if hex.bytes().all(|byte| byte.is_ascii_hexdigit()) => u32::from_str_radix(hex, 16).ok(),
            None if number.bytes().all(|byte| byte.is_ascii_digit()) => number.parse().ok(),
            _ => None,
        };
        return code.and_then(char::from_u32).filter(|&c| is_char(c)).ok_or_else(|| {
            let message = format!("`{}` is not a valid XML character", shorten(&text[span.range()]));
            Fault::new(IssueCode::XmlReference, message, span)
        });
    }
    match body {
        "amp" => Ok('&'),
        "lt" => Ok('<'),
        "gt" => Ok('>'),
        "apos" => Ok('\''),
        "quot" => Ok('"'),
        name if is_name(name) => {
            let fault =
                Fault::new(IssueCode::XmlEntity, format!("the entity `&{};` is not defined", shorten(name)), span);
            Err(fault.help("XML defines only `&amp;` `&lt;` `&gt;` `&apos;` `&quot;` and numbers such as `&#38;`"))
        }
        _ => Err(lone_ampersand(start)),
    }
}

/// Returns the fault of a `&` that does not begin a reference.
pub(super) fn lone_ampersand(at: usize) -> Fault {
    Fault::new(IssueCode::XmlAmpersand, "`&` does not begin a reference", Span::of(at, at + 1)).help("write `&amp;`")
}

#[cfg(test)]
mod tests {
    use super::is_name;

    #[test]
    fn names_of_xml() {
        for name in ["a", "_", "p:a", "a-b.c_1", "\u{e4}", "\u{6750}\u{8d28}", "a\u{b7}"] {
            assert!(is_name(name), "{name}");
        }
        for name in ["", "1", "-a", ".a", "a b", "a/", "a\u{d7}", "\u{b7}", "a="] {
            assert!(!is_name(name), "{name}");
        }
    }
}
