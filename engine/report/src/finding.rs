//! One broken rule at one place in one document.

use std::fmt;

use assay_document::text::Region;
use serde::{Deserialize, Serialize};

use super::{Excerpt, Value};

/// How much a finding matters, worst first.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// Must be mended; the default.
    #[default]
    Error,
    /// Should be mended.
    Warning,
    /// Good to know.
    Info,
    /// A suggestion.
    Hint,
}

impl Severity {
    /// All of them, worst first, with the names that rule files use.
    pub const ALL: [(&'static str, Self); 4] =
        [("error", Self::Error), ("warning", Self::Warning), ("info", Self::Info), ("hint", Self::Hint)];

    /// Returns its name, as rule files write it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        // `ALL` lists the variants in the order of their declaration.
        Self::ALL[self as usize].0
    }

    /// Returns its meaning in one sentence.
    #[must_use]
    pub const fn doc(self) -> &'static str {
        match self {
            Self::Error => "must be mended; what a rule has that says nothing else",
            Self::Warning => "should be mended",
            Self::Info => "good to know",
            Self::Hint => "a suggestion",
        }
    }

    /// Returns the severity of that name, in any letter case.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, severity)| severity)
    }
}

/// Its name, as rule files write it.
impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// One value that a rule's condition rejected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Finding {
    /// Name of the rule.
    pub rule: String,
    /// How much it matters, as the rule says.
    pub severity: Severity,
    /// The message: one sentence that says what is wrong.
    pub message: String,
    /// Whether a script said that of this value alone: it tells findings of one rule and one value apart.
    pub own_message: bool,
    /// Whether files that the rule's collections are made of could not be read: the finding may be wrong. It is no part of
    /// the message, which stays what a baseline knows.
    pub incomplete: bool,
    /// The document that holds the value, relative to the root.
    pub path: String,
    /// Where the value stands in it.
    pub region: Region,
    /// The value itself; null when the finding is about the document as a whole.
    pub value: Value,
    /// The value that led to this document, for rules with `subxpath`.
    pub via: Option<Via>,
    /// Other places that belong to the finding.
    pub related: Vec<Related>,
    /// The line of the document around the value, when the document is a text.
    pub excerpt: Option<Excerpt>,
}

impl Finding {
    /// Says that the finding may be wrong, if it is [`Finding::incomplete`].
    #[must_use]
    pub fn caveat(&self) -> Option<&'static str> {
        self.incomplete.then_some("incomplete: a file that the rule's collections are built from could not be read")
    }

    /// Returns the message, followed by `separator` and the caveat if there is one: for formats without a separate
    /// place for the caveat.
    pub(super) fn message_with_caveat(&self, separator: &str) -> String {
        [self.message.as_str()].into_iter().chain(self.caveat()).collect::<Vec<_>>().join(separator)
    }
}

/// The value that named the document in which a finding was made.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Via {
    /// The document that holds that value.
    pub path: String,
    /// Where the value stands in it.
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
    /// The document.
    pub path: String,
    /// The place in it.
    #[serde(flatten)]
    pub region: Region,
}

two_forms!(Related { message, path, region });
