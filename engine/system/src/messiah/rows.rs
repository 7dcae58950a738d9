//! The entries of version 1's collections: a resource is a row of five cells, its files are a map.

use std::rc::Rc;

use rhai::{Array, Dynamic};

use super::index::{IndexEntry, ResourceIndex};
use super::resources::{MessiahResource, ResourceFile};
use crate::{Look, or_nothing};

/// `[Package, Name, Type, Deps, resource path]`.
pub(super) struct ResourceRow {
    index: Rc<ResourceIndex>,
    entry: IndexEntry,
}

/// `{Resource, Data, HDR, Source}`.
pub(super) struct FileRow {
    index: Rc<ResourceIndex>,
    entry: IndexEntry,
}

/// The cells of a resource's row, in order.
const CELLS: [fn(&MessiahResource<'_>) -> Dynamic; 5] = [
    |resource| resource.package().into(),
    |resource| resource.name().into(),
    |resource| resource.kind().into(),
    |resource| resource.deps().map(|dep| Dynamic::from(dep.into_owned())).collect::<Array>().into(),
    |resource| resource.repository_full_path().into(),
];

/// A function that returns the path of one of a resource's files; `None` if there is no such file.
type PathOf = fn(&ResourceFile<'_>) -> Option<String>;

/// The keys of the files, in order.
const KEYS: [(&str, PathOf); 4] = [
    ("Resource", |files| files.resource()),
    ("Data", |files| files.data()),
    ("HDR", |files| files.hdr()),
    ("Source", |files| files.source()),
];

impl ResourceRow {
    pub const fn new(index: Rc<ResourceIndex>, entry: IndexEntry) -> Self {
        Self { index, entry }
    }

    fn cell(&self, at: usize) -> Option<Dynamic> {
        let resource = self.index.resource_of(self.entry)?;
        CELLS.get(at).map(|cell| cell(&resource))
    }
}

impl FileRow {
    pub const fn new(index: Rc<ResourceIndex>, entry: IndexEntry) -> Self {
        Self { index, entry }
    }
}

impl Look for ResourceRow {
    fn name(&self) -> &'static str {
        "a resource of version 1"
    }

    fn len(&self) -> usize {
        CELLS.len()
    }

    fn contains(&self, element: &Dynamic) -> bool {
        let Ok(element) = element.as_immutable_string_ref() else { return false };
        let is_it = |cell: &Dynamic| cell.as_immutable_string_ref().is_ok_and(|cell| *cell == *element);
        self.keys().iter().any(is_it)
    }

    fn get(&self, key: &Dynamic) -> Option<Dynamic> {
        let at = key.as_int().ok()?;
        // A negative place counts from the end.
        let at = if at < 0 { at.checked_add(CELLS.len().try_into().ok()?)? } else { at };
        self.cell(usize::try_from(at).ok()?)
    }

    fn keys(&self) -> Vec<Dynamic> {
        (0..CELLS.len()).filter_map(|at| self.cell(at)).collect()
    }
}

impl Look for FileRow {
    fn name(&self) -> &'static str {
        "the files of version 1"
    }

    fn len(&self) -> usize {
        KEYS.len()
    }

    fn contains(&self, element: &Dynamic) -> bool {
        element.as_immutable_string_ref().is_ok_and(|element| KEYS.iter().any(|(key, _)| *key == element.as_str()))
    }

    fn get(&self, key: &Dynamic) -> Option<Dynamic> {
        let key = key.as_immutable_string_ref().ok()?;
        let (_, path) = KEYS.iter().find(|(known, _)| *known == key.as_str())?;
        self.index.files_of(self.entry).map(|files| or_nothing(path(&files)))
    }

    fn keys(&self) -> Vec<Dynamic> {
        KEYS.iter().map(|(key, _)| Dynamic::from(*key)).collect()
    }
}
