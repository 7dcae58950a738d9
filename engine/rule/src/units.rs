//! The scripts that rule files bring, by number, and where the text of each stands.

use assay_document::text::Span;
use assay_script::UnitId;

use super::document::RuleScalar;
use super::file_text::{FileText, Site};
use super::rule_file::RuleFile;

/// All scripts of a set of rules.
#[derive(Clone, Debug, Default)]
pub(super) struct Units {
    written: Vec<UnitText>,
}

/// The text of a script, and where it is written.
#[derive(Clone, Debug)]
pub(super) enum UnitText {
    /// In a field of the rule file with this number.
    Field { file: usize, text: RuleScalar },
    /// In a file of its own, which a rule file names.
    File(RuleFile),
}

impl UnitText {
    /// The script itself.
    pub fn text(&self) -> &str {
        match self {
            Self::Field { text, .. } => &text.text,
            Self::File(file) => &file.text,
        }
    }

    /// Where the part `span` of the script stands; `files` are the rule files.
    pub fn site<'t>(&self, span: Span, files: impl Fn(usize) -> FileText<'t>) -> Site {
        match self {
            Self::Field { file, text } => {
                let file = files(*file);
                file.site(text.locate(file.text, span))
            }
            Self::File(file) => FileText::new(&file.path, &file.text).site(span),
        }
    }
}

impl Units {
    /// Adds a script.
    pub fn add(&mut self, written: UnitText) -> UnitId {
        self.written.push(written);
        // There are fewer scripts than bytes of rule files.
        UnitId(u32::try_from(self.written.len() - 1).unwrap_or(u32::MAX))
    }

    /// The script of that number.
    pub fn get(&self, id: UnitId) -> Option<&UnitText> {
        self.written.get(id.0 as usize)
    }
}
