//! The steps of a rule that work on values: filters, which choose or convert them, and conditions, which judge them.

mod condition;
mod filter;
mod scope;
mod shown;
mod stopped;

pub use condition::{
    Compiled, Condition, ConditionContext, ConditionFault, Judgement, METHODS, Method, NO_METHOD, Needed, Signs,
    Verdict,
};
pub(crate) use condition::{method_without_quotes, python_values};
pub use filter::{Choice, Citations, FUNCTIONS, Filter, FilterContext, Function, Halt, limit_problem};
pub use scope::Scope;
pub use stopped::{Stopped, Work};

pub use crate::script::Parameter;
use crate::text::Fault;

/// How a collection or a function is marked where a rule names one.
const MARK: &str = "artfunc_";

/// A fault that suggests a function, with `mark` before the function's name: as a rule writes it there.
fn with_mark(fault: Fault, mark: &str) -> Fault {
    match fault.meant.as_ref().map(|meant| format!("{mark}{meant}")) {
        Some(meant) => fault.meant(meant),
        None => fault,
    }
}
