//! Expressions of `["Satisfy the expression", …]`, with the syntax and the meaning of Python.
//!
//! [`assay_document::text::expression`] parses the expression. Then every name in it is looked up, and the result is
//! evaluated for one value after another. Scripts are called only for functions of the library and of the rule, and for
//! their objects.
//!
//! | module | contents |
//! | --- | --- |
//! | `names` | the collections and functions of rules that are known |
//! | `lower`, `code` | the tree as written → code to evaluate, with warnings about it |
//! | `evaluate`, `note` | evaluation of one value after the other; the values that were compared |
//! | `run` | Python's operators, functions and methods over values |
//!
//! The language is described in `docs/expressions.md`. Other syntax of Python is an error.

mod code;
mod evaluate;
mod lower;
mod lowered;
mod names;
mod note;
mod run;

pub(crate) use self::evaluate::{Evaluator, Subject};
pub(crate) use self::lower::lower;
pub(crate) use self::lowered::{Call, Lowered};
pub(crate) use self::names::{Callable, ExpressionNames};
pub(crate) use self::note::ComparisonNote;
pub(crate) use self::run::{Halt, Raised, Run, ScriptInterface, Stopped, Value, register};

#[cfg(test)]
mod tests;
