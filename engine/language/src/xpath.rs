//! The language of extractions: parses an `xpath` into a tree, and writes names and strings of one.

mod parse;
pub mod syntax;
mod write;

pub use parse::{Parsed, quote_dotted_tags};
pub use syntax::{XPath, node_words};
pub use write::{spell_tag, spell_text, spell_whole_tag};
