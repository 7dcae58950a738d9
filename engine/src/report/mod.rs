//! What a run returns, and how it is shown.

mod excerpt;
mod finding;
mod problem;
mod value;

pub use excerpt::Excerpt;
pub use finding::{Finding, Related, Severity, Via};
pub use problem::{Diagnostics, Problem};
pub use value::Value;
