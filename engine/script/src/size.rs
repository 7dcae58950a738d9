//! Checks the sizes of values against the limits.

use std::rc::Rc;

use rhai::{
    Dynamic, Engine, EvalAltResult, EvalContext, Expr, Expression, FnPtr, ImmutableString, ParseErrorType, Position,
};

use super::limits::{Limit, MAX_NESTING};
use super::meter::Meter;
use super::state::HostState;

/// The syntax that evaluates an expression, checks the size of its value, and yields it. Only the guard writes it.
pub(super) const FIT: &str = "__fit";

/// The syntax that checks the outermost size of a variable that may have grown.
pub(super) const GROWN: &str = "__grown";

impl Meter {
    /// Checks a string with this number of bytes.
    pub fn fit_text(&self, bytes: usize) -> Result<(), Box<EvalAltResult>> {
        if bytes > self.limits.text { Err(self.stop(Limit::Text)) } else { Ok(()) }
    }

    /// Checks a list with this number of elements.
    pub fn fit_list(&self, elements: usize) -> Result<(), Box<EvalAltResult>> {
        if elements > self.limits.list { Err(self.stop(Limit::List)) } else { Ok(()) }
    }

    /// Checks a map with this number of elements.
    pub fn fit_map(&self, elements: usize) -> Result<(), Box<EvalAltResult>> {
        if elements > self.limits.list { Err(self.stop(Limit::Map)) } else { Ok(()) }
    }

    /// Checks a new value and all values in it. Takes about as long as creating it did.
    pub fn fit(&self, value: &Dynamic) -> Result<(), Box<EvalAltResult>> {
        self.check_size(value)?;
        self.fit_inside(value, 0).map(|_| ())
    }

    /// Checks a value that is put into a list or a map. Returns the number of elements in the value.
    pub fn fit_inside(&self, value: &Dynamic, depth: usize) -> Result<usize, Box<EvalAltResult>> {
        let elements = elements(value, depth).ok_or_else(|| self.stop(Limit::Nesting))?;
        self.fit_list(elements)?;
        Ok(elements)
    }

    /// Checks the outermost size of a value.
    pub fn check_size(&self, value: &Dynamic) -> Result<(), Box<EvalAltResult>> {
        if let Ok(text) = value.as_immutable_string_ref() {
            self.fit_text(text.len())
        } else if let Ok(bytes) = value.as_blob_ref() {
            self.fit_text(bytes.len())
        } else if let Ok(list) = value.as_array_ref() {
            self.fit_list(list.len())
        } else if let Ok(map) = value.as_map_ref() {
            self.fit_map(map.len())
        } else {
            Ok(())
        }
    }
}

/// Returns the number of elements in a value at nesting level `depth`; `None` if it is nested too deeply.
fn elements(value: &Dynamic, depth: usize) -> Option<usize> {
    if value.is_int() || value.is_string() || value.is_bool() || value.is_float() || value.is_unit() {
        return Some(0);
    }
    if depth > MAX_NESTING {
        return None;
    }
    let count = |sum: usize, value: &Dynamic| Some(sum + 1 + elements(value, depth + 1)?);
    if let Ok(list) = value.as_array_ref() {
        list.iter().try_fold(0, count)
    } else if let Ok(map) = value.as_map_ref() {
        map.values().try_fold(0, count)
    } else if let Some(function) = value.read_lock::<FnPtr>() {
        function.iter_curry().try_fold(0, count)
    } else {
        Some(0)
    }
}

/// Registers the syntax of the guard with an engine.
pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    let owner = Rc::clone(state);
    engine.register_custom_syntax_with_state_raw(FIT, refuse_syntax(FIT), false, move |context, inputs, _| {
        let mut value = context.eval_expression_tree(&inputs[0])?;
        owner.origins.note_all_made(&mut value);
        let fits = owner.meter.fit(&value);
        at(fits, inputs[0].position()).map(|()| value)
    });
    let owner = Rc::clone(state);
    engine.register_custom_syntax_with_state_raw(GROWN, refuse_syntax(GROWN), false, move |context, inputs, _| {
        // The values in the list or map were checked before they were added.
        let value = variable(context, &inputs[0]);
        let fits = value.map_or(Ok(()), |value| owner.meter.check_size(value));
        at(fits, inputs[0].position()).map(|()| Dynamic::UNIT)
    });
}

/// Returns a parser for syntax that no script may write.
pub(super) fn refuse_syntax(
    name: &'static str,
) -> impl Fn(&[ImmutableString], &str, &mut Dynamic) -> Result<Option<ImmutableString>, rhai::ParseError> {
    move |_, _, _| Err(rhai::ParseError(Box::new(ParseErrorType::Reserved(name.to_owned())), Position::NONE))
}

/// Returns the variable that an expression names, in place.
fn variable<'v>(context: &'v EvalContext<'_, '_, '_, '_, '_, '_>, expression: &Expression<'_>) -> Option<&'v Dynamic> {
    let expression: &Expr = expression;
    match expression {
        Expr::Variable(parts, ..) => context.scope().get(&parts.1),
        Expr::ThisPtr(_) => context.this_ptr(),
        _ => None,
    }
}

/// Sets the position of the error in a result.
fn at<T>(result: Result<T, Box<EvalAltResult>>, position: Position) -> Result<T, Box<EvalAltResult>> {
    result.map_err(|mut error| {
        error.set_position(position);
        error
    })
}
