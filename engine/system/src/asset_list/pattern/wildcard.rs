//! Translates wildcards to the syntax of the `regex` crate.

use std::fmt::Write as _;

use assay_document::text::Fault;
use regex::bytes::Regex;

use super::posix::build;

/// Compiles a pattern that has to match a whole path. `*` matches any bytes, `/` included, and `?` matches one byte.
/// ASCII letters match regardless of case.
pub(super) fn compile(pattern: &str) -> Result<Regex, Fault> {
    // `(?-u)`: paths are bytes, so `?` matches half of a letter that takes two bytes.
    let mut out = "(?s-u)\\A(?i:".to_owned();
    for byte in pattern.bytes() {
        match byte {
            b'*' => out.push_str(".*"),
            b'?' => out.push('.'),
            _ => drop(write!(out, "\\x{byte:02x}")),
        }
    }
    out.push_str(")\\z");
    build(pattern, &out)
}

#[cfg(test)]
mod tests {
    use super::compile;

    #[test]
    fn matches_of_wildcards() {
        for (pattern, path, expected) in [
            ("*", "", true),
            ("*", "a/b", true),
            ("*?", "a", true),
            ("*?", "", false),
            ("?*", "a", true),
            ("??", "..", true),
            ("??", "a", false),
            ("**/*.jpg", "Images/Other.jpg", true),
            ("**/*.jpg", "Test.jpg", false),
            ("temp/*", "temp/", true),
            ("test.xml", "Test.xml", true),
            ("test.xml", "Xtest.xml", false),
            ("a*b*c", "a/x/b/bb/c", true),
            ("a*b*c", "a/x/b/bb/cd", false),
            ("[a]{1}", "[a]{1}", true),
            ("[a]", "a", false),
            ("a\\b", "a/b", false),
            ("?", "\u{e4}", false),
            ("??", "\u{e4}", true),
            ("\u{c4}", "\u{e4}", false),
        ] {
            assert_eq!(compile(pattern).unwrap().is_match(path.as_bytes()), expected, "{pattern} on {path}");
        }
    }
}
