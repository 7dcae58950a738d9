//! Decodes and checks the names of members. A valid name is a path that means the same file on every system, below the
//! folder that the archive is unpacked into.

use super::ZipFault;
use super::extra;

/// The flag of names in UTF-8.
pub const IS_UTF8: u16 = 1 << 11;

/// Names that Windows reserves for devices, with any extension.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "conin$", "conout$"];

/// The maximum length of a path in bytes. It is the limit of Linux, which is the highest of all systems.
pub const MOST: usize = 4096;
/// The maximum length of a part of a path in bytes, which every system supports.
const MOST_OF_PART: usize = 255;

/// The characters of the bytes from 128 on in code page 437, the encoding of names that are not marked as UTF-8.
const CODE_PAGE: &str = "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
    └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{a0}";

/// Decodes a member's name. An additional name in UTF-8 takes precedence, if it belongs to the name. Otherwise the
/// bytes are read as UTF-8 or, unless they are marked as UTF-8, in the code page of the format.
///
/// In entries from DOS or Windows, backslashes separate folders if the name has no slash.
pub fn decode(raw: &[u8], flags: u16, extra: &[u8], is_dos: bool) -> Result<String, ZipFault> {
    let is_marked = flags & IS_UTF8 != 0;
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).map_err(|_| ZipFault::NameEncoding);
    if let Some(beside) = extra::unicode_path(extra, raw)? {
        let name = text(beside)?;
        let is_same = if is_marked { raw == beside } else { can_be(raw, &name) };
        if !is_same {
            return Err(ZipFault::NameDisagrees);
        }
        // Readers that ignore the second name use the first one, so it is checked, too.
        check(&mask_encoded(raw))?;
        return Ok(name);
    }
    let name = match text(raw) {
        Err(_) if !is_marked => code_page(raw),
        name => name?,
    };
    let parts_folders = is_dos && !name.contains('/') && !has_second_backslash(raw);
    Ok(if parts_folders { name.replace('\\', "/") } else { name })
}

pub fn code_page(raw: &[u8]) -> String {
    let letter = |byte: &u8| match byte.checked_sub(128) {
        None => char::from(*byte),
        Some(upper) => CODE_PAGE.chars().nth(upper.into()).unwrap_or('\u{fffd}'),
    };
    raw.iter().map(letter).collect()
}

/// Returns true for a name that is not UTF-8 and has a backslash that may be the second byte of a character.
fn has_second_backslash(raw: &[u8]) -> bool {
    std::str::from_utf8(raw).is_err() && raw.windows(2).any(|two| !two[0].is_ascii() && two[1] == b'\\')
}

/// Returns the name with an `x` for every byte that depends on its encoding: non-ASCII bytes, and bytes that may be the
/// second byte of a character.
fn mask_encoded(raw: &[u8]) -> String {
    let is_certain = |at: usize| raw[at].is_ascii() && (at == 0 || raw[at - 1].is_ascii() || raw[at] < b'0');
    (0..raw.len()).map(|at| if is_certain(at) { char::from(raw[at]) } else { 'x' }).collect()
}

/// Returns true if `raw`, in any encoding, can be `name`: it has the same folders and dots, and between them the same
/// ASCII, which all encodings share.
fn can_be(raw: &[u8], name: &str) -> bool {
    let is_mark = |byte: &u8| matches!(byte, b'/' | b'.');
    let marks = |bytes: &[u8]| bytes.iter().copied().filter(is_mark).collect::<Vec<_>>();
    let mut parts = raw.split(is_mark).zip(name.split(['/', '.']));
    marks(raw) == marks(name.as_bytes())
        && parts.all(|(raw, name)| if name.is_ascii() { raw == name.as_bytes() } else { can_be_part(raw, name) })
}

/// Like [`can_be`], for a part of the path that is not ASCII in UTF-8. A byte after a non-ASCII byte may be the second
/// byte of a character. `_` or `?` may replace a character that the encoding lacks. Such bytes need not occur in
/// `name`. An escape such as `#U3042` always replaces a character. All other ASCII has to occur in `name`.
fn can_be_part(raw: &[u8], name: &str) -> bool {
    let (mut possible, mut certain, mut is_foreign, mut at) = (Vec::new(), Vec::new(), false, 0);
    while let Some(&byte) = raw.get(at) {
        let spelled = [(&b"#U"[..], 6), (b"#L", 8)].into_iter().find(|(mark, length)| {
            raw[at..].starts_with(mark)
                && raw.get(at + 2..at + length).is_some_and(|it| it.iter().all(u8::is_ascii_hexdigit))
        });
        let is_second = at > 0 && !raw[at - 1].is_ascii();
        let is_certain = byte.is_ascii() && spelled.is_none() && !is_second && !matches!(byte, b'_' | b'?');
        is_foreign |= !is_certain;
        possible.extend(Some(byte).filter(|byte| byte.is_ascii() && spelled.is_none()));
        certain.extend(Some(byte).filter(|_| is_certain));
        at += spelled.map_or(1, |(_, length)| length);
    }
    let mut letters = name.chars().peekable();
    let mut plain = Vec::new();
    while let Some(letter) = letters.next() {
        // Followed by an accent, it may be one character in another encoding.
        let is_marked = letters.peek().is_some_and(|next| matches!(next, '\u{300}'..='\u{36f}'));
        plain.extend(u8::try_from(letter).ok().filter(|byte| byte.is_ascii() && !is_marked));
    }
    is_foreign && is_within(&certain, &plain) && is_within(&plain, &possible)
}

/// Returns true if `all` contains these bytes in this order; other bytes may be between them.
fn is_within(bytes: &[u8], all: &[u8]) -> bool {
    let mut all = all.iter();
    bytes.iter().all(|byte| all.any(|other| other == byte))
}

/// Refuses a name that leads outside of the folder, or means different files on different systems.
///
/// # Errors
/// The fault of the name, which is always one of the kinds about names.
pub fn check(name: &str) -> Result<(), ZipFault> {
    check_length(name, "its name", MOST)?;
    if let Some(character) = name.chars().find(|c| is_invisible(*c)) {
        return Err(ZipFault::NameUnseen(character.into()));
    }
    if name.contains('\\') {
        return Err(ZipFault::NameBackslash);
    }
    let has_drive = name.len() > 1 && name.as_bytes()[1] == b':' && name.as_bytes()[0].is_ascii_alphabetic();
    if name.starts_with('/') || has_drive {
        return Err(ZipFault::NameAbsolute);
    }
    name.strip_suffix('/').unwrap_or(name).split('/').try_for_each(check_part)
}

const fn check_length(text: &str, what: &'static str, most: usize) -> Result<(), ZipFault> {
    let length = text.len();
    if length > most { Err(ZipFault::NameLong { what, length, most }) } else { Ok(()) }
}

/// Returns true if a character is invisible: control characters, characters that change the direction of text, and
/// characters that are not drawn. Variation selectors count as visible, because they change the look of the character
/// in front of them.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}'
            | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
        )
}

fn check_part(part: &str) -> Result<(), ZipFault> {
    match part {
        "" => return Err(ZipFault::NameEmpty),
        "." => return Err(ZipFault::NameDots(".")),
        ".." => return Err(ZipFault::NameDots("..")),
        _ => {}
    }
    check_length(part, "a part of its path", MOST_OF_PART)?;
    let is_forbidden = part.contains(['<', '>', ':', '"', '|', '?', '*']) || part.ends_with(['.', ' ']);
    if is_forbidden || is_device(part) { Err(ZipFault::NameUnportable(part.to_owned())) } else { Ok(()) }
}

fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part).trim_end().to_ascii_lowercase();
    let is_digit = |c: char| matches!(c, '1'..='9' | '\u{b9}' | '\u{b2}' | '\u{b3}');
    let is_numbered = |name| {
        let rest = stem.strip_prefix(name).map(|rest| rest.strip_prefix(is_digit));
        rest == Some(Some(""))
    };
    DEVICES.contains(&stem.as_str()) || is_numbered("com") || is_numbered("lpt")
}
