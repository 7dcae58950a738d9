//! The values in the maps of resources: resources, and the files of resources.

use std::borrow::Cow;
use std::rc::Rc;

use assay_document::source::file_name;

use super::disk::{Folder, FolderFile};
use super::index::{IndexEntry, MapKey, ResourceIndex};
use super::repository::{Repository, RepositoryItem};

/// A resource as a repository lists it.
#[derive(Clone, Copy, Debug)]
pub(super) struct MessiahResource<'i> {
    /// `GUID`: as spelled, braces and letter case included.
    pub guid: &'i str,
    /// `Package`: the package of the resource; empty if it has none.
    pub package: &'i str,
    /// `Name`: empty if it has none.
    pub name: &'i str,
    /// `Type`: such as `Model`; empty if it has none.
    pub kind: &'i str,
    /// `RepositoryFullPath`, called the resource path in version 1: the folder that contains the repository.
    pub folder: &'i str,
    repository: &'i Repository,
    /// The number of its item.
    at: usize,
}

impl<'i> MessiahResource<'i> {
    /// Returns the resource of an entry.
    pub fn of(index: &'i ResourceIndex, entry: IndexEntry) -> Option<Self> {
        let (repository, at, &RepositoryItem { guid, package, name, kind, .. }) = index.item(entry)?;
        let [guid, package, name, kind] = [guid, package, name, kind].map(|id| repository.texts.get(id));
        Some(Self { guid, package, name, kind, folder: &repository.folder, repository, at })
    }

    /// `Deps`: the GUIDs of the resources that it needs, as spelled, in their order.
    pub fn deps(&self) -> impl Iterator<Item = Cow<'i, str>> + use<'i> {
        self.repository.deps(self.at)
    }

    /// `VirtualPath`: `Package/Name`.
    pub fn virtual_path(&self) -> String {
        format!("{}/{}", self.package, self.name)
    }
}

/// The files of a resource: those of one folder whose name is its GUID.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResourceFile<'i> {
    index: &'i ResourceIndex,
    folder: &'i Folder,
}

impl<'i> ResourceFile<'i> {
    /// Returns the files of an entry.
    pub fn of(index: &'i ResourceIndex, entry: IndexEntry) -> Option<Self> {
        index.folder(entry).map(|folder| Self { index, folder })
    }

    /// `GUID`: the folder's name, as spelled.
    pub fn guid(&self) -> &'i str {
        self.index.disk.name(self.folder)
    }

    /// `Repository`: the name of the nearest folder above that contains a `resource.repository`, if it exists.
    pub fn repository(&self) -> Option<&'i str> {
        self.index.disk.home(self.folder).map(file_name)
    }

    /// `Type`: the type of the resource with this GUID, from the same repository if possible. Needs the repositories.
    pub fn kind(&self) -> Option<&'i str> {
        let home = self.index.disk.home(self.folder);
        let entries = self.index.entries(MapKey::Guid, self.guid());
        let listed: Vec<_> = entries.filter_map(|entry| MessiahResource::of(self.index, entry)).collect();
        let at_home = listed.iter().find(|resource| Some(resource.folder) == home);
        at_home.or(listed.first()).map(|resource| resource.kind)
    }

    /// `Resource`, `Data`, `HDR`, `Source`: the path of a file.
    pub fn file(&self, which: FolderFile) -> Option<String> {
        self.index.disk.file(self.folder, which)
    }
}

/// An entry of an index, as a value of scripts.
#[derive(Clone)]
pub(super) struct Handle {
    pub index: Rc<ResourceIndex>,
    pub entry: IndexEntry,
}

impl Handle {
    /// Returns the resource of the entry.
    pub fn resource(&self) -> Option<MessiahResource<'_>> {
        MessiahResource::of(&self.index, self.entry)
    }

    /// Returns the files of the entry.
    pub fn files(&self) -> Option<ResourceFile<'_>> {
        ResourceFile::of(&self.index, self.entry)
    }
}

impl PartialEq for Handle {
    fn eq(&self, other: &Self) -> bool {
        // The number of an entry is valid within one index only.
        Rc::ptr_eq(&self.index, &other.index) && self.entry == other.entry
    }
}
