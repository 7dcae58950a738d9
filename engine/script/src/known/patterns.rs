//! A cache of regular expressions that scripts used recently.

use std::cell::RefCell;

use assay_document::text::{Fault, Pattern};
use rhai::EvalAltResult;

use crate::complaint::{Complaint, Outcome};

/// The maximum number of cached patterns. A pattern may take some megabytes, and a script that builds new patterns all
/// the time would otherwise fill the memory.
const KEPT: usize = 16;

/// Patterns that scripts used recently, the latest last.
#[derive(Default)]
pub(crate) struct KnownPatterns {
    kept: RefCell<Vec<Pattern>>,
}

impl KnownPatterns {
    /// Returns the pattern with that source, compiled once.
    pub fn get(&self, source: &str) -> Outcome<Pattern> {
        let mut kept = self.kept.borrow_mut();
        if let Some(at) = kept.iter().rposition(|known| known.source() == source) {
            let known = kept.remove(at);
            kept.push(known.clone());
            return Ok(known);
        }
        let pattern = Pattern::new(source).map_err(|fault| unusable(source, fault))?;
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push(pattern.clone());
        Ok(pattern)
    }
}

/// Returns the error of a regular expression that does not compile.
pub(crate) fn unusable(source: &str, fault: Fault) -> Box<EvalAltResult> {
    let column = source[..fault.span.start() as usize].chars().count() + 1;
    let message = format!("the regular expression `{source}` cannot be used, column {column}: {}", fault.message);
    Complaint::raise(message, fault.help.unwrap_or_default())
}

#[cfg(test)]
impl KnownPatterns {
    /// Returns the number of cached patterns.
    pub fn len(&self) -> usize {
        self.kept.borrow().len()
    }
}
