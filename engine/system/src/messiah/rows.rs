//! The entries of version 1's collections: a resource is a row of five cells, its files are a map.

use rhai::{Array, Dynamic};

use super::disk::FolderFile;
use super::resources::{Handle, MessiahResource};
use crate::{Look, Property, Record, or_unit};

/// `[Package, Name, Type, Deps, resource path]`.
pub(super) struct ResourceRow(pub Handle);

/// The cells of a resource's row, in order.
const CELLS: [fn(&MessiahResource<'_>) -> Dynamic; 5] = [
    |resource| resource.package.into(),
    |resource| resource.name.into(),
    |resource| resource.kind.into(),
    |resource| resource.deps().map(|dep| Dynamic::from(dep.into_owned())).collect::<Array>().into(),
    |resource| resource.folder.into(),
];

/// The files of a resource, in order.
const FILES: [Property<Handle>; 4] = [
    ("Resource", |row| file(row, FolderFile::Resource)),
    ("Data", |row| file(row, FolderFile::Data)),
    ("HDR", |row| file(row, FolderFile::Hdr)),
    ("Source", |row| file(row, FolderFile::Source)),
];

fn file(row: &Handle, which: FolderFile) -> Dynamic {
    or_unit(row.files().and_then(|files| files.file(which)))
}

/// Returns the files of a resource: `{Resource, Data, HDR, Source}`.
pub(super) fn file_row(handle: Handle) -> Dynamic {
    Record::value("the files of version 1", &FILES, handle)
}

impl ResourceRow {
    fn cell(&self, at: usize) -> Option<Dynamic> {
        let resource = self.0.resource()?;
        CELLS.get(at).map(|cell| cell(&resource))
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
        // A negative index counts from the end.
        let at = if at < 0 { at.checked_add(CELLS.len().try_into().ok()?)? } else { at };
        self.cell(usize::try_from(at).ok()?)
    }

    fn keys(&self) -> Vec<Dynamic> {
        (0..CELLS.len()).filter_map(|at| self.cell(at)).collect()
    }
}
