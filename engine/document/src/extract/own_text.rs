//! The text of one node: its parts joined and trimmed, with its place in the document.

use std::borrow::Cow;

use crate::text::Span;

/// The white space that is trimmed at both ends of a node's text. A no-break space stays, because it is an error that
/// users want to find.
const TRIMMED: [char; 4] = [' ', '\t', '\r', '\n'];

/// The parts of a node's text, in the order in which they are read. They are joined to the value of the node.
#[derive(Debug, Default)]
pub struct OwnText {
    joined: String,
    /// The first part, which is nearly always the only one.
    first: Option<TextPart>,
    more: Vec<TextPart>,
}

#[derive(Clone, Copy, Debug)]
struct TextPart {
    /// The start of the part in the joined text.
    at: usize,
    span: Span,
    /// True if the document contains the part exactly as it is.
    verbatim: bool,
}

impl OwnText {
    /// Clears the text, but keeps the allocated memory.
    pub fn clear(&mut self) {
        self.joined.clear();
        self.first = None;
        self.more.clear();
    }

    pub(super) fn byte_count(&self) -> usize {
        self.joined.len() + self.more.len() * size_of::<TextPart>()
    }

    /// Adds the part at `span` in the document.
    #[expect(clippy::ptr_arg, reason = "a borrowed text is one that the document contains as it is")]
    pub fn push(&mut self, text: &Cow<'_, str>, span: Span) {
        let part = TextPart { at: self.joined.len(), span, verbatim: matches!(text, Cow::Borrowed(_)) };
        self.joined.push_str(text);
        if self.first.is_none() {
            self.first = Some(part);
        } else {
            self.more.push(part);
        }
    }

    /// Returns the joined text, trimmed like the value of a node, with its place; `None` if nothing is left.
    pub fn trimmed(&self) -> Option<(&str, Span)> {
        let text = self.joined.trim_matches(TRIMMED);
        if text.is_empty() {
            return None;
        }
        let start = self.joined.len() - self.joined.trim_start_matches(TRIMMED).len();
        let (first, last) = (self.place(start)?, self.place(start + text.len() - 1)?);
        Some((text, Span::new(first.start(), last.end())))
    }

    /// Returns the place in the document of the byte at `at` of the joined text.
    fn place(&self, at: usize) -> Option<Span> {
        let after = self.more.partition_point(|part| part.at <= at);
        let part = after.checked_sub(1).map_or(self.first, |before| Some(self.more[before]))?;
        if !part.verbatim {
            return Some(part.span);
        }
        let offset = part.span.start() as usize + at - part.at;
        Some(Span::of(offset, offset + 1))
    }
}

/// Returns a string without the white space at both ends, and its place. `span` is the place of the whole string.
pub(super) fn trim(text: &str, span: Span) -> (&str, Span) {
    let kept = text.trim_start_matches(TRIMMED);
    let start = span.end() as usize - kept.len();
    let kept = kept.trim_end_matches(TRIMMED);
    (kept, Span::of(start, start + kept.len()))
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use super::OwnText;
    use crate::text::Span;

    #[test]
    fn one_part_keeps_its_place() {
        let mut text = OwnText::default();
        text.push(&Cow::Borrowed(" x "), Span::new(3, 6));
        assert_eq!(text.trimmed(), Some(("x", Span::new(4, 5))));
    }

    #[test]
    fn blanks_alone_are_no_text() {
        let mut text = OwnText::default();
        assert_eq!(text.trimmed(), None);
        text.push(&Cow::Borrowed("  "), Span::new(0, 2));
        assert_eq!(text.trimmed(), None);
        text.push(&Cow::Owned(" ".to_owned()), Span::new(2, 7));
        assert_eq!(text.trimmed(), None);
    }

    #[test]
    fn several_parts_are_joined_and_keep_their_ends() {
        let mut text = OwnText::default();
        text.push(&Cow::Borrowed(" "), Span::new(0, 1));
        text.push(&Cow::Owned("\n".to_owned()), Span::new(1, 6));
        text.push(&Cow::Borrowed("ab"), Span::new(6, 8));
        text.push(&Cow::Owned("&".to_owned()), Span::new(8, 13));
        text.push(&Cow::Borrowed("c "), Span::new(13, 15));
        assert_eq!(text.trimmed(), Some(("ab&c", Span::new(6, 14))));
    }
}
