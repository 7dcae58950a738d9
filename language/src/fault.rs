//! Something wrong with a text, at a place of that text.

use thiserror::Error;

use super::Span;

/// What is wrong with an expression (an `xpath`, a pattern, a condition) or a document, and where in it.
///
/// The text's owner knows which file it is, or stands in, and turns the range into a line, a column and a caret.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{message}")]
pub struct Fault {
    /// A short stable name of the kind, such as `xpath-unclosed-test` or `json-missing-comma`.
    pub code: &'static str,
    /// What is wrong, in one lower-case sentence without a full stop.
    pub message: String,
    /// What to do about it, where that is known.
    pub help: Option<String>,
    /// What was probably meant by all that stands at `span`: put in its place, it mends the fault.
    pub meant: Option<Box<str>>,
    /// Where, in bytes of the text.
    pub span: Span,
}

impl Fault {
    /// A fault of the kind `code` at `span`.
    #[must_use]
    pub fn new(code: &'static str, message: impl Into<String>, span: Span) -> Self {
        Self { code, message: message.into(), help: None, meant: None, span }
    }

    /// The same with what to do about it.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self.meant = None;
        self
    }

    /// The same with what was probably meant by all that stands at the place.
    #[must_use]
    pub fn meant(mut self, meant: impl Into<String>) -> Self {
        let meant = meant.into();
        self.help = Some(format!("did you mean `{meant}`?"));
        self.meant = Some(meant.into_boxed_str());
        self
    }
}
