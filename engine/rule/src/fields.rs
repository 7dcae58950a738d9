//! The fields of a rule: one table for the reader, its suggestions and the documentation.

use super::document::Lenience;

/// One field that a rule may have.
pub struct Field {
    /// The name, in any letter case.
    pub name: &'static str,
    /// The requirement level of the field.
    pub need: FieldNeed,
    /// The kind of value that the field holds.
    pub kind: RuleFieldKind,
    /// The description of the field for documentation and messages, in one sentence.
    pub doc: &'static str,
}

/// The requirement level of a field: the effect if it is missing.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum FieldNeed {
    /// A missing field is a problem.
    Required,
    /// A missing field is a warning.
    Expected,
    /// The field may be left out.
    Optional,
}

/// The kind of value that a field holds.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum RuleFieldKind {
    /// A string.
    Text,
    /// A list.
    List,
    /// `true` or `false`.
    Flag,
    /// A string or a list of strings, shown and never evaluated.
    Shown,
}

impl RuleFieldKind {
    /// Returns the kind for messages, such as `a string`.
    pub const fn expectation(self) -> &'static str {
        match self {
            Self::Text => "a string",
            Self::List => "a list",
            Self::Flag => "`true` or `false`",
            Self::Shown => "a string or a list of strings",
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
            "the severity of findings: `error` (the default), `warning`, `info` or `hint`",
        ),
        field("enabled", Optional, Flag, "`false` switches the rule off; its other fields are then not read"),
        field("description", Optional, Shown, "what the rule checks"),
        field("why", Optional, Shown, "why it matters"),
        field(
            "message",
            Optional,
            Text,
            "the message of a finding, with the placeholders `{value}`, `{path}`, `{rule}`, `{expected}`, `{line}` and the names of a record",
        ),
        field("url", Optional, Shown, "a link to more information"),
        field("tags", Optional, Shown, "words to group rules by"),
        field("author", Optional, Shown, "who wrote it"),
        field("since", Optional, Shown, "the version or date since which it applies"),
        field("fixable", Optional, Shown, "whether a tool can repair the findings"),
        field(
            "rpath",
            Required,
            Text,
            "the files that are checked: a regular expression, searched in `/` + path, or `artfunc_` and a collection",
        ),
        field("not_rpath", Optional, Text, "those of these files that are not checked: a regular expression"),
        field(
            "xpath",
            Required,
            Text,
            "the values that are extracted from each file, such as `*/Items/Item.Type==Texture,GUID`",
        ),
        field(
            "filter",
            Optional,
            Text,
            "the values that are kept: a regular expression, or `artfunc_` and a function that converts them",
        ),
        field("not_filter", Optional, Text, "the values that are dropped: a regular expression"),
        field("subxpath", Optional, Text, "the values that are extracted from the files that the first values name"),
        field("subfilter", Optional, Text, "the values of `subxpath` that are kept, like `filter`"),
        field(
            "condition",
            Required,
            List,
            "the test that each value must pass: a list of a method and its parameters, such as `[\"<=\", 5000]`",
        ),
        field("func_str", Optional, Text, "functions of this rule, for `filter`, `subfilter` and `condition`"),
    ]
};

const fn field(name: &'static str, need: FieldNeed, kind: RuleFieldKind, doc: &'static str) -> Field {
    Field { name, need, kind, doc }
}

impl Field {
    /// Returns the field of that name, in any letter case.
    pub fn named(name: &str) -> Option<&'static Self> {
        FIELDS.iter().find(|field| field.name.eq_ignore_ascii_case(name))
    }

    /// Returns true if a step of the rule reads the field. The other fields name the rule, set its severity or describe
    /// it.
    pub(super) fn is_step(&self) -> bool {
        matches!(self.kind, RuleFieldKind::Text | RuleFieldKind::List)
            && !matches!(self.name, "name" | "severity" | "message")
    }
}

/// Returns the leniency of the YAML reader for the value of a key; `None` if `key` is not a field or its value is a
/// flag.
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
    fn letter_case_is_ignored() {
        assert_eq!(Field::named("XPath").map(|field| (field.name, field.kind)), Some(("xpath", RuleFieldKind::Text)));
        assert_eq!(lenience("Condition"), Some(Lenience::Method));
        assert_eq!(lenience("enabled"), None);
    }
}
