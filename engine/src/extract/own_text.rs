//! The own text of one node: its parts joined and trimmed, with the place where they stand.

use std::borrow::Cow;

use crate::text::Span;

/// White space that is trimmed at both ends of a node's text. A no-break space stays: it is a defect worth finding.
const TRIMMED: [char; 4] = [' ', '\t', '\r', '\n'];

/// The parts of a node's text, as they come.
///
/// A text in one part that stands in the document as it is, as nearly all do, is never copied.
#[derive(Debug, Default)]
pub(super) struct OwnText {
    single: Option<Span>,
    joined: String,
    parts: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    /// Where the part begins in the joined text.
    at: usize,
    span: Span,
    /// Whether it stands in the document as it is.
    verbatim: bool,
}

/// A node's text, trimmed.
#[derive(Debug, Eq, PartialEq)]
pub(super) enum Trimmed<'a> {
    /// Nothing is left.
    Empty,
    /// What stands there in the document.
    Verbatim(Span),
    /// A text joined of several parts, or with references resolved, that stands there.
    Joined(&'a str, Span),
}

impl OwnText {
    /// Forgets everything but its memory.
    pub fn clear(&mut self) {
        self.single = None;
        self.joined.clear();
        self.parts.clear();
    }

    /// Number of bytes held besides the document.
    pub fn held(&self) -> usize {
        self.joined.len() + self.parts.len() * size_of::<Part>()
    }

    /// Number of bytes that it takes to keep the value so far: those held, or those that stand in the document.
    pub fn weight(&self) -> usize {
        self.single.map_or_else(|| self.held(), |span| span.len() as usize)
    }

    /// Adds the part at `span` of the document `source`.
    #[expect(clippy::ptr_arg, reason = "whether the text is borrowed says that it stands there as it is")]
    pub fn push(&mut self, source: &str, text: &Cow<'_, str>, span: Span) {
        let verbatim = matches!(text, Cow::Borrowed(_));
        if verbatim && self.single.is_none() && self.parts.is_empty() {
            self.single = Some(span);
            return;
        }
        if let Some(first) = self.single.take() {
            self.parts.push(Part { at: 0, span: first, verbatim: true });
            self.joined.push_str(&source[first.range()]);
        }
        self.parts.push(Part { at: self.joined.len(), span, verbatim });
        self.joined.push_str(text);
    }

    /// The whole, trimmed.
    pub fn trimmed(&self, source: &str) -> Trimmed<'_> {
        if let Some(span) = self.single {
            let trimmed = trim(source, span);
            return if trimmed.is_empty() { Trimmed::Empty } else { Trimmed::Verbatim(trimmed) };
        }
        let trimmed = self.joined.trim_matches(TRIMMED);
        if trimmed.is_empty() {
            return Trimmed::Empty;
        }
        let start = self.joined.len() - self.joined.trim_start_matches(TRIMMED).len();
        let first = self.place(start);
        let last = self.place(start + trimmed.len() - 1);
        Trimmed::Joined(trimmed, Span::new(first.start(), last.end()))
    }

    /// Where the byte at `at` of the joined text stands in the document.
    fn place(&self, at: usize) -> Span {
        let part = &self.parts[self.parts.partition_point(|part| part.at <= at) - 1];
        if !part.verbatim {
            return part.span;
        }
        let offset = part.span.start() as usize + at - part.at;
        Span::of(offset, offset + 1)
    }
}

/// The range at `span` of `source` without the white space at both ends.
pub(super) fn trim(source: &str, span: Span) -> Span {
    let text = &source[span.range()];
    let kept = text.trim_start_matches(TRIMMED);
    let start = span.end() as usize - kept.len();
    Span::of(start, start + kept.trim_end_matches(TRIMMED).len())
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::{OwnText, Trimmed};
    use crate::text::Span;

    #[test]
    fn one_part_stays_where_it_is() {
        let mut text = OwnText::default();
        text.push("<A> x </A>", &Cow::Borrowed(" x "), Span::new(3, 6));
        assert_eq!(text.trimmed("<A> x </A>"), Trimmed::Verbatim(Span::new(4, 5)));
    }

    #[test]
    fn blanks_alone_are_nothing() {
        let mut text = OwnText::default();
        assert_eq!(text.trimmed(""), Trimmed::Empty);
        text.push("  ", &Cow::Borrowed("  "), Span::new(0, 2));
        assert_eq!(text.trimmed("  "), Trimmed::Empty);
        text.push("  &#32;", &Cow::Owned(" ".to_owned()), Span::new(2, 7));
        assert_eq!(text.trimmed("  &#32;"), Trimmed::Empty);
    }

    #[test]
    fn several_parts_join_and_keep_their_ends() {
        let source = " &#10;ab&amp;c ";
        let mut text = OwnText::default();
        text.push(source, &Cow::Borrowed(" "), Span::new(0, 1));
        text.push(source, &Cow::Owned("\n".to_owned()), Span::new(1, 6));
        text.push(source, &Cow::Borrowed("ab"), Span::new(6, 8));
        text.push(source, &Cow::Owned("&".to_owned()), Span::new(8, 13));
        text.push(source, &Cow::Borrowed("c "), Span::new(13, 15));
        assert_eq!(text.trimmed(source), Trimmed::Joined("ab&c", Span::new(6, 14)));
    }
}
