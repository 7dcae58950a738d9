//! The code of a problem in a report.

use std::fmt;

use assay_document::text::{CodeFlag, IssueCode};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The code of a problem: a code of this version, a code from a report of another version, or a code of a host.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ProblemCode {
    /// A code of this version.
    Known(IssueCode),
    /// Any other code, as written.
    Unknown(Box<str>),
}

impl ProblemCode {
    /// Returns the code as written.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Known(code) => code.as_str(),
            Self::Unknown(text) => text,
        }
    }

    /// Returns the code if this version knows it.
    pub const fn known(&self) -> Option<IssueCode> {
        match self {
            Self::Known(code) => Some(*code),
            Self::Unknown(_) => None,
        }
    }

    /// Returns true if the code has this property.
    pub fn has(&self, flag: CodeFlag) -> bool {
        self.known().is_some_and(|code| code.has(flag))
    }
}

impl From<IssueCode> for ProblemCode {
    fn from(code: IssueCode) -> Self {
        Self::Known(code)
    }
}

/// Converts a code from a report or a host.
impl From<&str> for ProblemCode {
    fn from(text: &str) -> Self {
        IssueCode::named(text).map_or_else(|| Self::Unknown(text.into()), Self::Known)
    }
}

impl PartialEq<IssueCode> for ProblemCode {
    fn eq(&self, code: &IssueCode) -> bool {
        self.known() == Some(*code)
    }
}

impl fmt::Display for ProblemCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Serialize for ProblemCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for ProblemCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(|text| Self::from(&*text))
    }
}
