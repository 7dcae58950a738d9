//! What a member may be called: a path that means the same file on every system, below the folder that it is put into.

use rustc_hash::FxHashMap;

use super::ZipFault;
use super::extra;

/// Says that a name is UTF-8.
const IS_UTF8: u16 = 1 << 11;

/// Names that Windows gives to devices, whatever follows behind a dot.
const DEVICES: [&str; 4] = ["con", "prn", "aux", "nul"];

/// A member's name as text. What is not marked as UTF-8 is in an encoding that nobody says: it counts when it is UTF-8.
pub fn decode(raw: &[u8], flags: u16, extra: &[u8]) -> Result<String, ZipFault> {
    let raw = if flags & IS_UTF8 == 0 { extra::unicode_path(extra, raw).unwrap_or(raw) } else { raw };
    String::from_utf8(raw.to_vec()).map_err(|_| ZipFault::NameEncoding)
}

/// Refuses a name that leads elsewhere, or is another one on another system.
///
/// # Errors
/// What is wrong with it; only kinds that speak of names.
pub fn check(name: &str) -> Result<(), ZipFault> {
    let unseen = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
    };
    if let Some(character) = name.chars().find(|c| unseen(*c)) {
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

fn check_part(part: &str) -> Result<(), ZipFault> {
    match part {
        "" => return Err(ZipFault::NameEmpty),
        "." => return Err(ZipFault::NameDots(".")),
        ".." => return Err(ZipFault::NameDots("..")),
        _ => {}
    }
    let is_forbidden = part.contains(['<', '>', ':', '"', '|', '?', '*']) || part.ends_with(['.', ' ']);
    if is_forbidden || is_device(part) { Err(ZipFault::NameUnportable(part.to_owned())) } else { Ok(()) }
}

fn is_device(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or(part).trim_end().to_ascii_lowercase();
    let numbered = |name| stem.strip_prefix(name).is_some_and(|rest| rest.len() == 1 && rest != "0");
    let has_digit = stem.ends_with(|c: char| c.is_ascii_digit());
    DEVICES.contains(&stem.as_str()) || (has_digit && (numbered("com") || numbered("lpt")))
}

/// Members by their names, to find two that would be one file.
#[derive(Default)]
pub struct Names {
    /// By what a name is in small letters: where the member stands, and whether something lies below it.
    known: FxHashMap<String, Known>,
}

struct Known {
    name: Box<str>,
    is_file: bool,
}

impl Names {
    /// Takes the name of one more member.
    ///
    /// # Errors
    /// It would be the same file as another one on some system, or a file where another one has a folder.
    pub fn add(&mut self, name: &str) -> Result<(), ZipFault> {
        let path = name.strip_suffix('/').unwrap_or(name);
        let is_file = path.len() == name.len();
        let lower = path.to_lowercase();
        for (at, _) in lower.match_indices('/') {
            if let Some(above) = self.known.get(&lower[..at]).filter(|above| above.is_file) {
                return Err(ZipFault::FileAsFolder(above.name.to_string()));
            }
        }
        match self.known.get(&lower) {
            Some(other) if other.is_file != is_file => return Err(ZipFault::FileAsFolder(path.to_owned())),
            Some(other) if is_file && *other.name == *path => return Err(ZipFault::Duplicate),
            Some(other) if is_file => return Err(ZipFault::Twin(other.name.to_string())),
            // Folders may be named any number of times, and in any letter case: nothing is lost when they become one.
            _ => {}
        }
        for (at, _) in lower.match_indices('/').collect::<Vec<_>>().into_iter().rev() {
            if self.known.contains_key(&lower[..at]) {
                break;
            }
            self.known.insert(lower[..at].to_owned(), Known { name: lower[..at].into(), is_file: false });
        }
        self.known.entry(lower).or_insert_with(|| Known { name: path.into(), is_file });
        Ok(())
    }
}
