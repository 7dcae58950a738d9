//! The checker core of Assay: rules over documents.
//!
//! Pure Rust: no clock, no file system, no network. A host passes paths and bytes and gets a report. Each room is a
//! crate; this crate is their common front door and exports the items that hosts call. It exports all of documents and
//! systems, because hosts show everything in them.

pub use assay_document::{extract, format, source, text};
pub use assay_system as system;

/// Checks rules × documents.
pub mod check {
    pub use assay_check::{
        AtTest, Batch, BlockMerge, Blocks, BuiltIndex, Checker, IndexMerge, Outcome, Run, RunShard, SavedBlock,
        TestOptions, Unexplained, Unmergeable, Worker, check, merge, process_batch, run_tests, trace,
    };
}

/// Reads the configuration of a project.
pub mod config {
    #[cfg(feature = "schema")]
    pub use assay_config::schemas;
    pub use assay_config::{
        Baseline, Config, ConfigKey, KEYS, KeyTakes, LEVEL_OFF, MAX_COUNT, ProjectFolders, baseline_of, project_of,
    };
}

/// Lists the nodes of a document for people.
pub mod outline {
    pub use assay_outline::{NONE, Outline, OutlineKind, ValueKind, XPaths};
}

/// Writes reports, and reads them back.
pub mod report {
    #[cfg(feature = "schema")]
    pub use assay_report::schema;
    pub use assay_report::{
        Damaged, Diagnostics, FORMATS, Fate, Finding, Findings, Least, OutputFormat, Problem, ProblemCode, Reason,
        Rendering, Report, RuleState, Severity, StepKind, Style, TestReport, Trace, UnknownFormat, UnreadableReport,
        Value, render_remarks, rules_in_words, shape,
    };
}

/// Reads rule files, and migrates those of version 1.
pub mod rule {
    #[cfg(feature = "schema")]
    pub use assay_rule::schemas;
    pub use assay_rule::{
        FIELDS, Field, FieldNeed, KEYS, Migration, Note, NoteKind, RuleChoice, RuleFieldKind, RuleFile, RuleSet,
        RuleSettings, catalog, migrate, refusal, vocabulary,
    };
}

/// Runs scripts and expressions within limits.
pub mod script {
    pub use assay_script::{Element, Expression, Host, LimitSetting, Limits, SETTINGS, Tree, Unsettable, read_tree};
}

/// Names the collections that rules can use.
pub mod store {
    pub use assay_store::CollectionNames;
}

/// Reads and writes zip archives.
pub mod zip {
    pub use assay_zip::{Archive, ArchiveLimits, CompressionMethod, Unpacker, ZipFault};
}
