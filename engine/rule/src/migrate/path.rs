//! Converts `rpath` and `not_rpath`: paths now have `/` between their parts, and are relative to the folder that is
//! checked.

use super::collection;
use super::draft::{DraftNote, DraftPart};
use crate::file_text::ARTFUNC;

pub(super) fn rpath(part: &mut DraftPart) {
    match part.as_text().map(|text| text.trim().strip_prefix(ARTFUNC).is_some()) {
        Some(true) => collection::rename(part),
        Some(false) => pattern(part),
        None => {}
    }
}

pub(super) fn pattern(part: &mut DraftPart) {
    let Some(text) = part.as_text() else { return };
    // Which folder will be checked is not known here, so a person has to cut the path.
    if starts_at_a_drive(text) {
        part.notes.push(DraftNote::todo(
            "this pattern begins with a drive, but paths begin at the folder that is checked",
            "remove everything up to the folder that is checked: `^/textures/` is a folder in it",
        ));
    } else if let Some(forward) = with_slashes(text) {
        let why = "`\\\\` is written `/`, which separates the parts of every path";
        part.rewrite(forward, DraftNote::done_note(why));
    }
}

/// Returns true if a pattern begins with a drive, such as `D:/project/…`.
fn starts_at_a_drive(pattern: &str) -> bool {
    let rest = pattern.strip_prefix('^').unwrap_or(pattern);
    matches!(rest.as_bytes(), [drive, b':', b'/' | b'\\', ..] if drive.is_ascii_alphabetic())
}

/// Replaces each backslash that a pattern matches by `/`. Returns `None` if it matches no backslash. A class that
/// contains `/` matches both kinds of paths and is kept.
fn with_slashes(pattern: &str) -> Option<String> {
    let mut out = String::with_capacity(pattern.len());
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        let length = match c {
            '\\' if rest.starts_with("\\\\") => {
                out.push('/');
                rest = &rest[2..];
                continue;
            }
            // Other escapes are kept, including the character that follows.
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '[' => {
                let class = &rest[..class_length(rest)];
                out.push_str(&if class.contains('/') { class.to_owned() } else { class.replace("\\\\", "/") });
                rest = &rest[class.len()..];
                continue;
            }
            c => c.len_utf8(),
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    (out != pattern).then_some(out)
}

/// Returns the length of the class at the start of `pattern`, which begins with `[`.
fn class_length(pattern: &str) -> usize {
    let mut letters = pattern.char_indices().skip(1).peekable();
    letters.next_if(|&(_, c)| c == '^');
    // A bracket at the start of a class is literal.
    letters.next_if(|&(_, c)| c == ']');
    while let Some((at, c)) = letters.next() {
        match c {
            '\\' => _ = letters.next(),
            ']' => return at + 1,
            _ => {}
        }
    }
    pattern.len()
}

#[cfg(test)]
mod tests {
    use super::{starts_at_a_drive, with_slashes};

    #[test]
    fn backslashes_between_folders_become_slashes() {
        for (pattern, forward) in [
            (r".*Repository\\.*\\resource\.repository", Some(r".*Repository/.*/resource\.repository")),
            (r"Package\\[^\\]+\\a", Some("Package/[^/]+/a")),
            (r"Package[\\/]a", None),
            (r"Package[/\\]a\\b", Some(r"Package[/\\]a/b")),
            (r"a\.b\d[]\\]\\", Some("a\\.b\\d[]/]/")),
            (r".*\.xml$", None),
            (r"\\\\server", Some("//server")),
            ("", None),
            ("a\\", None),
            (r"[\\", Some("[/")),
        ] {
            assert_eq!(with_slashes(pattern).as_deref(), forward, "{pattern}");
        }
    }

    #[test]
    fn drive_letters_are_detected() {
        for (pattern, is) in
            [("^D:/art", true), (r"c:\\art", true), ("D:art", false), ("^/a", false), ("(?:/a)", false), ("", false)]
        {
            assert_eq!(starts_at_a_drive(pattern), is, "{pattern}");
        }
    }
}
