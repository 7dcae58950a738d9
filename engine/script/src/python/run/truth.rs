//! The truth of values, and the operator `is`.

use super::context::{CallableEntry, Context};
use super::raised::{ErrorKind, Raised};
use super::value::{Run, Value};

pub(super) const ENTRIES: &[CallableEntry] = &[("is", same)];

/// Returns true if a value is truthy: not `None`, `False`, zero or empty. An element is an error.
pub(in crate::python) fn truthy(value: &Value) -> Run<bool> {
    Ok(match value {
        Value::None => false,
        Value::Bool(bool) => *bool,
        Value::Int(int) => *int != 0,
        Value::Float(float) => *float != 0.0,
        Value::Spelled(spelled) => !spelled.0.is_zero(),
        Value::Text(text) => !text.is_empty(),
        Value::List(list) => !list.is_empty(),
        Value::Tuple(tuple) => !tuple.is_empty(),
        Value::Set(set) => set.len() > 0,
        Value::Record(record) => !record.is_empty(),
        Value::Dict(dict) => dict.len() > 0,
        Value::View(view) => !view.0.is_empty(),
        // In Python, elements without children are falsy, with a warning that this will change.
        Value::Element(_) => {
            let raised = Raised::new(ErrorKind::Type, "an element is neither true nor false");
            return Err(raised.help("write `… is not None`, or `len(…) > 0` to test for children").into());
        }
        Value::Large(_) | Value::Object(_) => true,
    })
}

/// `is`, where one side is `None`, `True` or `False`.
#[expect(clippy::unnecessary_wraps, reason = "the shape of every function of the table")]
fn same(_: &Context<'_>, arguments: &[Value]) -> Run {
    let same = match (&arguments[0], &arguments[1]) {
        (Value::None, Value::None) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        _ => false,
    };
    Ok(same.into())
}
