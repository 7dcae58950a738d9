//! Finds conditions that no value can fail, or none of the values that were checked. A rule with such a condition never
//! reports anything.

use assay_document::extract::{ValueId, Values};
use assay_store::{CollectionId, ListId};
use serde::{Deserialize, Serialize};

use super::Condition;
use super::compare::number_of;
use super::taken_literally::{begins_as_pattern, has_glob, has_question};
use super::test::ConditionTest;
use crate::shown;

/// A set of properties that a value needs in order to fail a condition. Most conditions need none of them.
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Signs(u8);

impl Signs {
    /// No property.
    pub const NONE: Self = Self(0);
    /// The value is not a finite number.
    const NO_NUMBER: Self = Self(1);
    /// The value begins or ends with white space.
    pub const EDGES: Self = Self(2);
    /// The value contains a `*`.
    const STAR: Self = Self(4);
    /// The value begins with `^`.
    const CARET: Self = Self(8);
    /// The value contains a `?`.
    const QUESTION: Self = Self(16);

    /// Returns the properties of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the properties of a string that values of documents rarely have.
    fn of_text(text: &str) -> Self {
        let glob = if has_glob(text) { Self::STAR } else { Self::default() };
        let question = if has_question(text) { Self::QUESTION } else { Self::default() };
        let pattern = if begins_as_pattern(text) { Self::CARET } else { Self::default() };
        let edges = if has_edges(text) { Self::EDGES } else { Self::default() };
        glob.and(question).and(pattern).and(edges)
    }
}

/// Sets of properties. A value can fail a condition only if it has all properties of at least one set. If the list is
/// empty, no value can fail.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Needed(Vec<Signs>);

impl Needed {
    /// Returns true if at least one of the values with these properties may fail.
    pub fn may_be_among(&self, came: Signs) -> bool {
        self.0.iter().any(|needed| came.has(*needed))
    }

    /// Returns true if the values of one file show that no value can fail: values of other files may be other than numbers,
    /// or begin with white space.
    pub fn is_shown_by_one_file(&self) -> bool {
        let depends_on_others = |needed: &Signs| needed.0 & (Signs::NO_NUMBER.0 | Signs::EDGES.0) != 0;
        !self.0.iter().any(depends_on_others)
    }

    /// Returns true if no value at all can fail.
    pub const fn is_never(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the needed properties that at least one of the values has.
    pub fn properties_of(&self, values: &Values, list: &[ValueId]) -> Signs {
        let required = self.0.iter().fold(Signs::default(), |all, needed| all.and(*needed));
        list.iter().fold(Signs::default(), |properties, &id| {
            // Once all are found, the other values need not be read.
            if properties == required { properties } else { properties.and(properties_of_value(values, id, required)) }
        })
    }
}

fn properties_of_value(values: &Values, id: ValueId, required: Signs) -> Signs {
    let text = values.as_text(id).unwrap_or_default();
    let is_finite = || number_of(values, id).is_some_and(|number| number.to_f64().is_finite());
    let properties = [
        // Parsing a number takes longer than the other tests, so it is done only if the answer matters.
        (Signs::NO_NUMBER, required.has(Signs::NO_NUMBER) && !is_finite()),
        (Signs::EDGES, has_edges(text)),
        (Signs::STAR, text.contains('*')),
        (Signs::CARET, text.starts_with('^')),
        (Signs::QUESTION, text.contains('?')),
    ];
    properties.into_iter().filter(|(_, has)| *has).fold(Signs::default(), |all, (property, _)| all.and(property))
}

/// Returns true if a string begins or ends with white space that is trimmed from the text of an XML node.
fn has_edges(text: &str) -> bool {
    let is_blank = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n');
    text.trim_matches(is_blank).len() < text.len() && !text.trim().is_empty()
}

impl Condition {
    /// Returns the properties that a value needs in order to fail; `None` if ordinary values can fail. `own` returns the
    /// elements of a collection that the rule file lists.
    pub fn needed_to_fail<'e>(&self, own: impl FnOnce(ListId) -> Option<&'e [String]>) -> Option<Needed> {
        let texts: Vec<&str> = match &self.test {
            ConditionTest::InCollection { expected: false, collection: CollectionId::Own(list), .. } => {
                own(*list)?.iter().map(String::as_str).collect()
            }
            ConditionTest::InList { expected: false, list } => match list.strings()? {
                (texts, false) => texts,
                (_, true) => return None,
            },
            ConditionTest::Compare(comparison) if comparison.allows_all_numbers() => {
                return Some(Needed(vec![Signs::NO_NUMBER]));
            }
            ConditionTest::Compare(comparison) => vec![comparison.failing_string()?],
            ConditionTest::InCollection { .. }
            | ConditionTest::InList { expected: true, .. }
            | ConditionTest::Exist { .. }
            | ConditionTest::Some { .. }
            | ConditionTest::Unique
            | ConditionTest::Satisfy(_)
            | ConditionTest::Function { .. } => return None,
        };
        let needed: Vec<Signs> = texts.into_iter().map(Signs::of_text).collect();
        // If one element needs no property, ordinary values can equal it.
        (!needed.contains(&Signs::default())).then_some(Needed(needed))
    }

    /// Returns the message about a condition that none of its values could fail, and the suggestion for fixing it.
    pub fn explain_unfailing(&self, needed: &Needed) -> (String, String) {
        let warning = |message: &str, help: &str| (message.to_owned(), help.to_owned());
        let all = needed.0.iter().fold(Signs::default(), |all, needed| all.and(*needed));
        if needed.is_never() {
            let name = match &self.test {
                ConditionTest::InCollection { name, .. } => format!("the collection `{name}`"),
                _ => "the list".to_owned(),
            };
            let message = format!("no value can fail this condition, because {name} is empty");
            return (message, "add the values that must not occur".to_owned());
        }
        if all.has(Signs::NO_NUMBER) {
            return warning("every value is a number, and no number can fail this condition", "write a finite number");
        }
        let text = match &self.test {
            ConditionTest::Compare(comparison) => shown::text(comparison.failing_string().unwrap_or_default()),
            ConditionTest::InCollection { name, .. } => format!("an element of `{name}`"),
            _ => "an element of the list".to_owned(),
        };
        if all.has(Signs::EDGES) {
            let message = format!("no value can equal {text}: it begins or ends with white space, but no value does");
            return (message, "remove the white space".to_owned());
        }
        let message = format!("no value can equal {text}, which is compared as an exact string, not as a pattern");
        let help = "write `[Satisfy the expression, \"not matches(d, '^\u{2026}')\"]` to search for a pattern";
        (message, help.to_owned())
    }
}
