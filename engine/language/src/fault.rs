//! An error, with its place in the source text.

use thiserror::Error;

use super::{Span, nearest};
use crate::IssueCode;

/// An error in an expression (an `xpath`, a pattern, a condition) or a document, with its place.
///
/// The owner of the text knows its file, and turns the range into a line, a column and a caret.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{message}")]
pub struct Fault {
    /// A short stable name of the kind, such as `xpath-unclosed-test` or `json-missing-comma`.
    pub code: IssueCode,
    /// The description of the error, in one lower-case sentence without a full stop.
    pub message: String,
    /// The way to fix the error, if it is known.
    pub help: Option<String>,
    /// The text that was probably meant in place of everything at `span`: inserted there, it fixes the error.
    pub suggestion: Option<Box<str>>,
    /// The range of the error, in bytes of the text.
    pub span: Span,
}

impl Fault {
    /// Creates a fault of the kind `code` at `span`.
    pub fn new(code: IssueCode, message: impl Into<String>, span: Span) -> Self {
        Self { code, message: message.into(), help: None, suggestion: None, span }
    }

    /// Returns the fault with this help message, and without a suggestion.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self.suggestion = None;
        self
    }

    /// Returns the fault with a suggestion: the text that was probably meant in place of everything at its span. The
    /// help message asks if it was meant.
    #[must_use]
    pub fn suggest(mut self, suggestion: impl Into<String>) -> Self {
        let meant = suggestion.into();
        self.help = Some(format!("did you mean `{meant}`?"));
        self.suggestion = Some(meant.into_boxed_str());
        self
    }

    /// Returns the fault with a suggestion: the candidate that is most similar to `name`. If none is similar enough, the
    /// fault is unchanged.
    #[must_use]
    pub fn suggest_nearest<'c>(self, name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Self {
        match nearest(name, candidates) {
            Some(candidate) => self.suggest(candidate),
            None => self,
        }
    }
}
