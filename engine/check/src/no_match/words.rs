//! Formats paths, names and values for messages, and replaces names in extractions.

use assay_document::extract::spell_tag;
use assay_document::extract::syntax::{PathStep, TagPattern};
use assay_document::format::Tag;

/// The maximum number of names or values in a message.
const MAX_NAMES: usize = 4;

/// Returns an extraction with another name in place of a pattern.
pub(super) fn with_name(source: &str, pattern: &TagPattern, replacement: &str) -> Option<String> {
    match pattern {
        TagPattern::Literal(name) => swap(source, name, replacement),
        _ => swap(source, &tag_text(pattern), &spell_tag(Tag::key(replacement))),
    }
}

/// Returns `source` with `to` in place of `from`, which must occur in it once, as a separate word.
pub(super) fn swap(source: &str, from: &str, to: &str) -> Option<String> {
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '*');
    let is_word = |&(at, _): &(usize, &str)| {
        !source[..at].ends_with(is_letter) && !source[at + from.len()..].starts_with(is_letter)
    };
    let mut places = source.match_indices(from).filter(is_word);
    let (at, _) = places.next()?;
    places.next().is_none().then(|| format!("{}{to}{}", &source[..at], &source[at + from.len()..]))
}

/// Lists the first names or values as code, and counts the remaining ones.
pub(super) fn list_names(names: &[String]) -> String {
    let shown = names.iter().take(MAX_NAMES).map(|name| code(name)).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MAX_NAMES) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// The maximum number of characters of a value in a message.
const LONGEST: usize = 60;

/// Formats a string as code on one line, and shortens a long one.
pub(super) fn code(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}\u{2026}`", &line[..end]),
        None => format!("`{line}`"),
    }
}

/// Returns a path as an `xpath` writes it, without quotes.
pub(super) fn path_text(path: &[PathStep]) -> String {
    let step = |step: &PathStep| match step {
        PathStep::Levels => "**".to_owned(),
        PathStep::Node(pattern) => tag_text(pattern),
    };
    path.iter().map(step).collect::<Vec<_>>().join("/")
}

/// Like [`path_text`], for a name.
pub(super) fn name_text(name: &[TagPattern]) -> String {
    name.iter().map(tag_text).collect::<Vec<_>>().join(".")
}

/// Like [`path_text`], for a tag.
pub(super) fn tag_text(pattern: &TagPattern) -> String {
    match pattern {
        TagPattern::Any => "*".to_owned(),
        TagPattern::Literal(name) | TagPattern::Local(name) => name.clone(),
        TagPattern::Glob(parts) => parts.join("*"),
    }
}
