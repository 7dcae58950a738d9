//! The context in which Python functions are called.

use ::rhai::Dynamic;

use super::raised::Raised;
use super::value::{Run, Value};
use crate::meter::Meter;

/// The context of a call.
pub(in crate::python) struct Context<'c> {
    /// The meter that enforces the limits of scripts.
    pub meter: &'c Meter,
    /// The interface to scripts.
    pub scripts: &'c dyn ScriptInterface,
}

/// The interface to scripts: calls their functions, and accesses their objects.
pub(crate) trait ScriptInterface {
    /// Calls `matches` of the library: returns true if a regular expression is found in a string.
    fn matches(&self, text: &str, regex: &str) -> Run<bool>;

    /// Runs call `number` of the expression: of a function, or of a method of the first argument.
    fn call(&self, number: usize, arguments: &[Value]) -> Run;

    /// Calls a method of the first argument.
    fn method(&self, name: &str, arguments: &[Value]) -> Run;

    /// Returns a field of an object; `None` if it has no field of that name.
    fn field(&self, of: &Value, name: &str) -> Run<Option<Value>>;

    /// Returns an element of an object by number or key; `None` if it has no such element.
    fn element(&self, of: &Value, index: &Value) -> Run<Option<Value>>;

    /// Compares two objects; `None` if they cannot be compared.
    fn equal(&self, a: &Value, b: &Value) -> Run<Option<bool>>;

    /// Converts a value for scripts and collections.
    fn argument(&self, value: &Value) -> Run<Dynamic>;
}

/// A function over any values.
pub(in crate::python) type Native = fn(&Context<'_>, &[Value]) -> Run;

/// The name of a function that expressions call, and the function. The name of a method begins with a dot.
pub(super) type CallableEntry = (&'static str, Native);

/// Replaces a function that is not in the tables. This is a bug in Assay, which a test detects.
pub(in crate::python) fn missing(_: &Context<'_>, _: &[Value]) -> Run {
    Err(Raised::unsupported("this function has no meaning").into())
}
