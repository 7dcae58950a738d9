//! A definition in a script's hands.

use std::rc::Rc;

use rhai::Dynamic;

use super::view::{names, property};
use super::{Look, View};
use crate::script::definition::to_dynamic;
use crate::store::{DefinitionRow, Entry, Store};

/// A definition of the collection `definitions`.
pub(super) struct Definition {
    store: Rc<Store>,
    entry: Entry,
}

/// Tells something of a definition.
type OfDefinition = fn(&DefinitionRow) -> Dynamic;

/// The properties of a definition, in order.
const PROPERTIES: [(&str, OfDefinition); 5] = [
    ("id", |row| row.id.as_str().into()),
    ("type", |row| row.type_name.as_str().into()),
    ("live", |row| row.is_live.into()),
    ("path", |row| row.path.as_str().into()),
    ("values", |row| serde_json::from_str(&row.values).map_or(Dynamic::UNIT, to_dynamic)),
];

impl Definition {
    /// The definition of an entry.
    pub fn view(store: Rc<Store>, entry: Entry) -> View {
        View(Rc::new(Self { store, entry }))
    }
}

impl Look for Definition {
    fn name(&self) -> &'static str {
        "a definition"
    }

    fn len(&self) -> usize {
        PROPERTIES.len()
    }

    fn contains(&self, element: &Dynamic) -> bool {
        self.get(element).is_some()
    }

    fn get(&self, key: &Dynamic) -> Option<Dynamic> {
        let property = property(&PROPERTIES, key)?;
        self.store.index().definition_of(self.entry).map(property)
    }

    fn keys(&self) -> Vec<Dynamic> {
        names(&PROPERTIES)
    }
}
