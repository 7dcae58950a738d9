//! The names of collections.

use assay_document::text::nearest;
use assay_system::{Collection, CollectionShape, SYSTEMS};
use serde::{Deserialize, Serialize};

/// A collection, by where it is defined.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub enum CollectionId {
    /// A collection of a system, which every rule can name.
    System {
        /// The index in [`SYSTEMS`].
        system: u8,
        /// The index in [`assay_system::System::collections`].
        row: u8,
    },
    /// A collection of a rule file.
    Own(ListId),
}

/// The index of a collection of a rule file in the lists that are passed to [`super::Store::new`].
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize, Deserialize)]
pub struct ListId(pub u32);

/// Returns the collections of all systems.
pub fn collections() -> Vec<(CollectionId, &'static Collection)> {
    let mut all = Vec::new();
    for (system, known) in (0..).zip(SYSTEMS) {
        for (row, collection) in (0..).zip(known.collections()) {
            all.push((CollectionId::System { system, row }, collection));
        }
    }
    all
}

/// Returns the collection of a system that has this name.
pub fn collection_named(name: &str) -> Option<(CollectionId, &'static Collection)> {
    collections().into_iter().find(|(_, known)| known.name == name)
}

impl CollectionId {
    /// Returns the kind of content that it holds.
    pub fn shape(self) -> CollectionShape {
        match self {
            Self::System { system, row } => SYSTEMS[usize::from(system)].collections()[usize::from(row)].shape,
            Self::Own(_) => CollectionShape::List,
        }
    }
}

/// The collections that a rule can name: those of systems, and those of its rule file.
#[derive(Clone, Debug, Default)]
pub struct CollectionNames {
    own: Vec<(String, ListId)>,
}

impl CollectionNames {
    /// Creates the names of the built-in collections.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a user-defined collection. Returns false and adds nothing if the name is taken.
    pub fn add(&mut self, name: &str, list: ListId) -> bool {
        // A built-in name cannot be redefined, so that it has one meaning in all rule files.
        let free = self.resolve(name).is_none();
        if free {
            self.own.push((name.to_owned(), list));
        }
        free
    }

    /// Returns the collection of that name (without `artfunc_`), if it exists.
    pub fn resolve(&self, name: &str) -> Option<CollectionId> {
        if let Some((id, _)) = collection_named(name) {
            return Some(id);
        }
        self.own.iter().find(|(known, _)| known == name).map(|&(_, list)| CollectionId::Own(list))
    }

    /// Returns the user-defined collections.
    pub fn user_defined(&self) -> impl Iterator<Item = (&str, ListId)> {
        self.own.iter().map(|(name, list)| (name.as_str(), *list))
    }

    /// Returns all names, built-in ones first.
    pub fn all(&self) -> impl Iterator<Item = &str> {
        collections().into_iter().map(|(_, known)| known.name).chain(self.own.iter().map(|(name, _)| name.as_str()))
    }

    /// Returns the known name that is most similar to an unknown one.
    pub fn nearest(&self, name: &str) -> Option<&str> {
        nearest(name, self.all())
    }
}

#[cfg(test)]
mod tests {
    use super::{CollectionId, CollectionNames, CollectionShape, ListId, collections};

    #[test]
    fn user_defined_names_are_added_to_built_in_ones() {
        let mut names = CollectionNames::new();
        assert!(names.add("fruit", ListId(3)));
        assert!(!names.add("fruit", ListId(4)));
        assert!(!names.add("res_store.ilevels", ListId(5)));
        assert_eq!(names.resolve("fruit"), Some(CollectionId::Own(ListId(3))));
        for (id, collection) in collections() {
            assert_eq!(names.resolve(collection.name), Some(id));
        }
        for name in ["Fruit", "res_in_repo", "res_store"] {
            assert_eq!(names.resolve(name), None, "{name}");
        }
    }

    #[test]
    fn misspelled_collections_get_a_suggestion() {
        let mut names = CollectionNames::new();
        names.add("fruit", ListId(0));
        assert_eq!(names.nearest("friut"), Some("fruit"));
        assert_eq!(names.nearest("res_store.res_in_repos"), Some("res_store.res_in_repo"));
        assert_eq!(names.nearest("vegetables"), None);
    }

    #[test]
    fn only_maps_have_no_paths() {
        let names = CollectionNames::new();
        let shape = |name: &str| names.resolve(name).map(CollectionId::shape);
        assert_eq!(shape("res_store.ilevels"), Some(CollectionShape::Paths));
        assert_eq!(shape("res_store.res_virt_info"), Some(CollectionShape::Map));
        assert_eq!(CollectionId::Own(ListId(0)).shape(), CollectionShape::List);
    }
}
