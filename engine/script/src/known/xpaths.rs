//! A cache of `xpath` expressions that scripts used recently.

use std::rc::Rc;

use assay_document::extract::XPath;

use super::recent::RecentlyUsed;
use crate::complaint::{Complaint, Outcome};

/// The maximum length of an expression in bytes: far more than anybody writes, and short enough to parse quickly.
const MAX_XPATH: usize = 4096;

/// The `xpath` expressions that scripts used recently.
pub(crate) type KnownXPaths = RecentlyUsed<Rc<XPath>, 64>;

impl KnownXPaths {
    /// Returns the expression that a string contains, parsed once.
    pub fn get(&self, text: &str) -> Outcome<Rc<XPath>> {
        self.get_or_make(text, || {
            if text.len() > MAX_XPATH {
                let message = format!("an xpath of a script has at most {MAX_XPATH} bytes");
                return Err(Complaint::raise(message, "extract step by step"));
            }
            let parsed = XPath::parse(text);
            let fault = || match parsed.faults.into_iter().next() {
                Some(fault) => Complaint::raise_fault(&format!("the xpath `{text}`"), text, fault),
                None => "the xpath cannot be used".into(),
            };
            parsed.xpath.map(Rc::new).ok_or_else(fault)
        })
    }
}
