//! Paths that look the same but are different: in letter case, or because accents are separate characters.

use std::cell::LazyCell;
use std::collections::HashMap;

use crate::text::decompose_accents;

/// A set of paths, indexed so that many paths can be looked up in it.
pub struct Twins<'p> {
    by_key: HashMap<String, Vec<&'p str>>,
}

impl<'p> Twins<'p> {
    /// Indexes `paths`.
    pub fn new(paths: impl IntoIterator<Item = &'p str>) -> Self {
        let mut by_key: HashMap<String, Vec<&'p str>> = HashMap::new();
        for path in paths {
            by_key.entry(twin_key(path)).or_default().push(path);
        }
        Self { by_key }
    }

    /// Like [`twin`], among the paths of this set.
    pub fn of(&self, path: &str) -> Option<&'p str> {
        twin(path, self.by_key.get(&twin_key(path))?.iter().copied())
    }
}

/// Returns the first of `paths` that looks the same as `path` but is different. Some file systems treat both as the
/// same file, others do not.
#[must_use]
pub fn twin<'p>(path: &str, paths: impl IntoIterator<Item = &'p str>) -> Option<&'p str> {
    let (is_ascii, lowered) = (path.is_ascii(), lower(path).collect::<String>());
    // In WebAssembly, the host decomposes accents, and each call takes long. Paths in ASCII have no accents.
    let key = LazyCell::new(|| twin_key(path));
    let is_twin =
        |other: &str| lower(other).eq(lowered.chars()) || !is_ascii && !other.is_ascii() && *key == twin_key(other);
    paths.into_iter().find(|other| *other != path && is_twin(other))
}

/// Describes the difference between two paths that read alike, in a clause that follows a comma.
#[must_use]
pub fn twin_difference(path: &str, other: &str) -> &'static str {
    if path.to_lowercase() == other.to_lowercase() || path.to_uppercase() == other.to_uppercase() {
        "which differs in letter case"
    } else {
        "which looks the same, but in one of the two paths a letter and its accent are separate characters"
    }
}

/// Returns a string that is equal for all paths that read alike.
fn twin_key(path: &str) -> String {
    lower(&decompose_accents(path)).collect()
}

/// Returns the path in lower case. Each letter is converted alone, as file systems do it.
fn lower(path: &str) -> impl Iterator<Item = char> {
    path.chars().flat_map(char::to_lowercase)
}

#[cfg(test)]
mod tests {
    use super::{Twins, twin, twin_difference};

    const CASE: &str = "letter case";
    const ACCENT: &str = "looks the same";

    #[test]
    fn paths_that_look_the_same_are_twins() {
        for (path, other, difference) in [
            ("G/Case.bin", "G/case.bin", CASE),
            ("g/\u{c4}.bin", "g/\u{e4}.bin", CASE),
            ("G/Gr\u{f6}\u{df}e.bin", "G/Gro\u{308}\u{df}e.bin", ACCENT),
            ("G/Gro\u{308}\u{df}e.bin", "G/gr\u{f6}\u{df}e.bin", ACCENT),
            ("\u{304c}.png", "\u{304b}\u{3099}.png", ACCENT),
            ("e\u{302}\u{301}", "\u{1ebf}", ACCENT),
            ("\u{ac00}.png", "\u{1100}\u{1161}.png", ACCENT),
        ] {
            assert_eq!(twin(path, ["G/other.bin", other]), Some(other), "{path:?}");
            assert_eq!(Twins::new(["G/other.bin", other]).of(path), Some(other), "{path:?}");
            assert!(twin_difference(path, other).contains(difference), "{path:?}");
        }
    }

    #[test]
    fn other_paths_are_not_twins() {
        for (path, other) in [
            ("case.bin", "case.bin"),
            ("case.bin", "cases.bin"),
            ("cases.bin", "case.bin"),
            ("o.bin", "\u{f6}.bin"),
            ("u.bin", "o\u{308}.bin"),
            ("a/b.bin", "b.bin"),
            ("\u{f6}.bin", "\u{fc}.bin"),
            // A Greek question mark, which is decomposed to a semicolon.
            ("a;b", "a\u{37e}b"),
        ] {
            assert_eq!(twin(path, [other]), None, "{path:?}");
            assert_eq!(Twins::new([other]).of(path), None, "{path:?}");
        }
    }
}
