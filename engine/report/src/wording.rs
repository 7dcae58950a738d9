//! Escapes strings from documents for output, and formats numbers with their nouns.

use std::borrow::Cow;

use unicode_width::UnicodeWidthChar;

/// Returns `text` on one line, without terminal control sequences and invisible characters. Line ends and tabs become
/// spaces. Other control characters, and those that change the direction of writing, become escape sequences.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    let text = text.trim_end_matches(['\n', '\r', ' ']);
    if !text.chars().any(must_escape) {
        return Cow::Borrowed(text);
    }
    let mut clean = String::with_capacity(text.len() + 16);
    // A Windows line end becomes one space, not two.
    for c in text.replace("\r\n", "\n").chars() {
        match c {
            '\n' | '\r' | '\t' | '\u{85}' | '\u{2028}' | '\u{2029}' => clean.push(' '),
            c if must_escape(c) => clean.extend(c.escape_unicode()),
            c => clean.push(c),
        }
    }
    Cow::Owned(clean)
}

/// Returns a path on one line in which every character is visible, also line ends, tabs and spaces at its ends.
pub(super) fn clean_path(path: &str) -> Cow<'_, str> {
    if path.trim() == path && !path.chars().any(must_escape) {
        return Cow::Borrowed(path);
    }
    let inner = path.len() - path.trim_start().len()..path.trim_end().len();
    let mut clean = String::with_capacity(path.len() + 16);
    for (at, c) in path.char_indices() {
        if must_escape(c) || (c.is_whitespace() && !inner.contains(&at)) {
            clean.extend(c.escape_unicode());
        } else {
            clean.push(c);
        }
    }
    Cow::Owned(clean)
}

/// Applies [`clean`] to each line, for formats that show several lines.
pub(super) fn clean_lines(text: &str) -> String {
    text.lines().map(clean).collect::<Vec<_>>().join("\n")
}

/// Escapes the markup of XML and HTML, also in the values of attributes.
pub(super) fn escape_markup(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Returns true if `c` controls a terminal or the direction of writing, breaks the line, or has no width and no
/// meaning.
pub(super) fn must_escape(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{61c}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}')
        || matches!(c, '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

/// Escapes commands of CI services in the output of a program: `::` at the start of a line for GitHub, and those of
/// [`without_marks`]. The path of a file can contain such a command.
pub(super) fn without_commands(text: String) -> String {
    let text = without_marks(text);
    if !text.contains("::") {
        return text;
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for line in text.split_inclusive('\n') {
        match line.trim_start().strip_prefix(':') {
            Some(rest) if rest.starts_with(':') => {
                escaped.extend([&line[..line.len() - rest.len() - 1], "\\u{3a}", rest]);
            }
            _ => escaped.push_str(line),
        }
    }
    escaped
}

/// Escapes commands that CI services execute anywhere in a line: those of Azure and TeamCity, and GitHub's old syntax.
pub(super) fn without_marks(mut text: String) -> String {
    const MARKS: [&str; 3] = ["##[", "##vso[", "##teamcity["];
    for mark in MARKS {
        if text.contains(mark) {
            text = text.replace(mark, &format!("\\u{{23}}{}", &mark[1..]));
        }
    }
    text
}

/// Returns the number of columns that `c` takes in a terminal.
pub(super) fn width(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// Cuts `text` to `room` columns if it is longer; `…` marks the cut.
pub(super) fn cut(text: &str, room: usize) -> Cow<'_, str> {
    // A string has at least as many bytes as columns.
    if text.len() <= room {
        return Cow::Borrowed(text);
    }
    let mut columns = 0;
    let mut fitting = 0;
    for (at, c) in text.char_indices() {
        columns += width(c);
        if columns > room {
            return Cow::Owned(format!("{}\u{2026}", &text[..fitting]));
        }
        if columns < room {
            fitting = at + c.len_utf8();
        }
    }
    Cow::Borrowed(text)
}

/// Returns `number` with its digits in groups of three.
pub(super) fn group_digits(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() * 4 / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns `number` with its noun, in the plural unless the number is one.
pub(super) fn count(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", group_digits(number), if number == 1 { "" } else { "s" })
}

/// Returns a number of bytes with three significant digits, in powers of 1000.
pub(super) fn bytes(number: u64) -> String {
    const UNITS: [&str; 5] = ["kB", "MB", "GB", "TB", "PB"];
    if number < 1000 {
        return count(number, "byte");
    }
    #[expect(clippy::cast_precision_loss, reason = "three digits are shown")]
    let mut amount = number as f64 / 1000.0;
    let mut unit = 0;
    // 999.5 would be shown as 1000.
    while amount >= 999.5 && unit + 1 < UNITS.len() {
        amount /= 1000.0;
        unit += 1;
    }
    let digits = if amount < 9.995 { 2 } else { usize::from(amount < 99.95) };
    format!("{amount:.digits$} {}", UNITS[unit])
}

/// Returns a time in a suitable unit.
pub(super) fn time(milliseconds: f64) -> String {
    match milliseconds {
        ms if ms < 1.0 => format!("{ms:.1} ms"),
        ms if ms < 999.5 => format!("{ms:.0} ms"),
        ms if ms < 60_000.0 => format!("{:.1} s", ms / 1000.0),
        ms => format!("{:.0} min {:.0} s", (ms / 60_000.0).floor(), (ms % 60_000.0 / 1000.0).floor()),
    }
}

#[cfg(test)]
mod tests {
    use super::{bytes, clean, clean_path, count, cut, time, without_commands};

    #[test]
    fn paths_keep_all_characters() {
        for (path, expected) in [
            ("art/old wall.png", "art/old wall.png"),
            ("line\nbreak.json", "line\\u{a}break.json"),
            ("a\tb", "a\\u{9}b"),
            ("name.txt ", "name.txt\\u{20}"),
            (" name.txt", "\\u{20}name.txt"),
            ("  ", "\\u{20}\\u{20}"),
            ("a\u{a0}", "a\\u{a0}"),
            ("a\u{1b}[2J", "a\\u{1b}[2J"),
        ] {
            assert_eq!(clean_path(path), expected);
        }
    }

    #[test]
    fn terminal_control_characters_are_escaped() {
        for (text, expected) in [
            ("plain \u{e4} \u{1f600}", "plain \u{e4} \u{1f600}"),
            ("two\nlines\r\nand\ta tab", "two lines and a tab"),
            ("a block's end\n", "a block's end"),
            ("\u{1b}[2Jgone", "\\u{1b}[2Jgone"),
            ("\u{9b}31m", "\\u{9b}31m"),
            ("a\u{202e}b", "a\\u{202e}b"),
            ("a\u{200b}b\0", "a\\u{200b}b\\u{0}"),
            ("a\u{a0}b", "a\u{a0}b"),
        ] {
            assert_eq!(clean(text), expected);
        }
    }

    #[test]
    fn commands_of_services_are_escaped() {
        for (text, expected) in [
            ("a.xml:1:1\n  a::b # c\n", "a.xml:1:1\n  a::b # c\n"),
            ("::error::x\n", "\\u{3a}:error::x\n"),
            ("a\n  ::stop-commands::t\n", "a\n  \\u{3a}:stop-commands::t\n"),
            ("a ##[error]b", "a \\u{23}#[error]b"),
            ("##vso[task.setvariable variable=a]b", "\\u{23}#vso[task.setvariable variable=a]b"),
            ("## a heading", "## a heading"),
        ] {
            assert_eq!(without_commands(text.to_owned()), expected);
        }
    }

    #[test]
    fn cut_strings_have_the_requested_width() {
        for (text, room, expected) in [
            ("abcdef", 6, "abcdef"),
            ("abcdefg", 6, "abcde\u{2026}"),
            ("\u{6f22}\u{5b57}", 4, "\u{6f22}\u{5b57}"),
            ("\u{6f22}\u{5b57}\u{6f22}", 4, "\u{6f22}\u{2026}"),
            ("\u{e4}\u{e4}\u{e4}", 3, "\u{e4}\u{e4}\u{e4}"),
            ("", 0, ""),
        ] {
            assert_eq!(cut(text, room), expected);
        }
    }

    #[test]
    fn numbers_have_nouns_in_singular_or_plural() {
        for (number, expected) in [(0, "0 errors"), (1, "1 error"), (2, "2 errors"), (1_234_567, "1,234,567 errors")] {
            assert_eq!(count(number, "error"), expected);
        }
    }

    #[test]
    fn sizes_and_times_have_suitable_units() {
        for (number, expected) in [
            (1, "1 byte"),
            (999, "999 bytes"),
            (1000, "1.00 kB"),
            (68_123_456, "68.1 MB"),
            (999_499, "999 kB"),
            (999_501, "1.00 MB"),
            (u64::MAX, "18447 PB"),
        ] {
            assert_eq!(bytes(number), expected);
        }
        for (number, expected) in [(0.04, "0.0 ms"), (12.3, "12 ms"), (999.6, "1.0 s"), (61_500.0, "1 min 1 s")] {
            assert_eq!(time(number), expected);
        }
    }
}
