//! The elements and attributes of a rule.

/// An element of a rule.
pub(super) struct Field {
    /// Its tag.
    pub name: &'static str,
    /// The values that it accepts; empty if it accepts any text.
    pub takes: &'static str,
    /// Its place in the rule.
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
    /// A property that may also be an attribute of the rule.
    Head(Head),
}

/// An attribute of a rule, which may also be an element of it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Head {
    /// Which paths the rule is about.
    Pattern,
    /// The name by which other rules import this one.
    Name,
    /// The name of the rule that this one imports.
    Import,
}

/// The attributes of a rule.
pub(super) const HEADS: [(&str, Head); 3] =
    [("pattern", Head::Pattern), ("name", Head::Name), ("import", Head::Import)];

/// The elements of a rule.
pub(super) const FIELDS: &[Field] = &[
    Field { name: "root", takes: "`true` or `false`", slot: Slot::Root },
    Field { name: "converter", takes: "", slot: Slot::Converter },
    Field { name: "converterParams", takes: "", slot: Slot::Params },
    Field { name: "noConversion", takes: "`true` or `false`", slot: Slot::NoConversion },
    Field { name: "sourcePattern", takes: "", slot: Slot::SourcePattern },
    Field { name: "sourceFormat", takes: "", slot: Slot::SourceFormat },
    Field { name: "pattern", takes: "", slot: Slot::Head(Head::Pattern) },
    Field { name: "name", takes: "", slot: Slot::Head(Head::Name) },
    Field { name: "import", takes: "", slot: Slot::Head(Head::Import) },
];
