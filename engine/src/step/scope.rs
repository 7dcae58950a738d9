//! What filters and conditions may name.

use crate::script::{Host, Program};
use crate::store::CollectionNames;

/// What the filters and the condition of one rule may name.
#[derive(Clone, Copy)]
pub struct Scope<'s> {
    /// The collections.
    pub names: &'s CollectionNames,
    /// What expressions are compiled by.
    pub host: &'s Host,
    /// The functions that the rule can call, those of libraries included; `None` when it has none.
    pub program: Option<&'s Program>,
}
