//! Finds members that would be one file on some system, or a file in place of a folder.

use assay_document::text::decompose_accents;

use super::ZipFault;

/// Returns the faults of `names` when they are unpacked together: the index of a name and its fault, in no particular
/// order.
///
/// The names are sorted so that everything below a folder follows it. The cost grows with the bytes of all names,
/// however deep they are.
pub fn twins<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<(usize, ZipFault)> {
    let mut sorted: Vec<Named<'n>> = names.into_iter().enumerate().map(|(at, name)| Named::new(at, name)).collect();
    // The separator of folders sorts before all letters, so that what is below a folder follows it at once.
    sorted.sort_by(|a, b| a.key.cmp(&b.key));
    let mut found = Vec::new();
    // The first name with the same key, and the nearest file that the following names may be below.
    let (mut first, mut file): (Option<&Named<'_>>, Option<&Named<'_>>) = (None, None);
    for named in &sorted {
        if let Some(other) = first.filter(|first| first.key == named.key) {
            found.extend(named.clash(other).map(|fault| (named.at, fault)));
        } else {
            first = Some(named);
        }
        file = file.filter(|file| named.key == file.key || named.is_below(file));
        match file {
            Some(file) if named.is_below(file) => {
                found.push((named.at.max(file.at), ZipFault::FileAsFolder(file.name.to_owned())));
            }
            None if named.is_file => file = Some(named),
            _ => {}
        }
    }
    found
}

/// A name with its comparison key.
struct Named<'n> {
    /// The name on a system that ignores letter case and treats composed and decomposed accents as equal: see
    /// [`folded_key`].
    key: String,
    at: usize,
    /// The path; that of a folder has no slash at its end.
    name: &'n str,
    is_file: bool,
}

impl<'n> Named<'n> {
    fn new(at: usize, path: &'n str) -> Self {
        let name = path.strip_suffix('/').unwrap_or(path);
        Self { key: folded_key(name), at, name, is_file: name.len() == path.len() }
    }

    fn is_below(&self, other: &Self) -> bool {
        self.key.strip_prefix(&other.key).is_some_and(|rest| rest.starts_with('\0'))
    }

    /// Returns the fault of this name next to `other`, which has the same key. Folders may occur any number of times
    /// and in any letter case, because nothing is lost when they become one.
    fn clash(&self, other: &Self) -> Option<ZipFault> {
        if self.is_file != other.is_file {
            return Some(ZipFault::FileAsFolder(self.name.to_owned()));
        }
        let name = other.name.to_owned();
        let twin = if self.name == other.name {
            ZipFault::Duplicate
        } else if capitals(self.name) == capitals(other.name) {
            ZipFault::Twin(name)
        } else {
            ZipFault::Lookalike(name)
        };
        self.is_file.then_some(twin)
    }
}

/// Returns a key that is equal for two paths that are one file on some system: one that ignores letter case and treats
/// composed and decomposed accents as equal. Variation selectors are left out, because they are invisible. The
/// separator of folders becomes a character that sorts before all letters.
pub fn folded_key(path: &str) -> String {
    let mut folded = capitals(&decompose_accents(path));
    if !folded.is_ascii() {
        folded.retain(|c| !matches!(c, '\u{fe00}'..='\u{fe0f}'));
    }
    folded
}

/// Returns a path as systems compare it that ignore letter case: each character is converted alone, without its
/// context.
fn capitals(path: &str) -> String {
    let plain = path.chars().map(|c| if c == '/' { '\0' } else { c });
    // The Kelvin sign is its own capital letter, and becomes `K` only through its small letter `k`.
    plain.flat_map(char::to_uppercase).flat_map(char::to_lowercase).flat_map(char::to_uppercase).collect()
}
