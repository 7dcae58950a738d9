//! Paths relative to a source's root.

/// Normalizes a path that a user or a tool wrote: `\` becomes `/`, a leading `/` and `.` parts are removed, and `..` is
/// resolved. Returns `None` if the path leaves the root, or is the root itself.
#[must_use]
pub fn normalize(path: &str) -> Option<String> {
    join("", path)
}

/// Normalizes `path` like [`normalize`], relative to the folder `folder` of the root.
#[must_use]
pub fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => {
                // There is nothing above the root.
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// Returns the folder of the file at `path`; empty for a file at the root.
#[must_use]
pub fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the last part of `path`.
#[must_use]
pub fn file_name(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::{file_name, folder, join, normalize};

    #[test]
    fn all_spellings_are_normalized() {
        for path in ["s/a.xml", "/s/a.xml", "\\s\\a.xml", "./s/../s/a.xml", "s//a.xml", "s/./a.xml"] {
            assert_eq!(normalize(path).as_deref(), Some("s/a.xml"), "{path}");
        }
    }

    #[test]
    fn paths_outside_the_root_are_refused() {
        for path in ["../a.xml", "s/../../a.xml", "", "/", ".", "s/.."] {
            assert_eq!(normalize(path), None, "{path}");
        }
    }

    #[test]
    fn folders_and_names() {
        assert_eq!((folder("a/b/c.xml"), file_name("a/b/c.xml")), ("a/b", "c.xml"));
        assert_eq!((folder("c.xml"), file_name("c.xml")), ("", "c.xml"));
        assert_eq!(join("a/b", "../c").as_deref(), Some("a/c"));
    }
}
