//! Sentences of prose, and the number of words in each.

/// A sentence.
pub(super) struct Sentence<'t> {
    /// The byte at which it begins.
    pub at: usize,
    pub text: &'t str,
    /// The number of words; a piece of code is one.
    pub words: usize,
}

/// Splits prose into sentences. A blank line, an indented line such as a row of a help text, an [item](super::texts::ITEM) and a cell of a table end one too.
pub(super) fn of(text: &str) -> Vec<Sentence<'_>> {
    let mut sentences = Vec::new();
    let mut from = 0;
    for (at, c) in text.char_indices() {
        let after = &text[at + c.len_utf8()..];
        let ends = match c {
            '.' | '!' | '?' => after.is_empty() || after.starts_with(char::is_whitespace),
            // A string of Rust continues after a backslash.
            '\n' => ends_line(after) && !text[..at].ends_with('\\'),
            '|' | super::texts::ITEM => true,
            _ => after.is_empty(),
        };
        if ends {
            let sentence = &text[from..at + c.len_utf8()];
            let begins = sentence.len() - sentence.trim_start().len();
            let is_word = |word: &&str| word.contains(char::is_alphanumeric);
            let words = sentence.split_whitespace().filter(is_word).count();
            sentences.push(Sentence { at: from + begins, text: sentence, words });
            from = at + c.len_utf8();
        }
    }
    sentences
}

/// Returns true if a sentence cannot continue in these lines: the first one is blank, indented or a row of a table.
fn ends_line(after: &str) -> bool {
    let next = after.lines().next().unwrap_or_default();
    next.contains("  ") || next.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::of;

    #[test]
    fn ends_of_sentences() {
        for (text, words) in [
            ("Reads a file. Returns `x`.", vec![3, 2]),
            ("Version 1.2 is read", vec![4]),
            ("One cell | another cell", vec![2, 2]),
            ("A paragraph\n\nAnother one", vec![2, 2]),
            ("a line\nand its end", vec![5]),
            ("Exit codes:\n  0  nothing found\n  1  findings", vec![2, 3, 2]),
            ("a string \\\n    of Rust", vec![4]),
        ] {
            assert_eq!(of(text).iter().map(|sentence| sentence.words).collect::<Vec<_>>(), words, "{text}");
        }
    }
}
