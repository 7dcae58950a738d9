//! The operators `+ - * / // % ** << >> & ^ | ~`.

use assay_document::text::Integer;

use super::context::{CallableEntry, Context};
use super::mapping;
use super::raised::{ErrorKind, Raised, Stopped};
use super::set;
use super::text::check_size;
use super::value::{HashTable, PythonNumber, Run, Value};
use super::weight::{check_length, list_of, tuple_of, weight};

pub(super) const ENTRIES: &[CallableEntry] = &[
    ("add", |context, arguments| add(context, &arguments[0], &arguments[1])),
    ("subtract", subtract),
    ("multiply", multiply),
    ("divide", divide),
    ("floor_divide", |context, arguments| Ok(division(context, arguments, "//")?.0)),
    ("remainder", remainder),
    ("divmod", |context, arguments| {
        let (quotient, rest) = division(context, arguments, "divmod")?;
        tuple_of(context, vec![quotient, rest])
    }),
    ("pow", power),
    ("negative", |_, arguments| apply_unary(&arguments[0], "-", |_| true, |float| -float)),
    ("positive", |_, arguments| apply_unary(&arguments[0], "+", |_| false, |float| float)),
    ("abs", |_, arguments| apply_unary(&arguments[0], "abs", |is_negative| is_negative, f64::abs)),
    ("invert", invert),
    ("shift_left", shift_left),
    ("shift_right", shift_right),
    ("and", |_, arguments| bits(arguments, &AND)),
    ("or", |_, arguments| bits(arguments, &OR)),
    ("xor", |_, arguments| bits(arguments, &EXCLUSIVE_OR)),
];

/// `a + b`: the sum of two numbers, or the concatenation of strings, lists or tuples.
pub(super) fn add(context: &Context<'_>, a: &Value, b: &Value) -> Run {
    match (a, b) {
        (Value::Text(a), Value::Text(b)) => {
            check_size(context, a.len() + b.len())?;
            Ok(format!("{a}{b}").into())
        }
        (Value::List(a), Value::List(b)) => list_of(context, [&a[..], b].concat()),
        (Value::Tuple(a), Value::Tuple(b)) => tuple_of(context, [&a[..], b].concat()),
        _ => numeric(context, a, b, &ADD),
    }
}

fn subtract(context: &Context<'_>, arguments: &[Value]) -> Run {
    if let [Value::Set(a), Value::Set(b)] = arguments {
        return set::difference(a, b).map(set::to_set);
    }
    numeric(context, &arguments[0], &arguments[1], &SUBTRACT)
}

/// `a * b`: the product of two numbers, or a repeated string, list or tuple.
fn multiply(context: &Context<'_>, arguments: &[Value]) -> Run {
    let (a, b) = (&arguments[0], &arguments[1]);
    let (repeated, times) = match (a.integer(), b.integer()) {
        (None, Some(times)) => (a, times),
        (Some(times), None) => (b, times),
        _ => {
            let is_large = |value: &Value| matches!(value.number(), Some(PythonNumber::Large(_)));
            let is_repeated = |value: &Value| value.text().is_some() || value.sequence().is_some();
            if is_large(a) && is_repeated(b) || is_large(b) && is_repeated(a) {
                return Err(Raised::new(ErrorKind::Overflow, "the repeat count is too large").into());
            }
            return numeric(context, a, b, &MULTIPLY);
        }
    };
    let times = usize::try_from(times.max(0)).unwrap_or(usize::MAX);
    let list = |items: &[Value]| -> Run<Vec<Value>> {
        check_length(context, weight(context, items)?.saturating_mul(times))?;
        Ok(items.iter().cycle().take(items.len() * times).cloned().collect())
    };
    match repeated {
        Value::Text(text) => {
            check_size(context, text.len().saturating_mul(times))?;
            Ok(text.repeat(times).into())
        }
        Value::List(items) => list_of(context, list(items)?),
        Value::Tuple(items) => tuple_of(context, list(items)?),
        _ => numeric(context, a, b, &MULTIPLY),
    }
}

/// An arithmetic operator.
struct Numeric {
    operator: &'static str,
    /// For integers of 64 bits; `None` if the result does not fit.
    exact: fn(i64, i64) -> Option<i64>,
    /// For integers of any size; `None` if the result is too large.
    large: fn(&Integer, &Integer) -> Option<Integer>,
    float: fn(f64, f64) -> f64,
}

const ADD: Numeric = Numeric { operator: "+", exact: i64::checked_add, large: Integer::add, float: |a, b| a + b };
const SUBTRACT: Numeric =
    Numeric { operator: "-", exact: i64::checked_sub, large: Integer::subtract, float: |a, b| a - b };
const MULTIPLY: Numeric =
    Numeric { operator: "*", exact: i64::checked_mul, large: Integer::multiply, float: |a, b| a * b };

fn numeric(context: &Context<'_>, a: &Value, b: &Value, operator: &Numeric) -> Run {
    let (Some(x), Some(y)) = (a.number(), b.number()) else { return Err(unsupported(operator.operator, a, b)) };
    if let (PythonNumber::Int(x), PythonNumber::Int(y)) = (&x, &y)
        && let Some(made) = (operator.exact)(*x, *y)
    {
        return Ok(made.into());
    }
    match both_integers(context, &x, &y)? {
        Some((x, y)) => to_value((operator.large)(&x, &y)),
        None => Ok((operator.float)(x.to_f64()?, y.to_f64()?).into()),
    }
}

/// Returns two integers of any size if both numbers are integers, and charges the work of an operation on them.
fn both_integers(context: &Context<'_>, a: &PythonNumber, b: &PythonNumber) -> Run<Option<(Integer, Integer)>> {
    let (Some(a), Some(b)) = (a.whole(), b.whole()) else { return Ok(None) };
    // Multiplying and dividing long integers takes time in proportion to the product of their lengths.
    context.meter.charge(a.weight() * b.weight())?;
    Ok(Some((a, b)))
}

/// Converts an integer to a value, unless it is too large.
fn to_value(integer: Option<Integer>) -> Run {
    Ok(integer.ok_or_else(Raised::overflow)?.into())
}

/// Returns the error of two values that an operator does not support.
fn unsupported(operator: &str, a: &Value, b: &Value) -> Stopped {
    let raised = Raised::new(ErrorKind::Type, format!("`{operator}` does not support {} and {}", a.noun(), b.noun()));
    match (a, b) {
        (Value::Text(_), other) | (other, Value::Text(_)) if other.number().is_some() && operator == "+" => {
            raised.help("write `str(…)` to join strings, `int(…)` or `float(…)` to add numbers").into()
        }
        (Value::Text(_), _) | (_, Value::Text(_)) => {
            raised.help("convert the string to a number: `int(…)` or `float(…)`").into()
        }
        _ => raised.into(),
    }
}

fn zero() -> Stopped {
    Raised::new(ErrorKind::ZeroDivision, "division by zero").help("test first: `x != 0 and …`").into()
}

/// `a / b`: always a float.
fn divide(context: &Context<'_>, arguments: &[Value]) -> Run {
    let (a, b) = (&arguments[0], &arguments[1]);
    match (a.number(), b.number()) {
        (Some(_), Some(divisor)) if divisor.is_zero() => Err(zero()),
        #[expect(clippy::cast_precision_loss, reason = "both are exact")]
        (Some(PythonNumber::Int(a)), Some(PythonNumber::Int(b)))
            if a.unsigned_abs() <= EXACT && b.unsigned_abs() <= EXACT =>
        {
            Ok((a as f64 / b as f64).into())
        }
        (Some(a), Some(b)) => match both_integers(context, &a, &b)? {
            Some((a, b)) => Ok(quotient(&a, &b).ok_or_else(Raised::overflow)?.into()),
            None => Ok((a.to_f64()? / b.to_f64()?).into()),
        },
        _ => Err(unsupported("/", a, b)),
    }
}

/// Up to this size, every integer has an exact float.
const EXACT: u64 = 1 << 53;

/// Returns the float nearest to the exact quotient of two integers; `None` beyond the range of floats.
fn quotient(a: &Integer, b: &Integer) -> Option<f64> {
    /// The number of bits of a quotient that determine a float, with some to spare.
    const BITS: i64 = 68;
    let two = Integer::from(2);
    let shift = BITS - (a.bit_length() - b.bit_length());
    let scale = two.power(shift.unsigned_abs())?;
    let (dividend, divisor) =
        if shift < 0 { (a.clone(), b.multiply(&scale)?) } else { (a.multiply(&scale)?, b.clone()) };
    let negative = a.is_negative() != b.is_negative();
    let size = |number: Integer| if number.is_negative() { number.negated() } else { number };
    let (whole, rest) = size(dividend).divide(&size(divisor))?;
    // The last bit is set if there is a remainder, so that the conversion below does not take the quotient for a tie.
    let whole = whole.to_string().parse::<i128>().ok()? | i128::from(rest != Integer::default());
    #[expect(clippy::cast_precision_loss, reason = "rounded once")]
    let nearest = whole as f64;
    // One factor alone may be beyond the range of floats, although the product is not.
    let half = i32::try_from(-shift / 2).ok()?;
    let rest = i32::try_from(-shift).ok()? - half;
    let scaled = nearest * 2_f64.powi(half) * 2_f64.powi(rest);
    scaled.is_finite().then_some(if negative { -scaled } else { scaled })
}

fn remainder(context: &Context<'_>, arguments: &[Value]) -> Run {
    if let Value::Text(_) = &arguments[0] {
        let raised = Raised::unsupported("`%` does not format strings");
        return Err(raised.help("join the parts: `'size ' + str(d)`").into());
    }
    Ok(division(context, arguments, "%")?.1)
}

/// Returns the quotient, rounded down, and the remainder, which has the sign of the divisor.
fn division(context: &Context<'_>, arguments: &[Value], operator: &str) -> Run<(Value, Value)> {
    let (a, b) = (&arguments[0], &arguments[1]);
    match (a.number(), b.number()) {
        (Some(_), Some(divisor)) if divisor.is_zero() => Err(zero()),
        // The smallest integer divided by -1 does not fit in 64 bits.
        (Some(PythonNumber::Int(a)), Some(PythonNumber::Int(b))) if b != -1 => {
            let (quotient, rest) = (a / b, a % b);
            let down = rest != 0 && (rest < 0) != (b < 0);
            Ok(((quotient - i64::from(down)).into(), if down { rest + b } else { rest }.into()))
        }
        (Some(a), Some(b)) => {
            if let Some((a, b)) = both_integers(context, &a, &b)? {
                let (quotient, rest) = a.divide(&b).ok_or_else(Raised::overflow)?;
                Ok((quotient.into(), rest.into()))
            } else {
                let (quotient, rest) = float_division(a.to_f64()?, b.to_f64()?);
                Ok((quotient.into(), rest.into()))
            }
        }
        _ => Err(unsupported(operator, a, b)),
    }
}

/// Returns the quotient and the remainder of floats, both with the same sign as in Python.
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

/// `a ** b`: an integer for two integers, unless the exponent is negative.
fn power(context: &Context<'_>, arguments: &[Value]) -> Run {
    let (a, b) = (&arguments[0], &arguments[1]);
    let (Some(base), Some(exponent)) = (a.number(), b.number()) else { return Err(unsupported("**", a, b)) };
    match both_integers(context, &base, &exponent)? {
        Some((base, exponent)) if !exponent.is_negative() => to_value(integer_power(context, &base, &exponent)?),
        _ => Ok(float_power(base.to_f64()?, exponent.to_f64()?)?.into()),
    }
}

fn integer_power(context: &Context<'_>, base: &Integer, exponent: &Integer) -> Run<Option<Integer>> {
    // These bases have a small power for every exponent, also for one beyond 64 bits.
    if let Some(base @ -1..=1) = base.to_i64() {
        let is_zero = *exponent == Integer::default();
        let is_even = is_zero || exponent.digits(2).ends_with('0');
        return Ok(Some(Integer::from(if is_zero || base == -1 && is_even { 1 } else { base })));
    }
    let exponent = exponent.to_i64().and_then(|exponent| u64::try_from(exponent).ok());
    let Some(power) = exponent.and_then(|exponent| base.power(exponent)) else { return Ok(None) };
    context.meter.charge(power.weight() * power.weight())?;
    Ok(Some(power))
}

fn float_power(base: f64, exponent: f64) -> Run<f64> {
    if base == 0.0 && exponent < 0.0 {
        return Err(Raised::new(ErrorKind::ZeroDivision, "0 has no negative power").into());
    }
    if base < 0.0 && base.is_finite() && exponent.is_finite() && exponent.fract() != 0.0 {
        return Err(Raised::unsupported("this power of a negative number is a complex number").into());
    }
    let power = base.powf(exponent);
    if power.is_infinite() && base.is_finite() && exponent.is_finite() {
        return Err(Raised::new(ErrorKind::Overflow, "the power is too large for a float").into());
    }
    Ok(power)
}

/// Applies an operator to one number. `turns` returns true if the sign of an integer changes, and gets true if it is
/// negative.
fn apply_unary(value: &Value, operator: &str, turns: fn(bool) -> bool, float: fn(f64) -> f64) -> Run {
    match value.number() {
        Some(PythonNumber::Float(number)) => Ok(float(number).into()),
        Some(PythonNumber::Int(int)) if !turns(int < 0) => Ok(int.into()),
        Some(number) => {
            let whole = number.whole().unwrap_or_default();
            Ok(if turns(whole.is_negative()) { whole.negated() } else { whole }.into())
        }
        None => Err(Raised::types(format!("`{operator}` does not support {}", value.noun()))),
    }
}

fn invert(_: &Context<'_>, arguments: &[Value]) -> Run {
    let value = &arguments[0];
    match value.number() {
        Some(PythonNumber::Int(int)) => Ok((!int).into()),
        Some(PythonNumber::Large(large)) => to_value(large.negated().subtract(&Integer::from(1))),
        _ => Err(Raised::types(format!("`~` does not support {}", value.noun()))),
    }
}

/// Returns the integers of a shift: the number, and the power of two; `None` if that is too large.
fn shift(arguments: &[Value], operator: &str) -> Run<(Integer, Option<Integer>)> {
    let (a, b) = (&arguments[0], &arguments[1]);
    match (a.whole(), b.place()) {
        (Some(_), Some(by)) if by < 0 => Err(Raised::value(format!("`{operator}` cannot shift by a negative number"))),
        (Some(whole), Some(by)) => Ok((whole, Integer::from(2).power(by.unsigned_abs()))),
        _ => Err(unsupported(operator, a, b)),
    }
}

fn shift_left(_: &Context<'_>, arguments: &[Value]) -> Run {
    let (value, by) = shift(arguments, "<<")?;
    if value == Integer::default() {
        return Ok(0_i64.into());
    }
    to_value(by.and_then(|by| value.multiply(&by)))
}

fn shift_right(_: &Context<'_>, arguments: &[Value]) -> Run {
    let (value, by) = shift(arguments, ">>")?;
    let none_left = Integer::from(if value.is_negative() { -1 } else { 0 });
    to_value(by.map_or(Some(none_left), |by| Some(value.divide(&by)?.0)))
}

/// A bitwise operator: for two booleans it returns a boolean, for sets a set.
struct BitOperator {
    operator: &'static str,
    exact: fn(i64, i64) -> i64,
    large: fn(&Integer, &Integer) -> Option<Integer>,
    sets: fn(&HashTable, &HashTable) -> Run<HashTable>,
}

const AND: BitOperator =
    BitOperator { operator: "&", exact: |a, b| a & b, large: Integer::bit_and, sets: set::intersection };
const OR: BitOperator = BitOperator { operator: "|", exact: |a, b| a | b, large: Integer::bit_or, sets: set::union };
const EXCLUSIVE_OR: BitOperator =
    BitOperator { operator: "^", exact: |a, b| a ^ b, large: Integer::bit_xor, sets: set::symmetric_difference };

fn bits(arguments: &[Value], operator: &BitOperator) -> Run {
    let (a, b) = (&arguments[0], &arguments[1]);
    match (a, b) {
        (Value::Bool(a), Value::Bool(b)) => Ok(((operator.exact)(i64::from(*a), i64::from(*b)) != 0).into()),
        (Value::Set(a), Value::Set(b)) => (operator.sets)(a, b).map(set::to_set),
        _ if operator.operator == "|" && mapping::is_own(a) && mapping::is_own(b) => mapping::merge(a, b),
        _ => {
            if let (Some(a), Some(b)) = (a.integer(), b.integer()) {
                return Ok((operator.exact)(a, b).into());
            }
            let (Some(x), Some(y)) = (a.whole(), b.whole()) else { return Err(unsupported(operator.operator, a, b)) };
            to_value((operator.large)(&x, &y))
        }
    }
}
