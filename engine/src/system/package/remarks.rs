//! What there is to say of a text: faults and warnings, each at its place.

use crate::report::{Diagnostics, Excerpt, Problem};
use crate::text::{Fault, LineIndex, Span};

/// So many faults and so many warnings are told of one text. One that gives cause for more is nothing that anybody wrote.
const MOST: usize = 1000;

/// What there is to say of a text.
#[derive(Debug, Default)]
pub struct Remarks {
    faults: Told,
    warnings: Told,
}

#[derive(Debug, Default)]
struct Told {
    list: Vec<Fault>,
    left: usize,
}

impl Told {
    fn push(&mut self, fault: Fault) {
        if self.list.len() < MOST {
            self.list.push(fault);
        } else {
            self.left += 1;
        }
    }
}

impl Remarks {
    /// Something that must not be so.
    #[cold]
    pub fn fault(&mut self, code: &'static str, message: impl Into<String>, span: Span) {
        self.faults.push(Fault::new(code, message, span));
    }

    /// The same, as it was found.
    #[cold]
    pub fn refuse(&mut self, fault: Fault) {
        self.faults.push(fault);
    }

    /// Something that somebody should look at.
    #[cold]
    pub fn warn(&mut self, code: &'static str, message: impl Into<String>, span: Span) {
        self.warnings.push(Fault::new(code, message, span));
    }

    /// Whether a fault with that code is told.
    pub fn has(&self, code: &str) -> bool {
        self.faults.list.iter().any(|fault| fault.code == code)
    }

    /// The same with their lines and columns in `text`, which is that of the file at `path`.
    pub fn placed(self, text: &str, path: &str) -> Diagnostics {
        if self.faults.list.is_empty() && self.warnings.list.is_empty() {
            return Diagnostics::default();
        }
        let lines = LineIndex::new(text);
        let problems = |told: Told| {
            let left = (told.left > 0).then(|| {
                Problem::new("package-more", format!("{} more of this file are left out", told.left)).in_file(path)
            });
            let placed = told.list.into_iter().map(|fault| place(fault, &lines, path));
            placed.chain(left).collect()
        };
        Diagnostics { problems: problems(self.faults), warnings: problems(self.warnings), hints: Vec::new() }
    }
}

fn place(fault: Fault, lines: &LineIndex<'_>, path: &str) -> Problem {
    let region = lines.region(fault.span);
    let problem = Problem::new(fault.code, fault.message).in_file(path).at(region, Some(Excerpt::new(lines, region)));
    Problem { help: fault.help, ..problem }
}
