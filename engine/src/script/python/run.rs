//! The operators, functions and methods of Python.

mod arithmetic;
mod builtin;
mod compare;
mod contain;
mod element;
mod iterate;
mod key;
mod mapping;
mod number;
pub(super) mod object;
mod order;
mod raised;
mod round;
mod set;
mod spell;
mod text;
mod truth;
mod value;
mod weight;

use ::rhai::{Dynamic, Engine, EvalAltResult};

pub(super) use self::builtin::length;
pub(super) use self::element::element;
pub(super) use self::iterate::{elements, unpack};
pub(super) use self::key::HashTable;
pub(in crate::script) use self::raised::{Halt, Raised, Stopped};
pub(super) use self::truth::truthy;
pub(in crate::script) use self::value::Value;
pub(super) use self::weight::{check_length, list_of, tuple_of, weight};
use crate::script::meter::Meter;

/// The result of a function, or the reason why it stopped.
pub(in crate::script) type Run<T = Value> = Result<T, Stopped>;

/// The context of a call.
pub(super) struct Context<'c> {
    /// The meter that enforces the limits of scripts.
    pub meter: &'c Meter,
    /// The interface to scripts.
    pub scripts: &'c dyn Scripts,
}

/// The interface to scripts: calls their functions, and accesses their objects.
pub(in crate::script) trait Scripts {
    /// Calls `matches` of the library: returns true if a regular expression is found in a string.
    fn matches(&self, text: &str, regex: &str) -> Run<bool>;

    /// Makes call `number` of the expression: of a function, or of a method of the first argument.
    fn call(&self, number: usize, arguments: &[Value]) -> Run;

    /// Calls a method of the first argument.
    fn method(&self, name: &str, arguments: &[Value]) -> Run;

    /// A field of an object; `None` where it has none of that name.
    fn field(&self, of: &Value, name: &str) -> Run<Option<Value>>;

    /// An element of an object; `None` where it has none by number or key.
    fn element(&self, of: &Value, index: &Value) -> Run<Option<Value>>;

    /// Compares two objects; `None` if they cannot be compared.
    fn equal(&self, a: &Value, b: &Value) -> Run<Option<bool>>;

    /// A value as scripts and collections get it.
    fn argument(&self, value: &Value) -> Run<Dynamic>;
}

/// A function over any values.
pub(super) type Native = fn(&Context<'_>, &[Value]) -> Run;

/// A function that expressions call, by its name; that of a method begins with a dot.
struct CallableEntry {
    name: &'static str,
    native: Native,
}

const fn entry(name: &'static str, native: Native) -> CallableEntry {
    CallableEntry { name, native }
}

/// Returns the function of that name in the tables; [`missing`] if there is none.
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
    tables.into_iter().flatten().find(|entry| entry.name == name).map_or(missing, |entry| entry.native)
}

/// A function that no table has: a mistake of ours, which a test finds.
pub(super) fn missing(_: &Context<'_>, _: &[Value]) -> Run {
    Err(Raised::unsupported("this function has no meaning").into())
}

/// Registers functions of Rhai for which Python's meaning is better: Rhai has them for numbers only, or says what is wrong in
/// other words.
pub(in crate::script) fn register(engine: &mut Engine) {
    fn plainly(result: Run<impl Into<Value>>) -> Result<Dynamic, Box<EvalAltResult>> {
        Ok(result.and_then(|value| value.into().for_script(None))?)
    }
    engine
        .register_fn("to_int", |text: &str| plainly(number::parse_int(text, 10)))
        .register_fn("to_float", |text: &str| plainly(number::parse_float(text)))
        .register_fn("parse_int", |text: &str| plainly(number::parse_int(text, 10)))
        .register_fn("parse_int", |text: &str, base: i64| plainly(number::parse_int(text, base)))
        .register_fn("parse_float", |text: &str| plainly(number::parse_float(text)));
}
