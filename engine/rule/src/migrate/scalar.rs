//! Writes strings as YAML, such that every parser, strict or forgiving, 1.1 or 1.2, reads the same string.

use std::fmt::Write as _;

/// The maximum length of the lines of a folded string, including indentation. Only a longer word exceeds it.
const WIDTH: usize = 110;

/// Words that some YAML parser does not read as a string, in any letter case.
const WORDS: &[&str] = &["true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf"];

#[derive(Debug, Eq, PartialEq)]
pub(super) enum ScalarLayout {
    /// On the same line as its key.
    Line(String),
    /// On the lines below `header`.
    Block {
        header: String,
        lines: Vec<String>,
        /// True if line breaks at its end are significant, so that no empty line may follow.
        is_open: bool,
    },
}

/// Chooses the layout of a string whose lines begin in column `indent`. A string that is `prose` may be folded.
pub(super) fn layout(text: &str, indent: usize, prose: bool) -> ScalarLayout {
    if text.contains('\n') && fits_block(text) {
        return literal(text);
    }
    let line = line(text);
    if prose && indent + line.len() > WIDTH && can_be_folded(text) {
        return ScalarLayout::Block { header: ">-".to_owned(), lines: fold_lines(text, indent), is_open: false };
    }
    ScalarLayout::Line(line)
}

/// Writes a string on one line: without quotes if that is unambiguous, in single quotes if it needs no escapes.
pub(super) fn line(text: &str) -> String {
    if is_plain(text) {
        text.to_owned()
    } else if text.chars().all(|c| is_printable(c) && c != '\t') && !is_forgiven(text) {
        format!("'{}'", text.replace('\'', "''"))
    } else {
        double_quoted(text, is_forgiven(text))
    }
}

/// Writes a string on one line, as an item of a list. In the first item of a condition, the forgiving reader looks for
/// a curly quote that ends the method.
pub(super) fn item(text: &str) -> String {
    let ends = |rest: &str| rest.trim_start_matches([' ', '\t']).starts_with([',', ']', '#']);
    let is_end = |(at, quote): (usize, &str)| ends(&text[at + quote.len()..]);
    if text.match_indices(is_curly).any(is_end) { double_quoted(text, true) } else { line(text) }
}

/// Returns true if every parser reads the text as a string without quotes, also between brackets.
fn is_plain(text: &str) -> bool {
    let is_inner = |c: char| c.is_alphanumeric() || " _-./+()*^$;~\\=<>|&%@".contains(c);
    text.starts_with(|c: char| c.is_alphabetic() || c == '_')
        && !text.ends_with(' ')
        // In front of a bracket, parsers read it as the dash of a list.
        && !text.ends_with(" -")
        && text.chars().all(is_inner)
        && !WORDS.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// Returns true if YAML allows the character without an escape.
pub(super) fn is_printable(c: char) -> bool {
    !c.is_control() && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
}

pub(super) const fn is_curly(c: char) -> bool {
    matches!(c, '\u{2018}' | '\u{2019}' | '\u{201c}' | '\u{201d}')
}

/// Returns true if the forgiving reader might read a curly quote in the string as the end of a method. It looks for one
/// after the key of a condition and a list that begins with a quote.
pub(super) fn is_forgiven(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    text.contains(is_curly)
        && lower.match_indices("condition").any(|(at, word)| {
            let after = lower[at + word.len()..].trim_start_matches(['"', '\'', ' ', '\t']);
            let list = after.strip_prefix(':').map(str::trim_start);
            // Comments may follow the key.
            list.is_some_and(|list| list.is_empty() || list.starts_with(['[', '-', '#']))
        })
}

/// Writes a string in double quotes, with curly quotes as escapes if `escapes_curly` is true.
pub(super) fn double_quoted(text: &str, escapes_curly: bool) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if is_printable(c) && !(escapes_curly && is_curly(c)) => out.push(c),
            c => {
                let (letter, digits) = match u32::from(c) {
                    0..0x100 => ('x', 2),
                    0x100..0x1_0000 => ('u', 4),
                    _ => ('U', 8),
                };
                let _ = write!(out, "\\{letter}{:0digits$x}", u32::from(c));
            }
        }
    }
    out.push('"');
    out
}

/// Returns true if a string can be written as a block. Parsers differ in how they read blank lines at its ends, and
/// tabs at the start of lines.
fn fits_block(text: &str) -> bool {
    let mut lines = text.trim_end_matches('\n').split('\n');
    let ends_well = |line: &str| !line.trim().is_empty() || line.is_empty();
    let (first, last) = (lines.next().unwrap_or(""), lines.next_back().unwrap_or("x"));
    !first.trim().is_empty()
        && ends_well(last)
        && !text.split('\n').any(|line| line.starts_with('\t'))
        && text.chars().all(|c| is_printable(c) || matches!(c, '\n' | '\t'))
        && !is_forgiven(text)
}

fn literal(text: &str) -> ScalarLayout {
    let body = text.trim_end_matches('\n');
    let breaks = text.len() - body.len();
    // Spaces at the start would be read as indentation; the digit gives the number of columns that are indentation.
    let indicator = if body.starts_with(' ') { "2" } else { "" };
    let chomping = ["-", "", "+"][breaks.min(2)];
    let mut lines: Vec<String> = body.split('\n').map(str::to_owned).collect();
    lines.extend(std::iter::repeat_n(String::new(), breaks.saturating_sub(1)));
    ScalarLayout::Block { header: format!("|{indicator}{chomping}"), lines, is_open: breaks > 1 }
}

/// Returns true if a string can be broken at its spaces and joined again without changes.
fn can_be_folded(text: &str) -> bool {
    text.split(' ').all(|word| !word.is_empty())
        && text.chars().all(|c| is_printable(c) && c != '\t')
        && !is_forgiven(text)
}

fn fold_lines(text: &str, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if indent + line.chars().count() + 1 + word.chars().count() <= WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{ScalarLayout, layout, line};

    #[test]
    fn one_line_is_quoted_only_if_necessary() {
        for (text, written) in [
            ("Exist in", "Exist in"),
            ("artfunc_res_store.ilevels", "artfunc_res_store.ilevels"),
            ("\u{89d2}\u{8272}", "\u{89d2}\u{8272}"),
            ("", "''"),
            ("*/Items/Item", "'*/Items/Item'"),
            ("it's", "'it''s'"),
            ("5000", "'5000'"),
            ("yes", "'yes'"),
            ("NULL", "'NULL'"),
            ("a: b", "'a: b'"),
            ("a #b", "'a #b'"),
            ("a ", "'a '"),
            ("a -", "'a -'"),
            ("<=", "'<='"),
            ("a\tb", r#""a\tb""#),
            ("a\u{1}\\\"", r#""a\x01\\\"""#),
            ("\u{feff}\u{85}", r#""\ufeff\x85""#),
            ("condition: [\"Exist\u{201d}]", r#""condition: [\"Exist\u201d]""#),
        ] {
            assert_eq!(line(text), written, "{text:?}");
        }
    }

    #[test]
    fn several_lines_are_written_as_a_block() {
        for (text, header, count) in
            [("a\nb", "|-", 2), ("a\nb\n", "|", 2), ("a\n\n\n", "|+", 3), ("  a\n b\n", "|2", 2), ("a\n\nb\n", "|", 3)]
        {
            let ScalarLayout::Block { header: written, lines, .. } = layout(text, 2, false) else { panic!("{text:?}") };
            assert_eq!((written.as_str(), lines.len()), (header, count), "{text:?}");
        }
        for text in ["\n", "\na", "a\n\tb", "a\r\nb", "a\n  ", " \na"] {
            assert!(matches!(layout(text, 2, false), ScalarLayout::Line(line) if line.starts_with('"')), "{text:?}");
        }
    }

    #[test]
    fn prose_is_folded() {
        let text = "word ".repeat(60).trim_end().to_owned();
        let ScalarLayout::Block { header, lines, .. } = layout(&text, 6, true) else { panic!() };
        assert_eq!(header, ">-");
        assert_eq!(lines.join(" "), text);
        assert!(lines.iter().all(|line| line.len() + 6 <= super::WIDTH));
        assert!(matches!(layout(&text, 6, false), ScalarLayout::Line(_)));
        assert!(matches!(layout(&text.replacen(' ', "  ", 1), 6, true), ScalarLayout::Line(_)));
    }
}
