//! Python's functions over single values: `len int float str sum any …`.

use super::arithmetic::add;
use super::context::{CallableEntry, Context};
use super::iterate::{elements, integer};
use super::number::{parse_float, parse_int};
use super::raised::{ErrorKind, Raised};
use super::round::{to_digits, to_integer, truncate};
use super::to_text;
use super::truth::truthy;
use super::value::{PythonNumber, Run, Value};

pub(super) const ENTRIES: &[CallableEntry] = &[
    ("all", |context, arguments| any_or_all(context, &arguments[0], false)),
    ("any", |context, arguments| any_or_all(context, &arguments[0], true)),
    ("bin", |_, arguments| in_base(&arguments[0], "bin")),
    // `bool(x)` is lowered to the truth of `x`, so this is `bool()`.
    ("bool", |_, _| Ok(false.into())),
    ("chr", chr),
    ("float", float),
    ("hex", |_, arguments| in_base(&arguments[0], "hex")),
    ("int", int),
    ("isinstance", is_instance),
    ("oct", |_, arguments| in_base(&arguments[0], "oct")),
    ("ord", ord),
    ("repr", |context, arguments| Ok(to_text::repr(context, &arguments[0])?.into())),
    ("round", round),
    ("str", str),
    ("sum", sum),
];

/// Evaluates `any` or `all`: stops at the first element whose truth decides.
fn any_or_all(context: &Context<'_>, of: &Value, decides: bool) -> Run {
    for element in elements(context, of)?.iter() {
        if truthy(element)? == decides {
            return Ok(decides.into());
        }
    }
    Ok((!decides).into())
}

/// `len(value)`.
pub(in crate::python) fn length(value: &Value) -> Run {
    let length = match value {
        Value::Text(text) => text.chars().count(),
        Value::List(list) => list.len(),
        Value::Tuple(tuple) => tuple.len(),
        Value::Set(set) => set.len(),
        Value::Record(record) => record.len(),
        Value::Dict(dict) => dict.len(),
        Value::View(view) => view.0.len(),
        Value::Element(element) => element.children().count(),
        other => return Err(Raised::types(format!("{} has no length", other.noun()))),
    };
    Ok(length.into())
}

fn str(context: &Context<'_>, arguments: &[Value]) -> Run {
    match arguments.first() {
        Some(value) => Ok(to_text::str(context, value)?.into()),
        None => Ok(String::new().into()),
    }
}

fn int(_: &Context<'_>, arguments: &[Value]) -> Run {
    let Some(given) = arguments.first() else { return Ok(0_i64.into()) };
    if let Some(base) = arguments.get(1) {
        let Some(text) = given.text() else {
            return Err(Raised::types(format!("`int` with a base takes a string, not {}", given.noun())));
        };
        return parse_int(text, integer(base, "int")?);
    }
    match (given.text(), given.number()) {
        (Some(text), _) => parse_int(text, 10),
        (None, Some(PythonNumber::Float(float))) => truncate(float),
        (None, Some(whole)) => Ok(whole.into()),
        _ => Err(Raised::types(format!("`int` takes a string or a number, not {}", given.noun()))),
    }
}

fn float(_: &Context<'_>, arguments: &[Value]) -> Run {
    let Some(given) = arguments.first() else { return Ok(0.0.into()) };
    match (given.text(), given.number()) {
        (Some(text), _) => Ok(parse_float(text)?.into()),
        (None, Some(number)) => Ok(number.to_f64()?.into()),
        _ => Err(Raised::types(format!("`float` takes a string or a number, not {}", given.noun()))),
    }
}

fn round(_: &Context<'_>, arguments: &[Value]) -> Run {
    let given = &arguments[0];
    let Some(number) = given.number() else {
        return Err(Raised::types(format!("`round` takes a number, not {}", given.noun())));
    };
    match arguments.get(1).filter(|digits| !digits.is_none()) {
        None => to_integer(number),
        Some(digits) => to_digits(number, integer(digits, "round")?),
    }
}

/// `sum(x, start)`.
fn sum(context: &Context<'_>, arguments: &[Value]) -> Run {
    let start = arguments.get(1).cloned().unwrap_or(Value::Int(0));
    if start.text().is_some() {
        return Err(Raised::new(ErrorKind::Type, "`sum` does not add strings").help("write `''.join(…)`").into());
    }
    if arguments[0].text().is_some() {
        let raised = Raised::new(ErrorKind::Type, "`sum` takes a list, not a string");
        return Err(raised
            .help("`d` is one value; a function in `func_str` gets all values of a file, as `data`")
            .into());
    }
    let elements = elements(context, &arguments[0])?;
    let mut total = start;
    for element in elements.iter() {
        total = add(context, &total, element)?;
    }
    Ok(total)
}

fn chr(_: &Context<'_>, arguments: &[Value]) -> Run {
    let code = integer(&arguments[0], "chr")?;
    if i32::try_from(code).is_err() {
        return Err(Raised::new(ErrorKind::Overflow, format!("{code} is not the code of a character")).into());
    }
    let c = u32::try_from(code).ok().and_then(char::from_u32);
    let c = c.ok_or_else(|| Raised::value(format!("{code} is not the code of a character")))?;
    Ok(c.to_string().into())
}

fn ord(_: &Context<'_>, arguments: &[Value]) -> Run {
    let given = &arguments[0];
    let mut characters = given.text().unwrap_or("").chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => Ok(i64::from(u32::from(c)).into()),
        _ => Err(Raised::types("`ord` takes a string of one character")),
    }
}

/// `hex`, `oct` or `bin`.
fn in_base(value: &Value, function: &str) -> Run {
    let Some(whole) = value.whole() else {
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

/// `isinstance(value, …)`; the names of the types are in one string.
#[expect(clippy::unnecessary_wraps, reason = "the shape of every function of the table")]
fn is_instance(_: &Context<'_>, arguments: &[Value]) -> Run {
    let types: &[&str] = match &arguments[0] {
        Value::Bool(_) => &["bool", "int"],
        Value::Float(_) => &["float"],
        Value::Spelled(spelled) if matches!(spelled.0, PythonNumber::Float(_)) => &["float"],
        Value::Int(_) | Value::Large(_) | Value::Spelled(_) => &["int"],
        Value::Text(_) => &["str"],
        Value::List(_) => &["list"],
        Value::Tuple(_) => &["tuple"],
        Value::Set(_) => &["set"],
        Value::Record(_) | Value::Dict(_) => &["dict"],
        Value::None | Value::View(_) | Value::Element(_) | Value::Object(_) => &[],
    };
    let names = arguments[1].text().unwrap_or_default();
    Ok(names.split(' ').any(|name| types.contains(&name)).into())
}
