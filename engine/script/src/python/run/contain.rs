//! `in`: tests whether a value is in another.

use assay_document::text::Integer;
use assay_system::View;

use super::compare::equal;
use super::context::{CallableEntry, Context};
use super::iterate::{bounds, elements, integer};
use super::mapping::{find, is_mapping};
use super::object;
use super::raised::{ErrorKind, Raised};
use super::value::{HashKey, PythonNumber, Run, Value};

pub(super) const ENTRIES: &[CallableEntry] = &[("in", is_in), ("in_keys", in_keys), ("in_range", in_range)];

/// `value in container`.
fn is_in(context: &Context<'_>, arguments: &[Value]) -> Run {
    let (needle, container) = (&arguments[0], &arguments[1]);
    let found = match container {
        Value::View(view) => is_in_view(context, view, needle)?,
        Value::Text(text) => text.contains(part_of(needle)?),
        Value::Set(set) => set.has(needle)?,
        Value::Dict(dict) => dict.has(needle)?,
        Value::Record(_) => find(context, container, needle)?.is_some(),
        Value::Element(_) => among(context, needle, &elements(context, container)?)?,
        other => match other.sequence() {
            Some(sequence) => among(context, needle, sequence)?,
            None => return Err(Raised::types(format!("{} has no elements", other.noun()))),
        },
    };
    Ok(found.into())
}

/// Returns true if a collection contains a value; collections compare spellings.
fn is_in_view(context: &Context<'_>, view: &View, needle: &Value) -> Run<bool> {
    if let Value::Text(text) = needle {
        return Ok(view.0.contains_text(text));
    }
    // As in Python, where a value that cannot be a key is an error.
    if !view.0.takes_records() {
        HashKey::of(needle)?;
    }
    match needle.spelling() {
        Some(text) => Ok(view.0.contains_text(&text)),
        None => Ok(view.0.contains(&context.scripts.argument(needle)?)),
    }
}

/// Returns the string that is searched in another string.
fn part_of(needle: &Value) -> Run<&str> {
    needle.text().ok_or_else(|| {
        let raised = Raised::new(ErrorKind::Type, format!("a string cannot contain {}", needle.noun()));
        raised.help("convert it to a string: `str(…)`").into()
    })
}

/// Returns true if one of the elements equals the value.
pub(super) fn among(context: &Context<'_>, needle: &Value, sequence: &[Value]) -> Run<bool> {
    for element in sequence {
        if equal(context, needle, element)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Evaluates `value in range(…)` from its bounds, without creating the range.
fn in_range(_: &Context<'_>, arguments: &[Value]) -> Run {
    let (needle, range) = (&arguments[0], arguments[1].sequence().unwrap_or_default());
    let is_large = |value: &Value| matches!(value.number(), Some(PythonNumber::Large(_)));
    if range.iter().any(is_large) || is_large(needle) {
        return in_large_range(needle, range);
    }
    let (start, end, step) = bounds(range, |bound| integer(bound, "range"))?;
    let needle = match needle.number() {
        Some(PythonNumber::Int(int)) => int,
        #[expect(
            clippy::cast_possible_truncation,
            reason = "it is an integer, and the range contains none that do not fit"
        )]
        Some(PythonNumber::Float(float)) if float.fract() == 0.0 && float.abs() < 9.2e18 => float as i64,
        _ => return Ok(false.into()),
    };
    let within = if step > 0 { (start..end).contains(&needle) } else { needle <= start && needle > end };
    Ok((within && (i128::from(needle) - i128::from(start)) % i128::from(step) == 0).into())
}

/// Evaluates `in range(…)` for integers beyond 64 bits.
fn in_large_range(needle: &Value, range: &[Value]) -> Run {
    let (start, end, step) = bounds(range, |bound| {
        bound.whole().ok_or_else(|| Raised::types(format!("`range` takes an integer, not {}", bound.noun())))
    })?;
    let needle = match needle.number() {
        Some(PythonNumber::Float(float)) if float.fract() == 0.0 => Integer::of_float(float),
        number => number.and_then(|number| number.whole()),
    };
    let Some(needle) = needle else { return Ok(false.into()) };
    let within = if step.is_negative() { needle <= start && needle > end } else { start <= needle && needle < end };
    let distance = needle.subtract(&start).ok_or_else(Raised::overflow)?;
    let (_, rest) = distance.divide(&step).ok_or_else(Raised::overflow)?;
    Ok((within && rest == Integer::default()).into())
}

/// `value in mapping.keys()`: a value that cannot be a key is an error, as in Python.
fn in_keys(context: &Context<'_>, arguments: &[Value]) -> Run {
    if is_mapping(&arguments[1]) {
        return is_in(context, arguments);
    }
    let keys = object::method(context, "keys", &arguments[1..])?;
    Ok(among(context, &arguments[0], &elements(context, &keys)?)?.into())
}
