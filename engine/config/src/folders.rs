//! The folder of a configuration and the folder of the files under check, and paths from one to the other.

use std::collections::BTreeSet;

use serde::Deserialize;

/// The folder in which the paths of a configuration start, and the folder of the files under check. Both paths are
/// relative to the same folder.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct ProjectFolders {
    /// The folder of the configuration.
    pub folder: String,
    /// The root of the source.
    pub root: String,
}

impl ProjectFolders {
    /// Converts a path of the configuration to a path of the source. The root of the source is empty; a path outside of
    /// it is `None`.
    pub(super) fn within(&self, path: &str) -> Option<String> {
        let mut parts = if is_absolute(path) { Vec::new() } else { parts(&self.folder) };
        walk(&mut parts, path);
        // Both are compared as lists of parts, so that `art` is no prefix of `artwork`.
        let rest = parts.strip_prefix(self::parts(&self.root).as_slice())?;
        // An absolute path starts with an empty part; `..` leads out of the root.
        let is_inside = rest.first().is_none_or(|first| !["", ".."].contains(first));
        is_inside.then(|| rest.join("/"))
    }

    /// Returns the folders that these files are in, as the configuration would name them, except those that are
    /// `named`.
    pub(super) fn spell_folders<'f>(
        &self,
        files: impl Iterator<Item = &'f String>,
        named: &[String],
    ) -> BTreeSet<String> {
        let (root, own) = (parts(&self.root), parts(&self.folder));
        let way: String =
            root.strip_prefix(own.as_slice()).unwrap_or_default().iter().flat_map(|part| [part, "/"]).collect();
        let mut folders = BTreeSet::new();
        for path in files {
            let mut rest = path.as_str();
            while let Some((folder, _)) =
                rest.rsplit_once('/').filter(|(folder, _)| !named.iter().any(|named| named == folder))
            {
                if !folders.insert(format!("{way}{folder}")) {
                    break;
                }
                rest = folder;
            }
        }
        folders
    }
}

fn is_absolute(path: &str) -> bool {
    path.starts_with(['/', '\\']) || path.as_bytes().get(1) == Some(&b':')
}

fn parts(path: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    walk(&mut parts, path);
    parts
}

/// Appends the parts of `path` to `parts`. An absolute path begins with an empty part.
fn walk<'p>(parts: &mut Vec<&'p str>, path: &'p str) {
    for (at, part) in path.split(['/', '\\']).enumerate() {
        match part {
            "" if at > 0 || path.is_empty() => {}
            "." => {}
            ".." if parts.last().is_some_and(|last| !["", ".."].contains(last)) => _ = parts.pop(),
            part => parts.push(part),
        }
    }
}
