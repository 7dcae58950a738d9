//! Lists in conditions.

use assay_document::extract::{ValueId, ValueRef, Values};
use assay_document::text::{Fault, IssueCode, Number, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use super::compare::number_of;
use crate::{Parameter, shown};

/// A list that values are looked up in: numbers by value, strings exactly, null with null.
#[derive(Clone, Debug, Default)]
pub(super) struct OneOf {
    /// The strings, and the booleans as spelled.
    texts: FxHashSet<Box<str>>,
    /// Numbers as spelled, by [`Number::key`].
    numbers: FxHashMap<u64, Vec<Box<str>>>,
    null: bool,
    display: String,
}

impl OneOf {
    /// Creates the index of a list.
    ///
    /// # Errors
    /// Returns an error if an element is a list, a mapping or not a number (`.nan`).
    pub fn new(elements: &[Parameter]) -> Result<Self, Fault> {
        let mut list = Self::default();
        for (at, element) in elements.iter().enumerate() {
            list.add(element).map_err(|message| {
                let message = format!("element {} of the list {message}", at + 1);
                Fault::new(IssueCode::ConditionListElement, message, Span::at(0))
            })?;
        }
        list.display = if elements.is_empty() {
            "an empty list".to_owned()
        } else {
            shown::list(elements.iter().map(|element| match element {
                Parameter::Text(text) | Parameter::Number(text) => text.as_str(),
                Parameter::Bool(value) => spell_boolean(*value),
                Parameter::Null | Parameter::List(_) | Parameter::Map => "null",
            }))
        };
        Ok(list)
    }

    fn add(&mut self, element: &Parameter) -> Result<(), String> {
        match element {
            Parameter::Null => self.null = true,
            Parameter::Bool(value) => {
                self.texts.insert(spell_boolean(*value).into());
            }
            Parameter::Text(text) => {
                self.texts.insert(text.as_str().into());
            }
            Parameter::Number(text) => {
                let number = Number::of_document(text).filter(|number| !number.is_nan());
                let Some(number) = number else {
                    return Err(format!("is `{text}`, which equals no number"));
                };
                self.numbers.entry(number.key()).or_default().push(text.as_str().into());
            }
            Parameter::List(_) | Parameter::Map => {
                return Err(format!("is {}, which no value can equal", element.kind()));
            }
        }
        Ok(())
    }

    /// Returns true if a value is in the list.
    pub fn contains(&self, values: &Values, id: ValueId) -> bool {
        let value = values.get(id);
        if matches!(value, ValueRef::Null) {
            return self.null;
        }
        // In XML the string `5` may be meant as a number, so a string is looked up as both.
        value.as_text().is_some_and(|text| self.texts.contains(text)) || self.contains_number(values, id)
    }

    fn contains_number(&self, values: &Values, id: ValueId) -> bool {
        if self.numbers.is_empty() {
            return false;
        }
        let Some(number) = number_of(values, id) else { return false };
        let alike = self.numbers.get(&number.key());
        alike.is_some_and(|alike| {
            alike.iter().any(|known| Number::of_document(known).is_some_and(|known| known == number))
        })
    }

    /// Returns the strings in the list, and true if null is in it. Returns `None` if it has numbers, which can be
    /// spelled in many ways.
    pub fn strings(&self) -> Option<(Vec<&str>, bool)> {
        self.numbers.is_empty().then(|| (self.texts.iter().map(|text| &**text).collect(), self.null))
    }

    /// Returns the elements, for messages.
    pub fn display(&self) -> &str {
        &self.display
    }
}

const fn spell_boolean(value: bool) -> &'static str {
    if value { "true" } else { "false" }
}
