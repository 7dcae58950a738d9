//! Collects the fault and the warnings of a file of records. Equal warnings are reported once.

use assay_document::text::{Fault, IssueCode, Span};

/// The maximum number of different warnings of a file that are kept. No file that a person or tool wrote exceeds it.
const MOST: usize = 100;

#[derive(Debug, Default)]
pub(super) struct RecordNotes {
    fault: Option<Fault>,
    warnings: Vec<Repeated>,
}

/// A warning, and the number of its occurrences.
#[derive(Debug)]
struct Repeated {
    code: IssueCode,
    message: String,
    span: Span,
    times: usize,
}

impl RecordNotes {
    /// Returns true if the file has been refused; everything after that is ignored.
    pub const fn is_refused(&self) -> bool {
        self.fault.is_some()
    }

    /// Refuses the file, unless it has been refused.
    #[cold]
    pub fn refuse(&mut self, code: IssueCode, message: impl Into<String>, span: Span) {
        self.fault.get_or_insert_with(|| Fault::new(code, message, span));
    }

    /// Adds a warning, or counts a repeated one.
    #[cold]
    pub fn warn(&mut self, code: IssueCode, message: String, span: Span) {
        if let Some(known) = self.warnings.iter_mut().find(|known| known.message == message) {
            known.times += 1;
        } else if self.warnings.len() < MOST {
            self.warnings.push(Repeated { code, message, span, times: 1 });
        }
    }

    /// Returns the warnings, each at its first place, or the fault if the file is refused.
    pub fn into_warnings(self) -> Result<Vec<Fault>, Fault> {
        let warning = |Repeated { code, message, span, times }| {
            let message = if times > 1 { format!("{message}, {times} times") } else { message };
            Fault::new(code, message, span)
        };
        self.fault.map_or_else(|| Ok(self.warnings.into_iter().map(warning).collect()), Err)
    }
}
