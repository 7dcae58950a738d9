//! What a rule may say.

/// An element of a rule.
pub struct Field {
    /// Its tag.
    pub name: &'static str,
    /// Whether it makes its rule one of built files.
    pub is_of_built: bool,
    /// What it holds.
    pub takes: &'static str,
    /// What it says.
    pub doc: &'static str,
    pub(super) slot: Slot,
}

/// The place of an element in a rule.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Slot {
    Root,
    Converter,
    Params,
    NoConversion,
    SourcePattern,
    SourceFormat,
}

/// The elements of a rule.
pub const FIELDS: &[Field] = &[
    Field {
        name: "root",
        is_of_built: false,
        takes: "`true` or `false`",
        doc: "whether the file is converted for its own sake, and not only because another one needs it",
        slot: Slot::Root,
    },
    Field {
        name: "converter",
        is_of_built: false,
        takes: "a name",
        doc: "what builds the file; a file with a converter is an asset",
        slot: Slot::Converter,
    },
    Field {
        name: "converterParams",
        is_of_built: false,
        takes: "a text",
        doc: "what the converter is called with",
        slot: Slot::Params,
    },
    Field {
        name: "noConversion",
        is_of_built: false,
        takes: "nothing, `true` or `false`",
        doc: "the file is not converted, whatever else is said; `false` takes that back",
        slot: Slot::NoConversion,
    },
    Field {
        name: "sourcePattern",
        is_of_built: true,
        takes: "a regular expression",
        doc: "what is replaced in the path of a built file to get its source",
        slot: Slot::SourcePattern,
    },
    Field {
        name: "sourceFormat",
        is_of_built: true,
        takes: "a text, with `$1`, `${1}` or `\\1` for groups",
        doc: "what stands in the source's path instead",
        slot: Slot::SourceFormat,
    },
];
