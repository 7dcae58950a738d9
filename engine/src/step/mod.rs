//! The steps of a rule that work on values: filters, which choose or convert them, and conditions, which judge them.

mod condition;
mod filter;
mod parameter;
mod shown;

pub use condition::{Compiled, Condition, ConditionFault, Judgement, METHODS, Method, Verdict};
pub use filter::{Citations, FUNCTIONS, Filter, FilterContext, Function};
pub use parameter::Parameter;

/// How a collection or a function is marked where a rule names one.
const MARK: &str = "artfunc_";
