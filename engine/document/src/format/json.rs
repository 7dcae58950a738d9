//! JSON → nodes: one reader for JSON, JSON with comments and trailing commas, and JSON5.
//!
//! JSON5 includes the other dialects, so one reader is enough. It records the first place that the dialect of the file
//! does not allow. The document is a node without a name. The members of an object are nodes named by their keys. Each
//! element of an array is a node with the name of the array: an empty array has no node, and arrays of arrays are
//! flattened.

mod cursor;
mod number;
mod plain;
mod shape;
mod string;
#[cfg(test)]
mod tests;

use self::cursor::JsonCursor;
use self::shape::{ObjectKeys, Shapes};
use super::key::{KeyId, KeyName, Keys};
use super::named::{describe_character, shorten};
use super::part::TextPortion;
use super::repeats::REPEATED;
use super::{MAX_DEPTH, Notes, RepeatedKey, Scalar, Sink, Tag};
use crate::text::{CodeFlag, Fault, IssueCode, LineIndex, Span, nearest, without_inlining};

type JsonChecked<T = ()> = Result<T, Fault>;

/// The JSON dialect that a file promises by its name or its project.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Dialect {
    /// JSON as in its specification.
    Strict,
    /// JSON with comments, and with a comma after the last value.
    Commented,
}

impl Dialect {
    /// Returns the name of the dialect in messages.
    const fn name(self) -> &'static str {
        match self {
            Self::Strict => "strict JSON",
            Self::Commented => "JSON with comments",
        }
    }
}

/// A JSON document, which is read in parts.
pub(super) struct Document {
    /// The tokens that are allowed next; `None` until the first value.
    next: Option<AllowedTokens>,
    /// The objects and arrays that are open.
    levels: Vec<OpenContainer>,
    /// The number of open nodes: the objects in `levels`, and the values of their keys.
    nodes: usize,
    /// The last key of the innermost object.
    key: NodeName,
    shapes: Shapes,
    /// The keys of objects whose shapes are not remembered.
    keys: Keys,
    dialect: Dialect,
    /// True if a byte order mark at the start is reported, because glTF does not allow it.
    refuses_mark: bool,
    notes: Notes,
}

impl Document {
    /// Returns a document that promises to be in a dialect. Nothing has been read yet. If `refuses_mark` is true, a byte
    /// order mark at the start is reported.
    pub fn new(dialect: Dialect, refuses_mark: bool) -> Self {
        Self {
            next: None,
            levels: Vec::new(),
            nodes: 0,
            key: NodeName { id: None, span: Span::at(0) },
            shapes: Shapes::new(),
            keys: Keys::default(),
            dialect,
            refuses_mark,
            notes: Notes::default(),
        }
    }

    /// Reads the next part, and returns the number of bytes that are done. The last part is read to its end. In any
    /// other part, the reader stops before the first key or value that may continue in the next part.
    ///
    /// # Errors
    /// Fails at the first place where the text is not JSON5. The place is in bytes of the part.
    pub fn read<S: Sink>(&mut self, part: TextPortion<'_>, sink: &mut S) -> JsonChecked<usize> {
        let mut cursor = JsonCursor::new(part, self.dialect, std::mem::take(&mut self.notes));
        if self.refuses_mark && part.base == 0 && cursor.at() > 0 {
            cursor.lenient(0, cursor.at(), "a byte order mark");
        }
        let mut reader = JsonReader { cursor, document: self, sink, is_last: part.is_last };
        let used = reader.part()?;
        self.notes = reader.cursor.notes;
        if !part.is_last {
            self.keys.keep(part.text);
        }
        Ok(used)
    }

    /// Returns the name of the value at `at`, and the place that is used as its start tag.
    #[inline]
    fn name_at<'a>(&'a self, cursor: &JsonCursor<'a>, at: usize) -> (Option<Tag<'a>>, Span) {
        let (id, span) = match self.levels.last() {
            Some(OpenContainer { kind: ContainerKind::Object(_), .. }) => (self.key.id, self.key.span),
            Some(OpenContainer { kind: ContainerKind::Array(id), .. }) => (*id, cursor.place(at, at + 1)),
            None => (None, cursor.place(at, at + 1)),
        };
        let tag = match id {
            Some(NodeKey::Shape(shape)) => Some(self.shapes.key(shape)),
            Some(NodeKey::Key(id)) => self.keys.name(id).map(|name| Tag::key(self.keys.text_of(name, cursor.text()))),
            None => None,
        };
        (tag, span)
    }

    /// Returns the notes about a document that has been read to its end.
    pub fn into_notes(self) -> Notes {
        self.notes
    }
}

/// The reader of one part.
struct JsonReader<'t, 'd, 's, S> {
    cursor: JsonCursor<'t>,
    document: &'d mut Document,
    sink: &'s mut S,
    /// True if the document ends with the part.
    is_last: bool,
}

/// The name of a node, and its place.
#[derive(Clone, Copy)]
struct NodeName {
    /// `None` for the document itself.
    id: Option<NodeKey>,
    span: Span,
}

/// A key.
#[derive(Clone, Copy)]
enum NodeKey {
    /// The last key of a shape.
    Shape(ObjectKeys),
    /// A key of an object whose shape is not remembered.
    Key(KeyId),
}

/// An open object or array.
struct OpenContainer {
    /// The place of its bracket.
    start: usize,
    kind: ContainerKind,
}

#[derive(Clone, Copy)]
enum ContainerKind {
    /// An object with the keys so far; `None` if they are in [`Keys`].
    Object(Option<ObjectKeys>),
    /// An array. Its elements get the name of this key.
    Array(Option<NodeKey>),
}

impl ContainerKind {
    /// An object without keys so far.
    const EMPTY: Self = Self::Object(Some(ObjectKeys::EMPTY));

    const fn closer(self) -> u8 {
        match self {
            Self::Object(_) => b'}',
            Self::Array(_) => b']',
        }
    }
}

/// The tokens that are allowed next.
#[derive(Clone, Copy)]
enum AllowedTokens {
    Value,
    /// A key, or the end of an object that has none.
    FirstKey,
    /// An element, or the end of an array that has none.
    FirstElement,
    /// A comma, or the end of the innermost object or array.
    Comma,
}

/// The reason why a step of the reader is not complete.
enum Halt {
    /// The token may continue in the next part.
    Cut,
    Fault(Fault),
}

impl From<Fault> for Halt {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// The result of a step of the reader. Nothing is passed on or forgotten before the step is known to be complete,
/// because a step that is cut off is repeated with the next part.
type JsonStep<T = AllowedTokens> = Result<T, Halt>;

impl<'t, S: Sink> JsonReader<'t, '_, '_, S> {
    /// Reads the complete steps of the part, and returns their length.
    fn part(&mut self) -> JsonChecked<usize> {
        let plain: fn(&mut Self) = without_inlining(Self::read_plain_values);
        loop {
            plain(self);
            let (start, noted) = (self.cursor.at(), self.cursor.noted_flags());
            match self.step() {
                Ok(Some(next)) => self.document.next = Some(next),
                Ok(None) => return Ok(self.cursor.at()),
                Err(Halt::Fault(fault)) if !self.may_be_cut(&fault) => return Err(fault),
                Err(_) => {
                    self.cursor.forget_since(noted);
                    // As long as nothing has been read, the next part must also begin with the start of the document.
                    return Ok(if self.document.next.is_some() { start } else { 0 });
                }
            }
        }
    }

    /// Reads a key or a value, with the separator before it; `None` at the end of the document.
    #[inline]
    fn step(&mut self) -> JsonStep<Option<AllowedTokens>> {
        self.cursor.skip_blanks()?;
        let peeked = self.cursor.peek();
        if peeked.is_none() && !self.is_last {
            return Err(Halt::Cut);
        }
        let next = match self.document.next {
            None if peeked.is_none() => {
                let help = "an empty document is `{}` or `null`";
                return Err(Fault::new(IssueCode::JsonEmpty, "the document is empty", Span::at(0)).help(help).into());
            }
            Some(_) if self.document.levels.is_empty() => return self.end(),
            Some(AllowedTokens::FirstKey) if peeked == Some(b'}') => self.pop(),
            Some(AllowedTokens::FirstKey) => self.key()?,
            Some(AllowedTokens::FirstElement) if peeked == Some(b']') => self.pop(),
            None | Some(AllowedTokens::FirstElement | AllowedTokens::Value) => self.value()?,
            Some(AllowedTokens::Comma) => self.comma()?,
        };
        Ok(Some(next))
    }

    /// Checks that nothing follows the document.
    fn end(&self) -> JsonStep<Option<AllowedTokens>> {
        match self.cursor.peek() {
            None => Ok(None),
            Some(_) => Err(self
                .fault(IssueCode::JsonTrailingText, |found| format!("the document has ended, but {found} follows"))
                .help("a file contains one document; put several values in an array: `[…, …]`")
                .into()),
        }
    }

    /// Returns true if a fault may only exist because the next part is missing. A real fault near the end of the part
    /// is found again with the next part.
    fn may_be_cut(&self, fault: &Fault) -> bool {
        /// Longer than any word or escape.
        const SHORT: usize = 64;
        !self.is_last
            && (fault.code.has(CodeFlag::Unclosed)
                || fault.span.end() as usize + SHORT > self.cursor.text().len()
                || self.cursor.at() + SHORT > self.cursor.text().len())
    }

    /// Checks that the last token does not continue in the next part.
    fn check_token_end(&self) -> JsonStep<()> {
        if self.is_last || self.cursor.peek().is_some() { Ok(()) } else { Err(Halt::Cut) }
    }

    /// Reads a scalar, or the bracket that opens an object or array.
    fn value(&mut self) -> JsonStep {
        let start = self.cursor.at();
        match self.cursor.peek() {
            Some(b'"' | b'\'') => {
                let scalar = string::scalar(&mut self.cursor)?;
                self.scalar(scalar, start)
            }
            Some(b'{') => self.push(start, ContainerKind::EMPTY),
            Some(b'[') => self.push(start, ContainerKind::Array(self.name())),
            Some(b'0'..=b'9' | b'-' | b'+' | b'.') => {
                let scalar = number::scalar(&mut self.cursor)?;
                self.scalar(scalar, start)
            }
            Some(byte) if byte.is_ascii_alphabetic() || matches!(byte, b'_' | b'$') => {
                let scalar = self.word()?;
                self.scalar(scalar, start)
            }
            _ => Err(self.no_value().into()),
        }
    }

    fn scalar(&mut self, scalar: Scalar<'_>, start: usize) -> JsonStep {
        self.check_token_end()?;
        let span = self.cursor.place(start, self.cursor.at());
        self.open(start)?;
        self.sink.scalar(scalar, span);
        self.close(span.end());
        Ok(AllowedTokens::Comma)
    }

    /// Reads `true`, `false`, `null`, or one of the two JSON5 numbers that are words.
    fn word(&mut self) -> JsonChecked<Scalar<'t>> {
        let word = self.cursor.word();
        let scalar = match word {
            "true" => Scalar::Bool(true),
            "false" => Scalar::Bool(false),
            "null" => Scalar::Null,
            "Infinity" | "NaN" => {
                self.cursor.lenient(self.cursor.at(), self.cursor.at() + word.len(), "a number written as a word");
                Scalar::Number(word.into())
            }
            _ => return Err(self.no_word(word)),
        };
        self.cursor.advance(word.len());
        Ok(scalar)
    }

    #[inline(never)]
    fn push(&mut self, start: usize, kind: ContainerKind) -> JsonStep {
        if self.document.levels.len() >= MAX_DEPTH {
            return Err(too_deep(start).into());
        }
        if matches!(kind, ContainerKind::Object(_)) {
            self.open(start)?;
        }
        self.document.levels.push(OpenContainer { start, kind });
        self.cursor.advance(1);
        Ok(if matches!(kind, ContainerKind::Object(_)) { AllowedTokens::FirstKey } else { AllowedTokens::FirstElement })
    }

    /// Moves past the bracket that closes the innermost object or array.
    #[inline(never)]
    fn pop(&mut self) -> AllowedTokens {
        // An empty array has no node, but the sink receives its place.
        if let Some(AllowedTokens::FirstElement) = self.document.next {
            let (tag, span) = self.document.name_at(&self.cursor, self.cursor.at());
            self.sink.empty(tag, span);
        }
        self.cursor.advance(1);
        if let Some(OpenContainer { kind: ContainerKind::Object(shape), .. }) = self.document.levels.pop() {
            if shape.is_none() {
                self.document.keys.close();
            }
            self.close(self.cursor.place(self.cursor.at(), self.cursor.at()).end());
        }
        AllowedTokens::Comma
    }

    /// Reads a key with its colon.
    fn key(&mut self) -> JsonStep {
        let (start, decoded) = (self.cursor.at(), self.document.keys.key_buffer());
        let name = match self.cursor.peek() {
            Some(b'"' | b'\'') => string::key(&mut self.cursor, decoded)?,
            _ => string::bare_key(&mut self.cursor, decoded)?.ok_or_else(|| self.no_key())?,
        };
        let span = self.cursor.place(start, self.cursor.at());
        self.cursor.skip_blanks()?;
        self.check_token_end()?;
        if self.cursor.peek() != Some(b':') {
            let fault = self.unfinished_fault().unwrap_or_else(|| {
                self.fault(IssueCode::JsonMissingColon, |found| format!("expected `:` after the key, found {found}"))
            });
            return Err(fault.into());
        }
        // The key is added last, because a step that is cut off is repeated.
        self.document.key = NodeName { id: self.add(name, span), span };
        self.cursor.advance(1);
        Ok(AllowedTokens::Value)
    }

    /// Adds a key to those of the innermost object.
    fn add(&mut self, name: KeyName, span: Span) -> Option<NodeKey> {
        let (text, document) = (self.cursor.text(), &mut *self.document);
        if let Some(OpenContainer { kind: ContainerKind::Object(object @ Some(_)), .. }) = document.levels.last_mut() {
            let (before, key) = (object.unwrap_or(ObjectKeys::EMPTY), document.keys.text_of(name, text));
            *object = document.shapes.with(before, key);
            if let Some(shape) = *object {
                return Some(NodeKey::Shape(shape));
            }
            document.keys.open_with(document.shapes.keys(before));
        }
        if !document.keys.add(text, name) {
            self.repeat(name, span);
        }
        self.document.keys.last().map(NodeKey::Key)
    }

    /// Records a key that its object already has.
    #[cold]
    fn repeat(&mut self, name: KeyName, span: Span) {
        let (text, keys) = (self.cursor.text(), &self.document.keys);
        self.cursor.notes.repeated.add(|| {
            let key = keys.text_of(name, text);
            let message = format!("this object already has the key `{}`", shorten(key));
            let fault = Fault::new(IssueCode::JsonRepeatedKey, message, span).help(REPEATED);
            RepeatedKey { key: key.to_owned(), fault }
        });
    }

    /// Reads the token after a value: a comma or a closing bracket. Another value may follow the comma.
    fn comma(&mut self) -> JsonStep {
        let Some(&OpenContainer { start, kind }) = self.document.levels.last() else { return Ok(AllowedTokens::Comma) };
        match self.cursor.peek() {
            Some(b',') => {
                // The comma and the token after it are one step, because only the token shows if the comma is allowed.
                let comma = self.cursor.at();
                self.cursor.advance(1);
                self.cursor.skip_blanks()?;
                self.check_token_end()?;
                if self.cursor.peek() == Some(kind.closer()) {
                    self.cursor.note_comment_syntax(comma, comma + 1, "a comma after the last value");
                    return Ok(self.pop());
                }
                match kind {
                    ContainerKind::Object(_) => self.key(),
                    ContainerKind::Array(_) => self.value(),
                }
            }
            Some(byte) if byte == kind.closer() => Ok(self.pop()),
            _ => Err(self.no_comma(start, kind.closer()).into()),
        }
    }

    /// Returns the key whose name the next value gets.
    fn name(&self) -> Option<NodeKey> {
        match self.document.levels.last() {
            None => None,
            Some(OpenContainer { kind: ContainerKind::Object(_), .. }) => self.document.key.id,
            Some(OpenContainer { kind: ContainerKind::Array(name), .. }) => *name,
        }
    }

    /// Opens the node of the value at `start`.
    #[inline]
    fn open(&mut self, start: usize) -> JsonChecked {
        if self.document.nodes >= MAX_DEPTH {
            return Err(too_deep(start));
        }
        self.document.nodes += 1;
        let (tag, span) = self.document.name_at(&self.cursor, start);
        self.sink.open(tag, span);
        Ok(())
    }

    fn close(&mut self, end: u32) {
        self.document.nodes -= 1;
        self.sink.close(end);
    }
}

/// The faults of a document's structure.
impl<S: Sink> JsonReader<'_, '_, '_, S> {
    /// Returns a fault at the cursor. `message` receives the description of the character there.
    fn fault(&self, code: IssueCode, message: impl FnOnce(String) -> String) -> Fault {
        let (text, at) = (self.cursor.text(), self.cursor.at());
        let length = text[at..].chars().next().map_or(0, char::len_utf8);
        Fault::new(code, message(describe_character(text, at)), Span::of(at, at + length))
    }

    /// Returns the fault if the text has ended inside an object or array, otherwise `None`.
    fn unfinished_fault(&self) -> Option<Fault> {
        let &OpenContainer { start, kind } = self.document.levels.last().filter(|_| self.cursor.peek().is_none())?;
        let closer = char::from(kind.closer());
        let message = format!("the document ends before the `{closer}` of {}", self.opener(start));
        let end = self.cursor.text().trim_end().len();
        Some(Fault::new(IssueCode::JsonUnfinished, message, Span::of(end, end)).help("the file may be truncated"))
    }

    /// Returns the description of the bracket at `start` for a message.
    fn opener(&self, start: usize) -> String {
        let text = self.cursor.text();
        let line = LineIndex::new(text).line(Span::of(start, start).start());
        // The bracket may be in an earlier part: only the fault of a whole document is ever shown.
        format!("the `{}` on line {line}", text.get(start..=start).unwrap_or_default())
    }

    fn no_value(&self) -> Fault {
        let hint = match self.cursor.peek() {
            Some(b'#') => Some("comments start with `//`"),
            Some(b'}' | b']' | b',') => Some("write `null` where there is no value"),
            Some(b'`') => Some("write a string in double quotes"),
            _ => None,
        };
        let fault = self.unfinished_fault().unwrap_or_else(|| {
            self.fault(IssueCode::JsonMissingValue, |found| format!("expected a value, found {found}"))
        });
        hint.into_iter().fold(fault, Fault::help)
    }

    fn no_key(&self) -> Fault {
        let fault = self.unfinished_fault().unwrap_or_else(|| {
            self.fault(IssueCode::JsonMissingKey, |found| format!("expected a key in double quotes, found {found}"))
        });
        if self.cursor.peek() == Some(b'#') { fault.help("comments start with `//`") } else { fault }
    }

    fn no_comma(&self, start: usize, closer: u8) -> Fault {
        if let Some(fault) = self.unfinished_fault() {
            return fault;
        }
        let closer = char::from(closer);
        match self.cursor.peek() {
            Some(b'}' | b']') => self.fault(IssueCode::JsonWrongBracket, |found| {
                format!("expected `{closer}` to close {}, found {found}", self.opener(start))
            }),
            Some(b':') => self.fault(IssueCode::JsonMissingComma, |_| format!("expected `,` or `{closer}`, found `:`")),
            _ => self.fault(IssueCode::JsonMissingComma, |found| {
                format!("expected `,` or `{closer}` after the value, found {found}")
            }),
        }
    }

    fn no_word(&self, word: &str) -> Fault {
        let at = self.cursor.at();
        let known = match word {
            "None" | "nil" | "undefined" | "NULL" => Some("null"),
            "yes" | "on" => Some("true"),
            "no" | "off" => Some("false"),
            _ => nearest(word, ["true", "false", "null", "Infinity", "NaN"]),
        };
        let message = format!("`{}` is not a value", shorten(word));
        let help =
            known.map_or_else(|| "write a string in double quotes".to_owned(), |known| format!("write `{known}`"));
        Fault::new(IssueCode::JsonBadWord, message, Span::of(at, at + word.len())).help(help)
    }
}

fn too_deep(at: usize) -> Fault {
    let message = format!("values nest more than {MAX_DEPTH} deep");
    Fault::new(IssueCode::JsonTooDeep, message, Span::of(at, at + 1))
}
