//! The prefix for names of collections and functions in rules.

use assay_document::text::Fault;

/// The prefix that marks the name of a collection or a function.
pub(super) const MARK: &str = "artfunc_";

/// Adds `mark` to the function that a fault suggests, as a rule has to write it.
pub(super) fn with_mark(fault: Fault, mark: &str) -> Fault {
    match fault.suggestion.as_ref().map(|meant| format!("{mark}{meant}")) {
        Some(suggestion) => fault.suggest(suggestion),
        None => fault,
    }
}
