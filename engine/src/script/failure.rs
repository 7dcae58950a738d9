//! A script that stopped: what it is called, and where it was.

use rhai::{EvalAltResult, Position};

use super::explain::explain;
use super::limits::Limit;
use super::python::Raised;
use super::state::State;
use super::{Place, ScriptError};

/// Why a script stopped.
pub(super) struct Failure {
    pub code: &'static str,
    /// Its code in an expression, where errors have Python's kinds.
    kind: Option<&'static str>,
    pub message: String,
    pub help: Option<String>,
    /// The code in which it stopped; empty for the one that was called.
    pub source: String,
    pub position: Position,
}

/// Why a script stopped, or ran into a limit and went on; `None` when it did neither.
pub(super) fn of(state: &State, error: Option<&EvalAltResult>) -> Option<Failure> {
    let stop = state.bodies.take_stop();
    let noted = stop.as_ref().and_then(|stop| stop.limit);
    let limit = state.meter.hit().or(noted).or_else(|| error.and_then(Limit::of));
    if let Some(limit) = limit {
        let limits = &state.meter.limits;
        let (source, position) = match (stop, error) {
            (Some(stop), _) => (stop.source, stop.position),
            (None, Some(error)) => innermost(error).1,
            (None, None) => (String::new(), Position::NONE),
        };
        let help = Some(limit.help().to_owned());
        return Some(Failure {
            code: limit.code(),
            kind: None,
            message: limit.message(limits),
            help,
            source,
            position,
        });
    }
    let (inner, (source, position)) = innermost(error?);
    if matches!(inner, EvalAltResult::Exit(..) | EvalAltResult::Return(..)) {
        return None;
    }
    let (message, help) = explain(inner);
    let kind = Raised::of(inner).map(|raised| raised.kind.code());
    Some(Failure { kind, message, help, source, position, ..Failure::default() })
}

impl Default for Failure {
    fn default() -> Self {
        Self {
            code: "script-error",
            kind: None,
            message: "the script stopped".to_owned(),
            help: None,
            source: String::new(),
            position: Position::NONE,
        }
    }
}

impl Failure {
    /// The same where an expression stopped, and no function that it called.
    pub fn in_expression(self) -> Self {
        Self { code: self.kind.unwrap_or(self.code), ..self }
    }

    /// The error at a place.
    pub fn at(self, place: Place) -> ScriptError {
        ScriptError { code: self.code, message: self.message, help: self.help, place }
    }
}

/// The innermost error, and the innermost place that is known.
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
