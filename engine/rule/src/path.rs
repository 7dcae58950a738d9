//! Paths of rule files and of the files that they name, as a host names them.

use assay_document::source::folder;

/// Returns `path` with `/` between its parts.
pub(super) fn with_slashes(path: &str) -> String {
    path.replace('\\', "/")
}

/// Resolves `path` relative to the rule file `file`. An absolute path stays absolute.
pub(super) fn resolve_beside(file: &str, path: &str) -> String {
    let path = with_slashes(path);
    if is_rooted(&path) || folder(file).is_empty() && !file.starts_with('/') {
        return resolve(&path);
    }
    resolve(&format!("{}/{path}", folder(file)))
}

/// The prefixes of paths that a host resolves by name: shipped packs, and npm packages.
const NAMED: [&str; 2] = ["assay:", "npm:"];

/// Returns true if a path begins at a root: `/x`, `C:/x`, `assay:x`.
fn is_rooted(path: &str) -> bool {
    path.starts_with('/')
        || NAMED.iter().any(|prefix| path.starts_with(prefix))
        || matches!(path.as_bytes(), [drive, b':', ..] if drive.is_ascii_alphabetic())
}

/// Returns `path` without `.`, and without each `..` that follows a folder.
pub(super) fn resolve(path: &str) -> String {
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
