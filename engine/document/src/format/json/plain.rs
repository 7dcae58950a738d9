//! The fast path, which reads the most frequent kinds of values.
//!
//! It reads members whose keys are expected, and elements, in strict JSON without escapes. Before any other value it
//! stops, and the complete reader continues there. So it never finds a fault, and never reads what strict JSON does not
//! allow.

use super::cursor::blanks;
use super::string::plain_length;
use super::{AllowedTokens, ContainerKind, JsonReader, NodeKey, NodeName, number};
use crate::format::{MAX_DEPTH, Scalar, Single, Sink};

impl<S: Sink> JsonReader<'_, '_, '_, S> {
    /// Reads plain values. Returns after a limited number of them, see [`crate::text::without_inlining`].
    pub(super) fn read_plain_values(&mut self) {
        /// The maximum number of members, elements and closing brackets in one call.
        const MANY: usize = 512;
        for _ in 0..MANY {
            if self.plain_step().is_none() {
                break;
            }
        }
    }

    /// Reads a member or an element, only its opening bracket, or the bracket that closes the innermost object or
    /// array. Returns `None` if the value is not plain, or if it may continue in the next part.
    #[inline]
    fn plain_step(&mut self) -> Option<()> {
        let bytes = self.cursor.bytes();
        let kind = self.document.levels.last()?.kind;
        let mut at = after_blanks(bytes, self.cursor.at());
        match (self.document.next?, *bytes.get(at)?) {
            (AllowedTokens::Value, _) => return self.plain_value(at),
            (_, byte) if byte == kind.closer() => {
                self.cursor.advance_to(at);
                self.document.next = Some(self.pop());
                return Some(());
            }
            (AllowedTokens::Comma, b',') => at = after_blanks(bytes, at + 1),
            (AllowedTokens::Comma, _) => return None,
            (AllowedTokens::FirstKey | AllowedTokens::FirstElement, _) => {}
        }
        match kind {
            ContainerKind::Array(_) => self.plain_value(at),
            ContainerKind::Object(shape) => {
                let (shape, length) = self.document.shapes.follow(shape?, bytes.get(at..)?)?;
                let colon = after_blanks(bytes, at + length);
                if *bytes.get(colon)? != b':' {
                    return None;
                }
                self.document.levels.last_mut()?.kind = ContainerKind::Object(Some(shape));
                self.document.key =
                    NodeName { id: Some(NodeKey::Shape(shape)), span: self.cursor.place(at, at + length) };
                self.document.next = Some(AllowedTokens::Value);
                self.cursor.advance_to(colon + 1);
                self.plain_value(after_blanks(bytes, colon + 1))
            }
        }
    }

    /// Reads the value at `at`, or its opening bracket.
    #[inline]
    fn plain_value(&mut self, at: usize) -> Option<()> {
        if self.document.nodes.max(self.document.levels.len()) >= MAX_DEPTH {
            return None;
        }
        let kind = match self.cursor.bytes().get(at)? {
            b'{' => ContainerKind::EMPTY,
            b'[' => ContainerKind::Array(self.name()),
            _ => return self.plain_scalar(at),
        };
        self.cursor.advance_to(at);
        self.document.next = Some(self.push(at, kind).ok()?);
        Some(())
    }

    #[inline]
    fn plain_scalar(&mut self, at: usize) -> Option<()> {
        let (scalar, end) = scalar(self.cursor.text(), at)?;
        // The scalar may continue after the last byte of a part.
        self.cursor.bytes().get(end)?;
        if self.sink.needs_nodes() {
            let span = self.cursor.place(at, end);
            let (tag, start_tag) = self.document.name_at(&self.cursor, at);
            self.sink.single(Single { tag, start_tag, scalar, span });
        }
        self.document.next = Some(AllowedTokens::Comma);
        self.cursor.advance_to(end);
        Some(())
    }
}

#[inline]
fn scalar(text: &str, at: usize) -> Option<(Scalar<'_>, usize)> {
    let bytes = text.as_bytes().get(at..)?;
    match bytes.first()? {
        b'"' => {
            let end = 1 + plain_length(&bytes[1..], b'"');
            (*bytes.get(end)? == b'"').then(|| (Scalar::Text(text[at + 1..at + end].into()), at + end + 1))
        }
        b'-' | b'0'..=b'9' => {
            let end = at + number::strict(bytes)?;
            Some((Scalar::Number(text[at..end].into()), end))
        }
        _ => {
            let (word, scalar) = WORDS.iter().find(|(word, _)| bytes.starts_with(word.as_bytes()))?;
            number::ends_value(bytes.get(word.len()).copied()).then(|| (scalar.clone(), at + word.len()))
        }
    }
}

const WORDS: &[(&str, Scalar<'static>)] =
    &[("true", Scalar::Bool(true)), ("false", Scalar::Bool(false)), ("null", Scalar::Null)];

/// Returns the position after the white space at `at`, which is often empty.
#[inline]
fn after_blanks(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at) {
        Some(b' ' | b'\n' | b'\r' | b'\t') => after_all_blanks(bytes, at),
        _ => at,
    }
}

#[inline(never)]
fn after_all_blanks(bytes: &[u8], at: usize) -> usize {
    match bytes.get(at..) {
        Some([b' ', next, ..]) if *next > b' ' => at + 1,
        rest => at + rest.map_or(0, blanks),
    }
}
