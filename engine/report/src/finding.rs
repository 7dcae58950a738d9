//! A finding: one value in one document that breaks a rule.

use std::fmt;

use assay_document::text::Region;
use serde::{Deserialize, Serialize};

use super::{Excerpt, Value};

/// The severity of a finding, worst first.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Must be fixed; the default.
    #[default]
    Error,
    /// Should be fixed.
    Warning,
    /// For information.
    Info,
    /// A suggestion.
    Hint,
}

impl Severity {
    /// All severities, worst first, with the names that rule files use.
    pub const ALL: [(&'static str, Self); 4] =
        [("error", Self::Error), ("warning", Self::Warning), ("info", Self::Info), ("hint", Self::Hint)];

    /// Returns the name that rule files use.
    pub const fn name(self) -> &'static str {
        // `ALL` lists the variants in the order of their declaration.
        Self::ALL[self as usize].0
    }

    /// Returns the meaning of the severity in one sentence.
    pub const fn doc(self) -> &'static str {
        match self {
            Self::Error => "must be fixed; the default severity",
            Self::Warning => "should be fixed",
            Self::Info => "for information",
            Self::Hint => "a suggestion",
        }
    }

    /// Returns the severity of that name; upper and lower case are equal.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, severity)| severity)
    }
}

/// Writes the name that rule files use.
impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One value that a rule's condition rejected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Finding {
    /// The name of the rule.
    pub rule: String,
    /// The severity, as set by the rule.
    pub severity: Severity,
    /// The message: one sentence that says what is wrong.
    pub message: String,
    /// True if a script made the message for this value. The message then tells findings of one rule and one value
    /// apart.
    pub own_message: bool,
    /// True if the finding may be wrong because a file that the rule's collections are built from could not be read.
    /// This is not part of the message, so that a baseline still recognises the message.
    pub incomplete: bool,
    /// The document that holds the value, relative to the root.
    pub path: String,
    /// The place of the value in the document.
    pub region: Region,
    /// The value itself; null if the finding is about the document as a whole.
    pub value: Value,
    /// The value that refers to this document, for rules with `subxpath`.
    pub via: Option<Via>,
    /// Other places that belong to the finding.
    pub related: Vec<Related>,
    /// The line of the document around the value, if the document is text.
    pub excerpt: Option<Excerpt>,
}

impl Finding {
    /// Returns a note that the finding may be wrong, if it is [`Finding::incomplete`].
    pub fn caveat(&self) -> Option<&'static str> {
        self.incomplete.then_some("incomplete: a file that the rule's collections are built from could not be read")
    }

    /// Returns the message with the caveat after `separator`, for formats without a separate place for the caveat.
    pub(super) fn message_with_caveat(&self, separator: &str) -> String {
        [self.message.as_str()].into_iter().chain(self.caveat()).collect::<Vec<_>>().join(separator)
    }
}

/// The value that refers to the document of a finding.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Via {
    /// The document that contains that value.
    pub path: String,
    /// The place of the value in that document.
    pub region: Region,
    /// The value.
    pub value: Value,
}

/// Another place that belongs to a finding.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct Related {
    /// A description of the place.
    pub message: String,
    /// The path of the document.
    pub path: String,
    /// The place in the document.
    #[serde(flatten)]
    pub region: Region,
}

two_forms!(Related { message, path, region });
