//! Describes parts of a document in messages.

/// Returns the description of the character at `at`, or of the end of the document.
pub(super) fn describe_character(text: &str, at: usize) -> String {
    match text[at..].chars().next() {
        None => "the end of the document".to_owned(),
        Some('\n' | '\r') => "the end of the line".to_owned(),
        Some('\t') => "a tab".to_owned(),
        Some('`') => "a backtick".to_owned(),
        Some(c) if c.is_control() || c.is_whitespace() => format!("U+{:04X}", u32::from(c)),
        Some(c) => format!("`{c}`"),
    }
}

/// Returns the start of `text`, short enough for a message.
pub(super) fn shorten(text: &str) -> String {
    /// The maximum number of characters that can be read at a glance.
    const LONGEST: usize = 32;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
