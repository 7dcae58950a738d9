//! The names of nodes and attributes.

/// A name that nodes or attributes have.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Name {
    /// As written, prefix included.
    pub written: String,
    /// As an `xpath` spells it.
    pub step: String,
    /// As an `xpath` spells it to distinguish it from equal names with other prefixes.
    pub(super) whole_step: String,
}
