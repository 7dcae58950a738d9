//! The elements of a `condition` in a rule file.

/// An element of a `condition`, as its author wrote it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Parameter {
    /// Null.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number, as spelled.
    Number(String),
    /// A string, decoded.
    Text(String),
    /// A list.
    List(Vec<Parameter>),
    /// A mapping, which is not allowed in a condition.
    Map,
}

impl Parameter {
    /// Returns the kind of the element for messages, such as `a number`.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Map => "a mapping",
        }
    }
}
