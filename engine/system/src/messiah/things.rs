//! Resources and their files, as values of scripts.

use std::fmt;

use assay_document::source::file_name;
use rhai::{Array, Dynamic, Engine};

use super::disk::FolderFile;
use super::resources::{Handle, MessiahResource, ResourceFile};
use crate::or_unit;

/// A resource as a repository lists it: `MessiahResource`.
#[derive(Clone, PartialEq)]
pub(super) struct Resource(pub Handle);

/// The files of a resource: `ResourceFile`.
#[derive(Clone, PartialEq)]
pub(super) struct ResourceFiles(pub Handle);

type OfResource = fn(&MessiahResource<'_>) -> Dynamic;

/// Returns a property of a resource's files.
type OfFiles = fn(&ResourceFile<'_>) -> Dynamic;

/// The properties of a resource, in the order in which they are displayed.
const RESOURCE: &[(&str, OfResource)] = &[
    ("GUID", |resource| resource.guid.into()),
    ("Package", |resource| resource.package.into()),
    ("Name", |resource| resource.name.into()),
    ("Type", |resource| resource.kind.into()),
    ("Deps", |resource| resource.deps().map(|dep| Dynamic::from(dep.into_owned())).collect::<Array>().into()),
    ("Repository", |resource| file_name(resource.folder).into()),
    ("VirtualPath", |resource| resource.virtual_path().into()),
    ("RepositoryFullPath", |resource| resource.folder.into()),
];

/// The properties of a resource's files.
const FILES: &[(&str, OfFiles)] = &[
    ("GUID", |files| files.guid().into()),
    ("Repository", |files| or_unit(files.repository())),
    ("Type", |files| or_unit(files.kind())),
    ("Resource", |files| or_unit(files.file(FolderFile::Resource))),
    ("Data", |files| or_unit(files.file(FolderFile::Data))),
    ("HDR", |files| or_unit(files.file(FolderFile::Hdr))),
    ("Source", |files| or_unit(files.file(FolderFile::Source))),
];

impl fmt::Debug for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let resource = self.0.resource();
        let (kind, guid) = resource.map_or(("", ""), |resource| (resource.kind, resource.guid));
        write!(f, "{kind} {guid}")
    }
}

impl fmt::Debug for ResourceFiles {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let files = self.0.files();
        write!(f, "files of {}", files.map_or("", |files| files.guid()))
    }
}

/// Registers resources and their files with an engine.
pub(super) fn register(engine: &mut Engine) {
    engine.register_type_with_name::<Resource>("Resource");
    for &(name, property) in RESOURCE {
        engine.register_get(name, move |resource: &mut Resource| {
            resource.0.resource().map_or(Dynamic::UNIT, |resource| property(&resource))
        });
    }
    engine.register_type_with_name::<ResourceFiles>("ResourceFile");
    for &(name, property) in FILES {
        engine.register_get(name, move |files: &mut ResourceFiles| {
            files.0.files().map_or(Dynamic::UNIT, |files| property(&files))
        });
    }
    // Rhai compares values of custom types only by functions that are registered.
    engine
        .register_fn("==", |a: Resource, b: Resource| a == b)
        .register_fn("!=", |a: Resource, b: Resource| a != b)
        .register_fn("==", |a: ResourceFiles, b: ResourceFiles| a == b)
        .register_fn("!=", |a: ResourceFiles, b: ResourceFiles| a != b);
    for name in [rhai::FUNC_TO_STRING, rhai::FUNC_TO_DEBUG] {
        engine
            .register_fn(name, |resource: &mut Resource| format!("{resource:?}"))
            .register_fn(name, |files: &mut ResourceFiles| format!("{files:?}"));
    }
}
