//! The errors of scripts and their places.

use assay_document::text::{Fault, IssueCode, Region, Span};
use assay_report::Excerpt;
use thiserror::Error;

use super::UnitId;

/// A place in a script.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum ScriptPlace {
    /// In a unit, in bytes of its text.
    Unit {
        /// The unit.
        unit: UnitId,
        /// The place in its text.
        span: Span,
    },
    /// In a library.
    Library {
        /// The path of its file, as passed to [`super::Libraries::add`].
        path: String,
        /// The place in that file.
        region: Region,
        /// The line around the place.
        excerpt: Excerpt,
    },
    /// In an expression, in bytes of its text.
    Expression {
        /// The place in its text.
        span: Span,
    },
}

/// A script that cannot be compiled.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{fault}")]
pub struct ScriptFault {
    /// The error; its span is in bytes of the unit's or library's text.
    pub fault: Fault,
    /// The place of the error.
    pub place: ScriptPlace,
}

/// A script that stopped before its end.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{message}")]
pub struct ScriptError {
    /// A short stable name of the kind: `script-error`, or that of a limit, such as `script-operations`.
    pub code: IssueCode,
    /// The message: one lower-case sentence without a full stop.
    pub message: String,
    /// The suggestion for fixing the error, if one is known.
    pub help: Option<String>,
    /// The code that replaces the code at the place of the error, if it is known.
    pub suggestion: Option<String>,
    /// The place at which the script stopped.
    pub place: ScriptPlace,
}

impl ScriptError {
    /// Returns true if the script ran for long before it stopped: it ran out of operations, time or memory.
    pub fn ran_long(&self) -> bool {
        matches!(self.code, IssueCode::ScriptOperations | IssueCode::ScriptTime | IssueCode::ScriptMemory)
    }
}

impl ScriptFault {
    /// Returns the message. If the error is in a library, the path and the position precede it.
    pub(super) fn describe(&self) -> String {
        match &self.place {
            ScriptPlace::Library { path, region, .. } => {
                format!("{path}:{}:{}: {}", region.start.line, region.start.char_column, self.fault.message)
            }
            ScriptPlace::Unit { .. } | ScriptPlace::Expression { .. } => self.fault.message.clone(),
        }
    }
}
