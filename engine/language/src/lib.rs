//! The language of rules: parses extractions, patterns and expressions, and reports the places of their errors.
//!
//! A separate crate, because it is compiled for size: an extraction is parsed once and applied to many documents.
//!
//! Pure Rust: no clock, no file system, no network.

mod accepted;
mod counted;
pub mod expression;
mod fault;
mod integer;
mod issue_code;
mod pattern;
pub mod patterns;
mod span;
mod special;
mod suggestion;
mod tag;
pub mod xpath;

pub use accepted::AcceptedProblems;
pub use counted::counted;
pub use fault::Fault;
pub use integer::{Integer, compare_with_float, divide_truncated};
pub use issue_code::{CodeFamily, CodeFlag, IssueCode};
pub use pattern::{BacktrackLimit, Groups, Pattern, SearchBudget, Steps, with_size_limit};
pub use patterns::Patterns;
pub use span::Span;
pub use special::{EntryFact, Needs, SPECIALS, Special, SpecialSpec};
pub use suggestion::nearest;
pub use tag::Tag;
