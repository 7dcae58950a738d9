//! What rules say in texts: extractions and patterns, from a text to what it means, and where in it something is wrong.
//!
//! A crate of its own because it is compiled for size: a text is read once, however many documents it is then asked of.
//!
//! Pure Rust: no clock, no file system, no network.

mod fault;
mod pattern;
pub mod patterns;
mod span;
mod special;
mod suggestion;
mod tag;
pub mod xpath;

pub use fault::Fault;
pub use pattern::{BacktrackLimit, Groups, Pace, Pattern, Steps, with_room};
pub use patterns::Patterns;
pub use span::Span;
pub use special::{EntryFact, Needs, SPECIALS, Special, SpecialSpec};
pub use suggestion::nearest;
pub use tag::Tag;
