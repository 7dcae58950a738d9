//! Values of documents as scripts get them.
//!
//! A text is a text; a number is an integer when it is spelled as one and fits 64 bits, else a float; null is `()`; a
//! record is a map of lists; a node is an element of the file's tree.

mod adopt;

#[cfg(test)]
mod tests;

use std::rc::Rc;

use rhai::{Array, Dynamic};

use super::spelling::Spellings;
use super::{Parameter, Tree};
use crate::extract::{ValueId, ValueRef, Values};
use crate::text::{Number, map_of};

pub(super) use self::adopt::{Adopter, Unusable, elements};

/// A value as a script gets it. A node of a file that has no tree is nothing.
pub(super) fn to_dynamic(values: &Values, id: ValueId, tree: Option<&Rc<Tree>>, spellings: &Spellings) -> Dynamic {
    match values.get(id) {
        ValueRef::Null => Dynamic::UNIT,
        ValueRef::Bool(value) => value.into(),
        ValueRef::Number(text) => spellings.number(text),
        ValueRef::Text(text) => text.into(),
        ValueRef::Record(record) => {
            let lists = record.lists().map(|(name, list)| (name.into(), to_list(values, list, tree, spellings).into()));
            Dynamic::from_map(map_of(lists))
        }
        ValueRef::Element(_) => {
            let element = tree.and_then(|tree| tree.node_at(values.origin(id)));
            element.map_or(Dynamic::UNIT, Dynamic::from)
        }
    }
}

/// Values as a list of a script.
pub(super) fn to_list(values: &Values, list: &[ValueId], tree: Option<&Rc<Tree>>, spellings: &Spellings) -> Array {
    list.iter().map(|&id| to_dynamic(values, id, tree, spellings)).collect()
}

/// A number by its spelling.
pub(super) fn number(text: &str) -> Dynamic {
    if let Ok(integer) = text.trim().parse::<i64>() {
        return integer.into();
    }
    let Some(number) = Number::of_document(text) else { return text.into() };
    let integer = number.as_i128().and_then(|integer| i64::try_from(integer).ok());
    integer.map_or_else(|| Dynamic::from_float(number.to_f64()), Dynamic::from)
}

/// What a rule file wrote in its condition.
pub(super) fn parameter(parameter: &Parameter) -> Dynamic {
    match parameter {
        Parameter::Null | Parameter::Map => Dynamic::UNIT,
        Parameter::Bool(value) => (*value).into(),
        Parameter::Number(text) => number(text),
        Parameter::Text(text) => text.as_str().into(),
        Parameter::List(list) => list.iter().map(self::parameter).collect::<Array>().into(),
    }
}
