//! Errors that functions of the engine raise in scripts.

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

    /// Returns the complaint that an error carries, if it carries one.
    pub fn of(error: &EvalAltResult) -> Option<Self> {
        match error {
            EvalAltResult::ErrorRuntime(thrown, _) => thrown.read_lock::<Self>().map(|complaint| complaint.clone()),
            _ => None,
        }
    }
}

/// The reason that a script gave to `not_checked`: it cannot judge the values of this file.
#[derive(Clone, Debug)]
pub(super) struct NotChecked(String);

impl NotChecked {
    /// Returns the Rhai error that ends the script.
    pub fn raise(reason: impl Into<String>) -> Box<EvalAltResult> {
        EvalAltResult::ErrorRuntime(Dynamic::from(Self(reason.into())), rhai::Position::NONE).into()
    }

    /// Returns the reason that an error carries, if it carries one.
    pub fn reason_of(error: &EvalAltResult) -> Option<String> {
        match error {
            EvalAltResult::ErrorRuntime(thrown, _) => thrown.read_lock::<Self>().map(|reason| reason.0.clone()),
            _ => None,
        }
    }
}
