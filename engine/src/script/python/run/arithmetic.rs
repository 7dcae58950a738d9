//! The operators `+ - * / // % ** << >> & ^ | ~`.

use rhai::Dynamic;

use super::mapping;
use super::raised::{Kind, Raised, Stopped};
use super::set;
use super::text::check_size;
use super::value::{Number, Value};
use super::weight::{check_length, list_of, tuple_of, weight};
use super::{Context, Entry, Run, entry};

pub(super) const ENTRIES: &[Entry] = &[
    entry("__add", (2, 2), |context, arguments| add(context, arguments[0], arguments[1])),
    entry("__subtract", (2, 2), subtract),
    entry("__multiply", (2, 2), multiply),
    entry("__divide", (2, 2), divide),
    entry("__floor_divide", (2, 2), |_, arguments| Ok(division(arguments, "//")?.0)),
    entry("__remainder", (2, 2), remainder),
    entry("__divmod", (2, 2), |context, arguments| {
        let (quotient, rest) = division(arguments, "divmod")?;
        tuple_of(context, vec![quotient, rest])
    }),
    entry("__power", (2, 2), power),
    entry("__pow", (2, 2), power),
    entry("__negative", (1, 1), |_, arguments| sign(arguments[0], "-", i64::checked_neg, |float| -float)),
    entry("__positive", (1, 1), |_, arguments| sign(arguments[0], "+", Some, |float| float)),
    entry("__abs", (1, 1), |_, arguments| sign(arguments[0], "abs", i64::checked_abs, f64::abs)),
    entry("__invert", (1, 1), invert),
    entry("__shift_left", (2, 2), shift_left),
    entry("__shift_right", (2, 2), shift_right),
    entry("__and", (2, 2), |_, arguments| bits(arguments, "&", |a, b| a & b, set::intersection)),
    entry("__or", (2, 2), |_, arguments| bits(arguments, "|", |a, b| a | b, set::union)),
    entry("__xor", (2, 2), |_, arguments| bits(arguments, "^", |a, b| a ^ b, set::symmetric_difference)),
];

/// `a + b`: the sum of numbers, or texts, lists and tuples joined.
pub(super) fn add(context: &Context<'_>, a: &Dynamic, b: &Dynamic) -> Run {
    let (a, b) = (Value::of(a), Value::of(b));
    match (&a, &b) {
        (Value::Text(a), Value::Text(b)) => {
            check_size(context, a.len() + b.len())?;
            Ok(format!("{}{}", &**a, &**b).into())
        }
        (Value::List(a), Value::List(b)) => list_of(context, [&a[..], b].concat()),
        (Value::Tuple(a), Value::Tuple(b)) => tuple_of(context, [&a.0[..], &b.0].concat()),
        _ => numeric(&a, &b, "+", i64::checked_add, |a, b| a + b),
    }
}

fn subtract(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let (a, b) = (Value::of(arguments[0]), Value::of(arguments[1]));
    if let (Value::Set(a), Value::Set(b)) = (&a, &b) {
        return set::difference(&a.0, &b.0).map(set::made);
    }
    numeric(&a, &b, "-", i64::checked_sub, |a, b| a - b)
}

/// `a * b`: the product of numbers, or a text, list or tuple several times.
fn multiply(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let (a, b) = (Value::of(arguments[0]), Value::of(arguments[1]));
    let (repeated, times) = match (a.integer(), b.integer()) {
        (None, Some(times)) => (&a, times),
        (Some(times), None) => (&b, times),
        _ => return numeric(&a, &b, "*", i64::checked_mul, |a, b| a * b),
    };
    let times = usize::try_from(times).unwrap_or(0);
    let list = |items: &[Dynamic]| -> Run<Vec<Dynamic>> {
        check_length(context, weight(context, items)?.saturating_mul(times))?;
        Ok(items.iter().cycle().take(items.len() * times).cloned().collect())
    };
    match repeated {
        Value::Text(text) => {
            check_size(context, text.len().saturating_mul(times))?;
            Ok(text.repeat(times).into())
        }
        Value::List(items) => list_of(context, list(items)?),
        Value::Tuple(items) => tuple_of(context, list(&items.0)?),
        _ => numeric(&a, &b, "*", i64::checked_mul, |a, b| a * b),
    }
}

/// An operator over numbers: exact over integers, and an error beyond 64 bits.
fn numeric(
    a: &Value<'_>,
    b: &Value<'_>,
    operator: &str,
    exact: fn(i64, i64) -> Option<i64>,
    float: fn(f64, f64) -> f64,
) -> Run {
    match (a.number(), b.number()) {
        (Some(Number::Int(a)), Some(Number::Int(b))) => Ok(exact(a, b).ok_or_else(Raised::overflow)?.into()),
        (Some(a), Some(b)) => Ok(float(a.to_f64(), b.to_f64()).into()),
        _ => Err(not_for(operator, a, b)),
    }
}

/// Two values that an operator is not for.
fn not_for(operator: &str, a: &Value<'_>, b: &Value<'_>) -> Stopped {
    let raised = Raised::new(Kind::Type, format!("`{operator}` is not for {} and {}", a.noun(), b.noun()));
    match (a, b) {
        (Value::Text(_), other) | (other, Value::Text(_)) if other.number().is_some() && operator == "+" => {
            raised.help("write `str(…)` to join texts, `int(…)` or `float(…)` to add numbers").into()
        }
        (Value::Text(_), _) | (_, Value::Text(_)) => {
            raised.help("make the text a number: `int(…)` or `float(…)`").into()
        }
        _ => raised.into(),
    }
}

fn zero() -> Stopped {
    Raised::new(Kind::ZeroDivision, "division by zero").help("ask first: `x != 0 and …`").into()
}

/// `a / b`: always a float.
fn divide(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let (a, b) = (Value::of(arguments[0]), Value::of(arguments[1]));
    match (a.number(), b.number()) {
        (Some(_), Some(divisor)) if divisor.to_f64() == 0.0 => Err(zero()),
        (Some(Number::Int(a)), Some(Number::Int(b))) => Ok(quotient(a, b).into()),
        (Some(a), Some(b)) => Ok((a.to_f64() / b.to_f64()).into()),
        _ => Err(not_for("/", &a, &b)),
    }
}

/// The float nearest to the exact quotient of two integers.
#[expect(clippy::cast_precision_loss, reason = "either exact, or rounded once at the end")]
fn quotient(a: i64, b: i64) -> f64 {
    const EXACT: u64 = 1 << 53;
    if a.unsigned_abs() <= EXACT && b.unsigned_abs() <= EXACT {
        return a as f64 / b as f64;
    }
    // More bits of the quotient than a float holds, and a last one that tells whether something is left over.
    let (dividend, divisor) = (u128::from(a.unsigned_abs()), u128::from(b.unsigned_abs()));
    if dividend == 0 {
        return 0.0_f64.copysign(b as f64);
    }
    let shift = dividend.leading_zeros();
    let (whole, rest) = ((dividend << shift) / divisor, (dividend << shift) % divisor);
    let nearest = (whole | u128::from(rest != 0)) as f64 / (1_u128 << shift) as f64;
    if (a < 0) == (b < 0) { nearest } else { -nearest }
}

fn remainder(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    if let Value::Text(_) = Value::of(arguments[0]) {
        let raised = Raised::unsupported("texts are not filled in with `%`");
        return Err(raised.help("join the parts: `'size ' + str(d)`").into());
    }
    Ok(division(arguments, "%")?.1)
}

/// Quotient, rounded down, and remainder, which has the sign of the divisor.
fn division(arguments: &[&mut Dynamic], operator: &str) -> Run<(Dynamic, Dynamic)> {
    let (a, b) = (Value::of(arguments[0]), Value::of(arguments[1]));
    match (a.number(), b.number()) {
        (Some(_), Some(divisor)) if divisor.to_f64() == 0.0 => Err(zero()),
        (Some(Number::Int(a)), Some(Number::Int(b))) => {
            let rest = a.checked_rem(b).unwrap_or(0);
            let down = rest != 0 && (rest < 0) != (b < 0);
            // The remainder is within 64 bits even where the quotient is not.
            let quotient = a.checked_div(b).map(|quotient| quotient - i64::from(down));
            let rest = if down { rest + b } else { rest };
            match quotient {
                Some(quotient) => Ok((quotient.into(), rest.into())),
                None if operator == "%" => Ok((Dynamic::UNIT, rest.into())),
                None => Err(Raised::overflow()),
            }
        }
        (Some(a), Some(b)) => {
            let (quotient, rest) = float_division(a.to_f64(), b.to_f64());
            Ok((quotient.into(), rest.into()))
        }
        _ => Err(not_for(operator, &a, &b)),
    }
}

/// Quotient and remainder of floats, so that both have the signs that Python gives them.
fn float_division(a: f64, b: f64) -> (f64, f64) {
    let mut rest = a % b;
    let mut quotient = (a - rest) / b;
    if rest == 0.0 {
        rest = 0.0_f64.copysign(b);
    } else if (b < 0.0) != (rest < 0.0) {
        rest += b;
        quotient -= 1.0;
    }
    if quotient == 0.0 {
        return (0.0_f64.copysign(a / b), rest);
    }
    let down = quotient.floor();
    (if quotient - down > 0.5 { down + 1.0 } else { down }, rest)
}

/// `a ** b`: of integers an integer, unless the exponent is negative.
fn power(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let (a, b) = (Value::of(arguments[0]), Value::of(arguments[1]));
    match (a.number(), b.number()) {
        (Some(Number::Int(base)), Some(Number::Int(exponent))) if exponent >= 0 => {
            Ok(integer_power(base, exponent).ok_or_else(Raised::overflow)?.into())
        }
        (Some(base), Some(exponent)) => Ok(float_power(base.to_f64(), exponent.to_f64())?.into()),
        _ => Err(not_for("**", &a, &b)),
    }
}

fn integer_power(base: i64, exponent: i64) -> Option<i64> {
    match base {
        0 | 1 => Some(if exponent == 0 { 1 } else { base }),
        -1 => Some(if exponent % 2 == 0 { 1 } else { -1 }),
        _ => base.checked_pow(u32::try_from(exponent).ok()?),
    }
}

fn float_power(base: f64, exponent: f64) -> Run<f64> {
    if base == 0.0 && exponent < 0.0 {
        return Err(Raised::new(Kind::ZeroDivision, "0 has no negative power").into());
    }
    if base < 0.0 && base.is_finite() && exponent.is_finite() && exponent.fract() != 0.0 {
        return Err(Raised::unsupported("this power of a negative number is a complex one").into());
    }
    let power = base.powf(exponent);
    if power.is_infinite() && base.is_finite() && exponent.is_finite() {
        return Err(Raised::new(Kind::Overflow, "the power is too large for a float").into());
    }
    Ok(power)
}

/// An operator over one number.
fn sign(value: &Dynamic, operator: &str, exact: fn(i64) -> Option<i64>, float: fn(f64) -> f64) -> Run {
    let value = Value::of(value);
    match value.number() {
        Some(Number::Int(int)) => Ok(exact(int).ok_or_else(Raised::overflow)?.into()),
        Some(Number::Float(number)) => Ok(float(number).into()),
        None => Err(Raised::types(format!("`{operator}` is not for {}", value.noun()))),
    }
}

fn invert(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let value = Value::of(arguments[0]);
    match value.integer() {
        Some(int) => Ok((!int).into()),
        None => Err(Raised::types(format!("`~` is not for {}", value.noun()))),
    }
}

/// The two integers of a shift.
fn shift(arguments: &[&mut Dynamic], operator: &str) -> Run<(i64, i64)> {
    let (a, b) = (Value::of(arguments[0]), Value::of(arguments[1]));
    match (a.integer(), b.integer()) {
        (Some(_), Some(by)) if by < 0 => Err(Raised::value(format!("`{operator}` shifts by no negative number"))),
        (Some(a), Some(by)) => Ok((a, by)),
        _ => Err(not_for(operator, &a, &b)),
    }
}

fn shift_left(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let (value, by) = shift(arguments, "<<")?;
    let shifted = match u32::try_from(by) {
        _ if value == 0 => Some(0),
        Ok(by @ 0..=63) => i64::try_from(i128::from(value) << by).ok(),
        _ => None,
    };
    Ok(shifted.ok_or_else(Raised::overflow)?.into())
}

fn shift_right(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let (value, by) = shift(arguments, ">>")?;
    Ok((value >> by.min(63)).into())
}

/// An operator over bits: of two booleans a boolean, of sets another set.
fn bits(
    arguments: &[&mut Dynamic],
    operator: &str,
    exact: fn(i64, i64) -> i64,
    sets: fn(&super::key::Table, &super::key::Table) -> Run<super::key::Table>,
) -> Run {
    let (a, b) = (Value::of(arguments[0]), Value::of(arguments[1]));
    match (&a, &b) {
        (Value::Bool(a), Value::Bool(b)) => Ok((exact(i64::from(*a), i64::from(*b)) != 0).into()),
        (Value::Set(a), Value::Set(b)) => sets(&a.0, &b.0).map(set::made),
        _ if operator == "|" && mapping::is_own(&a) && mapping::is_own(&b) => mapping::merged(&a, &b),
        _ => match (a.integer(), b.integer()) {
            (Some(a), Some(b)) => Ok(exact(a, b).into()),
            _ => Err(not_for(operator, &a, &b)),
        },
    }
}
