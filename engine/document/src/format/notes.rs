//! The notes of a reader about a well-formed document.

use super::Repeats;
use crate::text::Fault;

/// The notes of a reader about a well-formed document: warnings, repeated keys, and comments for the checker.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct Notes {
    /// The warning for the first place that is not in the JSON dialect that the file name promises, in bytes of the
    /// text.
    pub lenient: Option<Fault>,
    /// The warning for the first JSON escape that is half of a surrogate pair, and is read as U+FFFD, in bytes of the
    /// text.
    pub lone_surrogate: Option<Fault>,
    /// Keys that their mappings or objects already have.
    pub repeated: Repeats,
    /// True if the document has comments for the checker, see [`remark`](super::remark).
    pub has_remarks: bool,
}

impl Notes {
    /// Returns all warnings. They do not include repeated keys.
    pub fn warnings(self) -> impl Iterator<Item = Fault> {
        self.lenient.into_iter().chain(self.lone_surrogate)
    }
}
