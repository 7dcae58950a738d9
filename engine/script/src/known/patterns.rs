//! A cache of regular expressions that scripts used recently.

use assay_document::text::Pattern;

use super::recent::RecentlyUsed;
use crate::complaint::{Complaint, Outcome};

/// Patterns that scripts used recently. They are few, because a pattern may take some megabytes.
pub(crate) type KnownPatterns = RecentlyUsed<Pattern, 16>;

impl KnownPatterns {
    /// Returns the pattern with that source, compiled once.
    pub fn get(&self, source: &str) -> Outcome<Pattern> {
        self.get_or_make(source, || {
            let message = || format!("the regular expression `{source}` cannot be used");
            Pattern::new(source).map_err(|fault| Complaint::raise_fault(&message(), source, fault))
        })
    }
}
