//! Faults and warnings about a file's text, each at its place.

use assay_document::text::{Fault, IssueCode, Span, counted};
use assay_report::{Diagnostics, Places, Problem};

/// The maximum number of faults, and of warnings, for one file. No file with more was written by hand.
const MOST: usize = 1000;

/// The faults and warnings about a file's text.
#[derive(Debug, Default)]
pub struct Remarks {
    faults: RemarkList,
    warnings: RemarkList,
}

#[derive(Debug, Default)]
struct RemarkList {
    list: Vec<Fault>,
    left: usize,
}

impl RemarkList {
    fn push(&mut self, fault: Fault) {
        if self.list.len() < MOST {
            self.list.push(fault);
        } else {
            self.left += 1;
        }
    }
}

impl Remarks {
    /// Adds a fault.
    #[cold]
    pub fn fault(&mut self, code: IssueCode, message: impl Into<String>, span: Span) {
        self.faults.push(Fault::new(code, message, span));
    }

    /// Like [`Self::fault`], for a fault that already exists.
    #[cold]
    pub fn refuse(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// Adds a warning about content that a user should check.
    #[cold]
    pub fn warn(&mut self, code: IssueCode, message: impl Into<String>, span: Span) {
        self.warnings.push(Fault::new(code, message, span));
    }

    /// Returns true if a fault with that code was added.
    pub fn has(&self, code: IssueCode) -> bool {
        self.faults.list.iter().any(|fault| fault.code == code)
    }

    /// Returns the faults and warnings with their lines and columns in `text`, the text of the file at `path`.
    pub fn into_diagnostics(self, text: &str, path: &str) -> Diagnostics {
        if self.faults.list.is_empty() && self.warnings.list.is_empty() {
            return Diagnostics::default();
        }
        let places = Places::of(text, path);
        let problems = |level: RemarkList| {
            let left = (level.left > 0).then(|| {
                let left = counted(level.left, "more problem in this file is", "more problems in this file are");
                Problem::new(IssueCode::PackageMore, format!("{left} not shown")).in_file(path)
            });
            level.list.into_iter().map(|fault| *places.problem(fault)).chain(left).collect()
        };
        Diagnostics { problems: problems(self.faults), warnings: problems(self.warnings), hints: Vec::new() }
    }
}
