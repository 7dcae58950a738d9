//! XML 1.0 → nodes.
//!
//! This is a custom reader, because it has to be exact about places and well-formedness, and is the innermost loop of a
//! check. In WebAssembly, `quick-xml` took 1.75 times as long, without the checks that it leaves to its user. The
//! reader refuses document types with an internal subset, and everything that `roxmltree` refuses, except undeclared
//! prefixes: prefixes are not resolved.

mod attribute;
mod declaration;
mod doctype;
mod name;
mod names;
mod survey;

pub use self::name::{is_char, is_name};

use std::borrow::Cow;

use memchr::{memchr, memmem};

use self::names::OpenNames;
use self::survey::TextSurvey;
use super::part::TextPortion;
use super::{Leaf, MAX_DEPTH, Sink, Tag, remark};
use crate::text::{CodeFlag, Fault, IssueCode, Span, same_bytes, without_inlining};

type XmlChecked<T = ()> = Result<T, Fault>;

/// The number of pieces of markup that are read in one call, see [`without_inlining`].
const PIECES: usize = 1024;

/// An XML document, which is read in parts. It may begin with a byte order mark.
#[derive(Default)]
pub(super) struct XmlDocument {
    /// The names of the open elements.
    open: OpenNames,
    root: Root,
    /// True if the document has had a document type.
    has_doctype: bool,
    has_remarks: bool,
}

impl XmlDocument {
    /// Returns true if a comment so far is for the checker.
    pub const fn has_remarks(&self) -> bool {
        self.has_remarks
    }

    /// Creates a document that is read from inside these nested elements on.
    pub fn inside(names: &[String]) -> Self {
        let mut open = OpenNames::default();
        for name in names {
            open.push(name);
        }
        Self { open, root: Root::Inside, ..Self::default() }
    }

    /// Returns true if exactly these nested elements are open.
    pub fn is_inside(&self, names: &[String]) -> bool {
        self.open == Self::inside(names).open
    }

    /// Reads the next part, and returns the number of bytes that are done. The last part is read to its end. In any
    /// other part, the reader stops before the first piece of markup or text that may continue in the next part.
    ///
    /// # Errors
    /// Fails at the first place where the document is not well-formed or has an internal subset. The place is in bytes
    /// of the part.
    pub fn read<'t, 's, S: Sink>(&'s mut self, part: TextPortion<'t>, sink: &'s mut S) -> XmlChecked<usize> {
        let mut reader = XmlReader::new(part, self, sink);
        let pieces: fn(&mut XmlReader<'t, 's, S>) -> XmlChecked<PartProgress> = without_inlining(XmlReader::pieces);
        loop {
            match pieces(&mut reader)? {
                PartProgress::Going => {}
                // As long as nothing has been read, the next part must also begin with the start of the document.
                PartProgress::Cut if Some(reader.at) == reader.start => return Ok(0),
                PartProgress::Cut => return Ok(reader.at),
                PartProgress::Ended => return reader.finish(),
            }
        }
    }
}

/// The progress in a part of the document.
enum PartProgress {
    Going,
    /// The next piece may continue in the next part.
    Cut,
    /// The document has ended.
    Ended,
}

/// The state of the reader in the current part.
struct XmlReader<'t, 's, S> {
    text: &'t str,
    document: &'s mut XmlDocument,
    sink: &'s mut S,
    /// The number of bytes of the document before the part.
    base: u32,
    /// The offset of the next byte.
    at: usize,
    /// The start of the document after a byte order mark; `None` if it is in an earlier part.
    start: Option<usize>,
    /// True if the document ends with the part.
    is_last: bool,
    survey: TextSurvey,
    attributes: attribute::TagAttributes<'t>,
}

/// The progress of the root element.
#[derive(Clone, Copy, Default, Eq, PartialEq)]
enum Root {
    #[default]
    Before,
    Inside,
    Behind,
}

impl<'t, 's, S: Sink> XmlReader<'t, 's, S> {
    fn new(part: TextPortion<'t>, document: &'s mut XmlDocument, sink: &'s mut S) -> Self {
        let TextPortion { text, base, is_last } = part;
        let start = (base == 0).then(|| text.len() - text.strip_prefix('\u{feff}').unwrap_or(text).len());
        let at = start.unwrap_or(0);
        Self {
            text,
            document,
            sink,
            base,
            at,
            start,
            is_last,
            survey: TextSurvey::new(text, at),
            attributes: attribute::TagAttributes::default(),
        }
    }

    /// Reads several pieces of markup with the text before them.
    fn pieces(&mut self) -> XmlChecked<PartProgress> {
        if !self.is_last && self.survey.first_forbidden < self.text.len() {
            // This takes precedence over faults before it: otherwise, gigabytes of binary data would be read to find
            // them.
            return Err(self.forbidden());
        }
        for _ in 0..PIECES {
            let is_whole = match self.piece() {
                Err(fault) if self.may_be_cut(&fault) => Ok(false),
                read => read,
            }?;
            if self.at > self.survey.first_forbidden {
                return Err(self.forbidden());
            }
            if !is_whole {
                return Ok(if self.is_last { PartProgress::Ended } else { PartProgress::Cut });
            }
        }
        Ok(PartProgress::Going)
    }

    /// Reads a piece of markup with the text before it. Returns `false` if the part ends before the markup.
    fn piece(&mut self) -> XmlChecked<bool> {
        self.text()?;
        if self.at == self.text.len() || self.bytes()[self.at] != b'<' {
            return Ok(false);
        }
        self.markup()?;
        Ok(true)
    }

    /// Returns true if a fault may only exist because the next part has not been read yet.
    ///
    /// In that case nothing of the piece was passed on, and the reader is in front of it, because each piece is scanned
    /// to its end first. A real fault close to the end of the part is found again with the next part.
    fn may_be_cut(&self, fault: &Fault) -> bool {
        /// Longer than the start of any markup up to where its kind is known, and longer than any reference.
        const SHORT: usize = 256;
        !self.is_last && (fault.code.has(CodeFlag::Unclosed) || fault.span.end() as usize + SHORT > self.text.len())
    }

    fn bytes(&self) -> &'t [u8] {
        self.text.as_bytes()
    }

    /// Returns the place in the document of a range of the part.
    fn place(&self, start: usize, end: usize) -> Span {
        Span::of(start, end).shifted(self.base)
    }

    /// Reads up to the next `<`, or to the end.
    fn text(&mut self) -> XmlChecked {
        loop {
            let start = self.at;
            let end = start + text_length(&self.bytes()[start..]);
            if end == self.text.len() && !self.is_last {
                return Ok(());
            }
            if end > start {
                self.piece_of_text(start, end)?;
                self.at = end;
            }
            if self.bytes().get(end) != Some(&b'&') {
                return Ok(());
            }
            self.reference(end)?;
        }
    }

    fn piece_of_text(&mut self, start: usize, end: usize) -> XmlChecked {
        if self.document.root != Root::Inside {
            return self.text_outside(start, end);
        }
        if self.survey.brackets
            && let Some(at) = memmem::find(&self.bytes()[start..end], b"]]>")
        {
            let message = "`]]>` is not allowed in text";
            let fault = Fault::new(IssueCode::XmlCdataEnd, message, Span::of(start + at, start + at + 3));
            return Err(fault.help("write `]]&gt;`"));
        }
        if self.sink.needs_text() {
            self.pass_text(start, end);
        }
        Ok(())
    }

    /// Passes text to the sink, with normalised line breaks: a carriage return, or a carriage return and a line feed,
    /// become a line feed. Each such place is a separate part, so that all other parts keep their places.
    fn pass_text(&mut self, start: usize, end: usize) {
        let mut at = start;
        while self.survey.carriage_returns
            && let Some(length) = memchr(b'\r', &self.bytes()[at..end])
        {
            let cr = at + length;
            self.verbatim(at, cr);
            at = cr + if self.text[cr..end].starts_with("\r\n") { 2 } else { 1 };
            self.sink.text(Cow::Owned("\n".to_owned()), self.place(cr, at));
        }
        self.verbatim(at, end);
    }

    fn verbatim(&mut self, start: usize, end: usize) {
        if start < end {
            self.sink.text(Cow::Borrowed(&self.text[start..end]), self.place(start, end));
        }
    }

    fn text_outside(&self, start: usize, end: usize) -> XmlChecked {
        let text = &self.text[start..end];
        let Some(at) = text.bytes().position(|byte| !is_space(byte)) else { return Ok(()) };
        let length = text.trim_end_matches([' ', '\t', '\n', '\r']).len();
        Err(outside_root(Span::of(start + at, start + length), "text"))
    }

    fn reference(&mut self, start: usize) -> XmlChecked {
        let end = name::reference_end(self.bytes(), start)?;
        let c = name::reference(self.text, start, end)?;
        if self.document.root != Root::Inside {
            return Err(outside_root(Span::of(start, end), "a reference"));
        }
        if self.sink.needs_text() {
            self.sink.text(Cow::Owned(c.to_string()), self.place(start, end));
        }
        self.at = end;
        Ok(())
    }

    fn markup(&mut self) -> XmlChecked {
        match self.bytes().get(self.at + 1) {
            Some(b'/') => self.end_tag(),
            Some(b'!') => self.declaration(),
            Some(b'?') => self.instruction(),
            _ => self.start_tag(),
        }
    }

    fn start_tag(&mut self) -> XmlChecked {
        let start = self.at;
        let found = name::find(&self.bytes()[start + 1..]);
        let name_end = start + 1 + found.length;
        let name = &self.text[start + 1..name_end];
        let (end, empty) = match self.bytes()[name_end..] {
            [b'>', ..] => (name_end + 1, false),
            [b'/', b'>', ..] => (name_end + 2, true),
            _ => self.tag_end(start)?,
        };
        if !found.sound && !is_name(name) {
            return Err(bad_name(IssueCode::XmlTagName, name, start + 1));
        }
        self.enter(start, name)?;
        let (tag, start_tag) =
            (Tag { full: name, local: found.local, is_xml: true, number: 0 }, self.place(start, end));
        // Most elements contain only text, and a sink handles them faster as leaves.
        if end == name_end + 1
            && let Some(text) = self.only_text(name, end)
        {
            self.at = end + text.len() + "</>".len() + name.len();
            self.sink.leaf(Leaf { tag, start_tag, text, end: self.place(end, self.at).end() });
            self.note_left();
            return Ok(());
        }
        self.sink.open(Some(tag), start_tag);
        let attributes_end = end - if empty { 2 } else { 1 };
        if attributes_end > name_end {
            let part = (self.text, self.base);
            attribute::read(part, name_end, attributes_end, &mut self.attributes, self.sink)?;
        }
        self.at = end;
        if empty {
            self.leave(end);
        } else {
            self.document.open.push(name);
        }
        Ok(())
    }

    /// Returns the offset after the `>` of the tag that begins at `start`, and true if it is an empty-element tag.
    fn tag_end(&self, start: usize) -> XmlChecked<(usize, bool)> {
        let bytes = self.bytes();
        let mut at = start + 1;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'>' => return Ok((at + 1, bytes[at - 1] == b'/' && at > start + 1)),
                b'"' | b'\'' => {
                    let Some(length) = memchr(byte, &bytes[at + 1..]) else {
                        let message = "a quote in this tag is not closed";
                        return Err(self.unclosed(IssueCode::XmlUnclosedValue, message, at));
                    };
                    at += length + 1;
                }
                _ => {}
            }
            at += 1;
        }
        Err(self.unclosed(IssueCode::XmlUnclosedTag, "the tag is not closed by `>`", start))
    }

    /// Checks that an element may begin here.
    fn enter(&mut self, start: usize, name: &str) -> XmlChecked {
        if self.document.root == Root::Behind {
            let span = Span::of(start, start + 1 + name.len());
            let fault = Fault::new(IssueCode::XmlSecondRoot, format!("a second root element `{name}`"), span);
            return Err(fault.help("a document has one root: wrap both elements in one"));
        }
        if self.document.open.len() == MAX_DEPTH {
            let span = Span::of(start, start + 1 + name.len());
            return Err(Fault::new(IssueCode::TooDeep, format!("elements nest more than {MAX_DEPTH} deep"), span));
        }
        self.document.root = Root::Inside;
        Ok(())
    }

    fn leave(&mut self, end: usize) {
        self.sink.close(self.place(end, end).end());
        self.note_left();
    }

    fn note_left(&mut self) {
        if self.document.open.is_empty() {
            self.document.root = Root::Behind;
        }
    }

    /// Returns the text between the start tag of `name` that ends at `start` and its end tag. Returns `None` if there
    /// is anything else between the tags, or if the text has references or faults.
    fn only_text(&self, name: &str, start: usize) -> Option<&'t str> {
        let text = &self.text[start..start + text_length(&self.bytes()[start..])];
        let rest = after_name(self.bytes()[start + text.len()..].strip_prefix(b"</")?, name)?;
        let is_plain = || {
            let TextSurvey { carriage_returns, brackets, .. } = self.survey;
            !(carriage_returns && text.contains('\r') || brackets && text.contains("]]>"))
        };
        (rest.first() == Some(&b'>') && is_plain()).then_some(text)
    }

    fn end_tag(&mut self) -> XmlChecked {
        let start = self.at;
        let rest = &self.bytes()[start + 2..];
        let Some(rest) = self.document.open.last().and_then(|open| after_name(rest, open)) else {
            return Err(self.wrong_end_tag(start));
        };
        let blanks = rest.iter().take_while(|&&byte| is_space(byte)).count();
        if rest.get(blanks) != Some(&b'>') {
            return Err(self.wrong_end_tag(start));
        }
        self.at = self.text.len() - rest.len() + blanks + 1;
        self.document.open.pop();
        self.leave(self.at);
        Ok(())
    }

    /// Returns the fault of the end tag at `start`, which is not the expected one.
    #[cold]
    fn wrong_end_tag(&self, start: usize) -> Fault {
        let Some(length) = memchr(b'>', &self.bytes()[start..]) else {
            return self.unclosed(IssueCode::XmlUnclosedTag, "the tag is not closed by `>`", start);
        };
        let span = Span::of(start, start + length + 1);
        // The text up to the next `>` may be long.
        let name: String = self.text[start + 2..start + length].chars().take(80).collect();
        let Some(open) = self.document.open.last() else {
            return Fault::new(IssueCode::XmlUnopenedEnd, format!("`</{name}>` closes nothing"), span);
        };
        if name.strip_prefix(open).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_whitespace())) {
            let message = format!("the end tag `</{open}>` contains more than its name");
            return Fault::new(IssueCode::XmlEndTag, message, span);
        }
        let fault = Fault::new(IssueCode::XmlMismatchedEnd, format!("`</{name}>` does not close `<{open}>`"), span);
        fault.help(format!("expected `</{open}>`"))
    }

    /// Reads a comment, a CDATA section or a document type.
    fn declaration(&mut self) -> XmlChecked {
        let start = self.at;
        let rest = &self.text[start..];
        if rest.starts_with("<!--") {
            return self.comment(start);
        }
        if rest.starts_with("<![CDATA[") {
            return self.cdata(start);
        }
        if rest.get(..doctype::START.len()).is_some_and(|head| head.eq_ignore_ascii_case(doctype::START)) {
            return self.doctype(start);
        }
        let message = "`<!` begins neither a comment nor a CDATA section";
        Err(Fault::new(IssueCode::XmlMarkup, message, Span::of(start, start + 2)))
    }

    /// Skips the document type at `start`.
    fn doctype(&mut self, start: usize) -> XmlChecked {
        let refuse = |message| Err(doctype::bad(message, Span::of(start, start + doctype::START.len())));
        if self.document.root != Root::Before {
            return refuse("a document type must be before the root element");
        }
        if self.document.has_doctype {
            return refuse("a document can have only one document type");
        }
        let Some(end) = doctype::end(self.text, start)? else {
            return Err(self.unclosed(IssueCode::XmlUnclosedTag, "the document type is not closed by `>`", start));
        };
        self.at = end;
        self.document.has_doctype = true;
        Ok(())
    }

    fn comment(&mut self, start: usize) -> XmlChecked {
        let content = start + "<!--".len();
        let Some(length) = memmem::find(&self.bytes()[content..], b"--") else {
            return Err(self.unclosed(IssueCode::XmlUnclosedComment, "the comment is not closed by `-->`", start));
        };
        let end = content + length;
        if self.bytes().get(end + 2) != Some(&b'>') {
            let message = "`--` is not allowed inside a comment";
            let fault = Fault::new(IssueCode::XmlCommentHyphens, message, Span::of(end, end + 2));
            return Err(fault.help("a comment ends with `-->` and cannot contain another `--`"));
        }
        self.at = end + "-->".len();
        let comment = &self.text[content..end];
        self.document.has_remarks |= remark(comment).is_some();
        self.sink.comment(comment, self.place(start, self.at));
        Ok(())
    }

    fn cdata(&mut self, start: usize) -> XmlChecked {
        let content = start + "<![CDATA[".len();
        let Some(length) = memmem::find(&self.bytes()[content..], b"]]>") else {
            return Err(self.unclosed(IssueCode::XmlUnclosedCdata, "the CDATA section is not closed by `]]>`", start));
        };
        let (end, after) = (content + length, content + length + "]]>".len());
        if self.document.root != Root::Inside {
            return Err(outside_root(Span::of(start, after), "a CDATA section"));
        }
        if self.sink.needs_text() {
            self.pass_text(content, end);
        }
        self.at = after;
        Ok(())
    }

    fn instruction(&mut self) -> XmlChecked {
        let start = self.at;
        let Some(length) = memmem::find(&self.bytes()[start + 2..], b"?>") else {
            return Err(self.unclosed(IssueCode::XmlUnclosedInstruction, "`<?` is not closed by `?>`", start));
        };
        let end = start + 2 + length + 2;
        declaration::check(self.text, start, end, self.start)?;
        self.at = end;
        Ok(())
    }

    fn finish(self) -> XmlChecked<usize> {
        let end = self.text.len();
        if self.survey.first_forbidden < end {
            return Err(self.forbidden());
        }
        if let Some(name) = self.document.open.last() {
            let fault =
                Fault::new(IssueCode::XmlUnclosed, format!("the document ends inside `<{name}>`"), Span::of(end, end));
            return Err(fault.help(format!("`</{name}>` is missing; {CUT}")));
        }
        if self.document.root == Root::Before {
            return Err(Fault::new(IssueCode::XmlEmpty, "the document has no element", Span::of(end, end)));
        }
        Ok(end)
    }

    #[cold]
    fn forbidden(&self) -> Fault {
        let start = self.survey.first_forbidden;
        let c = self.text[start..].chars().next().unwrap_or_default();
        let message = format!("the character U+{:04X} is not allowed in XML", u32::from(c));
        Fault::new(IssueCode::XmlCharacter, message, Span::of(start, start + c.len_utf8()))
    }

    /// Returns the fault of markup at `start` that the document does not close.
    #[cold]
    fn unclosed(&self, code: IssueCode, message: &str, start: usize) -> Fault {
        // The line is enough to show. The markup extends to the end of the document.
        let length = self.text[start..].find(['\n', '\r']).unwrap_or(self.text.len() - start);
        Fault::new(code, message, Span::of(start, start + length)).help(CUT)
    }
}

/// The help for a document that ends too early.
const CUT: &str = "the file may be truncated";

fn outside_root(span: Span, what: &str) -> Fault {
    Fault::new(IssueCode::XmlOutsideRoot, format!("{what} is outside the root element"), span)
}

#[cold]
fn bad_name(code: IssueCode, name: &str, start: usize) -> Fault {
    let shown: String = name.chars().take(40).collect();
    let span = Span::of(start, start + name.len().max(1));
    let message = if name.is_empty() { "a name is missing".to_owned() } else { format!("`{shown}` is not a name") };
    let help = "a name begins with a letter or `_` and contains only letters, digits, `-`, `_`, `.` and `:`";
    Fault::new(code, message, span).help(help)
}

/// Returns the bytes after `name`; `None` if `bytes` do not begin with it.
fn after_name<'b>(bytes: &'b [u8], name: &str) -> Option<&'b [u8]> {
    let (start, rest) = bytes.split_at_checked(name.len())?;
    same_bytes(start, name.as_bytes()).then_some(rest)
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Returns the number of bytes before the first `<` or `&`, or before the end. Compares eight bytes at a time, because
/// most texts are short.
fn text_length(bytes: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x8080_8080_8080_8080;
    /// Returns the highest bit of each zero byte. Bits above the lowest one may be wrong.
    const fn zeros(word: u64) -> u64 {
        word.wrapping_sub(ONES) & !word & HIGHS
    }
    let (words, _) = bytes.as_chunks::<8>();
    for (number, word) in words.iter().enumerate() {
        let word = u64::from_le_bytes(*word);
        let found = zeros(word ^ (ONES * u64::from(b'<'))) | zeros(word ^ (ONES * u64::from(b'&')));
        if found != 0 {
            return number * 8 + found.trailing_zeros() as usize / 8;
        }
    }
    let start = words.len() * 8;
    let rest = bytes[start..].iter().position(|&byte| matches!(byte, b'<' | b'&'));
    start + rest.unwrap_or(bytes.len() - start)
}

#[cfg(test)]
mod tests;
