//! JSON → nodes: JSON, JSON with comments and trailing commas, and JSON5 are one language here.
//!
//! JSON5 holds all the others, so one reader of it serves; it remembers the first place that strict JSON would refuse.
//! The document is a node without a name, the members of an object are nodes named by their keys, and each element of
//! an array is a node of the array's name: an empty array is no node, arrays of arrays flatten.

mod cursor;
mod number;
mod string;
#[cfg(test)]
mod tests;

use self::cursor::{Cursor, found, shown};
use self::string::Name;
use super::{MAX_DEPTH, Malformed, Scalar, Sink, Tag};
use crate::text::{Fault, LineIndex, Span, nearest};

type Checked<T = ()> = Result<T, Malformed>;

/// Hands the nodes of `text` to `sink`; returns the first place that needs more than strict JSON.
///
/// # Errors
/// Fails at the first place where the text is not JSON5 either.
pub(super) fn read(text: &str, sink: &mut impl Sink) -> Checked<Option<Fault>> {
    let mut reader = Reader {
        cursor: Cursor::new(text),
        sink,
        levels: Vec::new(),
        nodes: 0,
        key: Key { name: None, span: Span::at(0) },
        made: String::new(),
    };
    reader.document()?;
    Ok(reader.cursor.into_lenient())
}

struct Reader<'t, 's, S> {
    cursor: Cursor<'t>,
    sink: &'s mut S,
    /// The objects and arrays that are open.
    levels: Vec<Level>,
    /// How many nodes are open: those of `levels` that are objects, with the values of their keys.
    nodes: usize,
    /// The key read last, of the innermost object.
    key: Key,
    /// Keys that do not stand in the text as they are, of the objects that are open.
    made: String,
}

/// The name of a node, and where it stands.
#[derive(Clone, Copy)]
struct Key {
    /// `None` for the document itself.
    name: Option<Name>,
    span: Span,
}

/// An object or array that is open.
struct Level {
    /// Where its bracket stands.
    start: usize,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// An object; the number is the length of `made` without its keys.
    Object(usize),
    /// An array, each of whose elements takes this name.
    Array(Option<Name>),
}

impl Kind {
    const fn closer(self) -> u8 {
        match self {
            Self::Object(_) => b'}',
            Self::Array(_) => b']',
        }
    }
}

/// What may come next.
enum Next {
    Value,
    /// A key, or the end of an object that has none.
    FirstKey,
    /// An element, or the end of an array that has none.
    FirstElement,
    /// A comma, or the end of the innermost object or array.
    Comma,
}

impl<'t, S: Sink> Reader<'t, '_, S> {
    fn document(&mut self) -> Checked {
        self.cursor.skip_blanks()?;
        if self.cursor.peek().is_none() {
            let help = "an empty document is `{}` or `null`";
            return Err(Malformed::new("json-empty", "the document is empty", Span::at(0)).help(help));
        }
        let mut next = self.value()?;
        while !self.levels.is_empty() {
            self.cursor.skip_blanks()?;
            next = match next {
                Next::FirstKey if self.cursor.peek() == Some(b'}') => self.pop(),
                Next::FirstKey => self.key()?,
                Next::FirstElement if self.cursor.peek() == Some(b']') => self.pop(),
                Next::FirstElement | Next::Value => self.value()?,
                Next::Comma => self.comma()?,
            };
        }
        self.cursor.skip_blanks()?;
        match self.cursor.peek() {
            None => Ok(()),
            Some(_) => Err(self
                .fault("json-trailing-text", |found| format!("the document has ended, but {found} follows"))
                .help("a file holds one document; several make an array: `[…, …]`")),
        }
    }

    /// Reads a scalar, or the bracket that opens an object or array.
    fn value(&mut self) -> Checked<Next> {
        let start = self.cursor.at();
        match self.cursor.peek() {
            Some(b'"' | b'\'') => {
                let scalar = string::scalar(&mut self.cursor)?;
                self.scalar(scalar, start)
            }
            Some(b'{') => self.push(start, Kind::Object(self.made.len())),
            Some(b'[') => self.push(start, Kind::Array(self.name())),
            Some(b'0'..=b'9' | b'-' | b'+' | b'.') => {
                let scalar = number::scalar(&mut self.cursor)?;
                self.scalar(scalar, start)
            }
            Some(byte) if byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$') => {
                let scalar = self.word()?;
                self.scalar(scalar, start)
            }
            _ => Err(self.no_value()),
        }
    }

    fn scalar(&mut self, scalar: Scalar<'_>, start: usize) -> Checked<Next> {
        let span = Span::of(start, self.cursor.at());
        self.open(start)?;
        self.sink.scalar(scalar, span);
        self.close(span.end());
        Ok(Next::Comma)
    }

    /// `true`, `false`, `null`, and the two numbers that JSON5 spells as words.
    fn word(&mut self) -> Checked<Scalar<'t>> {
        let word = self.cursor.word();
        let scalar = match word {
            "true" => Scalar::Bool(true),
            "false" => Scalar::Bool(false),
            "null" => Scalar::Null,
            "Infinity" | "NaN" => {
                self.cursor.lenient(self.cursor.at(), self.cursor.at() + word.len(), "a number that is a word");
                Scalar::Number(word.into())
            }
            _ => return Err(self.no_word(word)),
        };
        self.cursor.advance(word.len());
        Ok(scalar)
    }

    fn push(&mut self, start: usize, kind: Kind) -> Checked<Next> {
        if self.levels.len() >= MAX_DEPTH {
            return Err(too_deep(start));
        }
        if matches!(kind, Kind::Object(_)) {
            self.open(start)?;
        }
        self.levels.push(Level { start, kind });
        self.cursor.advance(1);
        Ok(if matches!(kind, Kind::Object(_)) { Next::FirstKey } else { Next::FirstElement })
    }

    /// Goes behind the bracket that closes the innermost object or array.
    fn pop(&mut self) -> Next {
        self.cursor.advance(1);
        if let Some(Level { kind: Kind::Object(made), .. }) = self.levels.pop() {
            self.made.truncate(made);
            self.close(Span::of(self.cursor.at(), self.cursor.at()).end());
        }
        Next::Comma
    }

    /// Reads a key with its colon.
    fn key(&mut self) -> Checked<Next> {
        if let Some(Level { kind: Kind::Object(made), .. }) = self.levels.last() {
            self.made.truncate(*made);
        }
        let start = self.cursor.at();
        let name = match self.cursor.peek() {
            Some(b'"' | b'\'') => string::key(&mut self.cursor, &mut self.made)?,
            _ => string::bare_key(&mut self.cursor, &mut self.made)?.ok_or_else(|| self.no_key())?,
        };
        self.key = Key { name: Some(name), span: Span::of(start, self.cursor.at()) };
        self.cursor.skip_blanks()?;
        if self.cursor.peek() != Some(b':') {
            return Err(self.unfinished().unwrap_or_else(|| {
                self.fault("json-missing-colon", |found| format!("`:` expected behind the key, found {found}"))
            }));
        }
        self.cursor.advance(1);
        Ok(Next::Value)
    }

    /// Reads what stands behind a value: a comma, with or without something to follow, or a closing bracket.
    fn comma(&mut self) -> Checked<Next> {
        let Some(&Level { start, kind }) = self.levels.last() else { return Ok(Next::Comma) };
        match self.cursor.peek() {
            Some(b',') => {
                let comma = self.cursor.at();
                self.cursor.advance(1);
                self.cursor.skip_blanks()?;
                if self.cursor.peek() == Some(kind.closer()) {
                    self.cursor.lenient(comma, comma + 1, "a comma behind the last value");
                    return Ok(self.pop());
                }
                match kind {
                    Kind::Object(_) => self.key(),
                    Kind::Array(_) => self.value(),
                }
            }
            Some(byte) if byte == kind.closer() => Ok(self.pop()),
            _ => Err(self.no_comma(start, kind.closer())),
        }
    }

    /// The name of the node that the next value makes.
    fn name(&self) -> Option<Name> {
        match self.levels.last() {
            None => None,
            Some(Level { kind: Kind::Object(_), .. }) => self.key.name,
            Some(Level { kind: Kind::Array(name), .. }) => *name,
        }
    }

    /// Opens the node of the value at `start`.
    #[inline]
    fn open(&mut self, start: usize) -> Checked {
        if self.nodes >= MAX_DEPTH {
            return Err(too_deep(start));
        }
        self.nodes += 1;
        let (name, span) = match self.levels.last() {
            Some(Level { kind: Kind::Object(_), .. }) => (self.key.name, self.key.span),
            Some(Level { kind: Kind::Array(name), .. }) => (*name, Span::of(start, start + 1)),
            None => (None, Span::of(start, start + 1)),
        };
        let tag = name.map(|name| Tag::key(name.of(self.cursor.text(), &self.made)));
        self.sink.open(tag, span);
        Ok(())
    }

    fn close(&mut self, end: u32) {
        self.nodes -= 1;
        self.sink.close(end);
    }
}

/// The faults of a document's structure.
impl<'t, S: Sink> Reader<'t, '_, S> {
    /// A fault at the cursor, about what was found there.
    fn fault(&self, code: &'static str, message: impl FnOnce(String) -> String) -> Malformed {
        let (text, at) = (self.cursor.text(), self.cursor.at());
        let length = text[at..].chars().next().map_or(0, char::len_utf8);
        Malformed::new(code, message(found(text, at)), Span::of(at, at + length))
    }

    /// What to say when the text has ended inside an object or array.
    fn unfinished(&self) -> Option<Malformed> {
        let &Level { start, kind } = self.levels.last().filter(|_| self.cursor.peek().is_none())?;
        let closer = char::from(kind.closer());
        let message = format!("the document ends before the `{closer}` of {}", self.opener(start));
        let end = self.cursor.text().trim_end().len();
        Some(Malformed::new("json-unfinished", message, Span::of(end, end)).help("the file may have been cut off"))
    }

    /// The bracket at `start`, as a message names it.
    fn opener(&self, start: usize) -> String {
        let text = self.cursor.text();
        let line = LineIndex::new(text).line(Span::of(start, start).start());
        format!("the `{}` on line {line}", &text[start..=start])
    }

    fn no_value(&self) -> Malformed {
        let hint = match self.cursor.peek() {
            Some(b'#') => Some("comments start with `//`"),
            Some(b'}' | b']' | b',') => Some("write `null` where there is no value"),
            Some(b'`') => Some("a text stands in double quotes"),
            _ => None,
        };
        let fault = self
            .unfinished()
            .unwrap_or_else(|| self.fault("json-missing-value", |found| format!("a value expected, found {found}")));
        hint.into_iter().fold(fault, Malformed::help)
    }

    fn no_key(&self) -> Malformed {
        let fault = self.unfinished().unwrap_or_else(|| {
            self.fault("json-missing-key", |found| format!("a key in double quotes expected, found {found}"))
        });
        if self.cursor.peek() == Some(b'#') { fault.help("comments start with `//`") } else { fault }
    }

    fn no_comma(&self, start: usize, closer: u8) -> Malformed {
        if let Some(fault) = self.unfinished() {
            return fault;
        }
        let closer = char::from(closer);
        match self.cursor.peek() {
            Some(b'}' | b']') => self.fault("json-wrong-bracket", |found| {
                format!("`{closer}` expected, to close {}, found {found}", self.opener(start))
            }),
            Some(b':') => self.fault("json-missing-comma", |_| format!("`,` or `{closer}` expected, found `:`")),
            _ => self.fault("json-missing-comma", |found| {
                format!("`,` or `{closer}` expected behind the value, found {found}")
            }),
        }
    }

    fn no_word(&self, word: &str) -> Malformed {
        let at = self.cursor.at();
        let known = match word {
            "None" | "nil" | "undefined" | "NULL" => Some("null"),
            "yes" | "on" => Some("true"),
            "no" | "off" => Some("false"),
            _ => nearest(word, ["true", "false", "null", "Infinity", "NaN"]),
        };
        let message = format!("`{}` is no value", shown(word));
        let help =
            known.map_or_else(|| "a text stands in double quotes".to_owned(), |known| format!("write `{known}`"));
        Malformed::new("json-bad-word", message, Span::of(at, at + word.len())).help(help)
    }
}

fn too_deep(at: usize) -> Malformed {
    let message = format!("values nest more than {MAX_DEPTH} deep");
    Malformed::new("json-too-deep", message, Span::of(at, at + 1))
}
