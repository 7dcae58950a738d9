//! The collections of resources and of their files, as maps.

use std::rc::Rc;

use rhai::Dynamic;

use super::disk::FolderFile;
use super::index::{IndexEntry, MapKey, ResourceIndex};
use super::resources::{Handle, MessiahResource, ResourceFile};
use super::rows::{ResourceRow, file_row};
use super::things::{Resource, ResourceFiles};
use crate::{BuiltCollection, View};

/// A map of resources or of their files.
struct Resources {
    index: Rc<ResourceIndex>,
    key: MapKey,
    /// True if values have the shapes of version 1: [`ResourceRow`] and [`file_row`].
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
    fn thing(&self, entry: IndexEntry) -> Dynamic {
        let handle = Handle { index: Rc::clone(&self.index), entry };
        match (self.key, self.is_version_1) {
            (MapKey::Folder, true) => file_row(handle),
            (MapKey::Folder, false) => Dynamic::from(ResourceFiles(handle)),
            (_, true) => Dynamic::from(View(Rc::new(ResourceRow(handle)))),
            (_, false) => Dynamic::from(Resource(handle)),
        }
    }

    fn key_of_entry(&self, entry: IndexEntry) -> Option<Dynamic> {
        Some(match self.key {
            MapKey::Guid => MessiahResource::of(&self.index, entry)?.guid.into(),
            MapKey::VirtualPath => MessiahResource::of(&self.index, entry)?.virtual_path().into(),
            MapKey::Folder => ResourceFile::of(&self.index, entry)?.guid().into(),
        })
    }
}

impl BuiltCollection for Resources {
    fn len(&self) -> usize {
        self.index.table(self.key).len()
    }

    fn is_prepared(&self) -> bool {
        self.index.is_prepared(self.key)
    }

    fn prepare(&self) {
        self.index.table(self.key);
    }

    fn contains(&self, key: &str) -> bool {
        self.index.first(self.key, key).is_some()
    }

    fn keys(&self) -> Vec<Dynamic> {
        self.index.firsts(self.key).into_iter().filter_map(|entry| self.key_of_entry(entry)).collect()
    }

    fn count(&self, key: &str) -> usize {
        self.index.entries(self.key, key).count()
    }

    fn entries(&self, key: &str) -> Vec<Dynamic> {
        self.index.entries(self.key, key).map(|entry| self.thing(entry)).collect()
    }

    /// Returns the attribute files of a GUID, one for each folder that has one.
    fn files(&self, key: &str) -> Vec<String> {
        if self.key != MapKey::Folder {
            return Vec::new();
        }
        let files = self.index.entries(self.key, key).filter_map(|entry| ResourceFile::of(&self.index, entry));
        files.filter_map(|files| files.file(FolderFile::Resource)).collect()
    }
}
