//! The nodes of a document → records, in whichever form it is.

mod json;
mod notes;
mod objects;
mod xml;

use assay_document::format::{Document, Format};
use assay_document::text::{Fault, Guid, Span};

use self::json::JsonSink;
use self::notes::RecordNotes;
use self::xml::XmlSink;
use super::class::{ListFileKind, RecordSlot};

/// A receiver of a file's records: the entries of a list, seeds, or the steps of a plan.
pub trait Records {
    /// Returns the kind that the file is expected to be.
    fn kind(&self) -> &'static ListFileKind;

    /// Takes the size of the document in bytes, before its first record.
    fn comes(&mut self, _size: u64) {}

    /// Begins a record at the byte `at` of the document.
    fn begin(&mut self, at: u32);

    /// Takes a value of the current record, which is located at `span`.
    ///
    /// # Errors
    /// The value is not valid for `slot`; the message says what was expected.
    fn value(&mut self, slot: RecordSlot, text: &str, span: Span) -> Result<(), String>;

    /// Ends the current record.
    ///
    /// # Errors
    /// The record is incomplete; the message says what is missing.
    fn end(&mut self) -> Result<(), String>;

    /// Takes a line of a text that is a record by itself.
    ///
    /// # Errors
    /// There are no such texts of these records.
    fn line(&mut self, _line: &str, _at: u32) -> Result<(), String> {
        Err(format!("expected XML or JSON: {} is no list of lines", self.kind().noun))
    }

    /// All records have come. `line_of` tells on which line a byte of the document is.
    ///
    /// # Errors
    /// Why they are refused as a whole.
    fn finish(&mut self, _line_of: &dyn Fn(u32) -> Option<u32>) -> Result<(), Fault> {
        Ok(())
    }
}

/// Hands the records of a document to `records`, and returns what somebody should look at.
///
/// # Errors
/// The document is not well formed, or is none of the kind.
pub fn read_records(document: &Document, records: &mut dyn Records) -> Result<Vec<Fault>, Fault> {
    records.comes(document.size());
    let mut notes = RecordNotes::default();
    if document.format() == Format::Xml {
        let mut sink = XmlSink::new(records, &mut notes);
        document.read(&mut sink)?;
        sink.finish();
    } else {
        let mut sink = JsonSink::new(records, &mut notes);
        let read = document.read(&mut sink)?;
        sink.finish(&read);
    }
    notes.told()
}

/// Parses a whole number in decimal digits.
///
/// # Errors
/// `text` is not a whole number, or is too large for `T`; the message says what was expected.
pub fn whole<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    let bits = 8 * size_of::<T>();
    let refused = || format!("expected a whole number of up to {bits} bits, and this is `{text}`");
    if is_whole { text.parse().map_err(|_| refused()) } else { Err(refused()) }
}

/// Parses an unsigned 32-bit number. A negative number is read as the unsigned number with the same bits, as O3DE does.
///
/// # Errors
/// `text` is not a number of 32 bits.
pub fn unsigned(text: &str) -> Result<u32, String> {
    match text.parse::<i32>() {
        Ok(signed) if text.starts_with('-') => Ok(signed.cast_unsigned()),
        _ => whole(text),
    }
}

/// Parses a GUID, and returns its bytes.
///
/// # Errors
/// `text` is not a GUID; the message says so.
pub fn guid(text: &str) -> Result<[u8; 16], String> {
    let guid = Guid::parse(text).ok_or_else(|| format!("expected a GUID, and this is `{text}`"))?;
    Ok(guid.to_bytes())
}
