//! glTF: the report of Khronos's validator about each model is a document that rules can check.
//!
//! The host provides the validator. A report is made when a rule selects it. Its findings are reported at their place
//! in the model.

mod place;
mod reading;
mod report;
mod validator;

use std::rc::Rc;

use assay_document::format::{Document, Format, extension};
use assay_document::source::Source;

use self::reading::ModelReading;
use crate::{FileReport, FileReports};

pub use validator::{Validate, validate_with};

const EXTENSIONS: [&str; 3] = ["gltf", "glb", "vrm"];

/// Makes the reports about models.
pub struct ModelReports;

impl FileReports for ModelReports {
    fn folder(&self) -> &'static str {
        "@gltf"
    }

    fn is_about(&self, path: &str) -> bool {
        EXTENSIONS.iter().any(|known| extension(path).eq_ignore_ascii_case(known))
    }

    fn report(&self, path: &str, source: &Rc<dyn Source>) -> FileReport {
        ModelReading::new(path, source.as_ref()).report()
    }

    fn text(&self, path: &str, source: &dyn Source) -> Option<String> {
        let document = Document::decode(path, source.read(path).ok()?).ok()?;
        // The JSON in a binary file has no lines that editors could show.
        if document.format() == Format::Glb { None } else { document.text().map(str::to_owned) }
    }
}

#[cfg(test)]
mod tests;
