//! Members that would be one file on some system, or a file where others have a folder.

use super::ZipFault;
use crate::text::decomposed;

/// What is wrong with `names` when they are unpacked together, each with its place among them; in no order.
///
/// They are sorted so that whatever lies below a name follows it: what that takes grows with the bytes of all names, however
/// deep they are.
#[must_use]
pub fn twins<'n>(names: impl IntoIterator<Item = &'n str>) -> Vec<(usize, ZipFault)> {
    let mut sorted: Vec<Named<'n>> = names.into_iter().enumerate().map(|(at, name)| Named::new(at, name)).collect();
    crate::text::sort_by(&mut sorted, |a, b| a.key.cmp(&b.key));
    let mut found = Vec::new();
    // The first of those with the same key, and the nearest file above all that follows.
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

/// A name among others.
struct Named<'n> {
    /// What it is on a system that tells neither letter cases apart nor letters from those that have their accents behind them.
    key: String,
    at: usize,
    /// The path, of a folder without the slash at its end.
    name: &'n str,
    is_file: bool,
}

impl<'n> Named<'n> {
    fn new(at: usize, path: &'n str) -> Self {
        let name = path.strip_suffix('/').unwrap_or(path);
        Self { key: folded(name), at, name, is_file: name.len() == path.len() }
    }

    fn is_below(&self, other: &Self) -> bool {
        self.key.strip_prefix(&other.key).is_some_and(|rest| rest.starts_with('\0'))
    }

    /// What is wrong with it beside another one of the same key. Folders may be named any number of times, and in any letter
    /// case: nothing is lost when they become one.
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

/// What is the same of two paths that are one on some system: it tells neither letter cases apart nor letters from those that
/// have their accents behind them. What chooses the look of a letter is left out, as nobody sees it. Between parts is a mark
/// that comes before all letters.
#[must_use]
pub fn folded(path: &str) -> String {
    let mut folded = capitals(&decomposed(path));
    if !folded.is_ascii() {
        folded.retain(|c| !matches!(c, '\u{fe00}'..='\u{fe0f}'));
    }
    folded
}

/// A path as systems compare it that do not tell letter cases apart: each character alone, whatever stands around it.
fn capitals(path: &str) -> String {
    let plain = path.chars().map(|c| if c == '/' { '\0' } else { c });
    plain.flat_map(char::to_uppercase).flat_map(char::to_lowercase).flat_map(char::to_uppercase).collect()
}
