//! What a rule may say.

/// An element of a rule.
pub(super) struct Field {
    /// Its tag.
    pub name: &'static str,
    /// What it holds, when that is not any text.
    pub takes: &'static str,
    /// Its place.
    pub slot: Slot,
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
pub(super) const FIELDS: &[Field] = &[
    Field { name: "root", takes: "`true` or `false`", slot: Slot::Root },
    Field { name: "converter", takes: "", slot: Slot::Converter },
    Field { name: "converterParams", takes: "", slot: Slot::Params },
    Field { name: "noConversion", takes: "nothing, `true` or `false`", slot: Slot::NoConversion },
    Field { name: "sourcePattern", takes: "", slot: Slot::SourcePattern },
    Field { name: "sourceFormat", takes: "", slot: Slot::SourceFormat },
];
