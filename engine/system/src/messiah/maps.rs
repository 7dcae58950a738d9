//! The collections of resources and of their files, as maps.

use std::rc::Rc;

use rhai::Dynamic;

use super::index::{IndexEntry, MapKey, ResourceIndex};
use super::rows::{FileRow, ResourceRow};
use super::things::{Resource, ResourceFiles};
use crate::{BuiltCollection, View};

/// A map of resources or of their files.
struct Resources {
    index: Rc<ResourceIndex>,
    key: MapKey,
    /// True if things have the shapes of version 1: [`ResourceRow`] and [`FileRow`].
    is_version_1: bool,
}

/// Returns the maps: resources by GUID, files by GUID, resources by virtual path, and the first two for version 1.
pub(super) fn maps(index: &Rc<ResourceIndex>) -> [Rc<dyn BuiltCollection>; 5] {
    let map = |(key, is_version_1)| -> Rc<dyn BuiltCollection> {
        Rc::new(Resources { index: Rc::clone(index), key, is_version_1 })
    };
    [
        (MapKey::Guid, false),
        (MapKey::Folder, false),
        (MapKey::VirtualPath, false),
        (MapKey::Guid, true),
        (MapKey::Folder, true),
    ]
    .map(map)
}

impl Resources {
    fn entries(&self, key: &str) -> Vec<IndexEntry> {
        match self.key {
            MapKey::Guid => self.index.resource_entries(key).collect(),
            MapKey::VirtualPath => self.index.resource_entries_at(key).collect(),
            MapKey::Folder => self.index.file_entries(key).collect(),
        }
    }

    fn thing(&self, entry: IndexEntry) -> Dynamic {
        let index = Rc::clone(&self.index);
        match (self.key, self.is_version_1) {
            (MapKey::Folder, true) => Dynamic::from(View(Rc::new(FileRow::new(index, entry)))),
            (MapKey::Folder, false) => Dynamic::from(ResourceFiles::new(index, entry)),
            (_, true) => Dynamic::from(View(Rc::new(ResourceRow::new(index, entry)))),
            (_, false) => Dynamic::from(Resource::new(index, entry)),
        }
    }

    fn key_of_entry(&self, entry: IndexEntry) -> Option<Dynamic> {
        Some(match self.key {
            MapKey::Guid => self.index.resource_of(entry)?.guid().into(),
            MapKey::VirtualPath => self.index.resource_of(entry)?.virtual_path().into(),
            MapKey::Folder => self.index.files_of(entry)?.guid().into(),
        })
    }
}

impl BuiltCollection for Resources {
    fn len(&self) -> usize {
        self.index.keys(self.key)
    }

    fn is_prepared(&self) -> bool {
        self.index.is_prepared(self.key)
    }

    fn prepare(&self) {
        self.index.prepare(self.key);
    }

    fn contains(&self, key: &str) -> bool {
        match self.key {
            MapKey::Guid => self.index.has_resource(key),
            MapKey::VirtualPath => self.index.has_virtual_path(key),
            MapKey::Folder => self.index.has_files(key),
        }
    }

    fn keys(&self) -> Vec<Dynamic> {
        self.index.firsts(self.key).into_iter().filter_map(|entry| self.key_of_entry(entry)).collect()
    }

    fn count(&self, key: &str) -> usize {
        self.entries(key).len()
    }

    fn things(&self, key: &str) -> Vec<Dynamic> {
        self.entries(key).into_iter().map(|entry| self.thing(entry)).collect()
    }

    /// The attribute files of a GUID, one for each folder that has one.
    fn files(&self, key: &str) -> Vec<String> {
        match self.key {
            MapKey::Folder => self.index.files(key).filter_map(|files| files.resource()).collect(),
            MapKey::Guid | MapKey::VirtualPath => Vec::new(),
        }
    }
}
