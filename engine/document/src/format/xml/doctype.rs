//! Document types: `<!DOCTYPE svg PUBLIC "…" "…">` is checked and skipped. The files that it names are not read.
//!
//! An internal subset (`[…]`) is refused, because its entities and default values would have to be applied.

use super::is_space;
use super::name::is_name;
use crate::format::Malformed;
use crate::text::{IssueCode, Span};

/// The start of a document type.
pub(super) const START: &str = "<!DOCTYPE";

/// Returns the offset after the `>` of the document type at `start`; `None` if the text ends before it.
///
/// # Errors
/// Fails if the document type is not well-formed, or has an internal subset.
pub(super) fn end(text: &str, start: usize) -> Result<Option<usize>, Malformed> {
    if !text[start..].starts_with(START) {
        return Err(bad("`<!DOCTYPE` must be written in capital letters", Span::of(start, start + START.len())));
    }
    let mut reader = DoctypeReader { text, start, at: start + START.len() };
    match reader.declaration() {
        Ok(()) => Ok(Some(reader.at)),
        Err(_) if reader.at == text.len() => Ok(None),
        Err(fault) => Err(fault),
    }
}

/// Returns a fault of a document type.
#[cold]
pub(super) fn bad(message: &str, span: Span) -> Malformed {
    Malformed::new(IssueCode::XmlDtd, message, span)
}

struct DoctypeReader<'t> {
    text: &'t str,
    start: usize,
    at: usize,
}

/// If a fault may only exist because the text has ended, the reader is at its end.
type DoctypeResult = Result<(), Malformed>;

impl DoctypeReader<'_> {
    fn declaration(&mut self) -> DoctypeResult {
        self.blanks("after `<!DOCTYPE`")?;
        self.name()?;
        let has_blanks = self.skip_blanks();
        if self.skip("SYSTEM") && has_blanks {
            self.blanks("after `SYSTEM`")?;
            self.literal("a system identifier", |_| true)?;
            self.skip_blanks();
        } else if self.skip("PUBLIC") && has_blanks {
            self.blanks("after `PUBLIC`")?;
            self.literal("a public identifier", is_public)?;
            self.blanks("after the public identifier")?;
            self.literal("a system identifier", |_| true)?;
            self.skip_blanks();
        }
        match self.rest().bytes().next() {
            Some(b'>') => {
                self.at += 1;
                Ok(())
            }
            Some(b'[') => {
                let start = Span::of(self.start, self.start + START.len());
                Err(bad("a document type with an internal subset is not supported", start)
                    .help("remove `[…]`, and replace the entities by their values"))
            }
            _ => Err(bad(
                "the document type may contain only a name, `SYSTEM` or `PUBLIC`, and identifiers",
                self.here(),
            )),
        }
    }

    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn here(&self) -> Span {
        Span::of(self.at, self.at + self.rest().chars().next().map_or(0, char::len_utf8))
    }

    fn skip(&mut self, word: &str) -> bool {
        // If the end of the text cuts the word, the caller handles it.
        if word.starts_with(self.rest()) {
            self.at = self.text.len();
            return false;
        }
        let is_next = self.rest().starts_with(word);
        self.at += if is_next { word.len() } else { 0 };
        is_next
    }

    fn skip_blanks(&mut self) -> bool {
        let length = self.rest().bytes().take_while(|&byte| is_space(byte)).count();
        self.at += length;
        length > 0
    }

    fn blanks(&mut self, place: &str) -> DoctypeResult {
        if self.skip_blanks() { Ok(()) } else { Err(bad(&format!("white space is missing {place}"), self.here())) }
    }

    fn name(&mut self) -> DoctypeResult {
        let ends = |c: char| matches!(c, ' ' | '\t' | '\n' | '\r' | '>' | '[' | '"' | '\'');
        let length = self.rest().find(ends).unwrap_or(self.rest().len());
        let (start, name) = (self.at, &self.rest()[..length]);
        if name.is_empty() || !is_name(name) {
            return Err(bad("a document type must name the root element", Span::of(start, start + length.max(1))));
        }
        self.at += length;
        Ok(())
    }

    /// Skips a string in quotes whose characters are all `fine`.
    fn literal(&mut self, what: &str, fine: fn(char) -> bool) -> DoctypeResult {
        let rest = self.rest();
        let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''));
        let Some(quote) = quote else {
            return Err(bad(&format!("expected {what} in quotes"), self.here()));
        };
        let content = self.at + 1;
        let Some(length) = self.text[content..].find(quote) else {
            self.at = self.text.len();
            return Err(bad(&format!("{what} is not closed"), self.here()));
        };
        if let Some((at, c)) = self.text[content..content + length].char_indices().find(|&(_, c)| !fine(c)) {
            let span = Span::of(content + at, content + at + c.len_utf8());
            return Err(bad(&format!("{what} cannot contain `{c}`"), span));
        }
        self.at = content + length + 1;
        Ok(())
    }
}

/// Returns true if a public identifier can contain the character.
fn is_public(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, ' ' | '\r' | '\n') || "-'()+,./:=?;!*#@$_%".contains(c)
}
