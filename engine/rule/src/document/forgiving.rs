//! Forgiving YAML: makes common errors in rule files readable before the YAML parser sees them.
//!
//! Each error is repaired by replacing one character, so that all positions stay the same. The replacements are
//! private-use characters that the file does not contain. They are reverted in every scalar after it is read.

use std::borrow::Cow;

use assay_document::text::{Fault, IssueCode, Span};

/// Characters that may begin a plain string although they have another meaning in YAML, and a closing brace.
const LEADERS: [char; 4] = ['*', '`', '{', '}'];

/// The private-use characters that replace [`LEADERS`] for the YAML parser, in the same order.
const COVERS: [char; 4] = ['\u{10fff0}', '\u{10fff1}', '\u{10fff2}', '\u{10fff3}'];

/// The maximum number of blank and comment lines between a key and its value.
const MAX_LINES: usize = 8;

/// The maximum distance, in characters, to the other end of a quote or brace. No method and no `{file.…}` is as long.
const MAX_SCAN: usize = 80;

/// The deviation from YAML that is accepted in the value of a key.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Lenience {
    /// The value is a string, which may begin with a character that has another meaning in YAML.
    Text,
    /// The value is a list, whose first element may end in a curly quote.
    Method,
}

/// A rule file whose common errors have been repaired.
pub struct Softened<'t> {
    /// The text for the YAML parser. It has as many characters as the file, each at the same position.
    pub yaml: Cow<'t, str>,
    /// True if [`COVERS`] replace [`LEADERS`] in the text. They do not if the file contains [`COVERS`] itself.
    has_covers: bool,
    /// Reports curly quotes that were read as straight ones.
    pub hints: Vec<Fault>,
}

impl<'t> Softened<'t> {
    /// Repairs the errors of `text` that `lenience` forgives.
    pub fn new(text: &'t str, lenience: fn(&str) -> Option<Lenience>) -> Self {
        let has_covers = !text.contains(COVERS) && !has_escaped_cover(text);
        let mut swaps = Vec::new();
        let mut hints = Vec::new();
        for line in directives(text) {
            // Replaced by spaces: after an unknown directive, the parser reports wrong positions.
            let letters = text[line.range()].char_indices();
            swaps.extend(letters.map(|(at, letter)| (line.start() as usize + at, letter.len_utf8(), ' ')));
        }
        for (kind, value) in values(text, lenience) {
            let rest = &text[value..];
            if kind == Lenience::Method {
                if let Some((at, quote)) = closing_quote(rest) {
                    hints.push(Fault::new(
                        IssueCode::RuleFileQuote,
                        format!("`{}` is read as a straight quote", &rest[at..at + quote.len_utf8()]),
                        Span::of(value + at, value + at + quote.len_utf8()),
                    ));
                    swaps.push((value + at, quote.len_utf8(), if is_single(quote) { '\'' } else { '"' }));
                }
            } else if has_covers {
                swaps.extend(leader(rest).into_iter().flatten().map(|(at, nth)| (value + at, 1, COVERS[nth])));
            }
        }
        Self { yaml: replace(text, swaps), has_covers, hints }
    }

    /// Returns true if a plain scalar began with a character that YAML does not allow there.
    pub fn is_covered(&self, scalar: &str) -> bool {
        self.has_covers && scalar.starts_with(COVERS)
    }

    /// Returns the scalar as written in the file.
    pub fn uncover(&self, scalar: Cow<'_, str>) -> String {
        if !self.has_covers || !scalar.contains(COVERS) {
            return scalar.into_owned();
        }
        let uncovered = |c| COVERS.iter().position(|cover| *cover == c).map_or(c, |nth| LEADERS[nth]);
        scalar.chars().map(uncovered).collect()
    }
}

/// Returns true if an escape in a double-quoted string yields one of [`COVERS`], or a character next to them.
fn has_escaped_cover(text: &str) -> bool {
    let digits = |at: usize| text.get(at + 2..at + 9);
    text.match_indices("\\U").any(|(at, _)| digits(at).is_some_and(|digits| digits.eq_ignore_ascii_case("0010fff")))
}

/// Returns the lines before the document that begin with `%`.
fn directives(text: &str) -> Vec<Span> {
    let mut lines = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let length = text[at..].find(['\n', '\r']).unwrap_or(text.len() - at);
        let line = &text[at..at + length];
        match line.trim_start_matches([' ', '\t']).chars().next() {
            None | Some('#') => {}
            Some('%') if line.starts_with('%') => lines.push(Span::of(at, at + length)),
            Some(_) => break,
        }
        at += length + 1;
    }
    lines
}

/// Returns the offset at which the value of each forgiven key begins, with its [`Lenience`].
///
/// A match that is no key, in a comment or inside another string, does no harm: its replacement is undone after
/// reading.
fn values(text: &str, lenience: fn(&str) -> Option<Lenience>) -> impl Iterator<Item = (Lenience, usize)> {
    memchr::memchr_iter(b':', text.as_bytes()).filter_map(move |colon| {
        let before = text[..colon].trim_end_matches([' ', '\t']);
        let unquoted = before.strip_suffix(['"', '\'']).unwrap_or(before);
        let word = unquoted.len() - unquoted.bytes().rev().take_while(|&byte| is_letter(byte)).count();
        Some((lenience(&unquoted[word..])?, value_start(text, word, colon + 1)?))
    })
}

const fn is_letter(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

/// Returns the start of the value of the key at `key`, whose colon ends at `at`. The value is on the same line, or
/// further indented below.
fn value_start(text: &str, key: usize, at: usize) -> Option<usize> {
    let mut line = at;
    for _ in 0..MAX_LINES {
        let blanks = text[line..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        let value = line + blanks;
        match text.as_bytes().get(value)? {
            b'\n' | b'\r' => line = value + 1,
            b'#' if value > at => line = value + text[value..].find(['\n', '\r'])? + 1,
            _ if line == at => return Some(value),
            _ => {
                let column = key - text[..key].rfind(['\n', '\r']).map_or(0, |end| end + 1);
                // The items of a list may begin in the same column as their key.
                let is_item = text[value..].starts_with("- ");
                return (blanks + usize::from(is_item) > column).then_some(value);
            }
        }
    }
    None
}

/// Returns the characters to replace in a plain scalar: their offsets, and their indexes in [`LEADERS`].
fn leader(rest: &str) -> [Option<(usize, usize)>; 2] {
    match rest.as_bytes() {
        [b'*', ..] => [Some((0, 0)), None],
        [b'`', ..] => [Some((0, 1)), None],
        _ if begins_with_name(rest) => {
            let end = rest.bytes().take(MAX_SCAN).take_while(|&byte| byte != b'\n').position(|byte| byte == b'}');
            [Some((0, 2)), end.map(|end| (end, 3))]
        }
        _ => [None, None],
    }
}

/// Returns true if a string begins with a word in braces, such as `{file.path}` or `{value} is too large`, and is not a
/// mapping.
fn begins_with_name(rest: &str) -> bool {
    let Some(inner) = rest.strip_prefix('{') else { return false };
    let name = inner.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.'));
    inner.starts_with("file.") || inner.starts_with("image.") || (name.len() < inner.len() && name.starts_with('}'))
}

/// Returns the curly quote that ends a method, and its offset, if a straight quote began the method, as in
/// `["Null collection”]`.
fn closing_quote(rest: &str) -> Option<(usize, char)> {
    let list = rest.strip_prefix(['[', '-'])?.trim_start_matches([' ', '\t']);
    let open = list.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let mut method = list[1..].char_indices().take(MAX_SCAN).take_while(|&(_, c)| !matches!(c, '\n' | '\r'));
    let (at, quote) = method.find(|&(_, c)| is_quote(c) && is_single(c) == (open == '\''))?;
    let after = list[1 + at + quote.len_utf8()..].trim_start_matches([' ', '\t']);
    let ends = after.is_empty() || after.starts_with([',', ']', '#', '\n', '\r']);
    // Quotes after it must come in pairs. Otherwise one of them ends this string, and the curly quote is inside it.
    let is_even =
        after.bytes().take_while(|byte| !matches!(byte, b'\n' | b'\r')).filter(|&byte| byte == open as u8).count() % 2
            == 0;
    (quote != open && ends && is_even).then_some((rest.len() - list.len() + 1 + at, quote))
}

const fn is_single(quote: char) -> bool {
    matches!(quote, '\'' | '\u{2018}' | '\u{2019}')
}

const fn is_quote(c: char) -> bool {
    is_single(c) || matches!(c, '"' | '\u{201c}' | '\u{201d}')
}

/// Returns `text` with the replacements `swaps` (offset, length, new character; in any order).
fn replace(text: &str, mut swaps: Vec<(usize, usize, char)>) -> Cow<'_, str> {
    if swaps.is_empty() {
        return Cow::Borrowed(text);
    }
    swaps.sort_unstable();
    let mut replaced = String::with_capacity(text.len() + 2 * swaps.len());
    let mut done = 0;
    for (at, length, with) in swaps {
        // Two fields may replace the same brace; only the first does.
        if at >= done {
            replaced.push_str(&text[done..at]);
            replaced.push(with);
            done = at + length;
        }
    }
    replaced.push_str(&text[done..]);
    Cow::Owned(replaced)
}

#[cfg(test)]
mod tests {
    use super::super::{RuleDocument, RuleValue, WrittenNode};
    use crate::fields::lenience;

    /// Returns the text of the last entry of the mapping in `yaml`, and the number of hints.
    fn last(yaml: &str) -> (String, usize) {
        let document = RuleDocument::read("r.yaml", yaml, lenience);
        assert_eq!(document.faults, [], "{yaml:?}");
        let Some(WrittenNode { value: RuleValue::Map(entries), .. }) = document.root else { panic!("{yaml:?}") };
        (entries.last().unwrap().1.as_text().unwrap().text, document.hints.len())
    }

    #[test]
    fn strings_may_begin_with_characters_that_yaml_forbids() {
        for (yaml, text) in [
            ("xpath: */Items/Item/GUID", "*/Items/Item/GUID"),
            ("xpath: **/Item", "**/Item"),
            ("xpath: *", "*"),
            ("xpath: */A.Name==`^M_`,GUID", "*/A.Name==`^M_`,GUID"),
            ("xpath: {file.path}", "{file.path}"),
            ("xpath: {image.width}  # wide", "{image.width}"),
            ("xpath: {file.path", "{file.path"),
            ("message: {value} is wrong", "{value} is wrong"),
            ("message: {value}", "{value}"),
            ("message: {Na\u{e9}me} of {path}", "{Na\u{e9}me} of {path}"),
            ("{name: r, message: {value}}", "{value}"),
            ("XPath: */A", "*/A"),
            ("subxpath: */A", "*/A"),
            ("rpath: *.xml", "*.xml"),
            ("filter: `x`", "`x`"),
            ("description: *very* good", "*very* good"),
            ("xpath : */A", "*/A"),
            ("\"xpath\": */A", "*/A"),
            ("'xpath': */A", "*/A"),
            ("{xpath: */A }", "*/A"),
            ("{name: r, xpath: {file.name}}", "{file.name}"),
            ("xpath:\n  */A\n", "*/A"),
            ("xpath: # where\n\n  # the\n  */A\n", "*/A"),
            ("xpath:\t*/A", "*/A"),
            ("a: 1\r\nxpath: */A\r\n", "*/A"),
            ("\u{feff}xpath: */A", "*/A"),
            ("a: \u{e9}\u{1f600}\u{e000}\u{e001}\nxpath: */A\u{e002}", "*/A\u{e002}"),
        ] {
            assert_eq!(last(yaml), (text.to_owned(), 1), "{yaml:?}");
        }
    }

    #[test]
    fn other_text_is_read_as_yaml() {
        for (yaml, text) in [
            ("xpath: '*/A'", "*/A"),
            ("xpath: \"`x`\"", "`x`"),
            ("xpath: A/*", "A/*"),
            ("func_str: |\n  xpath: */A\n  {filter: `x`}\n", "xpath: */A\n{filter: `x`}\n"),
            ("why: 'xpath: */A, filter: {file.path}'", "xpath: */A, filter: {file.path}"),
            ("why: a # xpath: */A\n", "a"),
            ("xpath: |\n  */A\n", "*/A\n"),
            ("a: \u{e000}", "\u{e000}"),
            (r#"a: "\ue000 \U0000e001""#, "\u{e000} \u{e001}"),
        ] {
            assert_eq!(last(yaml), (text.to_owned(), 0), "{yaml:?}");
        }
        // Other fields, values not deeper than their key, and mappings keep their meaning in YAML.
        for (yaml, code) in [
            ("other: *x", "rule-file-alias"),
            ("- *x", "rule-file-alias"),
            ("a:\n  xpath:\n  *x : y\n", "rule-file-alias"),
            ("other: `x`", "rule-file-yaml"),
        ] {
            assert_eq!(RuleDocument::read("r.yaml", yaml, lenience).faults[0].code.as_str(), code, "{yaml:?}");
        }
        let mapping = RuleDocument::read("r.yaml", "xpath: {file: x}", lenience).root.unwrap();
        assert!(matches!(mapping.value, RuleValue::Map(entries) if matches!(entries[0].1.value, RuleValue::Map(_))));
    }

    #[test]
    fn a_hint_has_the_place_of_the_string() {
        let yaml = "a: \u{1f600}\nxpath: {file.path}\n";
        let hint = RuleDocument::read("r.yaml", yaml, lenience).hints.remove(0);
        assert_eq!(&yaml[hint.span.range()], "{file.path}");
        assert_eq!(hint.message, "a string that begins with `{` needs quotes in YAML");
    }

    #[test]
    fn a_method_may_end_in_a_curly_quote() {
        for (yaml, method) in [
            ("condition: [\"Null collection\u{201d}]", "Null collection"),
            ("condition: [ \"Exist in\u{201d} , x]", "Exist in"),
            ("condition: ['Exist\u{2019}]", "Exist"),
            ("condition:\n- \"Exist\u{201d}\n", "Exist"),
            ("condition:\n  - \"Exist\u{201c}  # c\n", "Exist"),
            ("Condition: [\"Exist\u{201d},\"x\"]", "Exist"),
        ] {
            let document = RuleDocument::read("r.yaml", yaml, lenience);
            assert_eq!(document.faults, [], "{yaml:?}");
            let RuleValue::Map(entries) = document.root.unwrap().value else { panic!("{yaml:?}") };
            let RuleValue::List(items) = &entries[0].1.value else { panic!("{yaml:?}") };
            assert_eq!(items[0].as_text().unwrap().text, method, "{yaml:?}");
            let [hint] = &document.hints[..] else { panic!("{yaml:?}") };
            assert!(matches!(&yaml[hint.span.range()], "\u{201d}" | "\u{2019}" | "\u{201c}"), "{yaml:?}");
        }
        for yaml in ["condition: [\"Null \u{201d}x\u{201d} collection\"]", "condition: [\u{201c}Exist\u{201d}]"] {
            assert_eq!(RuleDocument::read("r.yaml", yaml, lenience).hints, [], "{yaml:?}");
        }
    }
}
