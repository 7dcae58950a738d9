//! The language of extractions: from the text of an `xpath` to the tree of what it says, and back.

mod parse;
pub mod syntax;
mod write;

pub use parse::{Parsed, dots_quoted};
pub use syntax::{XPath, node_words};
pub use write::{spell_tag, spell_text, spell_whole_tag};
