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
            let rounded = integer(&whole.whole().unwrap_or_default(), digits.unsigned_abs());
            Ok(rounded.ok_or_else(Raised::overflow)?.into())
        }
    }
}

/// Rounds away the last `digits` digits of an integer.
fn integer(value: &Integer, digits: u64) -> Option<Integer> {
    // A unit that is too large is far more than twice the value.
    let Some(unit) = Integer::from(10).power(digits) else { return Some(Integer::default()) };
    let (quotient, rest) = value.divide(&unit)?;
    let up = match rest.add(&rest)?.cmp(&unit) {
        Ordering::Greater => true,
        Ordering::Less => false,
        Ordering::Equal => quotient.divide(&Integer::from(2))?.1 != Integer::default(),
    };
    quotient.add(&Integer::from(i64::from(up)))?.multiply(&unit)
}

fn float(float: f64, digits: i64) -> Run<f64> {
    if !float.is_finite() || float == 0.0 || digits > FINEST {
        return Ok(float);
    }
    let rounded = match usize::try_from(digits) {
        // Formatting rounds the exact value, ties to even.
        Ok(digits) => format!("{float:.digits$}").parse().unwrap_or(float),
        Err(_) => before_the_point(float, digits.unsigned_abs()),
    };
    if rounded.is_infinite() {
        return Err(Raised::new(ErrorKind::Overflow, "the rounded number is too large").into());
    }
    Ok(rounded)
}

/// Rounds away the last `digits` digits in front of the decimal point.
fn before_the_point(float: f64, digits: u64) -> f64 {
    let whole = format!("{:.0}", float.abs().trunc());
    let Some(kept) = usize::try_from(digits).ok().and_then(|digits| whole.len().checked_sub(digits)) else {
        return 0.0_f64.copysign(float);
    };
    let (head, tail) = whole.split_at(kept);
    let beyond = float.fract() != 0.0 || tail[1..].contains(|c| c != '0');
    let odd = head.ends_with(['1', '3', '5', '7', '9']);
    let up = match tail.as_bytes()[0] {
        b'5' => beyond || odd,
        digit => digit > b'5',
    };
    let mut head: Vec<u8> = std::iter::once(b'0').chain(head.bytes()).collect();
    if up {
        // Nines become zeros up to the first other digit. The leading zero is never a nine.
        for digit in head.iter_mut().rev() {
            *digit = if *digit == b'9' { b'0' } else { *digit + 1 };
            if *digit != b'0' {
                break;
            }
        }
    }
    let spelled = format!("{}{}", String::from_utf8(head).unwrap_or_default(), "0".repeat(tail.len()));
    spelled.parse::<f64>().unwrap_or(float).copysign(float)
}
