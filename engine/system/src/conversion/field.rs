//! The elements and attributes of a rule.

/// A field of a rule: an element with a value for the files that the rule matches.
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
    /// Returns the name of the field in results. Two fields together make the source.
    pub const fn result_name(self) -> &'static str {
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

/// The attribute with the pattern of a rule.
pub(super) const PATTERN: &str = "pattern";

/// The attributes of a rule: its pattern, its name, and the rule that it imports. They may be written as elements.
pub(super) const HEADS: [&str; 3] = [PATTERN, "name", "import"];
