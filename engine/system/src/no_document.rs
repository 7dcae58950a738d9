//! The problem for a file that cannot be read as a document.

use assay_document::format::{NoDocument, Unusable};
use assay_document::text::IssueCode;
use assay_report::{Places, Problem};

/// Returns the problem that the file at `path` is not a document.
pub(crate) fn no_document(path: &str, fault: NoDocument) -> Problem {
    match fault {
        NoDocument::Source(error) => Problem::new(IssueCode::FileUnreadable, error.to_string()).in_file(path),
        NoDocument::Unusable { reason: Unusable::NoReader(reason), .. } => {
            Problem::new(IssueCode::NoReader, reason.message).help(reason.help).in_file(path)
        }
        NoDocument::Unusable { reason: Unusable::Undecodable(undecodable), .. } => {
            *Places::of(&undecodable.text, path).problem(undecodable.fault)
        }
    }
}
