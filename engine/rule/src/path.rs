//! Paths of rule files and of what they name, as a host names them.

use assay_document::source::folder;

/// `path` with `/` between parts.
pub(super) fn slashed(path: &str) -> String {
    path.replace('\\', "/")
}

/// `path` as seen from the rule file `file`, with its `.` and `..` resolved as far as they can be; a path from a root
/// stays one.
pub(super) fn beside(file: &str, path: &str) -> String {
    let path = slashed(path);
    if is_rooted(&path) || folder(file).is_empty() && !file.starts_with('/') {
        return resolved(&path);
    }
    resolved(&format!("{}/{path}", folder(file)))
}

/// The prefixes of paths that a host finds by a name: shipped packs, and packages of npm.
const NAMED: [&str; 2] = ["assay:", "npm:"];

/// Returns true if a path begins at a root: `/x`, `C:/x`, `assay:x`.
fn is_rooted(path: &str) -> bool {
    path.starts_with('/')
        || NAMED.iter().any(|prefix| path.starts_with(prefix))
        || matches!(path.as_bytes(), [drive, b':', ..] if drive.is_ascii_alphabetic())
}

/// `path` without `.` and without the `..` that have a folder to leave.
pub(super) fn resolved(path: &str) -> String {
    let named = NAMED.iter().find_map(|prefix| path.strip_prefix(prefix).map(|rest| (*prefix, rest)));
    let (root, path) = match named {
        Some(named) => named,
        None if path.starts_with('/') => ("/", path),
        None => ("", path),
    };
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => _ = parts.pop(),
            part => parts.push(part),
        }
    }
    format!("{root}{}", parts.join("/"))
}
