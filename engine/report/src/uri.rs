//! Paths as URI references.

use std::fmt::Write;

/// Returns `path` as a reference relative to a folder, or as a `file:` URI if it is absolute.
pub(super) fn reference(path: &str) -> String {
    let mut uri = String::with_capacity(path.len() + 8);
    if is_absolute(path) {
        uri.push_str(if path.starts_with('/') { "file://" } else { "file:///" });
    }
    for byte in path.bytes() {
        match byte {
            b'/' => uri.push('/'),
            // Windows uses backslashes in its paths; the paths of documents never contain one.
            b'\\' if is_absolute(path) => uri.push('/'),
            byte if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) => uri.push(char::from(byte)),
            byte => {
                let _ = write!(uri, "%{byte:02X}");
            }
        }
    }
    uri
}

/// Returns true if `path` begins at the root of a disk.
pub(super) fn is_absolute(path: &str) -> bool {
    let bytes = path.as_bytes();
    let has_drive = matches!(bytes, [drive, b':', b'/' | b'\\', ..] if drive.is_ascii_alphabetic());
    has_drive || path.starts_with('/')
}

#[cfg(test)]
mod tests {
    use super::reference;

    #[test]
    fn special_characters_of_uris_are_escaped() {
        for (path, uri) in [
            ("Package/Tree/a-b_c.~1.xml", "Package/Tree/a-b_c.~1.xml"),
            ("a b/c#d?e=f&g.xml", "a%20b/c%23d%3Fe%3Df%26g.xml"),
            ("100%/x.zip!/metadata.json", "100%25/x.zip%21/metadata.json"),
            ("@definitions/a:b", "%40definitions/a%3Ab"),
            ("\u{e4}\u{6f22}\u{1f600}.xml", "%C3%A4%E6%BC%A2%F0%9F%98%80.xml"),
            ("a\\b\n\"<>", "a%5Cb%0A%22%3C%3E"),
            ("../rules/a.yaml", "../rules/a.yaml"),
            ("/srv/rules/a.yaml", "file:///srv/rules/a.yaml"),
            ("C:/rules/a b.yaml", "file:///C%3A/rules/a%20b.yaml"),
            ("C:\\rules\\a.yaml", "file:///C%3A/rules/a.yaml"),
            ("", ""),
        ] {
            assert_eq!(reference(path), uri);
        }
    }
}
