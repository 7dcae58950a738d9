//! The path that a file was published from, as recorded in its package.

use super::path_syntax::{ESCAPE_LETTERS, Escapes, begins_at};

/// The maximum length of a `srcPath` in bytes: a longer one is not a path.
const MOST: usize = 1024;
/// The maximum number of paths that could begin within a `srcPath`, which limits the work at each match.
const MOST_BEGINNINGS: usize = 16;

/// Returns the identity of the file at a `srcPath`; `None` if the path is not looked for.
pub(super) fn path_identity(path: &str) -> Option<String> {
    let exact = absolute(path)?;
    Some(if is_of_windows(&exact) { exact.to_ascii_lowercase() } else { exact })
}

/// Returns an absolute `srcPath` with one `/` between parts. Any other path could be a part of any string.
pub(super) fn absolute(path: &str) -> Option<String> {
    let exact = with_single_slashes(path);
    (exact.len() <= MOST && is_absolute(&exact) && beginnings(exact.as_bytes()) <= MOST_BEGINNINGS).then_some(exact)
}

/// Returns the number of paths that could begin in this one, after its own beginning.
fn beginnings(path: &[u8]) -> usize {
    let may = |at: &usize| [Escapes::Backslash, Escapes::Entities].into_iter().any(|it| begins_at(path, *at, it));
    let is_begun = |path: &[u8]| path[0] == b'/' || path.get(1) == Some(&b':');
    // An escaped line end (`
    // `) looks like a folder, and a path may follow it.
    let is_spelled = |at: &usize| {
        *at > 1 && path[*at - 2] == b'/' && ESCAPE_LETTERS.contains(&path[*at - 1]) && is_begun(&path[*at..])
    };
    (1..path.len()).filter(|at| may(at) || is_spelled(at)).count()
}

/// Returns a path with one `/` in place of slashes and backslashes, except for the two in front of a server's name.
fn with_single_slashes(path: &str) -> String {
    let mut single = String::new();
    for c in path.chars() {
        let c = if c == '\\' { '/' } else { c };
        if c != '/' || single.len() < 2 || !single.ends_with('/') {
            single.push(c);
        }
    }
    single
}

/// Returns true if a path, with `/` only, leads from the root of a disk or a server to a file.
fn is_absolute(path: &str) -> bool {
    let without_drive = if is_of_windows(path) { &path[2..] } else { path };
    without_drive.strip_prefix('/').is_some_and(|rest| !rest.is_empty())
        || (path.starts_with("//") && without_drive.contains('/'))
}

/// Returns true for a Windows path, with a drive or a server. Such paths are not case-sensitive.
pub(super) fn is_of_windows(path: &str) -> bool {
    path.as_bytes().get(1) == Some(&b':') || path.starts_with("//")
}
