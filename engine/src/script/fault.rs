//! What is wrong with a script, and where.

use thiserror::Error;

use super::UnitId;
use super::limits::Limit;
use crate::report::Excerpt;
use crate::text::{Fault, Region, Span};

/// A place in a script.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Place {
    /// In a unit, in bytes of its text.
    Unit {
        /// Which one.
        unit: UnitId,
        /// Where in its text.
        span: Span,
    },
    /// In a library.
    Library {
        /// The path of its file, as it was given to [`super::Libraries::add`].
        path: String,
        /// Where in that file.
        region: Region,
        /// The line around the place.
        excerpt: Excerpt,
    },
    /// In an expression, in bytes of its text.
    Expression {
        /// Where in its text.
        span: Span,
    },
}

/// A script that cannot be compiled.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{fault}")]
pub struct ScriptFault {
    /// What is wrong, in bytes of the unit's or library's text.
    pub fault: Fault,
    /// Where.
    pub place: Place,
}

/// A script that stopped before its end.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{message}")]
pub struct ScriptError {
    /// A short stable name of the kind: `script-error`, or that of a limit, such as `script-operations`.
    pub code: &'static str,
    /// What is wrong, in one lower-case sentence without a full stop.
    pub message: String,
    /// What to do about it, where that is known.
    pub help: Option<String>,
    /// What is to be put in place of what stands there.
    pub meant: Option<String>,
    /// Where the script stopped.
    pub place: Place,
}

impl ScriptError {
    /// Whether the script had worked for long when it stopped: it ran out of operations, time or memory.
    #[must_use]
    pub fn took_long(&self) -> bool {
        Limit::takes_long_by(self.code)
    }
}

impl ScriptFault {
    /// What is wrong, with the place where it is not in the text at hand.
    pub(super) fn described(&self) -> String {
        match &self.place {
            Place::Library { path, region, .. } => {
                format!("{path}:{}:{}: {}", region.start.line, region.start.char_column, self.fault.message)
            }
            Place::Unit { .. } | Place::Expression { .. } => self.fault.message.clone(),
        }
    }
}
