//! The reason why a script stopped: its error code, and the place.

use assay_document::text::IssueCode;
use rhai::{EvalAltResult, Position};

use super::complaint::{Complaint, NotChecked, thrown};
use super::explain::explain;
use super::limits::Limit;
use super::python::Raised;
use super::state::HostState;
use super::{ScriptError, ScriptPlace};

/// Why a script stopped.
pub(super) struct ScriptFailure {
    pub code: IssueCode,
    /// The code of the error in an expression, where errors have Python's kinds.
    kind: Option<IssueCode>,
    pub message: String,
    pub help: Option<String>,
    /// For an order of a number and a string that spells one: true if the string is on the left.
    pub is_text_left: Option<bool>,
    /// The code that replaces the code at the position of the error, if it is known.
    pub suggestion: Option<String>,
    /// The code in which the script stopped; empty for the code that was called.
    pub source: String,
    pub position: Position,
}

/// Returns why a script stopped, or the limit that it hit before it continued; `None` if neither happened.
pub(super) fn of(state: &HostState, error: Option<&EvalAltResult>) -> Option<ScriptFailure> {
    let stop = state.bodies.take_stop();
    let noted = stop.as_ref().and_then(|stop| stop.limit);
    // A function of the engine may hit a limit and return without an error, as `to_string` does.
    let limit = state.meter.hit().or(noted).or_else(|| error.and_then(Limit::of));
    if let Some(limit) = limit {
        let (source, position) = match (stop, error) {
            (Some(stop), _) => (stop.source, stop.position),
            (None, Some(error)) => innermost(error).1,
            (None, None) => (String::new(), Position::NONE),
        };
        let (code, message, help) = limit.describe(&state.meter.limits);
        let help = Some(help.to_owned());
        return Some(ScriptFailure { code, message, help, source, position, ..ScriptFailure::default() });
    }
    let (inner, (source, position)) = innermost(error?);
    if matches!(inner, EvalAltResult::Exit(..) | EvalAltResult::Return(..)) {
        return None;
    }
    if let Some(NotChecked(message)) = thrown(inner) {
        return Some(ScriptFailure {
            code: IssueCode::ScriptNotChecked,
            message,
            source,
            position,
            ..ScriptFailure::default()
        });
    }
    let (message, help) = explain(inner);
    let raised = thrown::<Raised>(inner);
    let is_text_left = raised.as_ref().and_then(|raised| raised.is_text_left);
    let kind = raised.map(|raised| raised.kind.code());
    let suggestion = thrown::<Complaint>(inner).and_then(|complaint| complaint.suggestion);
    Some(ScriptFailure { kind, message, help, is_text_left, suggestion, source, position, ..ScriptFailure::default() })
}

impl Default for ScriptFailure {
    fn default() -> Self {
        Self {
            code: IssueCode::ScriptError,
            kind: None,
            message: "the script stopped".to_owned(),
            help: None,
            is_text_left: None,
            suggestion: None,
            source: String::new(),
            position: Position::NONE,
        }
    }
}

impl ScriptFailure {
    /// Replaces the error code by that of its kind, such as `expression-type`. This is for errors of an expression
    /// itself, not of a function that it calls.
    pub fn in_expression(self) -> Self {
        Self { code: self.kind.unwrap_or(self.code), ..self }
    }

    /// Returns the error, at a place.
    pub fn at(self, place: ScriptPlace) -> ScriptError {
        ScriptError { code: self.code, message: self.message, help: self.help, suggestion: self.suggestion, place }
    }
}

/// Returns the innermost error, and the innermost place that is known.
fn innermost(error: &EvalAltResult) -> (&EvalAltResult, (String, Position)) {
    let mut source = String::new();
    let mut place = (source.clone(), error.position());
    let mut inner = error;
    loop {
        if !inner.position().is_none() {
            place = (source.clone(), inner.position());
        }
        match inner {
            EvalAltResult::ErrorInFunctionCall(_, of, next, _) => {
                if !of.is_empty() {
                    source.clone_from(of);
                }
                inner = next;
            }
            EvalAltResult::ErrorInModule(_, next, _) => inner = next,
            _ => return (inner, place),
        }
    }
}
