//! The names that filters and conditions can use.

use assay_script::{Host, Program};
use assay_store::CollectionNames;

/// The names that the filters and the condition of one rule can use.
#[derive(Clone, Copy)]
pub struct Scope<'s> {
    /// The collections.
    pub names: &'s CollectionNames,
    /// The host that compiles expressions.
    pub host: &'s Host,
    /// The functions that the rule can call, including those of libraries; `None` if it has none.
    pub program: Option<&'s Program>,
}
