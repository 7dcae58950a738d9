//! `==` and the orders `< <= > >=`.

use std::cmp::Ordering;

use assay_document::text;
use assay_document::text::{Integer, compare_with_float};

use super::context::{CallableEntry, Context};
use super::depth::{DEPTH, deeper};
use super::mapping;
use super::raised::{ErrorKind, Raised, Stopped};
use super::value::{PythonNumber, Run, Value};

pub(super) const ENTRIES: &[CallableEntry] = &[
    ("==", |context, arguments| Ok(equal(context, &arguments[0], &arguments[1])?.into())),
    ("<", |context, arguments| compare_order(context, arguments, "<", Ordering::is_lt)),
    ("<=", |context, arguments| compare_order(context, arguments, "<=", Ordering::is_le)),
    (">", |context, arguments| compare_order(context, arguments, ">", Ordering::is_gt)),
    (">=", |context, arguments| compare_order(context, arguments, ">=", Ordering::is_ge)),
];

/// Returns true if two values are equal.
pub(super) fn equal(context: &Context<'_>, a: &Value, b: &Value) -> Run<bool> {
    equal_within(context, a, b, DEPTH)
}

fn equal_within(context: &Context<'_>, a: &Value, b: &Value, depth: usize) -> Run<bool> {
    let all = |a: &[Value], b: &[Value]| {
        let deeper = deeper(depth)?;
        if a.len() != b.len() {
            return Ok(false);
        }
        for (a, b) in a.iter().zip(b) {
            if !equal_within(context, a, b, deeper)? {
                return Ok(false);
            }
        }
        Ok(true)
    };
    match (a, b) {
        (Value::Text(a), Value::Text(b)) => Ok(a == b),
        (Value::None, Value::None) => Ok(true),
        (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => all(a, b),
        (Value::Set(a), Value::Set(b)) => Ok(a.len() == b.len() && a.is_within(b)),
        (Value::Element(a), Value::Element(b)) => Ok(*a == *b),
        (Value::View(a), Value::View(b)) => Ok(std::rc::Rc::ptr_eq(&a.0, &b.0)),
        (a @ (Value::Record(_) | Value::Dict(_)), b @ (Value::Record(_) | Value::Dict(_))) => {
            let deeper = deeper(depth)?;
            equal_mappings(context, a, b, deeper)
        }
        (Value::Object(_), Value::Object(_)) => equal_objects(context, a, b),
        (x, y) => Ok(match (x.number(), y.number()) {
            (Some(a), Some(b)) => compare(&a, &b) == Some(Ordering::Equal),
            _ => false,
        }),
    }
}

/// Returns true if two records or dicts are equal: each key of one is in the other, with an equal value.
fn equal_mappings(context: &Context<'_>, a: &Value, b: &Value, depth: usize) -> Run<bool> {
    let keys = a.keys();
    if keys.len() != b.keys().len() {
        return Ok(false);
    }
    for key in keys {
        match (mapping::find(context, a, &key)?, mapping::find(context, b, &key)?) {
            (Some(x), Some(y)) if equal_within(context, &x, &y, depth)? => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// Compares two objects as scripts do.
fn equal_objects(context: &Context<'_>, a: &Value, b: &Value) -> Run<bool> {
    context.scripts.equal(a, b)?.ok_or_else(|| {
        Raised::unsupported("objects of this kind cannot be compared").help("compare their fields").into()
    })
}

/// Orders two numbers: integers exactly, also against floats. `None` if one is `nan`.
pub(super) fn compare(a: &PythonNumber, b: &PythonNumber) -> Option<Ordering> {
    match (a, b) {
        (PythonNumber::Int(a), PythonNumber::Int(b)) => Some(a.cmp(b)),
        (PythonNumber::Float(a), PythonNumber::Float(b)) => a.partial_cmp(b),
        (PythonNumber::Int(a), PythonNumber::Float(b)) => compare_exactly(*a, *b),
        (PythonNumber::Float(a), PythonNumber::Int(b)) => compare_exactly(*b, *a).map(Ordering::reverse),
        (PythonNumber::Large(a), PythonNumber::Float(b)) => compare_with_float(a, *b),
        (PythonNumber::Float(a), PythonNumber::Large(b)) => compare_with_float(b, *a).map(Ordering::reverse),
        (PythonNumber::Large(a), PythonNumber::Large(b)) => Some(a.cmp(b)),
        (PythonNumber::Large(a), PythonNumber::Int(_)) => Some(compare_beyond(a)),
        (PythonNumber::Int(_), PythonNumber::Large(b)) => Some(compare_beyond(b).reverse()),
    }
}

/// Compares an integer beyond 64 bits with one of 64 bits.
fn compare_beyond(large: &Integer) -> Ordering {
    if large.is_negative() { Ordering::Less } else { Ordering::Greater }
}

/// Compares an integer with a float. Unlike [`compare_with_float`], it allocates nothing, because rules often compare
/// such numbers.
fn compare_exactly(int: i64, float: f64) -> Option<Ordering> {
    // 2⁶³ and every float above it is greater than every integer of 64 bits.
    if float >= 9_223_372_036_854_775_808.0 {
        return Some(Ordering::Less);
    }
    if float < -9_223_372_036_854_775_808.0 {
        return Some(Ordering::Greater);
    }
    if float.is_nan() {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "the floor is within the range")]
    let floor = float.floor() as i64;
    let fraction = if float.fract() == 0.0 { Ordering::Equal } else { Ordering::Less };
    Some(int.cmp(&floor).then(fraction))
}

/// Orders two values of one kind. `None` if they have no order, as with `nan`. The error shows `operator`.
pub(super) fn order(context: &Context<'_>, a: &Value, b: &Value, operator: &str) -> Run<Option<Ordering>> {
    order_within(context, a, b, operator, DEPTH)
}

fn order_within(context: &Context<'_>, a: &Value, b: &Value, operator: &str, depth: usize) -> Run<Option<Ordering>> {
    if let (Some(a), Some(b)) = (a.number(), b.number()) {
        return Ok(compare(&a, &b));
    }
    let (a, b) = match (a, b) {
        (Value::Text(a), Value::Text(b)) => return Ok(Some(a.as_str().cmp(b.as_str()))),
        (Value::List(a), Value::List(b)) | (Value::Tuple(a), Value::Tuple(b)) => (&**a, &**b),
        _ => return Err(not_ordered(a, b, operator)),
    };
    let deeper = deeper(depth)?;
    for (a, b) in a.iter().zip(b) {
        if !equal_within(context, a, b, deeper)? {
            return order_within(context, a, b, operator, deeper);
        }
    }
    Ok(Some(a.len().cmp(&b.len())))
}

fn not_ordered(a: &Value, b: &Value, sign: &str) -> Stopped {
    let mut raised = Raised::new(ErrorKind::Type, format!("`{sign}` cannot compare {} and {}", a.noun(), b.noun()));
    let text = [(true, a, b), (false, b, a)].into_iter().find_map(|(is_left, text, other)| {
        (other.number().is_some() && spells_number(text.text()?)).then_some(is_left)
    });
    raised.is_text_left = text;
    match (a, b) {
        (Value::Text(_), other) | (other, Value::Text(_)) if other.number().is_some() => {
            raised.help("convert the string to a number: `int(…)` or `float(…)`").into()
        }
        (Value::None, _) | (_, Value::None) => raised.help("test for `None` first: `d is not None and …`").into(),
        _ => raised.into(),
    }
}

fn spells_number(text: &str) -> bool {
    text::Number::parse(text).is_some()
}

pub(super) fn compare_order(
    context: &Context<'_>,
    arguments: &[Value],
    operator: &str,
    holds: fn(Ordering) -> bool,
) -> Run {
    if let [Value::Set(a), Value::Set(b)] = arguments {
        // A set is less than another if it is a proper subset.
        let (less, greater) = (a.is_within(b), b.is_within(a));
        let order = match (less, greater) {
            (true, true) => Some(Ordering::Equal),
            (true, false) => Some(Ordering::Less),
            (false, true) => Some(Ordering::Greater),
            (false, false) => None,
        };
        return Ok(order.is_some_and(holds).into());
    }
    Ok(order(context, &arguments[0], &arguments[1], operator)?.is_some_and(holds).into())
}
