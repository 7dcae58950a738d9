//! Values of documents as scripts get them.
//!
//! A string becomes a string. A number becomes an integer if it is spelled as one, otherwise a float. Null becomes
//! `()`, a record a map of lists, and a node an element of the file's tree. Each value has a mark that identifies it,
//! see [`super::origin`].

mod adopt;

#[cfg(test)]
mod tests;

use std::rc::Rc;

use assay_document::extract::{ValueId, ValueRef, Values};
use rhai::{Array, Dynamic};

use super::number::number;
use super::origin::{ValueOrigins, set};
use super::{Element, Parameter, Tree};

pub(super) use self::adopt::{Adopter, UnusableValue, elements};

/// Converts values for a script.
pub(super) struct Giver<'g> {
    pub values: &'g Values,
    /// The tree of the file; without it, nodes become `()`.
    pub tree: Option<&'g Rc<Tree>>,
    pub origins: &'g ValueOrigins,
    /// True if the values are those of the current file, so that findings can be reported at them.
    pub is_of_file: bool,
}

impl Giver<'_> {
    /// Converts a value for a script.
    pub fn value(&self, id: ValueId) -> Dynamic {
        let own = self.is_of_file.then_some(id);
        let mut value = match self.values.get(id) {
            ValueRef::Number(text) => return self.origins.number(text, own),
            ValueRef::Record(record) => {
                let mark = if self.is_of_file { self.origins.next_mark(own) } else { 0 };
                // A list is no value of the file, so its mark says that it was made from the record.
                let lists = record.lists().map(|(name, list)| {
                    let mut list = Dynamic::from_array(self.list(list));
                    set(&mut list, -mark);
                    (name.into(), list)
                });
                let mut map = Dynamic::from_map(lists.collect());
                set(&mut map, mark);
                return map;
            }
            ValueRef::Null => Dynamic::UNIT,
            ValueRef::Bool(value) => value.into(),
            ValueRef::Text(text) => text.into(),
            ValueRef::Element(_) => {
                let element = self.tree.and_then(|tree| Element::at(tree, self.values.origin(id)));
                element.map_or(Dynamic::UNIT, Dynamic::from)
            }
        };
        if self.is_of_file {
            set(&mut value, self.origins.next_mark(own));
        }
        value
    }

    /// Converts values to a list of a script.
    pub fn list(&self, list: &[ValueId]) -> Array {
        list.iter().map(|&id| self.value(id)).collect()
    }
}

/// Converts an element of a condition to the value that a script gets. A mapping becomes `()`, like null.
pub(super) fn parameter(parameter: &Parameter) -> Dynamic {
    match parameter {
        Parameter::Null | Parameter::Map => Dynamic::UNIT,
        Parameter::Bool(value) => (*value).into(),
        Parameter::Number(text) => number(text),
        Parameter::Text(text) => text.as_str().into(),
        Parameter::List(list) => list.iter().map(self::parameter).collect::<Array>().into(),
    }
}
