//! The elements and attributes of a rule.

/// A field of a rule: an element that says something of the files that the rule matches.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Field {
    Root,
    Converter,
    Params,
    NoConversion,
    SourcePattern,
    SourceFormat,
}

impl Field {
    /// Returns the name of the field in results: a source comes of two fields.
    pub const fn said_as(self) -> &'static str {
        match self {
            Self::Root => "root",
            Self::Converter => "converter",
            Self::Params => "params",
            Self::NoConversion => "noConversion",
            Self::SourcePattern | Self::SourceFormat => "source",
        }
    }
}

/// The fields by their tags, in the order of the variants.
pub(super) const FIELDS: [(&str, Field); 6] = [
    ("root", Field::Root),
    ("converter", Field::Converter),
    ("converterParams", Field::Params),
    ("noConversion", Field::NoConversion),
    ("sourcePattern", Field::SourcePattern),
    ("sourceFormat", Field::SourceFormat),
];

/// The attribute that says which paths a rule is about.
pub(super) const PATTERN: &str = "pattern";

/// The attributes of a rule, which may also be elements of it: its pattern, the name by which other rules import it,
/// and the name of the rule that it imports.
pub(super) const HEADS: [&str; 3] = [PATTERN, "name", "import"];
