//! The report of a run, and the formats in which it is shown.

#[macro_use]
mod forms;

mod about;
mod coverage;
mod excerpt;
mod finding;
mod findings;
mod fingerprint;
#[cfg(test)]
mod fixture;
mod format;
mod github;
mod hidden;
mod html;
mod json;
mod jsonl;
mod junit;
mod markdown;
mod markup;
mod packed;
mod places;
mod portions;
mod problem;
mod problem_code;
mod read;
mod report;
mod sarif;
#[cfg(feature = "schema")]
pub mod schema;
pub mod shape;
mod shard;
mod stats;
mod summary;
mod tested;
mod text;
mod trace;
mod uri;
mod wording;
mod written_notes;

pub use about::{About, REPEATED_KEY};
pub use assay_document::text::Value;
pub use coverage::{Coverage, WITHOUT_EXTENSION};
pub use excerpt::Excerpt;
pub use finding::{Finding, Related, Severity, Via};
pub use findings::{DocumentFindings, FindingCursor, Findings, Stored};
pub use format::{FORMATS, OutputFormat, ReportFile, Shown, UnknownFormat};
pub use hidden::{Hidden, HiddenReason};
pub use places::Places;
pub use portions::Rendering;
pub use problem::{Diagnostics, Problem};
pub use problem_code::ProblemCode;
pub use read::{ReadPlace, UnreadableReport};
pub use report::{Damaged, Report};
pub use shard::Shard;
pub use stats::{Reason, RuleState, RuleStats, Stats, Timing, Timings};
pub use summary::{Least, Summary};
pub use tested::{ExpectedFinding, TestReport, TestResult, TestState, TestSummary, TestedFile, Untested};
pub use text::{Style, render_remarks, rules_in_words};
pub use trace::{Fate, StepKind, Trace, TracePrint, TraceState, TraceStep, TracedValue};
