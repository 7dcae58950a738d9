//! Reads the records of a document, in any of its formats.

mod json;
mod notes;
mod objects;
mod xml;

use assay_document::format::{Document, Format};
use assay_document::text::Fault;

use self::json::JsonSink;
use self::notes::RecordNotes;
use self::xml::XmlSink;
use super::receiver::Records;

/// Passes the records of a document to `records`, and returns warnings.
///
/// # Errors
/// The document is not well formed, or is of another kind.
pub fn read_records(document: &Document, records: &mut dyn Records) -> Result<Vec<Fault>, Fault> {
    records.set_document_size(document.size());
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
    notes.into_warnings()
}
