//! Integers beyond 64 bits in scripts.

use std::cmp::Ordering;
use std::rc::Rc;

use assay_document::text::{Integer, compare_with_float, divide_truncated};
use rhai::{Dynamic, Engine, FLOAT, INT};

use super::complaint::{Complaint, Outcome};

/// An [`Integer`] that needs more than 64 bits. Smaller integers are Rhai's own.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Large(pub Rc<Integer>);

/// Converts a number to the value of a script.
pub(super) fn into_dynamic(number: Integer) -> Dynamic {
    number.to_i64().map_or_else(|| Dynamic::from(Large(Rc::new(number))), Dynamic::from_int)
}

impl Large {
    /// Returns the large integer in a value; `None` for other values.
    pub fn of(value: &Dynamic) -> Option<Self> {
        // Most values are not large integers, and this test is fast.
        value.is_variant().then(|| value.read_lock::<Self>().map(|large| large.clone())).flatten()
    }
}

pub(super) fn integer_of(value: &Dynamic) -> Option<Integer> {
    value.as_int().map(Integer::from).ok().or_else(|| Some((*Large::of(value)?.0).clone()))
}

/// Returns true if a value is a number.
pub(super) fn is_number(value: &Dynamic) -> bool {
    value.is_int() || value.is_float() || Large::of(value).is_some()
}

/// Compares two numbers by their exact values. `None` if one value is not a number; `Some(None)` if one is `nan`.
#[expect(clippy::option_option, reason = "a value that is not a number differs from `nan`, which has no order")]
pub(super) fn compare_numbers(a: &Dynamic, b: &Dynamic) -> Option<Option<Ordering>> {
    if let (Ok(a), Ok(b)) = (a.as_int(), b.as_int()) {
        return Some(Some(a.cmp(&b)));
    }
    match (a.as_float(), b.as_float()) {
        (Ok(a), Ok(b)) => Some(a.partial_cmp(&b)),
        (Ok(a), Err(_)) => Some(compare_with_float(&integer_of(b)?, a).map(Ordering::reverse)),
        (Err(_), Ok(b)) => Some(compare_with_float(&integer_of(a)?, b)),
        (Err(_), Err(_)) => Some(Some(integer_of(a)?.cmp(&integer_of(b)?))),
    }
}

/// Registers large integers with an engine: the operators and functions that Rhai has for its own integers.
pub(super) fn register(engine: &mut Engine) {
    engine
        .register_type_with_name::<Large>("Large")
        .register_fn("to_string", |large: &mut Large| large.0.to_string())
        .register_fn("to_debug", |large: &mut Large| large.0.to_string())
        .register_fn("to_float", |large: &mut Large| large.0.to_f64())
        .register_fn("to_int", |large: &mut Large| large.clone())
        .register_fn("abs", |large: &mut Large| {
            if large.0.is_negative() { into_dynamic(large.0.negated()) } else { Dynamic::from(large.clone()) }
        })
        .register_fn("-", |large: &mut Large| into_dynamic(large.0.negated()));
    for (operator, holds) in COMPARISONS {
        comparison::<Large, Large>(engine, operator, *holds);
        comparison::<Large, INT>(engine, operator, *holds);
        comparison::<INT, Large>(engine, operator, *holds);
        comparison::<Large, FLOAT>(engine, operator, *holds);
        comparison::<FLOAT, Large>(engine, operator, *holds);
    }
    for ComputingOperator { operator: sign, exact, float } in OPERATORS {
        let (exact, float) = (*exact, *float);
        let whole = move |a: &Dynamic, b: &Dynamic| -> Outcome<Dynamic> {
            let made = integer_of(a).zip(integer_of(b)).and_then(|(a, b)| exact(&a, &b));
            made.map(into_dynamic).ok_or_else(|| {
                Complaint::raise(
                    format!("`{sign}` has no result for these numbers, or one with more than 4300 digits"),
                    "",
                )
            })
        };
        engine
            .register_fn(*sign, move |a: Large, b: Large| whole(&Dynamic::from(a), &Dynamic::from(b)))
            .register_fn(*sign, move |a: Large, b: INT| whole(&Dynamic::from(a), &b.into()))
            .register_fn(*sign, move |a: INT, b: Large| whole(&a.into(), &Dynamic::from(b)))
            .register_fn(*sign, move |a: Large, b: FLOAT| float(a.0.to_f64(), b))
            .register_fn(*sign, move |a: FLOAT, b: Large| float(a, b.0.to_f64()));
    }
}

/// Returns true if an operator holds for an order.
type Holds = fn(Option<Ordering>) -> bool;

/// The comparison operators, and the orders for which each is true.
const COMPARISONS: &[(&str, Holds)] = &[
    ("==", |order| order == Some(Ordering::Equal)),
    ("!=", |order| order != Some(Ordering::Equal)),
    ("<", |order| order.is_some_and(Ordering::is_lt)),
    ("<=", |order| order.is_some_and(Ordering::is_le)),
    (">", |order| order.is_some_and(Ordering::is_gt)),
    (">=", |order| order.is_some_and(Ordering::is_ge)),
];

/// An arithmetic operator of Rhai.
struct ComputingOperator {
    operator: &'static str,
    exact: fn(&Integer, &Integer) -> Option<Integer>,
    float: fn(FLOAT, FLOAT) -> FLOAT,
}

const OPERATORS: &[ComputingOperator] = &[
    ComputingOperator { operator: "+", exact: Integer::add, float: |a, b| a + b },
    ComputingOperator { operator: "-", exact: Integer::subtract, float: |a, b| a - b },
    ComputingOperator { operator: "*", exact: Integer::multiply, float: |a, b| a * b },
    ComputingOperator { operator: "/", exact: |a, b| Some(divide_truncated(a, b)?.0), float: |a, b| a / b },
    ComputingOperator { operator: "%", exact: |a, b| Some(divide_truncated(a, b)?.1), float: |a, b| a % b },
    ComputingOperator { operator: "**", exact: |a, b| a.power(u64::try_from(b.to_i64()?).ok()?), float: FLOAT::powf },
];

fn comparison<A, B>(engine: &mut Engine, operator: &'static str, holds: fn(Option<Ordering>) -> bool)
where
    A: Clone + rhai::Variant,
    B: Clone + rhai::Variant,
{
    engine.register_fn(operator, move |a: A, b: B| {
        holds(compare_numbers(&Dynamic::from(a), &Dynamic::from(b)).flatten())
    });
}
