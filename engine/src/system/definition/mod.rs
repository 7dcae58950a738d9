//! Definitions: what each is after the base game and all mods, which file set which field, and what is wrong with them.
//!
//! Files of definitions come by contexts, the base game first. A [`Load`] reads them, by a [`Schema`] where there is one,
//! merges what has the same builder type and id, and copies what definitions take over from others. Of fields that no
//! schema names it finds out what they are by how all files use them. What comes out is [`Definitions`].
//!
//! For rules, each is a file that stands in no folder, [`Published`], and names the file that set each value.
//!
//! Not here yet: handlers and mergers in scripts.

mod arena;
mod copy;
mod draft;
mod duplicates;
mod explain;
mod fields;
mod infer;
mod keyed;
mod lint;
mod load;
mod merge;
mod normalise;
mod note;
mod order;
mod project;
mod publish;
mod read;
mod schema;
mod set;
mod settle;
mod shape;
mod words;
mod write;
mod xsd;

pub use explain::{ExplainedField, Explanation, Setting};
pub use load::Load;
pub use note::{Diagnostic, Level, text as source_text};
pub use order::TypeOrder;
pub use project::{is_of_definitions, load_project};
pub use publish::{FOLDER, Published};
pub use schema::Schema;
pub use set::{Definition, Definitions};
pub use xsd::schema_of_xsd;

#[cfg(test)]
mod tests;
