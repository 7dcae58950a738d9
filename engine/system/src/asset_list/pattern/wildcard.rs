//! Wildcards over bytes.

/// Whether `*` (any bytes, `/` included) and `?` (one byte) make `pattern` the whole of `path`; the letter case of ASCII
/// does not count. At worst it takes the product of both lengths.
pub(super) fn matches(pattern: &[u8], path: &[u8]) -> bool {
    let (mut at, mut from) = (0, 0);
    // The last `*`, and where in the path what follows it was tried.
    let mut star: Option<(usize, usize)> = None;
    while from < path.len() {
        match pattern.get(at) {
            Some(b'*') => {
                star = Some((at, from));
                at += 1;
            }
            Some(&byte) if byte == b'?' || byte.eq_ignore_ascii_case(&path[from]) => {
                at += 1;
                from += 1;
            }
            _ => {
                let Some((last, tried)) = star else { return false };
                star = Some((last, tried + 1));
                at = last + 1;
                from = tried + 1;
            }
        }
    }
    pattern[at..].iter().all(|&byte| byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn what_a_wildcard_matches() {
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
            assert_eq!(matches(pattern.as_bytes(), path.as_bytes()), expected, "{pattern} on {path}");
        }
    }
}
