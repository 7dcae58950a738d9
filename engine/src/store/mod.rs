//! Collections: what rules look values up in.
//!
//! The built-in ones are those of a Messiah project: its resources, their files, its levels. They are built once for a
//! run, from parts that travel between workers and merge in any order. Rule files add lists of their own.

mod circles;
mod collection;
mod definitions;
mod demand;
mod disk;
mod index;
mod key;
mod lists;
mod mentions;
mod packages;
mod pipeline;
mod repository;
mod resources;
mod sorted;
mod table;
mod texts;
mod triple;

pub use circles::circles;
pub use collection::{Builtin, COLLECTIONS, Collection, CollectionId, CollectionNames, ListId, Shape};
pub use definitions::DefinitionRow;
pub use demand::{ASSET_RULES, Demand, is_rule_file};
pub use index::{Entry, Index, IndexPart};
pub use lists::List;
pub use mentions::Mentions;
pub use packages::{METADATA, Needed, Packaged, PackedFile, is_metadata};
pub use pipeline::PipelineFiles;
pub use resources::{MessiahResource, ResourceFile};
pub(crate) use texts::{Interner, TextId};
pub use triple::{PARTS, Triple};

use self::lists::LookUp;
use crate::extract::{ValueId, Values};

/// All collections of a run, ready to be looked into.
#[derive(Debug)]
pub struct Store {
    index: Index,
    lists: Vec<LookUp>,
}

impl Store {
    /// The built-in collections of `index`, and the own ones in the order of their [`ListId`]s.
    #[must_use]
    pub fn new(index: Index, lists: Vec<List>) -> Self {
        Self { index, lists: lists.into_iter().map(LookUp::new).collect() }
    }

    /// The built-in collections.
    #[must_use]
    pub const fn index(&self) -> &Index {
        &self.index
    }

    /// Whether a value is in a collection, of a map: among its keys. Nulls, records and nodes never are, but for records that
    /// name a package.
    #[must_use]
    pub fn contains(&self, collection: CollectionId, values: &Values, id: ValueId) -> bool {
        if collection == CollectionId::Builtin(Builtin::AssetPackages) {
            return packages::place_of(values, id).is_some_and(|place| self.index.has_package(&place));
        }
        values.as_text(id).is_some_and(|text| self.contains_text(collection, text))
    }

    /// Whether a text is in a collection, of a map: among its keys.
    #[must_use]
    pub fn contains_text(&self, collection: CollectionId, text: &str) -> bool {
        match collection {
            CollectionId::Builtin(Builtin::ResInRepo) => self.index.has_resource(text),
            CollectionId::Builtin(Builtin::ResInDisk) => self.index.has_files(text),
            CollectionId::Builtin(Builtin::ResVirtInfo) => self.index.has_virtual_path(text),
            CollectionId::Builtin(Builtin::AssetPackages) => self.index.has_package(text),
            CollectionId::Builtin(Builtin::Definitions) => self.index.has_definition(text),
            CollectionId::Builtin(list) => self.index.has_path(list, text),
            CollectionId::Own(list) => self.list(list).is_some_and(|list| list.contains(text)),
        }
    }

    /// The paths of a collection as an `rpath` names it; `None` of a map, which has keys instead.
    #[must_use]
    pub fn paths(&self, collection: CollectionId) -> Option<&[String]> {
        match collection {
            CollectionId::Builtin(list) => self.index.list(list),
            CollectionId::Own(list) => Some(self.list(list).map_or(&[], LookUp::elements)),
        }
    }

    /// The paths of the files that an element of an own collection was taken from, in order, each once; `None` of a
    /// built-in collection, which does not know them.
    #[must_use]
    pub fn paths_of(&self, collection: CollectionId, element: &str) -> Option<Vec<&str>> {
        match collection {
            CollectionId::Builtin(_) => None,
            CollectionId::Own(list) => Some(self.list(list).map_or_else(Vec::new, |list| list.paths_of(element))),
        }
    }

    /// The paths of the attribute files of a GUID, one for each folder that has one.
    pub fn resource_paths(&self, guid: &str) -> impl Iterator<Item = String> {
        self.index.files(guid).filter_map(|files| files.resource())
    }

    fn list(&self, list: ListId) -> Option<&LookUp> {
        self.lists.get(list.0 as usize)
    }
}

#[cfg(test)]
mod tests;
