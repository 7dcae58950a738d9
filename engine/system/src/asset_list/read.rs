//! Reads records of lists, seed lists and plans from all forms of files.

mod text;

use std::borrow::Cow;
use std::rc::Rc;

use assay_asset_list::{AssetList, Entries, EntryPlaces, Records, read_records};
use assay_document::format::{Document, EntryFact, Format, Undecodable, decode_text};
use assay_document::source::{MemorySource, Source, SourceError, Start, file_name};
use assay_document::text::{Fault, IssueCode, Span};
use assay_report::{Places, Problem};

use crate::no_document::no_document;

/// The result of reading a file: a value, and warnings.
#[derive(Clone, Debug)]
pub struct ListReading<T> {
    /// The value that was read.
    pub value: T,
    /// Warnings about content that upstream accepts as well, but that a user should check.
    pub warnings: Vec<Problem>,
}

/// Reads the list at `path` in `source`: ObjectStream XML, one of upstream's JSON forms, simple JSON, or a text file
/// with a path on each line. A long file is read in parts.
///
/// # Errors
/// Fails if the file cannot be read, is not well-formed or is not an asset list, or if two of its entries are the same
/// asset.
pub fn read_list(path: &str, source: &Rc<dyn Source>) -> Result<ListReading<AssetList>, Box<Problem>> {
    let mut entries = Entries::default();
    let warnings = read(path, source, &mut entries)?;
    Ok(ListReading { value: entries.into_list(), warnings })
}

/// Like [`read_list`], for the content of a file in memory; `path` is the name of the file.
///
/// # Errors
/// Fails like [`read_list`].
pub fn list_of_bytes(path: &str, bytes: Vec<u8>) -> Result<ListReading<AssetList>, Box<Problem>> {
    let source: Rc<dyn Source> = Rc::new(MemorySource::from_iter([(path, bytes)]));
    read_list(path, &source)
}

/// Endings of the names of XML and JSON files, in lower case. Upstream does not require the dot.
const STRUCTURED: [&str; 4] = ["assetlist", "seed", "rules", ".json"];

/// Endings of the names of text files that may be lists of paths. No other text is read as a list, to catch mistakes.
const TEXTS: [&str; 3] = [".txt", ".lst", ".list"];

/// Reads the file at `path` in `source`, and returns the warnings about it.
///
/// # Errors
/// Fails if the file cannot be read or is not of the expected kind. The problem has its place in the file.
pub(super) fn read(
    path: &str,
    source: &Rc<dyn Source>,
    records: &mut dyn Records,
) -> Result<Vec<Problem>, Box<Problem>> {
    ListFile::open(path, source)?.read(records)
}

/// A list with the places of its values in the file.
#[derive(Clone, Debug)]
pub struct PlacedList {
    /// The list.
    pub list: AssetList,
    /// The places of the values of each entry.
    pub places: Vec<EntryPlaces>,
    /// Warnings about content that a user should check.
    pub warnings: Vec<Problem>,
}

impl PlacedList {
    /// Returns the value of a fact for each entry, with its place; `None` for an entry that has no such value.
    pub fn values(&self, fact: EntryFact) -> impl Iterator<Item = (Option<Cow<'_, str>>, Span)> {
        self.list.iter().zip(&self.places).map(move |(entry, places)| match fact {
            EntryFact::Path => (Some(entry.path.into()), places.path),
            EntryFact::Id => (entry.id.map(|id| id.to_string().into()), places.id),
            EntryFact::Hash => (Some(entry.hash.to_string().into()), places.hash),
        })
    }
}

/// An open file of a list, a seed list or a plan.
pub struct ListFile<'f> {
    path: &'f str,
    body: Body,
}

/// The content of the file.
pub enum Body {
    /// XML or JSON.
    Document(Document),
    /// Lines of text.
    Text(String),
}

impl<'f> ListFile<'f> {
    /// Opens the file at `path` in `source`. A long file is read in parts.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or if it has none of the forms of lists.
    pub fn open(path: &'f str, source: &Rc<dyn Source>) -> Result<Self, Box<Problem>> {
        let unreadable =
            |error: SourceError| Box::new(Problem::new(IssueCode::FileUnreadable, error.to_string()).in_file(path));
        let head = match source.start(path).map_err(unreadable)? {
            Start::Whole(bytes) | Start::Long { head: bytes, .. } => bytes,
        };
        let format = format_of(path, &head).map_err(|fault| Places::of("", path).problem(fault))?;
        let body = if let Some(format) = format {
            Body::Document(Document::open_as(format, path, source).map_err(|fault| Box::new(no_document(path, fault)))?)
        } else {
            let bytes = source.read(path).map_err(unreadable)?;
            let undecodable = |it: Undecodable| Places::of(&it.text, path).problem(it.fault);
            Body::Text(decode_text(bytes).map_err(undecodable)?)
        };
        Ok(Self { path, body })
    }

    /// Returns the content of the file.
    pub const fn body(&self) -> &Body {
        &self.body
    }

    /// Returns the list in the file, with the places of its values.
    ///
    /// # Errors
    /// Fails if the file is not well-formed or is not an asset list, or if two of its entries are the same asset.
    pub fn read_with_places(&self) -> Result<PlacedList, Box<Problem>> {
        let mut entries = Entries::with_places();
        let warnings = self.read(&mut entries)?;
        let (list, places) = entries.into_placed();
        Ok(PlacedList { list, places, warnings })
    }

    fn read(&self, records: &mut dyn Records) -> Result<Vec<Problem>, Box<Problem>> {
        let (places, warnings) = match &self.body {
            Body::Document(document) => (Places::of_document(document, self.path), read_records(document, records)),
            Body::Text(text) => (Places::of(text, self.path), text::read(text, records)),
        };
        let warnings = warnings.and_then(|warnings| {
            records.finish(&|at| places.line(at))?;
            Ok(warnings)
        });
        let warnings = warnings.map_err(|fault| places.problem(fault))?;
        Ok(warnings.into_iter().map(|fault| *places.problem(fault)).collect())
    }
}

/// Returns the format of a file by its first character; `None` for lines of text.
fn format_of(path: &str, head: &[u8]) -> Result<Option<Format>, Fault> {
    const EXPECTED: &str = "expected `<` of XML or `{` of JSON at the start of the file";
    let fault = |message: &str| Fault::new(IssueCode::AssetListForm, message, Span::at(0));
    let head = head.strip_prefix("\u{feff}".as_bytes()).unwrap_or(head);
    let name = file_name(path).to_ascii_lowercase();
    let is_structured = STRUCTURED.iter().any(|ending| name.ends_with(ending));
    Ok(match head.iter().find(|byte| !byte.is_ascii_whitespace()) {
        Some(0) => {
            let message = "a binary ObjectStream cannot be read: expected XML or JSON";
            let fault = Fault::new(IssueCode::AssetListBinary, message, Span::at(0));
            return Err(fault.help("write the list as XML with the tool that made it"));
        }
        Some(b'<') => Some(Format::Xml),
        Some(b'{') => Some(Format::Json),
        // A comment of JSON.
        Some(b'/') if is_structured => Some(Format::Json),
        // The byte order mark of UTF-16, which the readers handle.
        Some(0xfe | 0xff) if is_structured => Some(Format::Xml),
        None if is_structured => return Err(fault("the file is empty: expected XML or JSON")),
        Some(_) if is_structured => return Err(fault(EXPECTED)),
        _ if name.contains('.') && !TEXTS.iter().any(|ending| name.ends_with(ending)) => {
            return Err(fault(EXPECTED).help("a list of paths is a text file whose name ends in .txt"));
        }
        _ => None,
    })
}
