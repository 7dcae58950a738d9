//! Numbers with their nouns, for messages.

use std::fmt::Display;

/// Returns a number with its noun: `one` for the number 1, else `many`. Words that depend on the number may follow the
/// noun, such as `file is` and `files are`.
///
/// ```
/// use assay_language::counted;
///
/// assert_eq!(counted(1, "byte", "bytes"), "1 byte");
/// assert_eq!(counted(0, "byte", "bytes"), "0 bytes");
/// ```
pub fn counted<N: Copy + Display + From<u8> + PartialEq>(number: N, one: &str, many: &str) -> String {
    let noun = if number == N::from(1) { one } else { many };
    format!("{number} {noun}")
}
