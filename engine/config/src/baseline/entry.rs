//! An entry of a baseline, and the properties that make two findings equal.

use assay_document::format::hexadecimal;
use assay_document::text::Span;
use assay_document::text::json::one_line;
use assay_report::{Finding, Value};
use sha2::{Digest, Sha256};

/// The form of the file that this version reads and writes.
pub(super) const VERSION: u64 = 1;

/// The properties that identify a finding: a baseline treats findings with equal properties as the same finding.
#[derive(Clone, Debug, Eq, Hash, PartialEq, PartialOrd, Ord)]
pub(super) struct FindingIdentity {
    pub path: String,
    pub rule: String,
    /// The value as JSON on one line; `None` for a finding about the file as a whole.
    pub value: Option<String>,
    /// The message as JSON; `None` unless a script wrote it.
    pub message: Option<String>,
}

/// An entry of a baseline: a number of equal findings.
#[derive(Clone, Copy, Debug)]
pub(super) struct BaselineEntry {
    pub count: u64,
    /// The position of the entry in the file.
    pub span: Span,
}

impl FindingIdentity {
    pub fn of(finding: &Finding) -> Self {
        /// The length in bytes up to which a value or message is written in full.
        const LONGEST: usize = 240;
        let Finding { path, rule, value, message, own_message, .. } = finding;
        let value = match value {
            Value::Null => None,
            value => Some(value.to_string()),
        };
        let short = |value: String| {
            if value.len() <= LONGEST {
                return value;
            }
            // Long values often begin alike; the hash tells them apart.
            let hash = hexadecimal(&Sha256::digest(&value)[..16]);
            let start: String = value.chars().take(LONGEST / 4).collect();
            one_line(&format!("{start}\u{2026} {hash}"))
        };
        let message = own_message.then(|| short(one_line(message)));
        Self { path: path.clone(), rule: rule.clone(), value: value.map(short), message }
    }
}
