//! Comments for the checker, including misspelt ones.

/// The word that begins a comment for the checker.
pub const REMARK: &str = "assay-ignore";

/// Returns the text of a comment for the checker, from its first word on; `None` for any other comment.
///
/// Comments with a misspelt first word are included: otherwise, a typing error would go unnoticed.
#[must_use]
pub fn remark(comment: &str) -> Option<&str> {
    let text = comment.trim();
    (text.starts_with("assay-") || is_misspelt(text)).then_some(text)
}

/// Returns true if `text` begins with a word that differs from [`REMARK`] by one letter, letter case or punctuation
/// character.
fn is_misspelt(text: &str) -> bool {
    /// `REMARK` without the hyphen.
    const BARE: &str = "assayignore";
    if !text.starts_with(['a', 'A']) {
        return false;
    }
    let word = text.split(char::is_whitespace).next().unwrap_or(text);
    if word.eq_ignore_ascii_case("assay") {
        let second = text[word.len()..].split_whitespace().next().unwrap_or_default();
        return second.trim_end_matches(':').eq_ignore_ascii_case("ignore");
    }
    // A much longer word is not a typing error, and comparing it takes long.
    let bare = || word.chars().filter(char::is_ascii_alphabetic).map(|letter| letter.to_ascii_lowercase());
    word.len() < 2 * BARE.len() && strsim::damerau_levenshtein(&bare().collect::<String>(), BARE) <= 1
}

#[cfg(test)]
mod tests {
    use super::remark;

    #[test]
    fn comments_that_look_like_remarks_are_remarks() {
        for (comment, is_one) in [
            (" assay-ignore r x ", true),
            ("assay-ingore r", true),
            ("assay-anything", true),
            ("Assay-Ignore r", true),
            ("assay_ignore r", true),
            ("assay ignore r", true),
            ("Assay\n  ignore: r", true),
            ("assayignore r", true),
            ("asay-ignore r", true),
            ("assay-ignore: r", true),
            ("Assay ignores nothing here", false),
            ("assay", false),
            ("asset-ignore r", false),
            ("all of this", false),
            ("an assay-ignore in a text", false),
            ("", false),
        ] {
            assert_eq!(remark(comment).is_some(), is_one, "{comment}");
        }
    }
}
