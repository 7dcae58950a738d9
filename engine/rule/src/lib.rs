//! Rules: reads rule files, and compiles them for the checker.
//!
//! A rule file is read into a tree with positions (`document`). The tree is converted to rules as written (`file`,
//! `read`, `spec`), which are then compiled (`compile`). Problems have a line, a column and an excerpt with a caret. A
//! rule with a problem is left out; the other rules are used.

mod always_true;
mod apply;
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
mod library_store;
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
pub use rule::{FilteredExtraction, Rule, SelectedFiles};
pub use rule_file::RuleFile;
pub use rule_test::{Expected, ExpectedProblem, RuleTest, TestFile};
pub use set::RuleSet;
pub use settings::{FileOverride, FileSeverity, ParameterSetting, RuleChoice, RuleSettings};
pub use spec::FileScope;
#[cfg(feature = "schema")]
pub use vocabulary::schemas;
pub use vocabulary::{Word, WordKind, vocabulary};
