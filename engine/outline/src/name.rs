//! The names of nodes and attributes.

/// A name of nodes or attributes.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Name {
    /// The name as written, including its prefix.
    pub written: String,
    /// The name in the syntax of `xpath`.
    pub step: String,
    /// The name in the syntax of `xpath`, distinguished from equal names with other prefixes.
    pub(super) whole_step: String,
}
