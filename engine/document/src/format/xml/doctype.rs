//! Document types: `<!DOCTYPE svg PUBLIC "…" "…">` is checked and skipped. The files that it names are not read.
//!
//! An internal subset (`[…]`) is refused, because its entities and default values would have to be applied.

use super::is_space;
use super::name::is_name;
use crate::text::{Fault, IssueCode, Span};

/// The start of a document type.
pub(super) const START: &str = "<!DOCTYPE";

/// Returns the offset after the `>` of the document type at `start`; `None` if the text ends before it.
///
/// # Errors
/// Fails if the document type is not well-formed, or has an internal subset.
pub(super) fn end(text: &str, start: usize) -> Result<Option<usize>, Fault> {
    let keyword = Span::of(start, start + START.len());
    if !text[start..].starts_with(START) {
        return Err(bad("`<!DOCTYPE` must be written in capital letters", keyword));
    }
    let mut reader = DoctypeReader { text, at: start + START.len() };
    let is_whole = reader.content().is_some();
    let at = reader.at;
    match text[at..].chars().next() {
        None => Ok(None),
        Some('>') if is_whole => Ok(Some(at + 1)),
        Some('[') if is_whole => Err(bad("a document type with an internal subset is not supported", keyword)
            .help("remove `[…]`, and replace the entities by their values")),
        Some(c) => {
            let message = "expected a name, then optionally `SYSTEM` or `PUBLIC` with its identifiers in quotes";
            Err(bad(message, Span::of(at, at + c.len_utf8())))
        }
    }
}

/// Returns a fault of a document type.
#[cold]
pub(super) fn bad(message: &str, span: Span) -> Fault {
    Fault::new(IssueCode::XmlDtd, message, span)
}

/// Reads the parts of a document type. Each function returns `None` if its part is missing or not well-formed. The
/// reader is then in front of the part, or at the end of the text, if the part may continue after it.
struct DoctypeReader<'t> {
    text: &'t str,
    at: usize,
}

impl DoctypeReader<'_> {
    /// Reads the name of the root element, and the identifiers of the external subset.
    fn content(&mut self) -> Option<()> {
        self.blanks()?;
        self.name()?;
        let _ = self.blanks();
        let is_public = self.skip("PUBLIC");
        if is_public || self.skip("SYSTEM") {
            if is_public {
                self.blanks()?;
                self.literal(is_public_character)?;
            }
            self.blanks()?;
            self.literal(|_| true)?;
            let _ = self.blanks();
        }
        Some(())
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn skip(&mut self, word: &str) -> bool {
        // A word that the end of the text cuts off may continue in the next part of the document.
        if word.starts_with(self.rest()) {
            self.at = self.text.len();
            return false;
        }
        let is_next = self.rest().starts_with(word);
        self.at += if is_next { word.len() } else { 0 };
        is_next
    }

    fn blanks(&mut self) -> Option<()> {
        let length = self.rest().bytes().take_while(|&byte| is_space(byte)).count();
        self.at += length;
        (length > 0).then_some(())
    }

    fn name(&mut self) -> Option<()> {
        let ends = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | '>' | '[' | '"' | '\'');
        let length = self.rest().find(ends).unwrap_or(self.rest().len());
        let is_valid = is_name(&self.rest()[..length]);
        self.at += if is_valid { length } else { 0 };
        is_valid.then_some(())
    }

    /// Reads a string in quotes.
    fn literal(&mut self, is_allowed: fn(char) -> bool) -> Option<()> {
        let quote = self.rest().chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let Some((content, _)) = self.rest()[1..].split_once(quote) else {
            self.at = self.text.len();
            return None;
        };
        let (length, is_valid) = (content.len() + 2, content.chars().all(is_allowed));
        self.at += if is_valid { length } else { 0 };
        is_valid.then_some(())
    }
}

/// Returns true if a public identifier can contain the character.
fn is_public_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, ' ' | '\r' | '\n') || "-'()+,./:=?;!*#@$_%".contains(c)
}
