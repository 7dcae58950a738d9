//! The compiled form of a condition.

use assay_script::{Expression, Function};
use assay_store::CollectionId;

use super::compare::ValueComparison;
use super::one_of::OneOf;
use crate::Parameter;

/// The compiled form of a method and its parameters. `expected` is false for the opposite method.
#[derive(Clone, Debug)]
pub(super) enum ConditionTest {
    /// Each value is truthy, or falsy.
    Exist { expected: bool },
    /// Each value is in a collection, or is not.
    InCollection { expected: bool, name: String, collection: CollectionId },
    /// Each value is in a list, or is not.
    InList { expected: bool, list: OneOf },
    /// There is at least one value, or there is no value.
    Some { expected: bool },
    /// No value occurs twice.
    Unique,
    /// The comparison is true for each value.
    Compare(ValueComparison),
    /// The expression is true for each value.
    Satisfy(Expression),
    /// The function returns no value. It gets the whole condition as written.
    Function { function: Function, condition: Vec<Parameter> },
}
