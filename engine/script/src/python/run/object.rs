//! Fields and methods of values that have no Python type: nodes of documents, resources, and results of functions.

use assay_document::text::expression::table::find_method;

use super::context::Context;
use super::raised::{ErrorKind, Raised, Stopped};
use super::value::{Run, Value};

/// The help for a list that is used like one of its elements.
const OF_LIST: &str =
    "test each of its elements, `all(… for x in …)`, or the first, `…[0]`; the fields of a record are lists";

/// Calls a method that no Python type has, or that this value does not have. The call of an object's method is passed
/// to the script.
pub(super) fn method(context: &Context<'_>, name: &str, arguments: &[Value]) -> Run {
    match &arguments[0] {
        Value::Element(_) | Value::Object(_) => context.scripts.method(name, arguments),
        other => Err(no_method(other, name)),
    }
}

/// Rejects a value that is not an object and so has no methods of objects.
pub(in crate::python) fn check(value: &Value, name: &str) -> Run<()> {
    match value {
        Value::Element(_) | Value::Object(_) | Value::View(_) => Ok(()),
        other => Err(no_method(other, name)),
    }
}

fn no_method(value: &Value, name: &str) -> Stopped {
    let raised = Raised::new(ErrorKind::Type, format!("{} has no method `{name}`", value.noun()));
    let is_list = matches!(value, Value::List(_));
    if is_list { raised.help(OF_LIST) } else { raised }.into()
}

/// `value.name`: the field of a record or of an object.
pub(in crate::python) fn attribute(context: &Context<'_>, value: &Value, name: &str) -> Run {
    let found = match value {
        Value::Record(_) => value.field(name).cloned(),
        Value::Element(_) | Value::Object(_) => context.scripts.field(value, name)?,
        _ => None,
    };
    found.ok_or_else(|| no_field(value, name))
}

fn no_field(value: &Value, name: &str) -> Stopped {
    if find_method(name).is_some() {
        let raised = Raised::unsupported(format!("the method `{name}` is not a value"));
        return raised.help("call it: write `(…)` after its name").into();
    }
    Raised::types(format!("{} has no field `{name}`", value.noun()))
}
