//! Kinds of values: what a field with one value holds.

/// What one value is. None of them is merged part by part.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(in crate::system::definition) enum ValueKind {
    /// Any text, an enum's name or a reference.
    Text,
    Number,
    Int,
    Bool,
    Flags,
    Path,
    /// A reference by name or by id.
    Ref,
    Id,
    /// The name of a type, with or without prefix.
    TypeName,
    Time,
    Color,
    Hsv,
    /// So many numbers.
    Vector(u8),
    Range,
}

impl ValueKind {
    /// All of them, by the words of schemas.
    pub const NAMES: [(&'static str, Self); 15] = [
        ("text", Self::Text),
        ("number", Self::Number),
        ("int", Self::Int),
        ("bool", Self::Bool),
        ("enum", Self::Text),
        ("flags", Self::Flags),
        ("path", Self::Path),
        ("ref", Self::Ref),
        ("id", Self::Id),
        ("typename", Self::TypeName),
        ("time", Self::Time),
        ("color", Self::Color),
        ("hsv", Self::Hsv),
        ("vector", Self::Vector(3)),
        ("range", Self::Range),
    ];

    /// The kind of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMES.into_iter().find(|(known, _)| *known == name).map(|(_, kind)| kind)
    }

    /// The names of its parts, attributes and elements alike; none when it is one text.
    pub const fn parts(self) -> &'static [&'static str] {
        match self {
            Self::Time => &["Days", "Hours", "Minutes", "Seconds", "Milliseconds"],
            Self::Color => &["Hex", "R", "G", "B", "A"],
            Self::Hsv => &["H", "S", "V"],
            Self::Vector(_) => &["x", "y", "z", "w", "X", "Y", "Z", "W"],
            Self::Range => &["Min", "Max"],
            Self::Id => &["Type", "Subtype", "TypeId", "SubtypeId"],
            _ => &[],
        }
    }
}
