//! Writes names and strings as an `xpath` spells them.

use std::fmt::Write;

use super::syntax::{NOT_IN_TAG, NOT_IN_VALUE};
use crate::Tag;

/// The characters that end a string in double quotes, so that it cannot contain them.
const QUOTES: [char; 3] = ['"', '\u{201c}', '\u{201d}'];

/// Returns the shortest spelling of a tag in a path or a name: the local name or, if it needs quotes, the whole name in
/// quotes. No string can contain double quotes, so stars replace them and everything else that needs quotes.
///
/// The spelling means this tag, and perhaps others: those with another prefix, or with other letters for the stars.
pub fn spell_tag(tag: Tag<'_>) -> String {
    let local = tag.local_name();
    if is_plain(local) {
        return local.to_owned();
    }
    spell_whole_tag(tag).unwrap_or_else(|| with_stars(local))
}

/// Like [`spell_tag`], but in quotes, to exclude tags with other prefixes. `None` if the tag is empty or contains a
/// double quote.
pub fn spell_whole_tag(tag: Tag<'_>) -> Option<String> {
    let may_be_bare = !tag.full.is_empty() && !tag.full.contains(QUOTES);
    may_be_bare.then(|| format!("\"{}\"", tag.full))
}

/// Returns the spelling of a string in a test for equality: as it is, else in quotes, else as a regular expression.
pub fn spell_text(text: &str) -> String {
    let is_bare = !text.is_empty() && text.trim() == text && !text.contains(|c| NOT_IN_VALUE.contains(c));
    match text {
        _ if text.contains(char::is_control) => as_pattern(text),
        _ if is_bare => text.to_owned(),
        _ if !text.contains(QUOTES) => format!("\"{text}\""),
        _ => as_pattern(text),
    }
}

/// Returns true if a tag needs no quotes. With a star it would be a pattern, with an angle bracket it looks like a
/// comparison.
fn is_plain(tag: &str) -> bool {
    let needs_quotes = |c: char| c.is_whitespace() || NOT_IN_TAG.contains(c) || matches!(c, '*' | '<' | '>');
    !tag.is_empty() && !tag.contains(needs_quotes)
}

/// Returns the tag with a star for every run of characters that needs quotes.
fn with_stars(tag: &str) -> String {
    let mut spelled = String::with_capacity(tag.len());
    for c in tag.chars() {
        if is_plain(c.encode_utf8(&mut [0; 4])) {
            spelled.push(c);
        } else if !spelled.ends_with('*') {
            spelled.push('*');
        }
    }
    if spelled.is_empty() { "*".to_owned() } else { spelled }
}

/// Returns the regular expression, in backticks, that matches this string and no other.
fn as_pattern(text: &str) -> String {
    let mut spelled = String::from("`^");
    for c in text.chars() {
        match c {
            // Control characters would be lost in a rule file, and a backtick would end the expression.
            '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '`' => {
                // Writing to a `String` cannot fail.
                let _ = write!(spelled, "\\x{:02x}", u32::from(c));
            }
            _ => spelled.push_str(&regex::escape(c.encode_utf8(&mut [0; 4]))),
        }
    }
    spelled.push_str("\\Z`");
    spelled
}

#[cfg(test)]
mod tests {
    use super::{spell_tag, spell_whole_tag};
    use crate::Tag;

    #[test]
    fn tags_are_spelled_as_briefly_as_possible() {
        for (tag, spelled) in [
            (Tag::xml("Item"), "Item"),
            (Tag::xml("p:Item"), "Item"),
            (Tag::xml("a.b"), "\"a.b\""),
            (Tag::xml("p:a.b"), "\"p:a.b\""),
            (Tag::xml("p:a:b"), "\"p:a:b\""),
            (Tag::key("p:Item"), "\"p:Item\""),
            (Tag::key("KHR_x-1"), "KHR_x-1"),
            (Tag::key("two words"), "\"two words\""),
            (Tag::key("a*"), "\"a*\""),
            (Tag::key("**"), "\"**\""),
            (Tag::key("a<b"), "\"a<b\""),
            (Tag::key("{dom}"), "\"{dom}\""),
            (Tag::key("a\"b"), "a*b"),
            (Tag::key("\"\" x.\"y"), "*x*y"),
            (Tag::key("\u{201c}"), "*"),
            (Tag::key(""), "*"),
            (Tag::key("\u{6750}\u{8d28}"), "\u{6750}\u{8d28}"),
        ] {
            assert_eq!(spell_tag(tag), spelled, "{}", tag.full);
        }
        assert_eq!(spell_whole_tag(Tag::xml("p:Item")).as_deref(), Some("\"p:Item\""));
        assert_eq!(spell_whole_tag(Tag::key("a\"b")), None);
    }
}
