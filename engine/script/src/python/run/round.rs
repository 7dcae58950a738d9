//! `round`: rounds to nearest, ties to even, by the exact value of a float.

use std::cmp::Ordering;

use assay_document::text::Integer;

use super::raised::{ErrorKind, Raised};
use super::value::{PythonNumber, Run, Value};

/// The number of digits after the decimal point above which rounding changes no float.
const FINEST: i64 = 330;

/// `round(number)`: an integer.
pub(super) fn to_integer(number: PythonNumber) -> Run<Value> {
    match number {
        PythonNumber::Float(float) => truncate(float.round_ties_even()),
        whole => Ok(whole.into()),
    }
}

/// Returns the integer part of a float.
pub(super) fn truncate(float: f64) -> Run<Value> {
    if float.is_nan() {
        return Err(Raised::value("`nan` is not an integer"));
    }
    if float.is_infinite() {
        return Err(Raised::new(ErrorKind::Overflow, "an infinite number is not an integer").into());
    }
    Ok(Integer::of_float(float.trunc()).unwrap_or_default().into())
}

/// `round(number, digits)`: returns the same type. Negative digits round in front of the decimal point.
pub(super) fn to_digits(number: PythonNumber, digits: i64) -> Run<Value> {
    match number {
        PythonNumber::Float(float) => Ok(self::float(float, digits)?.into()),
        whole if digits >= 0 => Ok(whole.into()),
        whole => {
            let rounded = integer(&whole.whole().unwrap_or_default(), digits.unsigned_abs(), false);
            Ok(rounded.ok_or_else(Raised::overflow)?.into())
        }
    }
}

/// Rounds away the last `digits` digits of a number: of an integer, to which a fraction may be added.
fn integer(value: &Integer, digits: u64, has_fraction: bool) -> Option<Integer> {
    // A unit that is too large is far more than twice the value.
    let Some(unit) = Integer::from(10).power(digits) else { return Some(Integer::default()) };
    let (quotient, rest) = value.divide(&unit)?;
    let up = match rest.add(&rest)?.cmp(&unit) {
        Ordering::Greater => true,
        Ordering::Less => false,
        Ordering::Equal => has_fraction || quotient.divide(&Integer::from(2))?.1 != Integer::default(),
    };
    quotient.add(&Integer::from(i64::from(up)))?.multiply(&unit)
}

fn float(float: f64, digits: i64) -> Run<f64> {
    if !float.is_finite() || float == 0.0 || digits > FINEST {
        return Ok(float);
    }
    let rounded = if let Ok(digits) = usize::try_from(digits) {
        // Formatting rounds the exact value, ties to even.
        format!("{float:.digits$}").parse().unwrap_or(float)
    } else {
        let whole = Integer::of_float(float.abs().trunc()).unwrap_or_default();
        let rounded = integer(&whole, digits.unsigned_abs(), float.fract() != 0.0);
        rounded.map_or(float, |rounded| rounded.to_f64().copysign(float))
    };
    if rounded.is_infinite() {
        return Err(Raised::new(ErrorKind::Overflow, "the rounded number is too large").into());
    }
    Ok(rounded)
}
