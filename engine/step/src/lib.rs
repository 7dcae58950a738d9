//! The steps of a rule that work on values: filters select or convert them, and conditions judge them.

mod condition;
mod filter;
mod mark;
mod scope;
mod shown;
mod stopped;

pub use condition::{
    Compiled, Condition, ConditionContext, ConditionFault, Judgement, METHODS, Method, NO_METHOD, Needed, Signs,
    Verdict, method_without_quotes, python_values,
};
pub use filter::{Choice, Citations, FUNCTIONS, Filter, FilterContext, FilterFunction, FilterHalt, limit_problem};
pub use scope::Scope;
pub use stopped::{StoppedScript, Work};

pub use assay_script::Parameter;
