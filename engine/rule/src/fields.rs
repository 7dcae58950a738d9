//! The fields of a rule: one table that the reader, its suggestions and the documentation share.

use super::document::Lenience;

/// One field that a rule may have.
pub struct Field {
    /// Its name; letter case does not count.
    pub name: &'static str,
    /// The requirement level of the field.
    pub need: FieldNeed,
    /// The kind of value that the field holds.
    pub kind: RuleFieldKind,
    /// The description of the field for documentation and messages, in one sentence.
    pub doc: &'static str,
}

/// The requirement level of a field: the effect if a rule lacks it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FieldNeed {
    /// A rule without it is a problem.
    Required,
    /// A rule without it is a warning.
    Expected,
    /// May be left out.
    Optional,
}

/// The kind of value that a field holds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RuleFieldKind {
    /// One text.
    Text,
    /// A list.
    List,
    /// `true` or `false`.
    Flag,
    /// A text or a list of texts, shown and never evaluated.
    Shown,
}

impl RuleFieldKind {
    /// The kind for messages: `a text`.
    #[must_use]
    pub const fn expected(self) -> &'static str {
        match self {
            Self::Text => "a text",
            Self::List => "a list",
            Self::Flag => "`true` or `false`",
            Self::Shown => "a text or a list of texts",
        }
    }
}

/// Every field, in the order in which rules are commonly written.
pub const FIELDS: &[Field] = {
    use FieldNeed::{Expected, Optional, Required};
    use RuleFieldKind::{Flag, List, Shown, Text};
    &[
        field("name", Expected, Text, "the unique name of the rule, best in `a-z0-9-`"),
        field(
            "severity",
            Optional,
            Text,
            "how much a finding matters: `error` (when left out), `warning`, `info` or `hint`",
        ),
        field("enabled", Optional, Flag, "`false` switches the rule off; it is not even looked at then"),
        field("description", Optional, Shown, "what the rule checks"),
        field("why", Optional, Shown, "why it matters"),
        field(
            "message",
            Optional,
            Text,
            "what a finding says, with `{value}`, `{path}`, `{rule}`, `{expected}`, `{line}` and the names of a record",
        ),
        field("url", Optional, Shown, "where more is written about it"),
        field("tags", Optional, Shown, "words to group rules by"),
        field("author", Optional, Shown, "who wrote it"),
        field("since", Optional, Shown, "since when it holds"),
        field("fixable", Optional, Shown, "whether a tool can mend what it finds"),
        field(
            "rpath",
            Required,
            Text,
            "which files are checked: a regular expression, searched in `/` + path, or `artfunc_` and a collection",
        ),
        field("not_rpath", Optional, Text, "which of these files are not checked: a regular expression"),
        field("xpath", Required, Text, "what is extracted from each file, such as `*/Items/Item.Type==Texture,GUID`"),
        field(
            "filter",
            Optional,
            Text,
            "which values go on: a regular expression, or `artfunc_` and a function that converts them",
        ),
        field("not_filter", Optional, Text, "which values are dropped: a regular expression"),
        field("subxpath", Optional, Text, "what is extracted from the files that the values name"),
        field("subfilter", Optional, Text, "which of these values go on, like `filter`"),
        field(
            "condition",
            Required,
            List,
            "what must hold: a list of a method and its parameters, such as `[\"<=\", 5000]`",
        ),
        field("func_str", Optional, Text, "functions of this rule, for `filter`, `subfilter` and `condition`"),
    ]
};

const fn field(name: &'static str, need: FieldNeed, kind: RuleFieldKind, doc: &'static str) -> Field {
    Field { name, need, kind, doc }
}

impl Field {
    /// The field of that name, in any letter case.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        FIELDS.iter().find(|field| field.name.eq_ignore_ascii_case(name))
    }

    /// Whether a step of the rule reads it: the rest names the rule, grades it and describes it.
    pub(super) fn is_step(&self) -> bool {
        matches!(self.kind, RuleFieldKind::Text | RuleFieldKind::List)
            && !matches!(self.name, "name" | "severity" | "message")
    }
}

/// Returns the leniency of the YAML reader for the value of a key; `None` if `key` is no field or its value is a flag.
pub(super) fn lenience(key: &str) -> Option<Lenience> {
    let field = Field::named(key)?;
    match field.kind {
        RuleFieldKind::Text | RuleFieldKind::Shown => Some(Lenience::Text),
        RuleFieldKind::List => Some(Lenience::Method),
        RuleFieldKind::Flag => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{FIELDS, Field, FieldNeed, Lenience, RuleFieldKind, lenience};

    #[test]
    fn names_are_unique_and_in_lower_case() {
        for (at, field) in FIELDS.iter().enumerate() {
            assert_eq!(field.name, field.name.to_lowercase());
            assert!(FIELDS[..at].iter().all(|other| other.name != field.name), "{}", field.name);
        }
    }

    #[test]
    fn every_field_is_documented() {
        for field in FIELDS {
            assert!(field.doc.len() > 10 && !field.doc.ends_with('.'), "{}", field.name);
        }
    }

    #[test]
    fn three_fields_are_required() {
        let required: Vec<&str> =
            FIELDS.iter().filter(|field| field.need == FieldNeed::Required).map(|field| field.name).collect();
        assert_eq!(required, ["rpath", "xpath", "condition"]);
    }

    #[test]
    fn letter_case_does_not_count() {
        assert_eq!(Field::named("XPath").map(|field| (field.name, field.kind)), Some(("xpath", RuleFieldKind::Text)));
        assert_eq!(lenience("Condition"), Some(Lenience::Method));
        assert_eq!(lenience("enabled"), None);
    }
}
