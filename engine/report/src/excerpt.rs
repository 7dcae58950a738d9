//! The source line of a finding or problem, cut to a length that fits beside a message.

use assay_document::text::{LineIndex, Region};
use serde::{Deserialize, Serialize};

/// The longest part of a line that is shown, in characters. Data files can have lines of megabytes.
const WIDTH: usize = 120;
/// The number of characters shown before the place if a line is cut.
const LEAD: usize = 40;

/// A line, or the part of it around a place, with the columns to underline.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Excerpt {
    /// The text of the line. A tab is one space, and `…` marks each cut.
    pub text: String,
    /// The first character to underline, from 0, in characters of `text`.
    pub start: u32,
    /// The end of the underlined part (exclusive); at least one more than `start`.
    pub end: u32,
}

impl Excerpt {
    /// Creates the excerpt of the line on which `region` starts, which is underlined at most to the end of that line.
    pub fn new(lines: &LineIndex<'_>, region: Region) -> Self {
        let (before, from) = lines.around(region.start.offset);
        let first = region.start.char_column as usize - 1;
        // Look only at the part that is shown: the line may have megabytes.
        let lead = before.char_indices().rev().nth(LEAD - 1).map_or(0, |(at, _)| at);
        // A place within the shown width needs no cut in front of it.
        let (cut, before) = if first > WIDTH - LEAD { (true, &before[lead..]) } else { (false, before) };
        let mut text = String::from(if cut { "\u{2026}" } else { "" });
        let mut rest = before.chars().chain(from.chars());
        text.extend(rest.by_ref().take(WIDTH).map(|c| if c.is_control() { ' ' } else { c }));
        let length = text.chars().count();
        if rest.next().is_some() {
            text.push('\u{2026}');
        }
        let start = if cut { LEAD + 1 } else { first };
        let end = if region.end.line == region.start.line {
            start + (region.end.char_column - region.start.char_column) as usize
        } else {
            length
        };
        let narrow = |column: usize| u32::try_from(column).unwrap_or(u32::MAX);
        Self { text, start: narrow(start), end: narrow(end.min(length).max(start + 1)) }
    }
}

#[cfg(test)]
mod tests {
    use assay_document::text::{LineIndex, Span};

    use super::Excerpt;

    fn excerpt(text: &str, start: u32, end: u32) -> (String, u32, u32) {
        let lines = LineIndex::new(text);
        let excerpt = Excerpt::new(&lines, lines.region(Span::new(start, end)));
        (excerpt.text, excerpt.start, excerpt.end)
    }

    #[test]
    fn a_short_line_is_whole() {
        assert_eq!(excerpt("a\n\t<b>\u{e4}x</b>\n", 6, 9), (" <b>\u{e4}x</b>".to_owned(), 4, 6));
    }

    #[test]
    fn an_empty_span_is_one_column_wide() {
        assert_eq!(excerpt("ab", 2, 2), ("ab".to_owned(), 2, 3));
    }

    #[test]
    fn spans_of_several_lines_are_underlined_to_the_line_end() {
        assert_eq!(excerpt("abc\ndef", 1, 6), ("abc".to_owned(), 1, 3));
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        let (text, start, end) = excerpt(&format!("{}X{}", "a".repeat(5000), "b".repeat(5000)), 5000, 5001);
        assert_eq!(text.chars().count(), 122);
        assert_eq!((text.chars().nth(start as usize), end), (Some('X'), start + 1));
    }
}
