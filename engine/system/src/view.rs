//! Collections as values of scripts. Values are looked up in the collection, which is never copied.

use rhai::{Array, Dynamic, ImmutableString};
use serde_json::Value;
use std::fmt;
use std::rc::Rc;

use super::asset_list::AssetList;

/// A collection in which scripts can look up values.
///
/// The elements of a map are its keys.
pub trait Look {
    /// Returns the name under which scripts know the collection, such as `res_store.ilevels`.
    fn name(&self) -> &str;

    /// Returns the number of elements.
    fn len(&self) -> usize;

    /// Returns true if the collection has no elements.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns true if `element` is in the collection. A value of an unsuitable type never is.
    fn contains(&self, element: &Dynamic) -> bool;

    /// Like [`Look::contains`], for a string.
    fn contains_text(&self, text: &str) -> bool {
        self.contains(&text.into())
    }

    /// Returns the number of entries under a key of a map; `None` for other collections.
    fn entry_count(&self, _key: &str) -> Option<usize> {
        None
    }

    /// Returns true if a record of strings may be a key, as in the collection of packages.
    fn takes_records(&self) -> bool {
        false
    }

    /// Returns the value of `key`: the entries of that key in a map, or the element at that index, from 0, in a list.
    /// Returns `None` if the key or the index does not exist.
    fn get(&self, key: &Dynamic) -> Option<Dynamic>;

    /// Returns the paths of the files that `element` was taken from; `None` when the collection does not record them.
    fn paths(&self, _element: &Dynamic) -> Option<Vec<Dynamic>> {
        None
    }

    /// Returns the newest revision of the package that `element` names; `None` for a collection without revisions.
    fn newest(&self, _element: &Dynamic) -> Option<Dynamic> {
        None
    }

    /// Returns the asset list of the collection, if it is one.
    fn assets(&self) -> Option<&AssetList> {
        None
    }

    /// Returns all elements, in the order of the collection.
    fn keys(&self) -> Vec<Dynamic>;
}

/// A collection as a value of scripts. Clones refer to the same collection.
#[derive(Clone)]
pub struct View(pub Rc<dyn Look>);

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.name())
    }
}

impl IntoIterator for View {
    type Item = Dynamic;
    type IntoIter = std::vec::IntoIter<Dynamic>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.keys().into_iter()
    }
}

/// The name of a property, and the function that returns its value.
pub type Property<T> = (&'static str, fn(&T) -> Dynamic);

/// A record as a value of scripts. Its elements are the names of its properties.
pub struct Record<T: 'static> {
    name: &'static str,
    properties: &'static [Property<T>],
    subject: T,
}

impl<T> Record<T> {
    /// Returns the record of a subject, with these properties in order. Messages show `name`, the kind of record.
    pub fn value(name: &'static str, properties: &'static [Property<T>], subject: T) -> Dynamic {
        Dynamic::from(View(Rc::new(Self { name, properties, subject })))
    }

    fn property(&self, key: &Dynamic) -> Option<fn(&T) -> Dynamic> {
        let key = key.as_immutable_string_ref().ok()?;
        self.properties.iter().find(|(name, _)| *name == key.as_str()).map(|(_, property)| *property)
    }
}

impl<T> Look for Record<T> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn len(&self) -> usize {
        self.properties.len()
    }

    fn contains(&self, element: &Dynamic) -> bool {
        self.property(element).is_some()
    }

    fn get(&self, key: &Dynamic) -> Option<Dynamic> {
        self.property(key).map(|property| property(&self.subject))
    }

    fn keys(&self) -> Vec<Dynamic> {
        self.properties.iter().map(|(name, _)| Dynamic::from(*name)).collect()
    }
}

/// Returns a string, or `()` for `None`.
pub fn or_unit(text: Option<impl Into<ImmutableString>>) -> Dynamic {
    text.map_or(Dynamic::UNIT, |text| Dynamic::from(text.into()))
}

/// Converts a JSON value to a value of scripts.
pub fn to_dynamic(value: Value) -> Dynamic {
    match value {
        Value::Null => Dynamic::UNIT,
        Value::Bool(value) => value.into(),
        // Scripts have integers of 64 bits. Other numbers become floats.
        Value::Number(number) => match number.as_i64() {
            Some(whole) => whole.into(),
            None => number.as_f64().unwrap_or(f64::NAN).into(),
        },
        Value::String(text) => text.into(),
        Value::Array(list) => list.into_iter().map(to_dynamic).collect::<Array>().into(),
        Value::Object(record) => {
            Dynamic::from_map(record.into_iter().map(|(name, value)| (name.into(), to_dynamic(value))).collect())
        }
    }
}
