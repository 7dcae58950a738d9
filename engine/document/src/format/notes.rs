//! The notes of a reader about a well-formed document.

use super::Repeats;
use crate::text::Fault;

/// The notes of a reader about a well-formed document: warnings, repeated keys, and comments for the checker.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Notes {
    /// The first place of a file that needs more than the JSON that its name promises: a warning, in bytes of the text.
    pub lenient: Option<Fault>,
    /// The first escape of JSON that is half a character, read as U+FFFD: a warning, in bytes of the text.
    pub lone_surrogate: Option<Fault>,
    /// Keys that their mappings or objects have already.
    pub repeated: Repeats,
    /// True if it has comments that are meant for the checker: see [`remark`](super::remark).
    pub has_remarks: bool,
}

impl Notes {
    /// All warnings; repeated keys are none.
    pub fn warnings(self) -> impl Iterator<Item = Fault> {
        self.lenient.into_iter().chain(self.lone_surrogate)
    }
}
