//! `in`: whether a value is in another.

use rhai::Dynamic;

use super::compare::{equal, note};
use super::iterate::{bounds, elements};
use super::key::Key;
use super::mapping::{find, is_mapping};
use super::raised::{Kind, Raised};
use super::value::{Number, Value};
use super::{Context, Entry, Run, entry, rhai as host};
use crate::script::integer::{Integer, Large};
use crate::script::unlike::{Met, likeness_in};

pub(super) const ENTRIES: &[Entry] =
    &[entry("__in", (2, 2), is_in), entry("__in_keys", (2, 2), in_keys), entry("__in_range", (2, 4), in_range)];

/// `value in container`.
fn is_in(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let (wanted, container) = (&*arguments[0], Value::of(arguments[1]));
    let found = match &container {
        Value::View(view) if view.0.takes_records() => view.0.contains(wanted),
        Value::View(view) => Key::of(wanted).map(|_| view.0.contains(wanted))?,
        Value::Text(text) => text.contains(part_of(&Value::of(wanted))?),
        Value::Set(set) => {
            note_within(context, wanted, set.0.keys());
            set.0.has(wanted)?
        }
        Value::Dict(dict) => dict.0.has(wanted)?,
        Value::Record(_) => find(&container, wanted)?.is_some(),
        Value::Element(_) => among(context, wanted, &elements(context, arguments[1])?)?,
        other => match other.sequence() {
            Some(sequence) => {
                note_within(context, wanted, sequence);
                among(context, wanted, sequence)?
            }
            None => return Err(Raised::types(format!("nothing is in {}", other.noun()))),
        },
    };
    Ok(found.into())
}

/// Notes what was looked for among which elements.
fn note_within(context: &Context<'_>, wanted: &Dynamic, elements: &[Dynamic]) {
    /// So many elements tell what they are.
    const MOST: usize = 64;
    let elements = &elements[..elements.len().min(MOST)];
    note(context, || likeness_in(wanted, elements), |kind| Met::within(kind, wanted, elements));
}

/// The text that is looked for in another.
fn part_of<'v>(wanted: &'v Value<'_>) -> Run<&'v str> {
    wanted.text().ok_or_else(|| {
        let raised = Raised::new(Kind::Type, format!("{} is not looked for in a text", wanted.noun()));
        raised.help("make it a text: `str(…)`").into()
    })
}

/// Whether one of the elements equals the value.
pub(super) fn among(context: &Context<'_>, wanted: &Dynamic, sequence: &[Dynamic]) -> Run<bool> {
    for element in sequence {
        if equal(context, wanted, element)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// `value in range(…)`, without making the range.
fn in_range(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    if arguments[1..].iter().any(|bound| Large::of(bound).is_some()) || Large::of(arguments[0]).is_some() {
        return in_large_range(arguments);
    }
    let (start, end, step) = bounds(&arguments[1..])?;
    note_within(context, arguments[0], &[start.into()]);
    let wanted = match Value::of(arguments[0]).number() {
        Some(Number::Int(int)) => int,
        #[expect(clippy::cast_possible_truncation, reason = "it is an integer, and beyond the range none is in it")]
        Some(Number::Float(float)) if float.fract() == 0.0 && float.abs() < 9.2e18 => float as i64,
        _ => return Ok(false.into()),
    };
    let within = if step > 0 { (start..end).contains(&wanted) } else { wanted <= start && wanted > end };
    Ok((within && (i128::from(wanted) - i128::from(start)) % i128::from(step) == 0).into())
}

/// The same beyond 64 bits.
fn in_large_range(arguments: &[&mut Dynamic]) -> Run {
    let whole = |value: &Dynamic| Value::of(value).number().and_then(|number| number.whole());
    let bound = |at: usize| {
        let value = &*arguments[at];
        whole(value).ok_or_else(|| Raised::types(format!("`range` takes an integer, not {}", Value::of(value).noun())))
    };
    let (start, end, step) = match arguments.len() {
        2 => (Integer::from(0), bound(1)?, Integer::from(1)),
        3 => (bound(1)?, bound(2)?, Integer::from(1)),
        _ => (bound(1)?, bound(2)?, bound(3)?),
    };
    let wanted = match Value::of(arguments[0]).number() {
        Some(Number::Float(float)) if float.fract() == 0.0 => Integer::of_float(float),
        number => number.and_then(|number| number.whole()),
    };
    let Some(wanted) = wanted else { return Ok(false.into()) };
    if step == Integer::default() {
        return Err(Raised::value("the step of a range is not 0"));
    }
    let within = if step.is_negative() { wanted <= start && wanted > end } else { start <= wanted && wanted < end };
    let distance = wanted.subtract(&start).ok_or_else(Raised::overflow)?;
    let (_, rest) = distance.divide(&step).ok_or_else(Raised::overflow)?;
    Ok((within && rest == Integer::default()).into())
}

/// `value in mapping.keys()`: what is no key is an error, as it is in Python.
fn in_keys(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let container = Value::of(arguments[1]);
    if is_mapping(&container) {
        drop(container);
        return is_in(context, arguments);
    }
    drop(container);
    let keys = host::method(context, "keys", &mut arguments[1..])?;
    Ok(among(context, arguments[0], &elements(context, &keys)?)?.into())
}
