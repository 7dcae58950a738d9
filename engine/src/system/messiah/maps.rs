//! The collections of resources and of their files, as maps.

use std::rc::Rc;

use rhai::Dynamic;

use super::index::{Entry, Index, Key};
use super::rows::{FileRow, ResourceRow};
use super::things::{Resource, ResourceFiles};
use crate::system::{BuiltCollection, View};

/// A map of resources or of their files.
struct Resources {
    index: Rc<Index>,
    key: Key,
    /// True if things have the shapes of version 1: [`ResourceRow`] and [`FileRow`].
    is_version_1: bool,
}

/// Returns the maps: resources by GUID, files by GUID, resources by virtual path, and the first two for version 1.
pub(super) fn maps(index: &Rc<Index>) -> [Rc<dyn BuiltCollection>; 5] {
    let map = |(key, is_version_1)| -> Rc<dyn BuiltCollection> {
        Rc::new(Resources { index: Rc::clone(index), key, is_version_1 })
    };
    [(Key::Guid, false), (Key::Folder, false), (Key::VirtualPath, false), (Key::Guid, true), (Key::Folder, true)]
        .map(map)
}

impl Resources {
    fn entries(&self, key: &str) -> Vec<Entry> {
        match self.key {
            Key::Guid => self.index.resource_entries(key).collect(),
            Key::VirtualPath => self.index.resource_entries_at(key).collect(),
            Key::Folder => self.index.file_entries(key).collect(),
        }
    }

    fn thing(&self, entry: Entry) -> Dynamic {
        let index = Rc::clone(&self.index);
        match (self.key, self.is_version_1) {
            (Key::Folder, true) => Dynamic::from(View(Rc::new(FileRow::new(index, entry)))),
            (Key::Folder, false) => Dynamic::from(ResourceFiles::new(index, entry)),
            (_, true) => Dynamic::from(View(Rc::new(ResourceRow::new(index, entry)))),
            (_, false) => Dynamic::from(Resource::new(index, entry)),
        }
    }

    fn key_of_entry(&self, entry: Entry) -> Option<Dynamic> {
        Some(match self.key {
            Key::Guid => self.index.resource_of(entry)?.guid().into(),
            Key::VirtualPath => self.index.resource_of(entry)?.virtual_path().into(),
            Key::Folder => self.index.files_of(entry)?.guid().into(),
        })
    }
}

impl BuiltCollection for Resources {
    fn len(&self) -> usize {
        self.index.keys(self.key)
    }

    fn contains(&self, key: &str) -> bool {
        match self.key {
            Key::Guid => self.index.has_resource(key),
            Key::VirtualPath => self.index.has_virtual_path(key),
            Key::Folder => self.index.has_files(key),
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
            Key::Folder => self.index.files(key).filter_map(|files| files.resource()).collect(),
            Key::Guid | Key::VirtualPath => Vec::new(),
        }
    }
}
