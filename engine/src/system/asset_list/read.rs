//! Bytes → records: the forms that lists, seed lists and plans come in.

mod text;

use std::rc::Rc;

use crate::asset_list::{AssetList, Entries, Records, read_records};
use crate::format::{Document, Format, NoDocument, Unusable, decode_text};
use crate::report::{Places, Problem};
use crate::source::{MemorySource, Source, SourceError, Start, file_name};
use crate::text::{Fault, Span};

/// What was read, and what is to be said of it.
#[derive(Clone, Debug)]
pub struct Reading<T> {
    /// What was read.
    pub value: T,
    /// What upstream would have read leniently, too, and somebody should look at.
    pub warnings: Vec<Problem>,
}

/// Reads the list at `path` in `source`: ObjectStream XML, JSON of either of upstream's forms or the plain one, or a text with
/// a path on each line. A long file is read part by part.
///
/// # Errors
/// The file cannot be read, is not well formed or no asset list, or two of its entries are the same asset.
pub fn read_list(path: &str, source: &Rc<dyn Source>) -> Result<Reading<AssetList>, Box<Problem>> {
    let mut entries = Entries::default();
    let warnings = read(path, source, &mut entries)?;
    Ok(Reading { value: entries.into_list(), warnings })
}

/// The same of bytes; `path` is what they are called.
///
/// # Errors
/// As [`read_list`].
pub fn list_of_bytes(path: &str, bytes: Vec<u8>) -> Result<Reading<AssetList>, Box<Problem>> {
    let source: Rc<dyn Source> = Rc::new(MemorySource::from_iter([(path, bytes)]));
    read_list(path, &source)
}

/// Names of files that are never a text of lines, in small letters.
const STRUCTURED: [&str; 4] = ["assetlist", "seed", "rules", ".json"];

/// Reads the file at `path` in `source`, and tells what is to be said of it.
///
/// # Errors
/// The file cannot be read, or is not of the kind; the problem names the place.
pub(super) fn read(
    path: &str,
    source: &Rc<dyn Source>,
    records: &mut dyn Records,
) -> Result<Vec<Problem>, Box<Problem>> {
    let unreadable = |error: SourceError| Box::new(Problem::new("file-unreadable", error.to_string()).in_file(path));
    let head = match source.start(path).map_err(unreadable)? {
        Start::Whole(bytes) | Start::Long { head: bytes, .. } => bytes,
    };
    let Some(format) = format_of(path, &head).map_err(|fault| Places::of("", path).problem(fault))? else {
        let bytes = source.read(path).map_err(unreadable)?;
        let text = decode_text(bytes)
            .map_err(|undecodable| Places::of(&undecodable.text, path).problem(undecodable.malformed))?;
        let places = Places::of(&text, path);
        let read = text::read(&text, records).and_then(|()| records.finish(&|at| places.line(at)));
        return read.map(|()| Vec::new()).map_err(|fault| places.problem(fault));
    };
    let document = Document::open_as(format, path, source).map_err(|fault| unusable(path, fault))?;
    let places = Places::of_document(&document, path);
    let warnings = read_records(&document, records).and_then(|warnings| {
        records.finish(&|at| places.line(at))?;
        Ok(warnings)
    });
    let warnings = warnings.map_err(|fault| places.problem(fault))?;
    Ok(warnings.into_iter().map(|fault| *places.problem(fault)).collect())
}

/// The format of a file by its first character; `None` for a text of lines.
fn format_of(path: &str, head: &[u8]) -> Result<Option<Format>, Fault> {
    let fault = |code, message: &str| Fault::new(code, message, Span::at(0));
    let head = head.strip_prefix("\u{feff}".as_bytes()).unwrap_or(head);
    let name = file_name(path).to_ascii_lowercase();
    let is_structured = STRUCTURED.iter().any(|ending| name.ends_with(ending));
    Ok(match head.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(0) => {
            return Err(fault("asset-list-binary", "a binary ObjectStream cannot be read: expected XML or JSON")
                .help("have the tool that wrote it write XML"));
        }
        Some(b'<') => Some(Format::Xml),
        Some(b'{') => Some(Format::Json),
        // Comments of JSON.
        Some(b'/') if is_structured => Some(Format::Json),
        // UTF-16 by its mark, which the readers know.
        Some(0xfe | 0xff) if is_structured => Some(Format::Xml),
        None if is_structured => {
            return Err(fault("asset-list-form", "the file is empty: expected XML or JSON"));
        }
        Some(_) if is_structured => {
            return Err(fault("asset-list-form", "expected `<` of XML or `{` of JSON at the start of the file"));
        }
        _ => None,
    })
}

fn unusable(path: &str, fault: NoDocument) -> Box<Problem> {
    match fault {
        NoDocument::Source(error) => Box::new(Problem::new("file-unreadable", error.to_string()).in_file(path)),
        NoDocument::Unusable { reason: Unusable::NoReader(reason), .. } => {
            Box::new(Problem::new("no-reader", reason.message).help(reason.help).in_file(path))
        }
        NoDocument::Unusable { reason: Unusable::Undecodable(undecodable), .. } => {
            Places::of(&undecodable.text, path).problem(undecodable.malformed)
        }
    }
}
