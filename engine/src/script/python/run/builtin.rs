//! Python's functions over single values: `len int float str sum any …`.

use rhai::Dynamic;

use super::arithmetic::add;
use super::iterate::{elements, integer};
use super::number::{parse_float, parse_int};
use super::raised::{Kind, Raised};
use super::round::{to_digits, to_integer, truncated};
use super::spell;
use super::truth::truthy;
use super::value::{Number, Value};
use super::{Context, Entry, Run, entry};

pub(super) const ENTRIES: &[Entry] = &[
    entry("__all", (1, 1), |context, arguments| decided(context, arguments[0], false)),
    entry("__any", (1, 1), |context, arguments| decided(context, arguments[0], true)),
    entry("__bin", (1, 1), |_, arguments| in_base(arguments[0], "bin")),
    entry("__bool", (0, 0), |_, _| Ok(false.into())),
    entry("__chr", (1, 1), chr),
    entry("__float", (0, 1), float),
    entry("__hex", (1, 1), |_, arguments| in_base(arguments[0], "hex")),
    entry("__int", (0, 2), int),
    entry("__isinstance", (2, 2), is_instance),
    entry("__len", (1, 1), len),
    entry("__oct", (1, 1), |_, arguments| in_base(arguments[0], "oct")),
    entry("__ord", (1, 1), ord),
    entry("__repr", (1, 1), |context, arguments| Ok(spell::repr(context, arguments[0])?.into())),
    entry("__round", (1, 2), round),
    entry("__str", (0, 1), str),
    entry("__sum", (1, 2), sum),
];

/// `any` or `all`: goes through the elements up to the one whose truth decides.
fn decided(context: &Context<'_>, of: &Dynamic, decides: bool) -> Run {
    for element in elements(context, of)?.iter() {
        if truthy(element)? == decides {
            return Ok(decides.into());
        }
    }
    Ok((!decides).into())
}

fn len(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let length = match Value::of(arguments[0]) {
        Value::Text(text) => text.chars().count(),
        Value::List(list) => list.len(),
        Value::Tuple(tuple) => tuple.0.len(),
        Value::Set(set) => set.0.len(),
        Value::Record(record) => record.len(),
        Value::Dict(dict) => dict.0.len(),
        Value::View(view) => view.0.len(),
        Value::Element(element) => element.children().count(),
        other => return Err(Raised::types(format!("{} has no length", other.noun()))),
    };
    Ok(i64::try_from(length).unwrap_or(i64::MAX).into())
}

fn str(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    match arguments.first() {
        Some(value) => Ok(spell::str(context, value)?.into()),
        None => Ok(String::new().into()),
    }
}

fn int(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let Some(given) = arguments.first() else { return Ok(0_i64.into()) };
    let given = Value::of(given);
    if let Some(base) = arguments.get(1) {
        let Some(text) = given.text() else {
            return Err(Raised::types(format!("`int` with a base takes a text, not {}", given.noun())));
        };
        return parse_int(text, integer(base, "int")?);
    }
    match (given.text(), given.number()) {
        (Some(text), _) => parse_int(text, 10),
        (None, Some(Number::Float(float))) => truncated(float),
        (None, Some(whole)) => Ok(whole.into_dynamic()),
        _ => Err(Raised::types(format!("`int` takes a text or a number, not {}", given.noun()))),
    }
}

fn float(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let Some(given) = arguments.first() else { return Ok(0.0.into()) };
    let given = Value::of(given);
    match (given.text(), given.number()) {
        (Some(text), _) => Ok(parse_float(text)?.into()),
        (None, Some(number)) => Ok(number.to_f64()?.into()),
        _ => Err(Raised::types(format!("`float` takes a text or a number, not {}", given.noun()))),
    }
}

fn round(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let given = Value::of(arguments[0]);
    let Some(number) = given.number() else {
        return Err(Raised::types(format!("`round` takes a number, not {}", given.noun())));
    };
    match arguments.get(1).filter(|digits| !digits.is_unit()) {
        None => to_integer(number),
        Some(digits) => to_digits(number, integer(digits, "round")?),
    }
}

/// `sum(x, start)`.
fn sum(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let start = arguments.get(1).map_or(Dynamic::from_int(0), |start| (**start).clone());
    if Value::of(&start).text().is_some() {
        return Err(Raised::new(Kind::Type, "`sum` adds no texts").help("write `''.join(…)`").into());
    }
    if Value::of(arguments[0]).text().is_some() {
        let raised = Raised::new(Kind::Type, "`sum` adds the elements of a list, and this is a text");
        return Err(raised.help("`d` is one value; a function of `func_str` is given all of a file, as `data`").into());
    }
    let elements = elements(context, arguments[0])?;
    let mut total = start;
    for element in elements.iter() {
        total = add(context, &total, element)?;
    }
    Ok(total)
}

fn chr(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let code = integer(arguments[0], "chr")?;
    if i32::try_from(code).is_err() {
        return Err(Raised::new(Kind::Overflow, format!("{code} is the number of no character")).into());
    }
    let c = u32::try_from(code).ok().and_then(char::from_u32);
    let c = c.ok_or_else(|| Raised::value(format!("{code} is the number of no character")))?;
    Ok(c.to_string().into())
}

fn ord(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let given = Value::of(arguments[0]);
    let mut characters = given.text().unwrap_or("").chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => Ok(i64::from(u32::from(c)).into()),
        _ => Err(Raised::types("`ord` takes a text of one character")),
    }
}

/// `hex`, `oct` or `bin`.
fn in_base(value: &Dynamic, function: &str) -> Run {
    let value = Value::of(value);
    let Some(whole) = value.number().and_then(|number| number.whole()) else {
        return Err(Raised::types(format!("`{function}` takes an integer, not {}", value.noun())));
    };
    let (prefix, base) = match function {
        "hex" => ("0x", 16),
        "oct" => ("0o", 8),
        _ => ("0b", 2),
    };
    let digits = whole.digits(base);
    let (sign, digits) = (if whole.is_negative() { "-" } else { "" }, if digits.is_empty() { "0" } else { &digits });
    Ok(format!("{sign}{prefix}{digits}").into())
}

/// `isinstance(value, …)`, the names of types in one text.
#[expect(clippy::unnecessary_wraps, reason = "the shape of every function of the table")]
fn is_instance(_: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let types: &[&str] = match Value::of(arguments[0]) {
        Value::Bool(_) => &["bool", "int"],
        Value::Int(_) | Value::Large(_) => &["int"],
        Value::Float(_) => &["float"],
        Value::Text(_) => &["str"],
        Value::List(_) => &["list"],
        Value::Tuple(_) => &["tuple"],
        Value::Set(_) => &["set"],
        Value::Record(_) | Value::Dict(_) => &["dict"],
        Value::None | Value::View(_) | Value::Element(_) | Value::Other => &[],
    };
    let wanted = arguments[1].to_string();
    Ok(wanted.split(' ').any(|wanted| types.contains(&wanted)).into())
}
