//! `round`: to the nearest, halves to the even side, by the exact value of a float.

use super::Run;
use super::raised::{Kind, Raised};
use super::value::Number;

/// Digits behind the point beyond which rounding changes no float.
const FINEST: i64 = 330;

/// `round(number)`: an integer.
pub(super) fn to_integer(number: Number) -> Run<i64> {
    match number {
        Number::Int(int) => Ok(int),
        Number::Float(float) => truncated(float.round_ties_even()),
    }
}

/// The integer part of a float.
pub(super) fn truncated(float: f64) -> Run<i64> {
    if float.is_nan() {
        return Err(Raised::value("`nan` is no integer"));
    }
    if float.is_infinite() {
        return Err(Raised::new(Kind::Overflow, "an infinite number is no integer").into());
    }
    let float = float.trunc();
    // 2⁶³ is the first float beyond the integers of 64 bits.
    if !(-9_223_372_036_854_775_808.0..9_223_372_036_854_775_808.0).contains(&float) {
        return Err(Raised::overflow());
    }
    #[expect(clippy::cast_possible_truncation, reason = "it has no fraction and lies within the range")]
    Ok(float as i64)
}

/// `round(number, digits)`: of the same type; negative digits stand before the point.
pub(super) fn to_digits(number: Number, digits: i64) -> Run<Number> {
    match number {
        Number::Int(int) => Ok(Number::Int(integer(int, digits)?)),
        Number::Float(float) => Ok(Number::Float(self::float(float, digits)?)),
    }
}

fn integer(int: i64, digits: i64) -> Run<i64> {
    if digits >= 0 {
        return Ok(int);
    }
    let Some(unit) = u32::try_from(-digits).ok().and_then(|digits| 10_i128.checked_pow(digits)) else { return Ok(0) };
    let value = i128::from(int);
    let (quotient, rest) = (value.div_euclid(unit), value.rem_euclid(unit));
    let up = rest * 2 > unit || (rest * 2 == unit && quotient % 2 != 0);
    i64::try_from((quotient + i128::from(up)) * unit).map_err(|_| Raised::overflow())
}

fn float(float: f64, digits: i64) -> Run<f64> {
    if !float.is_finite() || float == 0.0 || digits > FINEST {
        return Ok(float);
    }
    let rounded = match usize::try_from(digits) {
        // Formatting rounds the exact value, halves to the even side.
        Ok(digits) => format!("{float:.digits$}").parse().unwrap_or(float),
        Err(_) => before_the_point(float, digits.unsigned_abs()),
    };
    if rounded.is_infinite() {
        return Err(Raised::new(Kind::Overflow, "the rounded number is too large").into());
    }
    Ok(rounded)
}

/// Rounds away the last `digits` digits before the point.
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
        // Nines become zeros up to the first digit that is none; the zero in front is never one.
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
