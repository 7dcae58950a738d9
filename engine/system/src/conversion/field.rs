//! The elements and attributes of a rule.

/// An element of a rule.
pub(super) struct RuleElement {
    /// Its tag.
    pub name: &'static str,
    /// The values that it accepts; empty if it accepts any text.
    pub takes: &'static str,
    /// Its place in the rule.
    pub slot: ElementSlot,
}

/// The place of an element in a rule.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum ElementSlot {
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
pub(super) const FIELDS: &[RuleElement] = &[
    RuleElement { name: "root", takes: "`true` or `false`", slot: ElementSlot::Root },
    RuleElement { name: "converter", takes: "", slot: ElementSlot::Converter },
    RuleElement { name: "converterParams", takes: "", slot: ElementSlot::Params },
    RuleElement { name: "noConversion", takes: "`true` or `false`", slot: ElementSlot::NoConversion },
    RuleElement { name: "sourcePattern", takes: "", slot: ElementSlot::SourcePattern },
    RuleElement { name: "sourceFormat", takes: "", slot: ElementSlot::SourceFormat },
    RuleElement { name: "pattern", takes: "", slot: ElementSlot::Head(Head::Pattern) },
    RuleElement { name: "name", takes: "", slot: ElementSlot::Head(Head::Name) },
    RuleElement { name: "import", takes: "", slot: ElementSlot::Head(Head::Import) },
];
