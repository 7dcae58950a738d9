//! The attributes of one start tag.

use std::borrow::Cow;
use std::collections::BTreeSet;

use memchr::{memchr, memchr3};

use super::name::{is_name, lone_ampersand, reference};
use super::{bad_name, is_space};
use crate::format::{Sink, Tag};
use crate::text::{Fault, IssueCode, Span};

/// The maximum number of names that are compared one by one. Further names are stored in a tree, because the names of a
/// malicious tag with a million attributes could all have the same hash.
const FEW: usize = 8;

/// The attribute names of one tag, to find repeated names. It is kept for the next tag, to reuse its memory.
#[derive(Default)]
pub(super) struct TagAttributes<'t> {
    few: Vec<&'t str>,
    many: BTreeSet<&'t str>,
}

impl<'t> TagAttributes<'t> {
    fn clear(&mut self) {
        self.few.clear();
        self.many.clear();
    }

    /// Adds a name. Returns `false` if the tag already has it.
    fn insert(&mut self, name: &'t str) -> bool {
        if self.few.len() < FEW {
            let new = !self.few.contains(&name);
            self.few.push(name);
            return new;
        }
        if self.many.is_empty() {
            self.many.extend(&self.few);
        }
        self.many.insert(name)
    }
}

/// Reads the attributes between `start`, after the tag's name, and `end` of `text`. `base` is the number of bytes of the
/// document before `text`.
pub(super) fn read<'t>(
    (text, base): (&'t str, u32),
    start: usize,
    end: usize,
    names: &mut TagAttributes<'t>,
    sink: &mut impl Sink,
) -> Result<(), Fault> {
    names.clear();
    let mut at = start;
    loop {
        let blanks = spaces(&text[at..end]);
        at += blanks;
        if at == end {
            return Ok(());
        }
        let name_start = at;
        let name = &text[at..at + name_length(&text[at..end])];
        if blanks == 0 {
            let span = Span::of(at, at + name.len().max(1));
            return Err(Fault::new(IssueCode::XmlAttributeBlank, "a space is missing before the attribute", span));
        }
        if !is_name(name) {
            return Err(bad_name(IssueCode::XmlAttributeName, name, at));
        }
        at += name.len();
        at += spaces(&text[at..end]);
        if !text[at..end].starts_with('=') {
            let span = Span::of(name_start, name_start + name.len());
            let fault = Fault::new(IssueCode::XmlAttributeValue, format!("the attribute `{name}` has no value"), span);
            return Err(fault.help(format!("write `{name}=\"\"`")));
        }
        at += 1;
        at += spaces(&text[at..end]);
        let value = quoted_range(text, at, end, name)?;
        if !names.insert(name) {
            let span = Span::of(name_start, name_start + name.len());
            return Err(Fault::new(IssueCode::XmlAttributeTwice, format!("the attribute `{name}` occurs twice"), span));
        }
        let decoded = decode(text, value)?;
        at = value.end() as usize + 1;
        // A namespace declaration is not an attribute of the node.
        if let Some(prefix) = name.strip_prefix("xmlns:") {
            sink.namespace(prefix, decoded, value.shifted(base));
        } else if name != "xmlns" {
            sink.attribute(Tag::xml(name), decoded, value.shifted(base));
        }
    }
}

fn spaces(text: &str) -> usize {
    text.bytes().take_while(|&byte| is_space(byte)).count()
}

fn name_length(text: &str) -> usize {
    text.bytes().position(|byte| is_space(byte) || byte == b'=').unwrap_or(text.len())
}

/// Returns the range between the quotes that begin at `at`.
fn quoted_range(text: &str, at: usize, end: usize, name: &str) -> Result<Span, Fault> {
    let unquoted = || {
        let length = text[at..end].bytes().position(is_space).unwrap_or(end - at);
        let message = format!("the value of the attribute `{name}` is not in quotes");
        Fault::new(IssueCode::XmlAttributeQuotes, message, Span::of(at, at + length)).help("put it in double quotes")
    };
    let Some(quote @ (b'"' | b'\'')) = text[at..end].bytes().next() else { return Err(unquoted()) };
    let length = memchr(quote, &text.as_bytes()[at + 1..end]).ok_or_else(unquoted)?;
    Ok(Span::of(at + 1, at + 1 + length))
}

/// Returns the value at `span`, with references resolved, and each white-space character (or CR LF) as a space.
fn decode(text: &str, span: Span) -> Result<Cow<'_, str>, Fault> {
    let value = &text[span.range()];
    let bytes = value.as_bytes();
    if memchr3(b'&', b'<', b'\r', bytes).is_none() && memchr::memchr2(b'\t', b'\n', bytes).is_none() {
        return Ok(Cow::Borrowed(value));
    }
    let mut decoded = String::with_capacity(value.len());
    let mut at = 0;
    while at < value.len() {
        let here = span.start() as usize + at;
        let length = value[at..].find(['&', '<', '\t', '\n', '\r']).unwrap_or(value.len() - at);
        decoded.push_str(&value[at..at + length]);
        at += length;
        let here = here + length;
        match bytes.get(at) {
            None => {}
            Some(b'&') => {
                let Some(length) = memchr(b';', &bytes[at..]) else { return Err(lone_ampersand(here)) };
                decoded.push(reference(text, here, here + length + 1)?);
                at += length + 1;
            }
            Some(b'<') => {
                let message = "`<` is not allowed in an attribute value";
                let fault = Fault::new(IssueCode::XmlLessThan, message, Span::of(here, here + 1));
                return Err(fault.help("write `&lt;`"));
            }
            Some(_) => {
                // XML 1.0, section 3.3.3: white space in a value becomes a space.
                at += if bytes[at..].starts_with(b"\r\n") { 2 } else { 1 };
                decoded.push(' ');
            }
        }
    }
    Ok(Cow::Owned(decoded))
}
