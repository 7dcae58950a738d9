//! The collections of a run: those of systems, and the lists of rule files.
//!
//! They are built once for a run, from parts that workers exchange and that may come in any order.

mod collection;
mod demand;
mod lists;
mod texts;

pub use collection::{CollectionId, CollectionNames, ListId, collection_named, collections};
pub use demand::Demand;
pub use lists::CustomList;
pub use texts::{Elements, Texts};

use std::rc::Rc;

use assay_document::extract::{ValueId, Values};
use assay_system::{Built, BuiltCollection, Parts, Resolver, SYSTEMS};

use self::lists::ListIndex;

/// All collections of a run, ready for lookups.
pub struct Store {
    systems: Vec<Built>,
    lists: Vec<ListIndex>,
}

impl Store {
    /// Builds the collections of systems from their parts. `lists` are those of rule files, in the order of their
    /// [`ListId`]s.
    pub fn new(parts: &Parts, lists: Vec<CustomList>) -> Self {
        let systems = SYSTEMS.iter().enumerate().map(|(at, system)| system.build(&parts.of(at))).collect();
        Self { systems, lists: lists.into_iter().map(ListIndex::new).collect() }
    }

    /// Returns a collection of a system; `None` for one of a rule file.
    pub fn of_system(&self, collection: CollectionId) -> Option<&dyn BuiltCollection> {
        match collection {
            CollectionId::System { system, row } => {
                self.systems.get(usize::from(system))?.collections.get(usize::from(row)).map(Rc::as_ref)
            }
            CollectionId::Own(_) => None,
        }
    }

    /// Returns the resolver of the functions of the system with that index in [`SYSTEMS`].
    pub fn resolver(&self, system: usize) -> Option<&Rc<dyn Resolver>> {
        self.systems.get(system)?.resolver.as_ref()
    }

    /// Returns true if a value is in a collection. In a map, the keys are looked up. Nulls and nodes are never in a
    /// collection, records in few.
    pub fn contains(&self, collection: CollectionId, values: &Values, id: ValueId) -> bool {
        match collection {
            CollectionId::System { .. } => {
                self.of_system(collection).is_some_and(|known| known.contains_value(values, id))
            }
            CollectionId::Own(list) => {
                values.as_text(id).is_some_and(|text| self.list(list).is_some_and(|list| list.contains(text)))
            }
        }
    }

    /// Returns true if a string is in a collection. In a map, the keys are looked up.
    pub fn contains_text(&self, collection: CollectionId, text: &str) -> bool {
        match collection {
            CollectionId::System { .. } => self.of_system(collection).is_some_and(|known| known.contains(text)),
            CollectionId::Own(list) => self.list(list).is_some_and(|list| list.contains(text)),
        }
    }

    /// Returns the paths of a collection for an `rpath`; `None` for a map, which has keys instead.
    pub fn paths(&self, collection: CollectionId) -> Option<Elements<'_>> {
        match collection {
            CollectionId::System { .. } => self.of_system(collection)?.paths().map(Elements::OfSystem),
            CollectionId::Own(list) => {
                Some(self.list(list).map_or_else(Elements::default, |list| Elements::OfList(list.elements())))
            }
        }
    }

    /// Returns the paths of the files that contain an element of a rule file's collection, in order, each once. Returns
    /// `None` for a collection of a system, which does not record them.
    pub fn paths_of(&self, collection: CollectionId, element: &str) -> Option<Vec<&str>> {
        match collection {
            CollectionId::System { .. } => None,
            CollectionId::Own(list) => Some(self.list(list).map_or_else(Vec::new, |list| list.paths_of(element))),
        }
    }

    fn list(&self, list: ListId) -> Option<&ListIndex> {
        self.lists.get(list.0 as usize)
    }
}

#[cfg(test)]
mod tests;
