//! The source line of a finding, with its value marked and carets below it.

use assay_document::text::Region;

use super::tag::text;
use crate::Excerpt;
use crate::wording::{must_escape, width};

/// Returns the lines of an excerpt. The carets are text, so they are visible without the style sheet.
pub(super) fn excerpt(region: Region, excerpt: &Excerpt) -> String {
    let [before, marked, after] = parts(excerpt);
    let number = region.start.line.to_string();
    let (margin, indent) = (" ".repeat(number.len()), " ".repeat(columns(&before)));
    let carets = "^".repeat(columns(&marked).max(1));
    // `text` removes the spaces at the end of a part, which matter inside a line.
    let [before, meant] = [before, marked].map(|part| text(&part) + &part[part.trim_end_matches(' ').len()..]);
    let behind = text(&after);
    format!(
        "<pre><i>{number} | </i>{before}<mark>{meant}</mark>{behind}\n<i>{margin} | </i>{indent}<b>{carets}</b></pre>\n"
    )
}

/// Splits a line in front of the place and after it, without indentation, with invisible characters escaped.
fn parts(excerpt: &Excerpt) -> [String; 3] {
    let (start, end) = (excerpt.start as usize, excerpt.end as usize);
    let indent = excerpt.text.chars().take(start).take_while(|&c| c == ' ').count();
    let mut parts = [const { String::new() }; 3];
    for (at, c) in excerpt.text.chars().enumerate().skip(indent) {
        let part = &mut parts[usize::from(at >= start) + usize::from(at >= end.max(start))];
        if must_escape(c) { part.extend(c.escape_unicode()) } else { part.push(c) }
    }
    parts
}

fn columns(part: &str) -> usize {
    part.chars().map(width).sum()
}

#[cfg(test)]
mod tests {
    use assay_document::text::{LineIndex, Span};

    use super::excerpt;
    use crate::Excerpt;

    fn written(text: &str, start: u32, end: u32) -> String {
        let lines = LineIndex::new(text);
        let region = lines.region(Span::new(start, end));
        excerpt(region, &Excerpt::new(&lines, region))
    }

    #[test]
    fn carets_are_below_the_marked_part() {
        for (text, start, end, expected) in [
            ("\n  <A>5</A>", 6, 7, "<pre><i>2 | </i>&lt;A&gt;<mark>5</mark>&lt;/A&gt;\n<i>  | </i>   <b>^</b></pre>\n"),
            ("a b", 2, 3, "<pre><i>1 | </i>a <mark>b</mark>\n<i>  | </i>  <b>^</b></pre>\n"),
            ("\u{6f22}\u{5b57}", 3, 6, "<pre><i>1 | </i>\u{6f22}<mark>\u{5b57}</mark>\n<i>  | </i>  <b>^^</b></pre>\n"),
            ("ab", 2, 2, "<pre><i>1 | </i>ab<mark></mark>\n<i>  | </i>  <b>^</b></pre>\n"),
        ] {
            assert_eq!(written(text, start, end), expected);
        }
    }

    #[test]
    fn an_excerpt_with_invalid_offsets_is_written() {
        let region = assay_document::text::Region::START;
        for (start, end) in [(9, 4), (4, 9), (1, 0), (u32::MAX, u32::MAX)] {
            let html = excerpt(region, &Excerpt { text: "ab".to_owned(), start, end });
            assert!(html.contains("<b>^</b>"));
        }
    }
}
