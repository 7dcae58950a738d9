//! A block of a text report: a place, its messages, and the source line.

use std::ops::Range;

use assay_document::text::Region;

use super::page::{Ink, MARGIN, Page};
use crate::markup::names;
use crate::problem::in_more;
use crate::wording::{clean, clean_path, cut, must_escape, width};
use crate::written_notes::WrittenNotes;
use crate::{Excerpt, Finding, Problem, RuleStats, Value};

/// The maximum length of a message, in columns. Only a message with a huge value is longer.
const LONGEST_MESSAGE: usize = 400;

/// Writes findings at one place. `again` is true if a block of the same document precedes this one.
pub(super) fn write_findings(
    page: &mut Page,
    findings: &[Finding],
    rules: &[RuleStats],
    pending: &mut WrittenNotes,
    again: bool,
) {
    let Some(first) = findings.first() else { return };
    write_place(page, &first.path, Some(first.region), again);
    for finding in findings {
        write_entry(page, finding.severity.into(), finding.severity.name(), &finding.message, &finding.rule);
        write_notes(page, finding);
        for (label, text) in pending.take(rules, &finding.rule) {
            write_note(page, label, &cut(&clean(text), LONGEST_MESSAGE));
        }
    }
    // The worst finding determines the colour of the carets.
    let most_severe = findings.iter().map(|finding| finding.severity).min().unwrap_or_default();
    write_excerpt(page, most_severe.into(), first.region, first.excerpt.as_ref());
}

/// Writes one problem or warning; `above` is the one above it under the same path.
pub(super) fn write_problem(page: &mut Page, problem: &Problem, label: &str, ink: Ink, above: Option<&Problem>) {
    let is_same_place = above.is_some_and(|above| above.region == problem.region && problem.region.is_none());
    if let Some(path) = problem.path.as_deref().filter(|_| !is_same_place) {
        write_place(page, path, problem.region, above.is_some());
    }
    write_entry(page, ink, label, &problem.message, &tag(problem));
    if let Some(region) = problem.region {
        write_excerpt(page, ink, region, problem.excerpt.as_ref());
    }
    write_help(page, problem);
}

/// Writes a message about a place that is already written.
pub(super) fn write_remark(page: &mut Page, problem: &Problem, label: &str, ink: Ink) {
    write_entry(page, ink, label, &problem.message, &tag(problem));
    write_help(page, problem);
}

fn write_help(page: &mut Page, problem: &Problem) {
    if let Some(help) = &problem.help {
        write_note(page, "help", &clean(help));
    }
}

/// Writes the number of other documents in which a problem occurs, with the first names.
pub(super) fn write_documents(page: &mut Page, again: &[&Problem]) {
    if !again.is_empty() {
        write_note(page, "also", &in_more(again.iter().copied()));
    }
}

/// Writes one hint, on one line.
pub(super) fn write_hint(page: &mut Page, hint: &Problem) {
    let place = hint.path.as_deref().map(|path| format!("{}: ", place(path, hint.region))).unwrap_or_default();
    let help = hint.help.as_deref().map(|help| format!("; {help}")).unwrap_or_default();
    write_entry(page, Ink::Notable, "hint", &format!("{place}{}{help}", hint.message), &tag(hint));
}

/// Returns the kind of a problem, and the rule it is about unless the message names it.
fn tag(problem: &Problem) -> String {
    let rule = problem.rule.as_deref().filter(|rule| !names(&problem.message, rule));
    rule.map_or_else(|| problem.code.to_string(), |rule| format!("{rule}: {}", problem.code))
}

/// Writes a message after its label, followed by its tag in brackets: a rule or the kind of a problem.
pub(super) fn write_entry(page: &mut Page, ink: Ink, label: &str, message: &str, tag: &str) {
    let message = clean(message);
    page.label(ink, label).put(Ink::Strong, &cut(&message, LONGEST_MESSAGE));
    if !tag.is_empty() {
        page.plain("  ").put(Ink::Faint, &format!("[{}]", clean(tag)));
    }
    page.end();
}

/// Writes the first line of a block: `path:line:column`, columns in characters.
fn write_place(page: &mut Page, path: &str, region: Option<Region>, again: bool) {
    page.put(if again { Ink::Faint } else { Ink::Place }, &place(path, region)).end();
}

pub(crate) fn place(path: &str, region: Option<Region>) -> String {
    let path = clean_path(path);
    region
        .map_or_else(|| path.to_string(), |region| format!("{path}:{}:{}", region.start.line, region.start.char_column))
}

fn write_note(page: &mut Page, label: &str, text: &str) {
    page.label(Ink::Faint, label).plain(text).end();
}

/// Writes the notes of a finding: a value that is not visible elsewhere, the reference, the caveat, related places.
fn write_notes(page: &mut Page, finding: &Finding) {
    let room = page.style.width.saturating_sub(MARGIN);
    if let Some(value) = undisplayed_value(finding) {
        write_note(page, "value", &cut(&value, room));
    }
    if let Some(via) = &finding.via {
        let value = via.value.display();
        // A reference that equals the path of the document is not repeated.
        let value = if value == finding.path { String::new() } else { format!(": {}", cut(&clean(&value), room / 2)) };
        write_note(page, "via", &format!("{}{value}", place(&via.path, Some(via.region))));
    }
    if let Some(caveat) = finding.caveat() {
        write_note(page, "note", caveat);
    }
    for related in &finding.related {
        let message = format!("{}: {}", place(&related.path, Some(related.region)), clean(&related.message));
        write_note(page, "see", &message);
    }
}

/// Returns the value of a finding; `None` if it has no value, or the message or the carets show it.
pub(crate) fn undisplayed_value(finding: &Finding) -> Option<String> {
    if finding.value == Value::Null {
        return None;
    }
    let (line, value) = (&finding.message, finding.value.display());
    let is_underlined = finding.excerpt.as_ref().is_some_and(|Excerpt { text, start, end }| {
        text.chars().skip(*start as usize).take(end.saturating_sub(*start) as usize).eq(value.chars())
    });
    let is_displayed = value.is_empty() || is_underlined || line.contains(&value);
    (!is_displayed).then(|| clean(&value).into_owned())
}

/// Writes the source line of a place, with carets below the place.
fn write_excerpt(page: &mut Page, ink: Ink, region: Region, excerpt: Option<&Excerpt>) {
    let Some(excerpt) = excerpt else { return };
    let line = BlockLine::fitting(excerpt, page.style.width.saturating_sub(MARGIN).max(LEAST_ROOM));
    page.put(Ink::Faint, &format!("{:>8} |", region.start.line)).plain(" ").plain(&line.text).end();
    page.put(Ink::Faint, &format!("{:>8} |", "")).plain(&" ".repeat(line.before + 1));
    page.put(ink, &"^".repeat(line.carets)).end();
}

/// The minimum number of columns of a line, however narrow the page: enough for a name and a value.
const LEAST_ROOM: usize = 24;

/// A source line as it is shown.
#[derive(Debug, Eq, PartialEq)]
struct BlockLine {
    text: String,
    /// The number of columns before the carets.
    before: usize,
    /// The number of carets, at least one.
    carets: usize,
}

impl BlockLine {
    /// Returns the line without its indentation, cut to `room` columns around the marked part.
    fn fitting(excerpt: &Excerpt, room: usize) -> Self {
        let chars: Vec<char> = excerpt.text.chars().map(visible).collect();
        let start = (excerpt.start as usize).min(chars.len());
        let end = (excerpt.end as usize).clamp(start, chars.len());
        let indent = chars[..start].iter().take_while(|c| c.is_whitespace()).count();
        let first = excerpt_start(&chars, indent, start..end, room);

        let mark = if first > indent { "\u{2026}" } else { "" };
        let line: String = mark.chars().chain(chars[first..].iter().copied()).collect();
        let text = cut(&line, room).into_owned();
        let before = columns(mark.chars().chain(chars[first..start].iter().copied()));
        let after = room.saturating_sub(before + usize::from(text != line));
        let carets = columns(chars[start..end].iter().copied()).min(after).max(1);
        Self { text, before, carets }
    }
}

/// Returns the start of the shown part of a line: after the indentation, unless the marked part would then be cut off.
/// Otherwise a third of the room shows text before the marked part, and more if little text follows.
fn excerpt_start(chars: &[char], indent: usize, marked: Range<usize>, room: usize) -> usize {
    let total = columns(chars[indent..].iter().copied());
    if total <= room || columns(chars[indent..marked.end].iter().copied()) < room {
        return indent;
    }
    // Backwards from the marked part: because of wide characters, the number that fits is unknown.
    let mut before = 0;
    let mut columns_used = columns(chars[marked.start..].iter().copied());
    let mut first = marked.start;
    while first > indent {
        let wider = width(chars[first - 1]);
        // One column is for the cut mark.
        if before + wider > room / 3 && columns_used + wider >= room {
            break;
        }
        before += wider;
        columns_used += wider;
        first -= 1;
    }
    first
}

fn columns(chars: impl IntoIterator<Item = char>) -> usize {
    chars.into_iter().map(width).sum()
}

/// Returns a character as it is shown. Each character is replaced by exactly one, so that columns stay correct.
fn visible(c: char) -> char {
    match c {
        '\t' => ' ',
        c if must_escape(c) => '\u{fffd}',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::BlockLine;
    use crate::Excerpt;

    /// Returns the line and its carets, for the part of `text` in brackets.
    fn fit(text: &str, room: usize) -> String {
        let (before, rest) = text.split_once('[').unwrap();
        let (marked, after) = rest.split_once(']').unwrap();
        let start = u32::try_from(before.chars().count()).unwrap();
        let end = start + u32::try_from(marked.chars().count()).unwrap();
        let excerpt = Excerpt { text: format!("{before}{marked}{after}"), start, end };
        let line = BlockLine::fitting(&excerpt, room);
        format!("{}\n{}{}", line.text, " ".repeat(line.before), "^".repeat(line.carets))
    }

    #[test]
    fn a_line_loses_its_indentation() {
        assert_eq!(fit("    <A>[x]</A>", 40), "<A>x</A>\n   ^");
        assert_eq!(fit("  [  ]x", 40), "  x\n^^", "unless it is the marked part");
        assert_eq!(fit("[]", 40), "\n^");
    }

    #[test]
    fn carets_are_below_characters_of_any_width() {
        for (text, expected) in [
            ("\u{6f22}\u{5b57}[\u{540d}]x", "\u{6f22}\u{5b57}\u{540d}x\n    ^^"),
            ("\u{1f600}[x]", "\u{1f600}x\n  ^"),
            ("e\u{301}[x]", "e\u{301}x\n ^"),
            ("\u{e4}[\u{f6}]", "\u{e4}\u{f6}\n ^"),
            ("[\u{301}]a", "\u{301}a\n^"),
            ("\u{202e}[x]", "\u{fffd}x\n ^"),
            ("a\t[x]", "a x\n  ^"),
        ] {
            assert_eq!(fit(text, 40), expected);
        }
    }

    #[test]
    fn a_long_line_is_cut_around_the_marked_part() {
        for (text, expected) in [
            ("<A>[value]</A><B>more</B><C>", "<A>value</A><B>more</B>\u{2026}\n   ^^^^^"),
            ("<A>more</A><B>more</B>[value]", "\u{2026}ore</A><B>more</B>value\n                   ^^^^^"),
            ("0123456789012345678901234[5]6789012345678901", "\u{2026}7890123456789012345678\u{2026}\n         ^"),
            ("[0123456789012345678901234567890]", "01234567890123456789012\u{2026}\n^^^^^^^^^^^^^^^^^^^^^^^"),
        ] {
            assert_eq!(fit(text, 24), expected);
        }
    }

    #[test]
    fn an_excerpt_with_invalid_offsets_is_displayed() {
        for (start, end) in [(9, 4), (4, 9), (9, 9), (1, 0), (u32::MAX, u32::MAX)] {
            let line = BlockLine::fitting(&Excerpt { text: "ab".to_owned(), start, end }, 24);
            assert_eq!((line.text.as_str(), line.carets), ("ab", 1));
        }
    }
}
