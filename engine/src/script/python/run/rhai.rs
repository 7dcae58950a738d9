//! The way out to Rhai: methods that Python's types do not have, and values as Rhai knows them.

use rhai::{Dynamic, EvalAltResult, Map};

use super::compare::{DEPTH, too_deep};
use super::raised::{Kind, Raised, Stopped};
use super::value::Value;
use super::{Context, Entry, Run, entry};
use crate::script::python::table::find_method;

pub(super) const ENTRIES: &[Entry] = &[
    entry("__plain", (1, 1), |_, arguments| plain(arguments[0].clone(), DEPTH)),
    entry("__attribute", (2, 2), attribute),
];

/// What to do where a list is taken for one of its elements.
const OF_LIST: &str = "ask each of its elements, `all(… for x in …)`, or the first: `…[0]`; a record holds lists";

/// A method of a value that none of Python's types has. An object is asked as a script would ask it.
pub(super) fn method(context: &Context<'_>, name: &str, arguments: &mut [&mut Dynamic]) -> Run {
    let value = Value::of(arguments[0]);
    if matches!(value, Value::Element(_) | Value::Other) {
        drop(value);
        return Ok(context.call_fn_raw(name, true, true, arguments)?);
    }
    let raised = Raised::new(Kind::Type, format!("{} has no method `{name}`", value.noun()));
    let is_list = matches!(value, Value::List(_));
    Err(if is_list { raised.help(OF_LIST) } else { raised }.into())
}

/// `value.name`: what stands under that name in a record, or the field of an object.
fn attribute(context: &Context<'_>, arguments: &mut [&mut Dynamic]) -> Run {
    let name = arguments[1].to_string();
    let value = Value::of(arguments[0]);
    if let Value::Record(record) = &value {
        return record.get(name.as_str()).cloned().ok_or_else(|| no_field(&value, &name));
    }
    let found = context.call_native_fn_raw(format!("get${name}"), false, &mut [&mut arguments[0].clone()]);
    match found {
        Err(error) if matches!(*error, EvalAltResult::ErrorDotExpr(..) | EvalAltResult::ErrorFunctionNotFound(..)) => {
            Err(no_field(&value, &name))
        }
        found => Ok(found?),
    }
}

fn no_field(value: &Value<'_>, name: &str) -> Stopped {
    if find_method(name).is_some() {
        let raised = Raised::unsupported(format!("the method `{name}` is no value"));
        return raised.help("call it: write `(…)` behind its name").into();
    }
    Raised::types(format!("{} has no field `{name}`", value.noun()))
}

/// A value as Rhai knows them: tuples and sets become lists, dicts maps, all the way down.
fn plain(value: Dynamic, depth: usize) -> Run {
    let deeper = || depth.checked_sub(1).ok_or_else(too_deep);
    let all = |items: &[Dynamic]| -> Run {
        let deeper = deeper()?;
        Ok(items.iter().map(|item| plain(item.clone(), deeper)).collect::<Run<Vec<_>>>()?.into())
    };
    let made = match Value::of(&value) {
        Value::Tuple(tuple) => Some(all(&tuple.0)?),
        Value::Set(set) => Some(all(set.0.keys())?),
        Value::List(list) if list.iter().any(|item| item.is_variant() || item.is_array() || item.is_map()) => {
            Some(all(&list)?)
        }
        Value::Dict(dict) => {
            let mut map = Map::new();
            for (key, value) in dict.0.keys().iter().zip(dict.0.values()) {
                let Some(text) = Value::of(key).text().map(str::to_owned) else {
                    return Err(Raised::types("the keys of a map of Rhai are texts"));
                };
                map.insert(text.into(), plain(value.clone(), deeper()?)?);
            }
            Some(Dynamic::from_map(map))
        }
        _ => None,
    };
    Ok(made.unwrap_or(value))
}
