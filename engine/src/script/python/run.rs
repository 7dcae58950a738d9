//! The functions that lowered code calls: Python's operators, functions and methods over Rhai's values.

mod arithmetic;
mod builtin;
mod collect;
mod compare;
mod contain;
mod element;
mod iterate;
mod key;
mod mapping;
mod number;
mod order;
mod raised;
mod rhai;
mod round;
mod set;
mod spell;
mod text;
mod truth;
mod value;
mod weight;

use std::any::TypeId;

use ::rhai::{Dynamic, Engine, EvalAltResult, NativeCallContext};

pub(in crate::script) use self::raised::Raised;
use self::raised::Stopped;

/// What a function gives, or why it stopped.
type Run<T = Dynamic> = Result<T, Stopped>;

/// The circumstances of a call: the engine, its limits, the place.
type Context<'c> = NativeCallContext<'c>;

/// A function over any values. The first argument is not copied for it.
type Native = fn(&Context<'_>, &mut [&mut Dynamic]) -> Run;

/// A function that lowered code calls.
struct Entry {
    name: &'static str,
    /// The least and the greatest number of arguments.
    arguments: (usize, usize),
    native: Native,
}

const fn entry(name: &'static str, arguments: (usize, usize), native: Native) -> Entry {
    Entry { name, arguments, native }
}

/// A result as Rhai takes it.
fn plainly<T>(result: Run<T>) -> Result<T, Box<EvalAltResult>> {
    result.map_err(Box::from)
}

/// Registers the functions that lowered code calls. Their names begin with `__`: no script may define such a one.
pub(in crate::script) fn register(engine: &mut Engine) {
    // Rhai has these for numbers only, or says what is wrong in other words.
    engine.register_fn("to_int", |text: &str| plainly(number::parse_int(text, 10)));
    engine.register_fn("to_float", |text: &str| plainly(number::parse_float(text)));
    engine.register_fn("parse_int", |text: &str| plainly(number::parse_int(text, 10)));
    engine.register_fn("parse_int", |text: &str, base: i64| plainly(number::parse_int(text, base)));
    engine.register_fn("parse_float", |text: &str| plainly(number::parse_float(text)));
    let tables = [
        arithmetic::ENTRIES,
        builtin::ENTRIES,
        collect::ENTRIES,
        compare::ENTRIES,
        contain::ENTRIES,
        mapping::ENTRIES,
        order::ENTRIES,
        set::ENTRIES,
        element::ENTRIES,
        iterate::ENTRIES,
        rhai::ENTRIES,
        text::ENTRIES,
        truth::ENTRIES,
    ];
    for entry in tables.into_iter().flatten() {
        for count in entry.arguments.0..=entry.arguments.1 {
            let native = entry.native;
            engine.register_raw_fn(entry.name, vec![TypeId::of::<Dynamic>(); count], move |context, arguments| {
                plainly(native(&context, arguments))
            });
        }
    }
}
