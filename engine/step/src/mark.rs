//! How rules mark that they name a collection or a function.

use assay_document::text::Fault;

/// How a collection or a function is marked where a rule names one.
pub(super) const MARK: &str = "artfunc_";

/// A fault that suggests a function, with `mark` before the function's name: as a rule writes it there.
pub(super) fn with_mark(fault: Fault, mark: &str) -> Fault {
    match fault.meant.as_ref().map(|meant| format!("{mark}{meant}")) {
        Some(meant) => fault.meant(meant),
        None => fault,
    }
}
