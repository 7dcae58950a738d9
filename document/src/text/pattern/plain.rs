//! Patterns that are only a text, perhaps bound to the start or the end: `^Mesh_`, `\.tga$`, `_lod2`.
//!
//! Rules are full of them, and each costs a machine to build and a search to run, where a comparison does.

use regex_syntax::hir::{Hir, HirKind, Look};

/// A text that is looked for, and where.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Plain {
    text: Box<str>,
    at_start: bool,
    end: End,
}

/// What has to follow the text.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum End {
    Anything,
    /// The end.
    Nothing,
    /// The end, or a line feed and the end, as Python's `$` has it.
    LineFeed,
}

impl Plain {
    /// The text that a parsed pattern comes to, if it is so simple.
    pub fn of(hir: &Hir) -> Option<Self> {
        let mut parts = match hir.kind() {
            HirKind::Concat(parts) => parts.as_slice(),
            _ => std::slice::from_ref(hir),
        };
        let at_start = take_first(&mut parts, |part| is_look(part, Look::Start));
        let end = if take_last(&mut parts, |part| is_look(part, Look::End)) {
            if take_last(&mut parts, is_optional_line_feed) { End::LineFeed } else { End::Nothing }
        } else {
            End::Anything
        };
        let [only] = parts else { return None };
        let HirKind::Literal(literal) = only.kind() else { return None };
        Some(Self { text: str::from_utf8(&literal.0).ok()?.into(), at_start, end })
    }

    /// Whether it is found in `text`.
    pub fn is_in(&self, text: &str) -> bool {
        let wanted = &*self.text;
        let ends = |text: &str| if self.at_start { text == wanted } else { text.ends_with(wanted) };
        match self.end {
            End::Anything if self.at_start => text.starts_with(wanted),
            End::Anything => text.contains(wanted),
            End::Nothing => ends(text),
            End::LineFeed => ends(text) || text.strip_suffix('\n').is_some_and(ends),
        }
    }
}

fn take_first(parts: &mut &[Hir], is_wanted: impl Fn(&Hir) -> bool) -> bool {
    let Some((_, rest)) = parts.split_first().filter(|(first, _)| is_wanted(first)) else { return false };
    *parts = rest;
    true
}

fn take_last(parts: &mut &[Hir], is_wanted: impl Fn(&Hir) -> bool) -> bool {
    let Some((_, rest)) = parts.split_last().filter(|(last, _)| is_wanted(last)) else { return false };
    *parts = rest;
    true
}

fn is_look(hir: &Hir, wanted: Look) -> bool {
    matches!(hir.kind(), HirKind::Look(look) if *look == wanted)
}

/// `\n?`, which is what the translator makes of a `$` together with the end.
fn is_optional_line_feed(hir: &Hir) -> bool {
    let HirKind::Repetition(repetition) = hir.kind() else { return false };
    let is_line_feed = matches!(repetition.sub.kind(), HirKind::Literal(literal) if *literal.0 == *b"\n");
    (repetition.min, repetition.max) == (0, Some(1)) && is_line_feed
}

#[cfg(test)]
mod tests {
    use super::Plain;
    use crate::text::pattern::translate::translate;

    fn plain(source: &str) -> Option<Plain> {
        Plain::of(&regex_syntax::parse(&translate(source).unwrap().text).unwrap())
    }

    #[test]
    fn a_text_is_found_as_the_pattern_would_be() {
        let texts = ["", "a", "ab", "xab", "abx", "ab\n", "xab\n", "ab\n\n", "ba", "a.b", "axb", "é", "\n", "AB"];
        for source in ["ab", "^ab", "ab$", "^ab$", r"ab\Z", r"^ab\Z", r"a\.b", "é$", "(?:ab)", r"\Aab", "a{1}b", "a"] {
            let plain = plain(source).unwrap_or_else(|| panic!("{source} is a text"));
            let regex = regex::Regex::new(&translate(source).unwrap().text).unwrap();
            for text in texts {
                assert_eq!(plain.is_in(text), regex.is_match(text), "{source} in {text:?}");
            }
        }
    }

    #[test]
    fn all_else_is_left_to_a_machine() {
        for source in ["", "a.b", "a|b", "[ab]", "(?i)ab", "(?m)^ab", "(?m)ab$", "a*", r"\bab", "^", "$", "ab?", "(ab)"]
        {
            assert_eq!(plain(source), None, "{source}");
        }
    }
}
