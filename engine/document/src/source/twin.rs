//! Paths that look the same but are different: in letter case, or because accents are separate characters.

use std::collections::HashMap;

/// A set of paths, indexed so that many paths can be looked up in it.
pub struct Twins<'p> {
    by_shape: HashMap<String, Vec<&'p str>>,
}

impl<'p> Twins<'p> {
    /// Indexes `paths`.
    pub fn new(paths: impl IntoIterator<Item = &'p str>) -> Self {
        let mut by_shape: HashMap<String, Vec<&'p str>> = HashMap::new();
        for path in paths {
            by_shape.entry(shape(path)).or_default().push(path);
        }
        Self { by_shape }
    }

    /// Like [`twin`], among the paths of this set.
    #[must_use]
    pub fn of(&self, path: &str) -> Option<&'p str> {
        twin(path, self.by_shape.get(&shape(path))?.iter().copied())
    }
}

/// Returns a string that is equal for all paths that read alike.
fn shape(path: &str) -> String {
    let blurred = |letter: Letter| letter.is_marked || !letter.first.is_ascii();
    Letters(path).map(|letter| if blurred(letter) { '*' } else { letter.first.to_ascii_lowercase() }).collect()
}

/// Returns the first of `paths` that looks the same as `path` but is different. Some file systems treat both as the
/// same file, others do not.
#[must_use]
pub fn twin<'p>(path: &str, paths: impl IntoIterator<Item = &'p str>) -> Option<&'p str> {
    paths.into_iter().find(|other| *other != path && read_alike(path, other))
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

fn read_alike(a: &str, b: &str) -> bool {
    let (mut a, mut b) = (Letters(a), Letters(b));
    loop {
        match (a.next(), b.next()) {
            (None, None) => return true,
            (Some(a), Some(b)) if a.reads_like(b) => {}
            _ => return false,
        }
    }
}

/// A character, with the accents that follow it as separate characters.
#[derive(Clone, Copy)]
struct Letter {
    first: char,
    is_marked: bool,
}

impl Letter {
    /// Returns true if the letters look the same. Tables of all letters with accents would be larger than the code that
    /// reads files. So a letter that may include an accent is equal to any letter with a separate accent. The result is
    /// only used in messages.
    fn reads_like(self, other: Self) -> bool {
        let may_hold_mark = |letter: Self| !letter.is_marked && !letter.first.is_ascii();
        self.first == other.first
            || self.first.to_lowercase().eq(other.first.to_lowercase())
            || (self.is_marked && may_hold_mark(other))
            || (other.is_marked && may_hold_mark(self))
    }
}

struct Letters<'t>(&'t str);

impl Iterator for Letters<'_> {
    type Item = Letter;

    fn next(&mut self) -> Option<Letter> {
        let mut rest = self.0.chars();
        let first = rest.next()?;
        let unmarked = rest.as_str();
        self.0 = unmarked.trim_start_matches(is_mark);
        Some(Letter { first, is_marked: self.0.len() < unmarked.len() })
    }
}

/// Returns true if a character is an accent on the character before it: accents of Latin, Greek and Cyrillic letters,
/// and of kana.
fn is_mark(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{3099}' | '\u{309a}')
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
        ] {
            assert_eq!(twin(path, [other]), None, "{path:?}");
            assert_eq!(Twins::new([other]).of(path), None, "{path:?}");
        }
    }
}
