//! The language of expressions: Python's syntax, from a text to the tree as written, and the functions and methods of
//! Python that are known.

mod lexer;
mod parse;
pub mod syntax;
pub mod table;
mod token;

pub use parse::{ParsedExpression, parse};
