//! One rule on one file.

use assay_document::format::Document;
use assay_report::Via;
use assay_rule::Rule;

use super::file::CheckedFile;
use super::file_context::FileContext;

/// One rule on one file, from the values of its `xpath` or `subxpath` on.
pub(super) struct Case<'c> {
    pub number: u32,
    pub rule: &'c Rule,
    pub file: &'c CheckedFile<'c>,
    /// The value that named the file.
    pub via: Option<&'c Via>,
    /// The document that the values are from; `None` for facts and entries of lists, and if nothing could be read.
    pub document: Option<&'c Document>,
    /// The time when its extraction began, if it is measured.
    pub began: Option<f64>,
    /// The file as scripts see it.
    pub view: &'c FileContext<'c>,
}
