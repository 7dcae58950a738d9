//! Reads a model and the files that it names, and makes the report about it.

use std::cell::RefCell;

use assay_document::format::{Document, IgnoredNodes, NoDocument, StandIn, Unusable};
use assay_document::source::{Source, SourceError, folder, join};
use assay_document::text::IssueCode;
use assay_report::{Diagnostics, Places, Problem};

use super::report::ModelReport;
use super::validator::validate;
use crate::FileReport;
use crate::no_document::no_document;

/// A model that is being validated.
pub(super) struct ModelReading<'m> {
    path: &'m str,
    source: &'m dyn Source,
    problems: RefCell<Vec<Problem>>,
    read: RefCell<Vec<(String, u64)>>,
}

impl<'m> ModelReading<'m> {
    /// Reads the model at `path` in `source`.
    pub const fn new(path: &'m str, source: &'m dyn Source) -> Self {
        Self { path, source, problems: RefCell::new(Vec::new()), read: RefCell::new(Vec::new()) }
    }

    /// Validates the model and returns the report. A model that Assay cannot read is a problem, as for any rule.
    pub fn report(self) -> FileReport {
        let report = self.validate();
        let report = report.map_err(|problem| self.problems.borrow_mut().push(*problem)).ok();
        self.finish(report)
    }

    fn validate(&self) -> Result<ModelReport, Box<Problem>> {
        let bytes = self.source.read(self.path).map_err(|error| Box::new(unreadable(self.path, &error)))?;
        self.note_read(self.path, bytes.len());
        let answer = validate(&bytes, &|uri| self.resource(uri)).and_then(|json| ModelReport::read(&json));
        // Only the places of issues need the model itself, and most models have no issue.
        let document = match &answer {
            Ok(report) if report.issues.messages.is_empty() => None,
            Ok(report) => self.document(bytes, !report.has_issue_of_file())?,
            Err(_) => self.document(bytes, false)?,
        };
        let mut report = answer.map_err(|reason| {
            let message = format!("the glTF validator returned no report: {reason}");
            Box::new(Problem::new(IssueCode::GltfNoReport, message).in_file(self.path))
        })?;
        report.locate(document.as_ref());
        Ok(report)
    }

    /// Returns the model; `None` if Assay has no reader for it. `is_read` is true if the validator could read it.
    fn document(&self, bytes: Vec<u8>, is_read: bool) -> Result<Option<Document>, Box<Problem>> {
        let document = match Document::decode(self.path, bytes) {
            Ok(document) => document,
            Err(Unusable::NoReader(_)) => return Ok(None),
            Err(reason) => return Err(Box::new(no_document(self.path, NoDocument::Unusable { reason, size: 0 }))),
        };
        if is_read {
            return Ok(Some(document));
        }
        match document.read(&mut IgnoredNodes) {
            Ok(_) => Ok(Some(document)),
            Err(malformed) => Err(Places::of_document(&document, self.path).problem(malformed)),
        }
    }

    /// Reads a file that the model names. A file that exists and cannot be read is a problem.
    fn resource(&self, uri: &str) -> Result<Vec<u8>, String> {
        let Some(path) = join(folder(self.path), uri).filter(|_| !uri.contains("://")) else {
            return Err("it is not one of the files under check".to_owned());
        };
        let answer = match StandIn::pointer(&path, self.source) {
            Ok(Some(pointer)) => {
                let problem = Problem::new(pointer.code, pointer.what).in_file(path.as_str()).help(pointer.help);
                self.problems.borrow_mut().push(problem);
                return Err(pointer.what.to_owned());
            }
            Ok(None) => self.source.read(&path),
            Err(error) => Err(error),
        };
        match answer {
            Ok(bytes) => {
                self.note_read(&path, bytes.len());
                Ok(bytes)
            }
            Err(error) => {
                if error != SourceError::NotFound {
                    self.problems.borrow_mut().push(unreadable(&path, &error));
                }
                Err(error.to_string())
            }
        }
    }

    fn note_read(&self, path: &str, bytes: usize) {
        self.read.borrow_mut().push((path.to_owned(), bytes as u64));
    }

    fn finish(self, report: Option<ModelReport>) -> FileReport {
        let mut diagnostics = Diagnostics { problems: self.problems.into_inner(), ..Diagnostics::default() };
        if report.as_ref().is_some_and(|report| report.issues.truncated) {
            let message = "the glTF validator has found more issues in this model than its report lists";
            diagnostics.warnings.push(Problem::new(IssueCode::GltfReportCut, message).in_file(self.path));
        }
        let file = report.map(|report| report.into_file(self.path));
        FileReport { file, diagnostics, read: self.read.into_inner() }
    }
}

/// Returns the problem for a file whose bytes the source does not provide.
fn unreadable(path: &str, error: &SourceError) -> Problem {
    let code = if *error == SourceError::NotFound { IssueCode::FileUnreadable } else { error.code() };
    Problem::new(code, error.to_string()).in_file(path)
}
