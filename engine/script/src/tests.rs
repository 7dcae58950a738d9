//! Programs and expressions as the rule room uses them.

mod comparisons;
mod conditions;
mod errors;
mod expressions;
mod filters;
mod hostile;
mod scopes;
