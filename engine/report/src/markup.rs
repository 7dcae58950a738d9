//! Strings with code between backticks, as messages are written.

/// A part of a string.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum MarkupPiece<'t> {
    Words(&'t str),
    /// The part between two backticks.
    Code(&'t str),
}

/// Splits `text` into parts, none of them empty. A single backtick is part of the words.
pub(super) fn pieces(text: &str) -> Vec<MarkupPiece<'_>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some((words, code, after)) = next_code(rest) {
        pieces.push(MarkupPiece::Words(words));
        pieces.push(MarkupPiece::Code(code));
        rest = after;
    }
    pieces.push(MarkupPiece::Words(rest));
    pieces.retain(|piece| !matches!(piece, MarkupPiece::Words("")));
    pieces
}

/// Returns true if a message contains this name as code.
pub(super) fn names(message: &str, name: &str) -> bool {
    pieces(message).contains(&MarkupPiece::Code(name))
}

/// Returns the text in front of the next code, the code, and the text after it; `None` without code.
fn next_code(text: &str) -> Option<(&str, &str, &str)> {
    let (words, after) = text.split_once('`')?;
    let (code, after) = after.split_once('`')?;
    (!code.is_empty()).then_some((words, code, after))
}

#[cfg(test)]
mod tests {
    use super::MarkupPiece::{Code, Words};
    use super::{MarkupPiece, pieces};

    #[test]
    fn code_is_between_two_backticks() {
        let cases: &[(&str, &[MarkupPiece<'_>])] = &[
            ("", &[]),
            ("plain", &[Words("plain")]),
            ("`6000` is not <= 5000", &[Code("6000"), Words(" is not <= 5000")]),
            ("`a` and `b`", &[Code("a"), Words(" and "), Code("b")]),
            ("a ` alone", &[Words("a ` alone")]),
            ("`a` and ` alone", &[Code("a"), Words(" and ` alone")]),
            ("an empty `` text", &[Words("an empty `` text")]),
        ];
        for (text, expected) in cases {
            assert_eq!(pieces(text), *expected, "{text}");
        }
    }
}
