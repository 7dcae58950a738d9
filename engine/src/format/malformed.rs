//! Why a document is not well formed, at a place of its text.

use thiserror::Error;

use crate::text::Span;

/// Why a document is not well formed, and where.
///
/// A document has one: its reader stops at the first fault, and nothing that it read before counts.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{message}")]
pub struct Malformed {
    /// A short stable name of the kind, such as `json-missing-comma`.
    pub code: &'static str,
    /// What is wrong, in one lower-case sentence without a full stop.
    pub message: String,
    /// What to do about it, where that is known.
    pub help: Option<String>,
    /// Where, in bytes of the decoded text.
    pub span: Span,
}

impl Malformed {
    /// A fault of the kind `code` at `span`.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>, span: Span) -> Self {
        Self { code, message: message.into(), help: None, span }
    }

    /// The same with what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}
