//! Functions of rules, which run in Rhai, and expressions, which can call them.
//!
//! A [`Host`] compiles the functions of a rule into a [`Program`], and a condition's expression into an [`Expression`].
//! A [`ScriptContext`] holds the parts of a project that scripts can access. A script can access nothing else, and every script
//! ends within the [`Limits`].

#![expect(
    clippy::unnecessary_box_returns,
    clippy::boxed_local,
    reason = "Rhai's errors come in boxes and leave in them"
)]
#![expect(clippy::result_large_err, reason = "one error ends a call; it is not passed on by the thousand")]

mod body;
mod braced;
mod callback;
#[macro_use]
mod checked;
mod code;
mod code_text;
mod collection;
mod comparison;
mod compile;
mod complaint;
mod definition;
mod demand;
mod element;
mod engine;
mod explain;
mod expression;
mod failure;
mod fault;
mod function;

#[cfg(test)]
mod fixture;
mod guard;
mod host;
mod idioms;
mod iterate;
mod kind;
mod known;
mod large;
mod library;
mod limits;
mod meter;
mod modules;
mod number;
mod origin;
mod parameter;
mod places;
mod prints;
mod program;
mod python;
mod script_context;
mod script_names;
mod settings;
mod size;
mod state;
mod syntax;
mod tangle;
#[cfg(test)]
mod tests;
mod type_mismatch;
mod unit;
mod value;
mod words;

pub use braced::braced_fact;
pub use element::{Element, Tree, read_tree};
pub use expression::{Compiled, Expression, Judged};
pub use fault::{ScriptError, ScriptFault, ScriptPlace};
pub use function::{Failed, Function};
pub use host::Host;
pub use library::{LibraryEntry, PREVIOUS_FOLDER, functions};
pub use limits::Limits;
pub use modules::Libraries;
pub use parameter::Parameter;
pub use program::Program;
pub use script_context::{Print, ScriptContext};
pub use settings::{LimitSetting, SETTINGS, Unsettable};
pub use type_mismatch::{ComparisonResult, TypeMismatch};
pub use unit::{Unit, UnitId};
