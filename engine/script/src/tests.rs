//! Programs and expressions as the crate for rules uses them.

mod comparisons;
mod conditions;
mod errors;
mod expressions;
mod filters;
mod hostile;
mod scopes;
