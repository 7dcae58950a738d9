//! Errors that functions of the engine raise in scripts.

use assay_document::text::Fault;
use rhai::{Dynamic, EvalAltResult};

/// The result of a function that scripts call.
pub(super) type Outcome<T> = Result<T, Box<EvalAltResult>>;

/// An error that one of Assay's functions raises in a script, with a suggestion for fixing it.
#[derive(Clone, Debug)]
pub(super) struct Complaint {
    pub message: String,
    pub help: String,
    /// The code that replaces the code at the error's position, if it is known.
    pub suggestion: Option<String>,
}

impl Complaint {
    /// Returns a Rhai error with a message and a suggestion, but without a position. A script can catch it.
    pub fn raise(message: impl Into<String>, help: impl Into<String>) -> Box<EvalAltResult> {
        Self { message: message.into(), help: help.into(), suggestion: None }.at(rhai::Position::NONE)
    }

    /// Converts the complaint to a Rhai error at `position`. A script can catch it.
    pub fn at(self, position: rhai::Position) -> Box<EvalAltResult> {
        EvalAltResult::ErrorRuntime(Dynamic::from(self), position).into()
    }

    /// Returns a Rhai error for a fault in a string that a script passed to a function, such as a regular expression.
    pub fn raise_fault(message: &str, text: &str, fault: Fault) -> Box<EvalAltResult> {
        let column = text[..fault.span.start() as usize].chars().count() + 1;
        Self::raise(format!("{message}, column {column}: {}", fault.message), fault.help.unwrap_or_default())
    }
}

/// Returns the value that a function of the engine threw, if it has this type.
pub(super) fn thrown<T: Clone + 'static>(error: &EvalAltResult) -> Option<T> {
    match error {
        EvalAltResult::ErrorRuntime(thrown, _) => thrown.read_lock::<T>().map(|thrown| thrown.clone()),
        _ => None,
    }
}

/// The reason that a script gave to `not_checked`: it cannot judge the values of this file.
#[derive(Clone, Debug)]
pub(super) struct NotChecked(pub String);

impl NotChecked {
    /// Returns the Rhai error that ends the script.
    pub fn raise(reason: impl Into<String>) -> Box<EvalAltResult> {
        EvalAltResult::ErrorRuntime(Dynamic::from(Self(reason.into())), rhai::Position::NONE).into()
    }
}
