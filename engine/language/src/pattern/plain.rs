//! Patterns that consist only of strings, optionally anchored, and of gaps: `^Mesh_`, `\.(tga|psd)$`,
//! `Repository.*/resource\.xml$`.
//!
//! Rules contain many of them. Comparisons replace the machine that each of them would need.

use memchr::memmem;
use regex_syntax::hir::literal::{Extractor, Literal};
use regex_syntax::hir::{Dot, Hir, HirKind, Look};

/// The maximum number of strings that a piece may match. For more strings a machine is faster, which searches for all
/// of them at once.
const MAX_TEXTS: usize = 16;

/// Strings that must occur one after the other, and their anchors.
#[derive(Debug, Eq, PartialEq)]
pub(super) struct Plain {
    first: PlainTexts,
    /// The strings that follow, each with the gap in front of it.
    further: Box<[Further]>,
    at_start: bool,
    end: PatternEnd,
}

/// Strings after a gap.
#[derive(Debug, Eq, PartialEq)]
struct Further {
    /// True if the gap contains at least one character, like `.+`.
    has_character: bool,
    piece: PlainTexts,
}

/// Strings; at least one must occur.
#[derive(Debug, Eq, PartialEq)]
struct PlainTexts(Box<[Box<str>]>);

/// Restricts the text after the last piece.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum PatternEnd {
    Anything,
    /// The end.
    Nothing,
    /// The end, or a line feed and the end, like Python's `$`.
    LineFeed,
}

impl Plain {
    /// Returns the strings of a parsed pattern, if it is simple enough.
    pub fn of(hir: &Hir) -> Option<Self> {
        let mut parts = match hir.kind() {
            HirKind::Concat(parts) => parts.as_slice(),
            _ => std::slice::from_ref(hir),
        };
        let at_start = take_first(&mut parts, |part| is_look(part, Look::Start));
        let end = if take_last(&mut parts, |part| is_look(part, Look::End)) {
            if take_last(&mut parts, is_optional_line_feed) { PatternEnd::LineFeed } else { PatternEnd::Nothing }
        } else {
            PatternEnd::Anything
        };
        let mut gaps = parts.iter().filter_map(gap);
        let mut pieces = parts.split(|part| gap(part).is_some()).map(PlainTexts::of);
        let first = pieces.next()??;
        let further = pieces.map(|piece| Some(Further { has_character: gaps.next()?, piece: piece? }));
        let further: Box<[Further]> = further.collect::<Option<_>>()?;
        // An empty string is found everywhere, also where comparisons do not look.
        (!further.is_empty() || !first.has_empty()).then_some(Self { first, further, at_start, end })
    }

    /// Returns true if it is found in `text`. Returns `None` if it has gaps and `text` has several lines, because a gap
    /// ends with its line.
    pub fn is_in(&self, text: &str) -> Option<bool> {
        if self.further.is_empty() {
            return Some(self.first.is_in(text, self.at_start, self.end));
        }
        // Paths and values rarely contain a line feed, so this case is left to the machine.
        if memchr::memchr(b'\n', text.as_bytes()).is_some() {
            return None;
        }
        Some(self.is_in_line(text).unwrap_or_default())
    }

    /// Like [`Self::is_in`], for a single line. Each piece is matched where it ends first, which leaves as much as
    /// possible of the line for the next piece. `None` means that a piece is not found.
    fn is_in_line(&self, line: &str) -> Option<bool> {
        let mut at = if self.at_start { self.first.shortest_start_of(line)? } else { self.first.first_end_in(line)? };
        let (last, between) = self.further.split_last()?;
        for Further { has_character, piece } in between {
            let rest = after_gap(&line[at..], *has_character)?;
            at = line.len() - rest.len() + piece.first_end_in(rest)?;
        }
        let rest = after_gap(&line[at..], last.has_character)?;
        Some(last.piece.is_in(rest, false, self.end))
    }
}

impl PlainTexts {
    /// Returns the strings that parts without gaps match.
    fn of(parts: &[Hir]) -> Option<Self> {
        // Assertions between the strings need the machine.
        if parts.iter().any(|part| !part.properties().look_set().is_empty()) {
            return None;
        }
        let texts = Extractor::new().extract(&Hir::concat(parts.to_vec()));
        let texts = texts.literals().filter(|texts| texts.len() <= MAX_TEXTS && texts.iter().all(Literal::is_exact));
        let texts = texts?.iter().map(|text| Some(str::from_utf8(text.as_bytes()).ok()?.into()));
        let texts = texts.collect::<Option<Box<[Box<str>]>>>()?;
        (!texts.is_empty()).then_some(Self(texts))
    }

    fn has_empty(&self) -> bool {
        self.0.iter().any(|text| text.is_empty())
    }

    fn is_in(&self, text: &str, at_start: bool, end: PatternEnd) -> bool {
        self.0.iter().any(|needle| is_in(text, needle, at_start, end))
    }

    fn first_end_in(&self, text: &str) -> Option<usize> {
        self.0.iter().filter_map(|needle| Some(memmem::find(text.as_bytes(), needle.as_bytes())? + needle.len())).min()
    }

    /// Returns the length of the shortest string that `text` starts with.
    fn shortest_start_of(&self, text: &str) -> Option<usize> {
        self.0.iter().filter(|needle| text.starts_with(&***needle)).map(|needle| needle.len()).min()
    }
}

fn is_in(text: &str, needle: &str, at_start: bool, end: PatternEnd) -> bool {
    let ends = |text: &str| if at_start { text == needle } else { text.ends_with(needle) };
    match end {
        PatternEnd::Anything if at_start => text.starts_with(needle),
        PatternEnd::Anything => text.contains(needle),
        PatternEnd::Nothing => ends(text),
        PatternEnd::LineFeed => ends(text) || text.strip_suffix('\n').is_some_and(ends),
    }
}

/// Returns the remaining text after the shortest match of a gap; `None` if the gap needs a character and `text` is
/// empty.
fn after_gap(text: &str, has_character: bool) -> Option<&str> {
    let mut rest = text.chars();
    if has_character {
        rest.next()?;
    }
    Some(rest.as_str())
}

/// Returns true for `.+`, which matches at least one character, false for `.*`, and `None` for anything else.
fn gap(hir: &Hir) -> Option<bool> {
    let HirKind::Repetition(repetition) = hir.kind() else { return None };
    let is_gap = repetition.min <= 1 && repetition.max.is_none() && *repetition.sub == Hir::dot(Dot::AnyCharExceptLF);
    is_gap.then_some(repetition.min == 1)
}

fn take_first(parts: &mut &[Hir], matches: impl Fn(&Hir) -> bool) -> bool {
    let Some((_, rest)) = parts.split_first().filter(|(first, _)| matches(first)) else { return false };
    *parts = rest;
    true
}

fn take_last(parts: &mut &[Hir], matches: impl Fn(&Hir) -> bool) -> bool {
    let Some((_, rest)) = parts.split_last().filter(|(last, _)| matches(last)) else { return false };
    *parts = rest;
    true
}

fn is_look(hir: &Hir, expected: Look) -> bool {
    matches!(hir.kind(), HirKind::Look(look) if *look == expected)
}

/// Returns true for `\n?`. The translator writes it, with the end of the text, for `$`.
fn is_optional_line_feed(hir: &Hir) -> bool {
    let HirKind::Repetition(repetition) = hir.kind() else { return false };
    let is_line_feed = matches!(repetition.sub.kind(), HirKind::Literal(literal) if *literal.0 == *b"\n");
    (repetition.min, repetition.max) == (0, Some(1)) && is_line_feed
}

#[cfg(test)]
mod tests {
    use super::Plain;
    use crate::pattern::translate::translate;

    fn plain(source: &str) -> Option<Plain> {
        Plain::of(&regex_syntax::parse(&translate(source).unwrap().text).unwrap())
    }

    /// Returns all strings of up to `length` of these characters.
    fn strings(characters: &[char], length: usize) -> Vec<String> {
        let mut all = vec![String::new()];
        let mut start = 0;
        for _ in 0..length {
            let end = all.len();
            for at in start..end {
                all.extend(characters.iter().map(|c| format!("{}{c}", all[at])).collect::<Vec<_>>());
            }
            start = end;
        }
        all
    }

    #[test]
    fn plain_strings_are_found_like_the_pattern() {
        let sources = [
            "ab",
            "^ab",
            "ab$",
            "^ab$",
            r"ab\Z",
            r"^ab\Z",
            r"a\.b",
            "é$",
            "(?:ab)",
            r"\Aab",
            "a{1}b",
            "a",
            "a|b",
            "[ab]",
            "(ab)",
            "ab?",
            "^(a|bb)$",
            r"\.(a|b)$",
            "(?i)ab",
            "a(b|é)b",
            "^(ab|a)",
        ];
        for source in sources {
            let plain = plain(source).unwrap_or_else(|| panic!("{source} is some texts"));
            let regex = regex::Regex::new(&translate(source).unwrap().text).unwrap();
            for text in strings(&['a', 'b', '.', 'é', '\n', 'A'], 4) {
                assert_eq!(plain.is_in(&text), Some(regex.is_match(&text)), "{source} in {text:?}");
            }
        }
    }

    #[test]
    fn gaps_are_matched_like_the_pattern() {
        let sources = [
            "a.*b",
            "^a.*b",
            "a.*b$",
            "^a.*b$",
            r"^a.*b\Z",
            ".*a",
            "^.*a$",
            "a.*",
            "a.*$",
            "a.+b",
            ".+a",
            "^.+$",
            ".+",
            "a.*?b",
            "(a|ab).*(b|bb)$",
            "a.*b.*a",
            "^(ab|a).+b.*é$",
            "a.*.*b",
            "a.+.+b",
            "^.*$",
            "(a|).+b",
        ];
        for source in sources {
            let plain = plain(source).unwrap_or_else(|| panic!("{source} is some texts"));
            let regex = regex::Regex::new(&translate(source).unwrap().text).unwrap();
            for text in strings(&['a', 'b', 'é'], 7) {
                assert_eq!(plain.is_in(&text), Some(regex.is_match(&text)), "{source} in {text:?}");
            }
            assert_eq!(plain.is_in("a\nb"), None, "{source}");
        }
    }

    #[test]
    fn other_patterns_need_an_automaton() {
        let sources = [
            "",
            "a.b",
            "[a-z]",
            "(?m)^ab",
            "(?m)ab$",
            "a*",
            r"\bab",
            "^",
            "$",
            "a?",
            "(a$|b)",
            "(?s)a.*b",
            "a.{2}b",
            r"\d",
            "(?i)resource",
            "a.*[a-z]",
            "(a.*|b)c",
        ];
        for source in sources {
            assert_eq!(plain(source), None, "{source}");
        }
    }
}
