//! The receiver of the records of a file.

use assay_document::text::{Fault, Span};

use super::class::{ListFileKind, RecordSlot};

/// A receiver of a file's records: the entries of a list, seeds, or the steps of a plan.
pub trait Records {
    /// Returns the kind that the file is expected to be.
    fn kind(&self) -> &'static ListFileKind;

    /// Takes the size of the document in bytes, before the first record.
    fn set_document_size(&mut self, _size: u64) {}

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

    /// Takes a line that is a complete record.
    ///
    /// # Errors
    /// Records of this kind cannot be given as lines.
    fn line(&mut self, _line: &str, _at: u32) -> Result<(), String> {
        Err(format!("expected XML or JSON: {} cannot be a list of lines", self.kind().noun))
    }

    /// Ends the document. `line_of` returns the line of a byte of the document.
    ///
    /// # Errors
    /// The records are refused as a whole.
    fn finish(&mut self, _line_of: &dyn Fn(u32) -> Option<u32>) -> Result<(), Fault> {
        Ok(())
    }
}
