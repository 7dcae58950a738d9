//! The spelling of paths in text files: where a path may begin and end, and how characters are written.

/// The way in which strings are escaped.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Escapes {
    /// `\\n`, `\\u003a`.
    Backslash,
    /// `&amp;`, `&#38;`.
    Entities,
}

/// The letters of escapes for line ends and tabs.
pub(super) const ESCAPE_LETTERS: &[u8] = b"nrt";

/// The longer form of the start of a `file:` address on the local machine.
pub(super) const LOCAL: &[u8] = b"file://localhost";

/// Returns true if a path may begin at `at`: with a slash, or the letter of a drive.
pub(super) fn begins_at(text: &[u8], at: usize, escapes: Escapes) -> bool {
    let is_drive = text[at].is_ascii_alphabetic()
        && match text.get(at + 1) {
            Some(b':') => true,
            Some(b'\\' | b'&') => decode(&text[at + 1..], escapes).is_some_and(|(c, _)| c == ':'),
            _ => false,
        };
    let is_slash = match text[at] {
        b'/' | b'\\' => true,
        b'&' => escapes == Escapes::Entities && decode(&text[at..], escapes).is_some_and(|(c, _)| c == '/'),
        _ => false,
    };
    if !(is_drive || is_slash) {
        return false;
    }
    let before = &text[..at];
    match before {
        [] => true,
        [.., b'/'] => is_drive || before.ends_with(b"file://"),
        [.., b'\\', spelled] if escapes == Escapes::Backslash && ESCAPE_LETTERS.contains(spelled) => {
            is_drive || (text[at] == b'/' && !before.ends_with(&[b'\\', b'\\', *spelled]))
        }
        // A path after a drive letter belongs to the drive.
        [drive, b':'] => !drive.is_ascii_alphabetic(),
        [.., last, drive, b':'] => !drive.is_ascii_alphabetic() || is_of_name(*last),
        [.., b';'] if escapes == Escapes::Entities => decode_before(before).is_none_or(|c| may_precede(c, escapes)),
        [.., last] => may_precede(char::from(*last), escapes) || before.ends_with(LOCAL),
    }
}

/// Returns true if a path may begin after a character: not within a name, and not after one that means a folder.
fn may_precede(c: char, escapes: Escapes) -> bool {
    let is_of_path = matches!(c, '.' | '~' | '}' | ')' | ']' | '%' | '$' | '\\' | '/' | '*' | '?');
    let is_tag = c == '>' && escapes == Escapes::Entities;
    !(is_of_path || u8::try_from(c).map_or(true, is_of_name) || (c == '>' && !is_tag))
}

/// Returns the character for an entity at the end of `text`.
fn decode_before(text: &[u8]) -> Option<char> {
    let from = text.len().saturating_sub(LONGEST_ENTITY);
    let at = from + memchr::memrchr(b'&', &text[from..])?;
    decode(&text[at..], Escapes::Entities).filter(|(_, length)| at + length == text.len()).map(|(c, _)| c)
}

/// Returns true if a path may end in front of `at`.
pub(super) fn ends_at(text: &[u8], at: usize, escapes: Escapes) -> bool {
    match text.get(at..).unwrap_or_default() {
        [] => true,
        // An escaped quote ends a path inside a nested string.
        [b'\\', b'"' | b'\'', ..] if escapes == Escapes::Backslash => true,
        [b'\\', spelled, ..] if escapes == Escapes::Backslash && ESCAPE_LETTERS.contains(spelled) => true,
        [b'/' | b'\\' | b'~' | b'%' | b'$' | b'{', ..] => false,
        rest @ [b'&', ..] if escapes == Escapes::Entities => {
            decode(rest, escapes).is_none_or(|(c, _)| c != '/' && !u8::try_from(c).map_or(true, is_of_name))
        }
        // A full stop may end a sentence, or begin one more extension, as in `lamp.ma.bak`.
        [b'.', next, ..] | [next, ..] => !is_of_name(*next),
    }
}

const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || byte >= 0x80
}

/// Returns the first character of `text`, and its length there. A backslash is returned as `/`. The text is UTF-8, but
/// may start within a character.
pub(super) fn decode(text: &[u8], escapes: Escapes) -> Option<(char, usize)> {
    match (escapes, text) {
        (_, [] | [b'\n', ..]) => None,
        (Escapes::Backslash, [b'\\', b'u', ..]) => decode_unit(text).or(Some(('/', 1))),
        (Escapes::Backslash, [b'\\', b'\\' | b'/', ..]) => Some(('/', 2)),
        (_, [b'\\', ..]) => Some(('/', 1)),
        (Escapes::Entities, [b'&', ..]) => {
            let known = ENTITIES.iter().find(|(_, entity)| text.starts_with(entity.as_bytes()));
            known.map(|(c, entity)| (*c, entity.len())).or_else(|| decode_number(text))
        }
        _ => {
            let length = text.iter().skip(1).position(|byte| byte & 0xc0 != 0x80).map_or(text.len(), |at| at + 1);
            let c = std::str::from_utf8(&text[..length.min(4)]).ok()?.chars().next()?;
            Some((c, c.len_utf8()))
        }
    }
}

/// Decodes `\u3042`, or two such units that stand for one character.
fn decode_unit(text: &[u8]) -> Option<(char, usize)> {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let units = [unit(0)?, unit(6).unwrap_or_default()];
    let c = char::decode_utf16(units).next()?.ok()?;
    Some((c, c.len_utf16() * 6))
}

/// The length of the longest known entity, in bytes, without leading zeros.
const LONGEST_ENTITY: usize = 12;

/// Decodes `&#38;` or `&#x26;`.
fn decode_number(text: &[u8]) -> Option<(char, usize)> {
    let digits = text.strip_prefix(b"&#")?;
    let length = digits.iter().take(LONGEST_ENTITY - 2).position(|byte| *byte == b';')?;
    let digits = std::str::from_utf8(&digits[..length]).ok()?;
    let number = match digits.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => digits.parse(),
    };
    char::from_u32(number.ok()?).map(|c| (c, length + 3))
}

const ENTITIES: [(char, &str); 5] = [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;"), ('\'', "&apos;")];

pub(super) fn escape(path: &str, escapes: Escapes) -> String {
    match escapes {
        Escapes::Backslash => path.replace('\\', "\\\\").replace('"', "\\\""),
        Escapes::Entities => ENTITIES.iter().fold(path.to_owned(), |text, (c, entity)| text.replace(*c, entity)),
    }
}
