//! Rules: from a rule file to what the checker runs.
//!
//! A rule file becomes a tree with places (`document`), the tree rules as their author wrote them (`file`, `read`,
//! `spec`), and these are compiled (`compile`). Whatever is wrong on the way is said with line, column and a caret,
//! and only the rule concerned is left out.

mod apply;
mod blind;
mod calls;
mod catalog;
mod collection;
mod compile;
pub mod document;
mod fields;
mod file;
mod file_text;
mod fill;
mod functions;
mod known_collections;
mod loader;
mod message;
mod migrate;
#[cfg(test)]
mod mistakes;
mod overrides;
mod pack;
mod parameter;
mod path;
mod read;
mod rule;
mod rule_file;
mod rule_test;
mod scripts;
mod set;
mod settings;
mod shelf;
mod spec;
mod units;
mod vocabulary;

pub use catalog::{CatalogPack, CatalogParameter, CatalogRule, catalog};
pub use collection::{AssetPaths, CollectionOrigin, RuleCollection};
pub use fields::{FIELDS, Field, FieldNeed, RuleFieldKind};
pub use file::{KEYS, RuleFileKey};
pub use file_text::{FileText, Site};
pub use message::{Message, MessageFacts, PLACEHOLDERS};
pub use migrate::{Migration, Note, NoteKind, migrate, refusal};
pub use overrides::{Override, SwitchedOff};
pub use pack::is_pack;
pub use parameter::ParameterValue;
pub use rule::{Rule, SelectedFiles, Sub};
pub use rule_file::RuleFile;
pub use rule_test::{Expected, ExpectedProblem, RuleTest, TestFile};
pub use set::RuleSet;
pub use settings::{FileOverride, FileSeverity, ParameterSetting, RuleChoice, RuleSettings};
pub use spec::FileScope;
#[cfg(feature = "schema")]
pub use vocabulary::schemas;
pub use vocabulary::{Word, WordKind, vocabulary};
