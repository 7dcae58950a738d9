//! Errors in conditions, and warnings about them.

use assay_document::text::Fault;
use thiserror::Error;

/// An error in one element of a condition, or a warning about it.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{fault}")]
pub struct ConditionFault {
    /// The index of the element; 0 is the name of the method, [`ConditionFault::WHOLE`] means all elements.
    pub parameter: usize,
    /// The error or warning; its span is in bytes of the element's string, or at 0 if the element is not a string.
    pub fault: Fault,
}

impl ConditionFault {
    /// The index that means the whole list.
    pub const WHOLE: usize = usize::MAX;
}

/// Returns a fault in the element at an index.
pub(super) fn fault_at(parameter: usize, fault: Fault) -> ConditionFault {
    ConditionFault { parameter, fault }
}
