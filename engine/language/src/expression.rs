//! The language of expressions: parses Python's syntax into a tree, and lists the functions and methods of Python that
//! are supported.

mod lexer;
mod parse;
pub mod syntax;
pub mod table;
mod token;

pub use parse::{ParsedExpression, parse};
