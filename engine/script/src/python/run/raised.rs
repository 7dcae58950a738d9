//! Run-time errors: Python's kinds, with Assay's messages.

use assay_document::text::{IssueCode, Span};
use rhai::{Dynamic, EvalAltResult, Position};

/// An error that Python would raise for the same expression and value.
#[derive(Clone, Debug)]
pub(crate) struct Raised {
    pub kind: ErrorKind,
    /// The message: one lower-case sentence without a full stop.
    pub message: String,
    /// The suggestion for fixing the expression, if one is known.
    pub help: Option<&'static str>,
    /// For an order of a number and a string that spells one: true if the string is on the left.
    pub is_text_left: Option<bool>,
}

/// The kind of an error, with Python's names.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum ErrorKind {
    /// `TypeError`, `AttributeError`.
    Type,
    /// `ValueError`.
    Value,
    /// `IndexError`, `KeyError`.
    Lookup,
    /// `ZeroDivisionError`.
    ZeroDivision,
    /// `OverflowError`, or an integer that is too large, where Python would continue.
    Overflow,
    /// A feature of Python that expressions do not have.
    Unsupported,
}

impl ErrorKind {
    /// Returns the stable code of the kind.
    pub(crate) const fn code(self) -> IssueCode {
        match self {
            Self::Type => IssueCode::ExpressionType,
            Self::Value => IssueCode::ExpressionValue,
            Self::Lookup => IssueCode::ExpressionLookup,
            Self::ZeroDivision => IssueCode::ExpressionZeroDivision,
            Self::Overflow => IssueCode::ExpressionOverflow,
            Self::Unsupported => IssueCode::ExpressionUnsupported,
        }
    }
}

impl Raised {
    pub(super) fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), help: None, is_text_left: None }
    }

    pub(super) const fn help(mut self, help: &'static str) -> Self {
        self.help = Some(help);
        self
    }

    /// Returns an error of the kind [`ErrorKind::Type`].
    pub(super) fn types(message: impl Into<String>) -> Stopped {
        Self::new(ErrorKind::Type, message).into()
    }

    /// Returns an error of the kind [`ErrorKind::Value`].
    pub(super) fn value(message: impl Into<String>) -> Stopped {
        Self::new(ErrorKind::Value, message).into()
    }

    /// Returns an error of the kind [`ErrorKind::Lookup`].
    pub(super) fn lookup(message: impl Into<String>) -> Stopped {
        Self::new(ErrorKind::Lookup, message).into()
    }

    /// Returns the error of an integer with too many digits.
    pub(super) fn overflow() -> Stopped {
        Self::new(ErrorKind::Overflow, "the number is too large: integers have at most 4300 digits")
            .help("make one of the numbers a float: `float(…)`")
            .into()
    }

    /// Returns the error of a feature of Python that expressions do not have.
    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        Self::new(ErrorKind::Unsupported, message)
    }
}

/// The reason why a function stopped: an error of the function, or of a script that it called.
#[derive(Debug)]
pub(crate) enum Stopped {
    Raised(Box<Raised>),
    Script(Box<EvalAltResult>),
}

/// The reason why an expression stopped, and the part at which it stopped.
#[derive(Debug)]
pub(crate) struct Halt {
    pub stopped: Stopped,
    pub span: Span,
}

impl From<Raised> for Stopped {
    fn from(raised: Raised) -> Self {
        Self::Raised(Box::new(raised))
    }
}

impl From<Box<EvalAltResult>> for Stopped {
    fn from(error: Box<EvalAltResult>) -> Self {
        Self::Script(error)
    }
}

impl From<Stopped> for Box<EvalAltResult> {
    fn from(stopped: Stopped) -> Self {
        match stopped {
            Stopped::Raised(raised) => EvalAltResult::ErrorRuntime(Dynamic::from(*raised), Position::NONE).into(),
            Stopped::Script(error) => error,
        }
    }
}
