//! Game definitions: their values after the base game and all mods, the file that set each value, and the problems with
//! them.
//!
//! Files of definitions belong to contexts; the base game is the first context. A [`Load`] reads them, with a
//! [`Schema`] if the project has one, merges definitions of the same builder type and id, and copies values that a
//! definition inherits. The kinds of fields that no schema describes are guessed from their use in all files. The
//! result is [`Definitions`].
//!
//! [`LibraryFunctions`](crate::LibraryFunctions) run the functions that a schema names: mergers and handlers.
//!
//! For rules, each definition is a virtual file, [`VirtualFile`](crate::VirtualFile), which records the file that set
//! each value.

mod arena;
mod collection;
mod copy;
mod draft;
mod duplicates;
mod entry;
mod explain;
mod fields;
mod handle;
mod infer;
mod keyed;
mod lint;
mod load;
mod merge;
mod namespace;
mod normalise;
mod note;
mod order;
mod project;
mod publish;
mod read;
mod schema;
mod script;
mod scripted;
mod set;
mod settle;
mod shape;
mod survey;
mod words;
mod write;
mod xsd;

pub use collection::MergedDefinitions;
pub use entry::DefinitionEntry;
pub use explain::{ExplainedField, Explanation, Setting};
pub use load::Load;
pub use note::{DefinitionDiagnostic, Diagnostic, Level};
pub use order::TypeOrder;
pub use project::{is_definitions, load_project};
pub use schema::Schema;
pub use set::{Definition, Definitions};
pub use survey::{Survey, Surveyed};
pub use write::{FOOT, HEAD};
pub use xsd::schema_of_xsd;

/// The JSON Schemas of the output about definitions, each with the name of its file.
#[cfg(feature = "schema")]
pub fn schemas() -> [(&'static str, schemars::Schema); 5] {
    use assay_report::schema::schema_of;
    [
        ("definition", schema_of::<DefinitionEntry<'static>>()),
        ("definition-diagnostic", schema_of::<DefinitionDiagnostic<'static>>()),
        ("definition-explanation", schema_of::<Explanation>()),
        ("definition-order", schema_of::<TypeOrder>()),
        ("definition-survey", schema_of::<Survey<'static>>()),
    ]
}

#[cfg(test)]
mod tests;
