//! The operators, functions and methods of Python.

mod arithmetic;
mod builtin;
mod compare;
mod contain;
mod context;
mod depth;
mod element;
mod iterate;
mod mapping;
mod number;
pub(super) mod object;
mod order;
mod raised;
mod round;
mod set;
mod text;
mod to_text;
mod truth;
mod value;
mod weight;

use ::rhai::{Dynamic, Engine, EvalAltResult};

pub(super) use self::builtin::length;
pub(crate) use self::context::ScriptInterface;
pub(super) use self::context::{Context, Native, missing};
pub(super) use self::element::element;
pub(super) use self::iterate::{elements, unpack};
pub(crate) use self::raised::{Halt, Raised, Stopped};
pub(super) use self::text::check_size;
pub(super) use self::truth::truthy;
pub(super) use self::value::HashTable;
pub(crate) use self::value::{Run, Value};
pub(super) use self::weight::{check_length, list_of, tuple_of, weight};

/// Returns the function of that name in the tables; [`missing`] if the tables have no such function.
pub(super) fn native(name: &str) -> Native {
    let tables = [
        arithmetic::ENTRIES,
        builtin::ENTRIES,
        compare::ENTRIES,
        contain::ENTRIES,
        element::ENTRIES,
        iterate::ENTRIES,
        mapping::ENTRIES,
        order::ENTRIES,
        set::ENTRIES,
        text::ENTRIES,
        truth::ENTRIES,
    ];
    tables.into_iter().flatten().find(|(known, _)| *known == name).map_or(missing, |(_, native)| *native)
}

/// Registers functions of Rhai for which Python's meaning is better: Rhai has them only for numbers, or has worse error
/// messages.
pub(crate) fn register(engine: &mut Engine) {
    fn to_dynamic(result: Run<impl Into<Value>>) -> Result<Dynamic, Box<EvalAltResult>> {
        Ok(result.and_then(|value| value.into().for_script(None))?)
    }
    engine
        .register_fn("to_int", |text: &str| to_dynamic(number::parse_int(text, 10)))
        .register_fn("to_float", |text: &str| to_dynamic(number::parse_float(text)))
        .register_fn("parse_int", |text: &str| to_dynamic(number::parse_int(text, 10)))
        .register_fn("parse_int", |text: &str, base: i64| to_dynamic(number::parse_int(text, base)))
        .register_fn("parse_float", |text: &str| to_dynamic(number::parse_float(text)));
}
