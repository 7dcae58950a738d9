//! A scan of the whole text before it is read, which saves most documents the checks of each piece.

use super::name::is_char;
use crate::text::without_inlining;

/// The properties of the text that decide which checks it needs.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct TextSurvey {
    /// The place of the first character that XML does not allow, or the end of the text.
    pub first_forbidden: usize,
    pub carriage_returns: bool,
    /// True if the text contains `]`, without which it cannot contain `]]>`.
    pub brackets: bool,
}

/// The number of bytes in one call, see [`without_inlining`].
const BLOCK: usize = 16 << 10;

/// The properties of one block.
struct BlockProperties {
    /// True if there are bytes that may begin a forbidden character: control characters, and the first byte of U+FFFE
    /// and U+FFFF.
    suspects: bool,
    carriage_returns: bool,
    brackets: bool,
}

impl TextSurvey {
    /// Scans `text` from `base` on.
    pub fn new(text: &str, base: usize) -> Self {
        let look: fn(&[u8]) -> BlockProperties = without_inlining(scan);
        let mut survey = Self { first_forbidden: text.len(), carriage_returns: false, brackets: false };
        for (number, block) in text.as_bytes()[base..].chunks(BLOCK).enumerate() {
            let seen = look(block);
            survey.carriage_returns |= seen.carriage_returns;
            survey.brackets |= seen.brackets;
            if seen.suspects && survey.first_forbidden == text.len() {
                let start = base + number * BLOCK;
                survey.first_forbidden = first_forbidden(text, start, start + block.len()).unwrap_or(text.len());
            }
        }
        survey
    }
}

#[expect(clippy::needless_bitwise_bool, reason = "without a branch, many bytes can be processed at once")]
const fn needs_check(byte: u8) -> bool {
    (byte < b' ') & (byte != b'\t') & (byte != b'\n') & (byte != b'\r') | (byte == 0xef)
}

/// Scans every byte, in one pass and without branches, so that the compiler can process many bytes at once.
fn scan(block: &[u8]) -> BlockProperties {
    let (mut suspects, mut carriage_returns, mut brackets) = (0, 0, 0);
    for &byte in block {
        suspects |= u8::from(needs_check(byte));
        carriage_returns |= u8::from(byte == b'\r');
        brackets |= u8::from(byte == b']');
    }
    BlockProperties { suspects: suspects != 0, carriage_returns: carriage_returns != 0, brackets: brackets != 0 }
}

/// Returns the start of the first character between `start` and `end` that XML does not allow.
fn first_forbidden(text: &str, start: usize, end: usize) -> Option<usize> {
    let suspects = (start..end).filter(|&at| needs_check(text.as_bytes()[at]));
    // A suspect is never in the middle of a character, so the text can be split there.
    suspects.into_iter().find(|&at| text[at..].chars().next().is_some_and(|c| !is_char(c)))
}

#[cfg(test)]
mod tests {
    use super::TextSurvey;

    #[test]
    fn forbidden_characters_are_found_in_any_block() {
        let long = "x".repeat(40_000);
        for (text, at) in [
            ("a\tb\r\n".to_owned(), 5),
            ("a\u{1}".to_owned(), 1),
            (format!("{long}\u{b}"), 40_000),
            ("\u{fffd}\u{fffe}".to_owned(), 3),
            ("\u{fffd}\u{ffff}".to_owned(), 3),
            (String::new(), 0),
        ] {
            assert_eq!(TextSurvey::new(&text, 0).first_forbidden, at);
        }
    }

    #[test]
    fn brackets_and_carriage_returns_are_detected() {
        let survey = TextSurvey::new("a]\r", 0);
        assert!(survey.brackets && survey.carriage_returns);
        let survey = TextSurvey::new("\r]a", 2);
        assert!(!survey.brackets && !survey.carriage_returns);
    }
}
