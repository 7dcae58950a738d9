//! A document: the text of a file, and its format.

use std::cell::OnceCell;
use std::rc::Rc;

use thiserror::Error;

use super::conflict;
use super::encoding::{self, Undecodable};
use super::json::Dialect;
use super::long::{Long, PartFault};
use super::part::{Slice, TextPortion};
use super::sink::IgnoredNodes;
use super::sniff::{self, NoReader};
use super::stand_in::StandIn;
use super::{Format, FormatMap, Notes, Sink, Tag, glb, ini, json, slice, xml, yaml};
use crate::source::{Source, SourceError, Start};
use crate::text::{Fault, IssueCode, LineIndex, Span};

/// A file under check: its text, and the reader that converts it to nodes.
///
/// The text of a UTF-8 file consists of the bytes of the file, which are validated once and not copied. The byte order
/// mark is included, so offsets are those of the file. For other encodings, the text is decoded and has no byte order
/// mark. For binary glTF, the text is the JSON chunk, and offsets count from its start. The text of a long file is read
/// in parts, each time it is needed.
pub struct Document {
    body: TextLocation,
    /// The number of bytes of the file.
    size: u64,
    kind: ReadingKind,
}

/// The format of a file, and how it is read.
#[derive(Clone, Copy)]
struct ReadingKind {
    format: Format,
    /// The JSON dialect that the extension or the project promises. The first place that is not part of it is reported.
    promise: Option<&'static Promise>,
    /// True if `\` is an ordinary character in strings of an INI file.
    is_plain: bool,
}

impl ReadingKind {
    /// Returns the kind for the file at `path` whose first bytes are `head`. The settings of the project decide first,
    /// then the name and the content.
    fn of(formats: &FormatMap, path: &str, head: &[u8]) -> Result<Self, NoReader> {
        let is_plain = is_plain(path);
        if let Some((reader, format)) = formats.reader_of(path).and_then(|reader| Some((reader, reader.format?))) {
            return Ok(Self { format, promise: promise_by_extension(reader.promise), is_plain });
        }
        let format = match sniff::sniff(path, head) {
            // The reader of JSON reports the pointer.
            Err(_) if StandIn::of(head).is_some_and(StandIn::is_pointer) => Format::Json,
            sniffed => sniffed?,
        };
        Ok(Self { format, promise: promise(path), is_plain })
    }
}

enum TextLocation {
    Whole(String),
    /// The text is in the source. If the file has a fault, the whole text is read into the cell, to report the fault.
    Long(Box<Long>, OnceCell<String>),
}

/// The reason why the bytes of a file cannot be read as a document.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum Unusable {
    /// Neither the content nor the extension names a format that this version reads. This is a problem of each rule and
    /// file.
    #[error(transparent)]
    NoReader(#[from] NoReader),
    /// The bytes are not valid in their encoding, or the container of the text is damaged. This is one problem of the
    /// run, as for any malformed document.
    #[error(transparent)]
    Undecodable(#[from] Undecodable),
}

/// The reason why there is no document for a file.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
pub enum NoDocument {
    /// The source does not return the bytes.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// The bytes cannot be read as a document.
    #[error("{reason}")]
    Unusable {
        /// The reason.
        reason: Unusable,
        /// The number of bytes.
        size: u64,
    },
}

impl Document {
    /// Finds the format of the file at `path` in `source` and decodes its bytes. A long file stays in the source.
    /// Nothing is parsed yet.
    ///
    /// # Errors
    /// Fails with [`NoDocument::Source`] if the source does not return the bytes, otherwise like
    /// [`Document::decode_by`].
    pub fn open_by(formats: &FormatMap, path: &str, source: &Rc<dyn Source>) -> Result<Self, NoDocument> {
        let start = source.start(path)?;
        let (head, size) = match &start {
            Start::Whole(bytes) => (bytes, bytes.len() as u64),
            Start::Long { head, size, .. } => (head, *size),
        };
        let kind = ReadingKind::of(formats, path, head)
            .map_err(|reason| NoDocument::Unusable { reason: reason.into(), size })?;
        Self::of_start(path, source, kind, start)
    }

    /// Like [`Document::open_by`], for a file whose format is known.
    ///
    /// # Errors
    /// Fails like [`Document::open_by`].
    pub fn open_as(format: Format, path: &str, source: &Rc<dyn Source>) -> Result<Self, NoDocument> {
        let kind = ReadingKind { format, promise: promise(path), is_plain: is_plain(path) };
        Self::of_start(path, source, kind, source.start(path)?)
    }

    fn of_start(path: &str, source: &Rc<dyn Source>, kind: ReadingKind, start: Start) -> Result<Self, NoDocument> {
        let whole = |bytes: Vec<u8>| {
            let size = bytes.len() as u64;
            let unusable = |reason: Undecodable| NoDocument::Unusable { reason: reason.into(), size };
            Self::of_bytes(kind, bytes).map_err(unusable)
        };
        let (head, size, part) = match start {
            Start::Whole(bytes) => return whole(bytes),
            Start::Long { head, size, part } => (head, size, part),
        };
        if kind.format == Format::Glb {
            return Self::of_chunk(path, source, size);
        }
        if !Self::comes_in_parts(kind.format, &head, size) {
            return whole(source.read(path)?);
        }
        let long = Long::new(Rc::clone(source), path, size, part);
        let body = TextLocation::Long(Box::new(long), OnceCell::new());
        Ok(Self { body, size, kind })
    }

    /// Reads only the JSON of a long binary glTF file.
    fn of_chunk(path: &str, source: &Rc<dyn Source>, size: u64) -> Result<Self, NoDocument> {
        let length = usize::try_from(size).unwrap_or(usize::MAX);
        let read = |offset: usize, part: &mut [u8]| source.read_part(path, offset as u64, part);
        match glb::read_text(length, read) {
            Ok(text) => {
                let kind = ReadingKind { format: Format::Glb, promise: promise(path), is_plain: false };
                Ok(Self { body: TextLocation::Whole(text), size, kind })
            }
            Err(glb::GlbFault::Source(error)) => Err(error.into()),
            Err(glb::GlbFault::Unsound(reason)) => Err(NoDocument::Unusable { reason: reason.into(), size }),
        }
    }

    fn of_bytes(kind: ReadingKind, bytes: Vec<u8>) -> Result<Self, Undecodable> {
        let size = bytes.len() as u64;
        Ok(Self { body: TextLocation::Whole(decode(kind.format, bytes)?), size, kind })
    }

    /// Finds the format of the file at `path` and decodes its bytes. Nothing is parsed yet.
    ///
    /// # Errors
    /// Fails with [`Unusable::NoReader`] if this version does not read the format. Fails with [`Unusable::Undecodable`]
    /// if the bytes are not valid in their encoding, or if the encoding is unknown.
    pub fn decode(path: &str, bytes: Vec<u8>) -> Result<Self, Unusable> {
        Self::decode_by(&FormatMap::default(), path, bytes)
    }

    /// Like [`Document::decode`], with the formats that the project has configured.
    ///
    /// # Errors
    /// Fails like [`Document::decode`].
    pub fn decode_by(formats: &FormatMap, path: &str, bytes: Vec<u8>) -> Result<Self, Unusable> {
        Ok(Self::of_bytes(ReadingKind::of(formats, path, &bytes)?, bytes)?)
    }

    /// Like [`Document::decode`], for a file whose format is known. Extensions of strict JSON are read without a
    /// warning.
    ///
    /// # Errors
    /// Fails if the bytes are not valid in their encoding, or if the encoding is unknown.
    pub fn decode_as(format: Format, bytes: Vec<u8>) -> Result<Self, Undecodable> {
        Self::of_bytes(ReadingKind { format, promise: None, is_plain: false }, bytes)
    }

    /// Returns the document with its text replaced by the result of `repair`. It is unchanged if `repair` returns
    /// `None`, or if the text is not in memory. Offsets refer to the new text.
    #[must_use]
    pub fn repaired(mut self, repair: impl FnOnce(&str) -> Option<String>) -> Self {
        if let Some(text) = self.text().and_then(repair) {
            self.body = TextLocation::Whole(text);
        }
        self
    }

    /// Returns the number of bytes of the file.
    pub const fn size(&self) -> u64 {
        self.size
    }

    /// Returns the format of the document.
    pub const fn format(&self) -> Format {
        self.kind.format
    }

    /// Cuts the long XML file at `path` into about `count` slices, in order. Returns none if the file is not long, or no
    /// places to cut it are found. Little of the file is read.
    pub fn slices(path: &str, source: &Rc<dyn Source>, count: u32) -> Vec<Slice> {
        match source.start(path) {
            Ok(Start::Long { head, size, part }) if Self::comes_in_parts(Format::Xml, &head, size) => {
                slice::slices(&Long::new(Rc::clone(source), path, size, part), count)
            }
            _ => Vec::new(),
        }
    }

    /// Returns true if a long file is read in parts. It is read as a whole if it is not UTF-8, or if the reader of its
    /// format needs the whole text. Offsets have 32 bits, so decoding refuses a longer file.
    fn comes_in_parts(format: Format, head: &[u8], size: u64) -> bool {
        StandIn::of(head).is_none()
            && format.comes_in_parts()
            && u32::try_from(size).is_ok()
            && encoding::is_utf_8(head)
    }

    /// Returns a slice of a long XML file. It is read like the file, with the same places. Returns `None` if the file
    /// is not one any more.
    pub fn sliced(&self, slice: &Slice) -> Option<Self> {
        let TextLocation::Long(long, _) = &self.body else { return None };
        let body = TextLocation::Long(Box::new(long.sliced(slice.clone())), OnceCell::new());
        let size = (slice.end - slice.start).into();
        (self.kind.format == Format::Xml).then_some(Self { body, size, kind: self.kind })
    }

    /// Returns the number of slices that the file is cut into, if the document is one of them; 1 for a whole file.
    pub fn slice_count(&self) -> u32 {
        match &self.body {
            TextLocation::Long(long, _) => long.slice().map_or(1, |slice| slice.count),
            TextLocation::Whole(_) => 1,
        }
    }

    /// Passes the document's nodes to `sink`, in one pass.
    ///
    /// # Errors
    /// Fails at the first place where the text is not well-formed. A long file also fails if it cannot be read or
    /// decoded. The calls of `sink` up to then are not balanced, and their results must be dropped.
    pub fn read(&self, mut sink: &mut dyn Sink) -> Result<Notes, Fault> {
        self.read_for(&mut sink)
    }

    /// Like [`Document::read`], with readers that are compiled for this type of sink. The compiled code is long, so
    /// this is only worthwhile for the sink that sees every node of every file.
    ///
    /// # Errors
    /// Fails like [`Document::read`].
    pub(crate) fn read_for(&self, sink: &mut impl Sink) -> Result<Notes, Fault> {
        let (long, whole) = match &self.body {
            TextLocation::Whole(text) => return self.read_whole(text, sink),
            TextLocation::Long(long, whole) => (long, whole),
        };
        match self.read_long(long, sink) {
            Ok(notes) => Ok(notes),
            Err(PartFault::Source(error)) => Err(unreadable(&error)),
            // Another worker reads the whole file then.
            Err(PartFault::Unsound) if long.slice().is_some() => Err(changed()),
            // The file is read again as a whole, so that the message does not depend on where a part ended.
            Err(PartFault::Unsound) => Err(self.fault_of(long, whole)),
        }
    }

    /// Calls `look` with the lines around `offset` of a long file that has been read, and returns its result. `None` if
    /// the source no longer provides the file, and for a document whose whole [`text`](Document::text) is in memory.
    pub fn with_lines<T>(&self, offset: u32, look: impl FnOnce(&LineIndex<'_>) -> T) -> Option<T> {
        match &self.body {
            TextLocation::Whole(_) => None,
            TextLocation::Long(long, _) => long.with_lines(offset, look),
        }
    }

    /// Returns the whole text if it is in memory. It starts with U+FEFF if the file is UTF-8 with a byte order mark.
    pub fn text(&self) -> Option<&str> {
        match &self.body {
            TextLocation::Whole(text) => Some(text),
            TextLocation::Long(_, whole) => whole.get().map(String::as_str),
        }
    }

    fn read_whole(&self, text: &str, sink: &mut impl Sink) -> Result<Notes, Fault> {
        self.read_text(text, sink).map_err(|fault| conflict::or_conflict(text, fault))
    }

    fn read_text(&self, text: &str, sink: &mut impl Sink) -> Result<Notes, Fault> {
        sink.load_part(text);
        match self.kind.format {
            Format::Xml => {
                let mut document = xml::XmlDocument::default();
                document.read(TextPortion::whole(text), sink)?;
                Ok(Notes { has_remarks: document.has_remarks(), ..Notes::default() })
            }
            Format::Json | Format::Glb => {
                let mut document = self.json();
                document.read(TextPortion::whole(text), sink)?;
                Ok(self.notes(document))
            }
            Format::Yaml => Ok(Notes { repeated: yaml::read(text, sink)?, ..Notes::default() }),
            Format::Ini => ini::read(text, self.kind.is_plain, sink).map(|()| Notes::default()),
        }
    }

    fn read_long(&self, long: &Long, sink: &mut impl Sink) -> Result<Notes, PartFault> {
        match self.kind.format {
            Format::Xml => {
                let Some(slice) = long.slice() else {
                    let mut document = xml::XmlDocument::default();
                    long.read(sink, |part, sink| document.read(part, sink))?;
                    return Ok(Notes { has_remarks: document.has_remarks(), ..Notes::default() });
                };
                let mut document = xml::XmlDocument::default();
                if !slice.is_first() {
                    document = xml::XmlDocument::inside(&slice.around);
                    for name in &slice.around {
                        sink.open(Some(Tag::xml(name)), Span::at(0));
                    }
                }
                long.read(sink, |part, sink| document.read(part, sink))?;
                let is_last = u64::from(slice.end) == long.size();
                if !is_last && !document.is_inside(&slice.around) {
                    return Err(PartFault::Unsound);
                }
                Ok(Notes { has_remarks: document.has_remarks(), ..Notes::default() })
            }
            Format::Json => {
                let mut document = self.json();
                long.read(sink, |part, sink| document.read(part, sink))?;
                Ok(self.notes(document))
            }
            // These formats are not read in parts.
            Format::Yaml | Format::Glb | Format::Ini => Err(PartFault::Unsound),
        }
    }

    fn notes(&self, document: json::Document) -> Notes {
        let notes = document.into_notes();
        let lenient = notes.lenient.zip(self.kind.promise).map(|(fault, promise)| fault.help(promise.help));
        Notes { lenient, ..notes }
    }

    /// Returns a JSON reader that checks the document against the dialect that its name promises.
    fn json(&self) -> json::Document {
        let promised = self.kind.promise.map(|promise| (promise.dialect, promise.refuses_mark));
        let (dialect, refuses_mark) = promised.unwrap_or((Dialect::Strict, false));
        json::Document::new(dialect, refuses_mark)
    }

    /// Returns the fault of a long file that could not be read to its end, found by reading it as a whole.
    #[cold]
    fn fault_of(&self, long: &Long, whole: &OnceCell<String>) -> Fault {
        let bytes = match long.whole() {
            Ok(bytes) => bytes,
            Err(error) => return unreadable(&error),
        };
        let (text, fault) = match decode(self.kind.format, bytes) {
            Ok(text) => {
                let mut ignored: &mut dyn Sink = &mut IgnoredNodes;
                let fault = self.read_whole(&text, &mut ignored).err();
                (text, fault)
            }
            Err(undecodable) => (undecodable.text, Some(undecodable.fault)),
        };
        // The fault refers to this text.
        let _ = whole.set(text);
        fault.unwrap_or_else(changed)
    }
}

fn changed() -> Fault {
    let message = "the file changed while it was read";
    Fault::new(IssueCode::FileChanged, message, Span::at(0)).help("check again")
}

fn decode(format: Format, bytes: Vec<u8>) -> Result<String, Undecodable> {
    // A stand-in is found before decoding. Otherwise, it would be reported as a syntax error.
    let is_glb = format == Format::Glb && glb::is_one(&bytes);
    if let Some(stand_in) = StandIn::of(&bytes).filter(|_| !is_glb) {
        let fault = Fault::new(stand_in.code, stand_in.what, Span::of(0, stand_in.start.len()));
        let line = bytes.split(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap_or_default();
        let text = String::from_utf8_lossy(line).into_owned();
        return Err(Undecodable { fault: fault.help(stand_in.help), text });
    }
    if format == Format::Glb { glb::decode(&bytes) } else { encoding::decode(bytes) }
}

/// The JSON dialect that a file extension promises.
struct Promise {
    extension: &'static str,
    dialect: Dialect,
    /// True if the format does not allow a byte order mark.
    refuses_mark: bool,
    /// The help for a file that is not in the dialect.
    help: &'static str,
}

const JSON: &str = "tools that accept only strict JSON reject this file; for JSON5, use the extension `.json5`";
const COMMENTED: &str =
    "tools that accept only JSON with comments reject this file; for JSON5, use the extension `.json5`";
const GLTF: &str = "glTF is strict JSON: other tools reject this file";

const PROMISES: &[Promise] = &[
    Promise { extension: "json", dialect: Dialect::Strict, refuses_mark: false, help: JSON },
    Promise { extension: "jsonc", dialect: Dialect::Commented, refuses_mark: false, help: COMMENTED },
    Promise { extension: "gltf", dialect: Dialect::Strict, refuses_mark: true, help: GLTF },
    Promise { extension: "glb", dialect: Dialect::Strict, refuses_mark: true, help: GLTF },
    Promise { extension: "vrm", dialect: Dialect::Strict, refuses_mark: true, help: GLTF },
];

fn promise(path: &str) -> Option<&'static Promise> {
    promise_by_extension(sniff::extension(path))
}

fn promise_by_extension(extension: &str) -> Option<&'static Promise> {
    PROMISES.iter().find(|promise| extension.eq_ignore_ascii_case(promise.extension))
}

/// Returns true if `\` is an ordinary character in strings of an INI file: in all INI files except those of Godot.
fn is_plain(path: &str) -> bool {
    const GODOT: [&str; 5] = ["tscn", "tres", "import", "godot", "cfg"];
    !GODOT.iter().any(|godot| sniff::extension(path).eq_ignore_ascii_case(godot))
}

fn unreadable(error: &SourceError) -> Fault {
    Fault::new(IssueCode::FileUnreadable, error.to_string(), Span::at(0))
}

#[cfg(test)]
mod tests {
    use super::{Document, Unusable};
    use crate::format::{Format, events};

    fn outline(path: &str, bytes: &[u8]) -> String {
        let document = Document::decode(path, bytes.to_vec()).unwrap();
        events::outline(|sink| document.read(sink))
    }

    #[test]
    fn each_format_has_its_reader() {
        for (path, bytes, expected) in [
            ("a.xml", b"<a>x</a>".as_slice(), "a(\"x\")"),
            ("a.json", b"<a>x</a>", "a(\"x\")"),
            ("a.txt", b"\xef\xbb\xbf <a/>", "a()"),
            ("a.json", b"\xef\xbb\xbf{\"a\": 1}", "-(a(1))"),
            ("a.json", b"\xff\xfe5\0", "-(5)"),
            ("a.gltf", b"{\"meshes\": [{\"name\": \"m\"}]}", "-(meshes(name(\"m\")))"),
            ("a.ini", b"[section]\nk=1\n", "-(section(k(1)))"),
            ("a.json", b" \n", "json-empty"),
            ("a.yaml", b"a: [1, x]", "-(a(1) a(\"x\"))"),
            ("a.yml", b"\xff\xfea\0:\0 \x001\0", "-(a(1))"),
            ("a.png.meta", b"", ""),
            ("a.glb", b"glTF\x02\0\0\0\x18\0\0\0\x04\0\0\0JSON[ 1]", "-(1)"),
        ] {
            assert_eq!(outline(path, bytes), expected, "{path}");
        }
    }

    #[test]
    fn json_must_be_in_the_dialect_of_its_extension() {
        for (path, text, expected) in [
            ("a.json", "{a: 1,}", Some("a key without quotes is not strict JSON")),
            ("A.JSON", "{a: 1,}", Some("a key without quotes is not strict JSON")),
            ("a.json", "{/**/}", Some("a comment is not strict JSON")),
            ("a.jsonc", "{/**/}", None),
            ("a.jsonc", "{\"a\": [1,],}//", None),
            ("a.jsonc", "{/**/\"a\": 'x',}", Some("a string in single quotes is not JSON with comments")),
            ("A.JSONC", "{a: 1,}", Some("a key without quotes is not JSON with comments")),
            ("a.json5", "{a: 1,}", None),
            ("a.gltf", "{a: 1,}", Some("a key without quotes is not strict JSON")),
            ("a.GLTF", "{\"a\": 1,}", Some("a comma after the last value is not strict JSON")),
            ("a", "{a: 1,}", None),
        ] {
            let document = Document::decode(path, text.into()).unwrap();
            assert_eq!(document.format(), Format::Json);
            let notes = events::of(|sink| {
                let notes = document.read(sink)?;
                assert_eq!(notes.lenient.map(|fault| fault.message).as_deref(), expected, "{path} {text}");
                Ok(())
            });
            assert!(notes.last().unwrap().starts_with("close"));
        }
    }

    #[test]
    fn a_conflict_is_reported_where_it_begins() {
        for (path, text, place) in [
            ("a.json", "{\n<<<<<<< HEAD\n \"a\": 1\n=======\n \"a\": 2\n>>>>>>> main\n}\n", 2),
            ("a.xml", "<a>\n<<<<<<< HEAD\n<b/>\n=======\n<c/>\n>>>>>>> main\n</a>\n", 4),
            ("a.unity", "--- !u!1 &1\nA:\n  b: 1\n<<<<<<< HEAD\n  c: 1\n=======\n  c: 2\n>>>>>>> main\n", 22),
            ("a.yaml", "a: 1\n<<<<<<< HEAD\nb: 1\n=======\nb: 2\n>>>>>>> main\n", 5),
            ("a.yaml", "a:\n- 1\n<<<<<<< HEAD\n- 2\n=======\n>>>>>>> main\n", 7),
            ("a.yaml", "a: 1\n>>>>>>> main\nb: 1\n", 5),
        ] {
            let document = Document::decode(path, text.into()).unwrap();
            let fault = document.read(&mut super::IgnoredNodes).unwrap_err();
            assert_eq!((fault.code.as_str(), fault.span.start()), ("merge-conflict", place), "{text}: {fault}");
        }
    }

    #[test]
    fn unusable_files_have_a_reason() {
        for (path, bytes, expected) in [
            ("a.bin", b"\xff\x00\x01".as_slice(), "no reader for `.bin`, and the content is neither XML nor JSON"),
            ("a.glb", b"{}", "binary glTF begins with `glTF`, but this file does not"),
            ("a.yaml", b"a: \xff", "the byte FF is not valid in UTF-8"),
            ("a.xml", b"<a>\xff</a>", "the byte FF is not valid in UTF-8"),
            ("a.json", b"{\0\"\0", "UTF-16 without a byte order mark"),
            (
                "a.prefab",
                b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
                "this is a Git LFS pointer instead of the file",
            ),
            (
                "a.babylon",
                b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
                "this is a Git LFS pointer instead of the file",
            ),
            (
                "a.gltf",
                b"glTF\x02\0\0\0\x18\0\0\0\x04\0\0\0JSON[ 1]",
                "this is binary glTF, but the file has another extension",
            ),
            ("a.meta", b"<<<<<<< HEAD\nguid: 1\n", "the line begins with a merge conflict marker"),
            ("a.asset", b"\0\0\0\0\0\0\0\0\0\0\0\x16", "the file is binary, not text"),
        ] {
            let fault = Document::decode(path, bytes.to_vec()).err().unwrap();
            assert_eq!(matches!(fault, Unusable::NoReader(_)), expected.starts_with("no reader"), "{path}");
            assert_eq!(fault.to_string(), expected, "{path}");
        }
    }
}
