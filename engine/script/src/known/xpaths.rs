//! A cache of `xpath` expressions that scripts used recently.

use std::cell::RefCell;
use std::rc::Rc;

use assay_document::extract::XPath;
use assay_document::text::Fault;
use rhai::EvalAltResult;

use crate::complaint::{Complaint, Outcome};

/// The maximum length of an expression in bytes: far more than anybody writes, and short enough to parse quickly.
const MAX_XPATH: usize = 4096;

/// The most recently used `xpath` expressions, the latest last.
#[derive(Default)]
pub(crate) struct KnownXPaths {
    kept: RefCell<Vec<(String, Rc<XPath>)>>,
}

impl KnownXPaths {
    pub fn get(&self, text: &str) -> Outcome<Rc<XPath>> {
        /// The maximum number of cached expressions.
        const KEPT: usize = 64;
        let mut kept = self.kept.borrow_mut();
        if let Some(at) = kept.iter().rposition(|(known, _)| known == text) {
            let known = kept.remove(at);
            let xpath = Rc::clone(&known.1);
            kept.push(known);
            return Ok(xpath);
        }
        if text.len() > MAX_XPATH {
            let message = format!("an xpath of a script has at most {MAX_XPATH} bytes");
            return Err(Complaint::raise(message, "extract step by step"));
        }
        let parsed = XPath::parse(text);
        let Some(xpath) = parsed.xpath else {
            let fault = parsed.faults.into_iter().next();
            return Err(fault.map_or_else(|| "the xpath cannot be used".into(), |fault| parse_error(text, fault)));
        };
        let xpath = Rc::new(xpath);
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push((text.to_owned(), Rc::clone(&xpath)));
        Ok(xpath)
    }
}

fn parse_error(text: &str, fault: Fault) -> Box<EvalAltResult> {
    let column = text[..fault.span.start() as usize].chars().count() + 1;
    Complaint::raise(format!("the xpath `{text}`, column {column}: {}", fault.message), fault.help.unwrap_or_default())
}

#[cfg(test)]
impl KnownXPaths {
    /// Returns the number of cached expressions.
    pub fn len(&self) -> usize {
        self.kept.borrow().len()
    }
}
