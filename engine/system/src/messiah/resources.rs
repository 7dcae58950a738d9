//! The values in the maps of resources: resources, and the files of resources.

use std::borrow::Cow;

use assay_document::source::file_name;

use super::disk::{Disk, Folder};
use super::index::ResourceIndex;
use super::repository::{Repository, Resource};

/// A resource as a repository lists it.
#[derive(Clone, Copy, Debug)]
pub(super) struct MessiahResource<'i> {
    repository: &'i Repository,
    at: usize,
    item: &'i Resource,
}

impl<'i> MessiahResource<'i> {
    pub(super) const fn new(repository: &'i Repository, at: usize, item: &'i Resource) -> Self {
        Self { repository, at, item }
    }

    /// `GUID`: as spelled, braces and letter case included.
    pub fn guid(&self) -> &'i str {
        self.repository.texts.get(self.item.guid)
    }

    /// `Package`: where the resource lives; empty when it does not say.
    pub fn package(&self) -> &'i str {
        self.repository.texts.get(self.item.package)
    }

    /// `Name`: empty when it has none.
    pub fn name(&self) -> &'i str {
        self.repository.texts.get(self.item.name)
    }

    /// `Type`: such as `Model`; empty when it does not say.
    pub fn kind(&self) -> &'i str {
        self.repository.texts.get(self.item.kind)
    }

    /// `Deps`: the GUIDs of the resources that it needs, as spelled, in their order.
    pub fn deps(&self) -> impl Iterator<Item = Cow<'i, str>> + use<'i> {
        self.repository.deps(self.at)
    }

    /// `Repository`: the name of the folder that holds the repository; empty at the root.
    pub fn repository(&self) -> &'i str {
        file_name(&self.repository.folder)
    }

    /// `RepositoryFullPath`, which version 1 called the resource path: the path of that folder.
    pub fn repository_full_path(&self) -> &'i str {
        &self.repository.folder
    }

    /// `VirtualPath`: `Package/Name`.
    pub fn virtual_path(&self) -> String {
        format!("{}/{}", self.package(), self.name())
    }
}

/// The files of a resource: those of one folder whose name is its GUID.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResourceFile<'i> {
    index: &'i ResourceIndex,
    disk: &'i Disk,
    folder: &'i Folder,
}

impl<'i> ResourceFile<'i> {
    pub(super) const fn new(index: &'i ResourceIndex, disk: &'i Disk, folder: &'i Folder) -> Self {
        Self { index, disk, folder }
    }

    /// `GUID`: the folder's name, as spelled.
    pub fn guid(&self) -> &'i str {
        self.disk.name(self.folder)
    }

    /// `Repository`: the name of the nearest folder above that holds a `resource.repository`, if there is one.
    pub fn repository(&self) -> Option<&'i str> {
        self.disk.home(self.folder).map(file_name)
    }

    /// `Type`: that of the resource of this GUID, of the same repository if it lists one. Needs the repositories.
    pub fn kind(&self) -> Option<&'i str> {
        let home = self.disk.home(self.folder);
        let listed = || self.index.resources(self.guid());
        let at_home = listed().find(|resource| Some(resource.repository_full_path()) == home);
        at_home.or_else(|| listed().next()).map(|resource| resource.kind())
    }

    /// `Resource`: the path of its attribute file: `resource.xml`, `resource` or `texture.xml`.
    pub fn resource(&self) -> Option<String> {
        self.disk.resource(self.folder)
    }

    /// `Data`: the path of its `resource.data` or `texture.data`.
    pub fn data(&self) -> Option<String> {
        self.disk.data(self.folder)
    }

    /// `HDR`: the path of its first `*.hdr`.
    pub fn hdr(&self) -> Option<String> {
        self.disk.hdr(self.folder)
    }

    /// `Source`: the path of its first file whose name begins with `source`.
    pub fn source(&self) -> Option<String> {
        self.disk.source(self.folder)
    }
}
