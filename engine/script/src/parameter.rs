//! The elements that a rule file may write in a `condition`.

/// An element of a `condition`, as its author typed it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Parameter {
    /// Nothing.
    Null,
    /// A boolean.
    Bool(bool),
    /// A number, as spelled.
    Number(String),
    /// A text, decoded.
    Text(String),
    /// A list.
    List(Vec<Parameter>),
    /// A mapping, which no condition takes.
    Map,
}

impl Parameter {
    /// Returns the kind of the element for messages, such as `a number`.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(_) => "a number",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Map => "a mapping",
        }
    }
}
