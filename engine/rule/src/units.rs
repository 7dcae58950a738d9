//! A script of a rule file, and its place.

use std::borrow::Borrow;

use assay_document::text::Span;

use super::document::RuleScalar;
use super::file_text::{FileText, Site};
use super::rule_file::RuleFile;

/// The code of a script, and its place.
#[derive(Clone, Debug)]
pub(super) enum UnitText {
    /// In a field of the rule file with this number.
    Field { file: usize, text: RuleScalar },
    /// In a separate file, which a rule file names.
    File(RuleFile),
}

impl UnitText {
    pub fn text(&self) -> &str {
        match self {
            Self::Field { text, .. } => &text.text,
            Self::File(file) => &file.text,
        }
    }

    /// Returns the place of the part `span` of the script. `files` are the rule files.
    pub fn site<'t, F: Borrow<FileText<'t>>>(&self, span: Span, files: impl Fn(usize) -> F) -> Site {
        match self {
            Self::Field { file, text } => {
                let file = files(*file);
                let file = file.borrow();
                file.site(text.locate(file.text, span))
            }
            Self::File(file) => FileText::new(&file.path, &file.text).site(span),
        }
    }
}
