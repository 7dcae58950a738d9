//! Folders whose name is a GUID, with the files of resources.

use std::cmp::Ordering;

use assay_document::source::{file_name, folder};
use assay_document::text::Guid;
use serde::{Deserialize, Serialize};

use super::files::REPOSITORY;
use crate::texts::{Interner, TextId, TextPool};

/// Names of attribute files; a folder uses the first one that it has.
const RESOURCES: [&str; 3] = ["resource.xml", "resource", "texture.xml"];
/// Names of data files; a folder uses the first one that it has.
const DATA: [&str; 2] = ["resource.data", "texture.data"];

/// The folders of resources and of repositories, in the order of their paths.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Disk {
    texts: TextPool,
    pub folders: Vec<Folder>,
    /// The folders that contain a repository.
    homes: Vec<TextId>,
}

/// A folder whose name is a GUID.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Folder {
    parent: TextId,
    name: TextId,
    files: FolderFiles,
}

/// A file of a folder, by its role.
#[derive(Clone, Copy, Debug)]
pub(super) enum FolderFile {
    /// The attribute file: `resource.xml`, `resource` or `texture.xml`.
    Resource,
    /// `resource.data` or `texture.data`.
    Data,
    /// The first `*.hdr`.
    Hdr,
    /// The first file whose name begins with `source`.
    Source,
}

/// The files of a folder that are used.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct FolderFiles {
    /// The indices in [`RESOURCES`] and [`DATA`].
    resource: Option<u8>,
    data: Option<u8>,
    hdr: Option<TextId>,
    source: Option<TextId>,
}

impl FolderFiles {
    /// Replaces files by those of `other` that come first by index or name.
    fn take<'t>(&mut self, other: &Self, name: impl Fn(TextId) -> &'t str) {
        let first = |a: Option<u8>, b: Option<u8>| a.into_iter().chain(b).min();
        let first_name = |a: Option<TextId>, b: Option<TextId>| a.into_iter().chain(b).min_by_key(|&id| name(id));
        self.resource = first(self.resource, other.resource);
        self.data = first(self.data, other.data);
        self.hdr = first_name(self.hdr, other.hdr);
        self.source = first_name(self.source, other.source);
    }
}

impl Disk {
    /// Finds the folders in the paths of a source, or of a part of it.
    pub fn of_paths<'p>(paths: impl IntoIterator<Item = &'p str>) -> Self {
        let mut builder = FolderBuilder::default();
        // The folder of the previous path, and true if its name is a GUID: files of one folder usually follow each
        // other.
        let mut last = ("", false);
        for path in paths {
            let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
            if file == REPOSITORY {
                builder.homes.push(builder.texts.intern(folder));
            }
            if folder != last.0 {
                last = (folder, builder.open(folder));
            }
            if last.1 {
                builder.add(file);
            }
        }
        builder.finish()
    }

    /// Merges the folders of several parts of one source.
    pub fn union(mut parts: Vec<Self>) -> Self {
        if parts.len() < 2 {
            return parts.pop().unwrap_or_default();
        }
        let mut builder = FolderBuilder::default();
        for part in &parts {
            for &home in &part.homes {
                builder.homes.push(builder.texts.intern(part.texts.get(home)));
            }
            for &Folder { parent, name, files } in &part.folders {
                let mut copy = |id: TextId| builder.texts.intern(part.texts.get(id));
                let files = FolderFiles { hdr: files.hdr.map(&mut copy), source: files.source.map(&mut copy), ..files };
                builder.folders.push(Folder { parent: copy(parent), name: copy(name), files });
            }
        }
        builder.finish()
    }

    /// Returns the folder's name, a GUID as spelled.
    pub fn name(&self, folder: &Folder) -> &str {
        self.texts.get(folder.name)
    }

    /// Returns the path of a file of a folder.
    pub fn file(&self, folder: &Folder, which: FolderFile) -> Option<String> {
        let one_of = |names: &[&'static str], at: Option<u8>| names.get(usize::from(at?)).copied();
        let text = |id: Option<TextId>| id.map(|id| self.texts.get(id));
        let FolderFiles { resource, data, hdr, source } = folder.files;
        let name = match which {
            FolderFile::Resource => one_of(&RESOURCES, resource),
            FolderFile::Data => one_of(&DATA, data),
            FolderFile::Hdr => text(hdr),
            FolderFile::Source => text(source),
        }?;
        let parent = self.texts.get(folder.parent);
        let slash = if parent.is_empty() { "" } else { "/" };
        Some([parent, slash, self.name(folder), "/", name].concat())
    }

    /// Returns the nearest folder above that contains a repository.
    pub fn home(&self, of: &Folder) -> Option<&str> {
        // From the inside out, because repositories may be nested.
        let mut above = self.texts.get(of.parent);
        loop {
            if self.homes.binary_search_by(|&home| self.texts.get(home).cmp(above)).is_ok() {
                return Some(above);
            }
            if above.is_empty() {
                return None;
            }
            above = folder(above);
        }
    }

    fn order(&self, a: &Folder, b: &Folder) -> Ordering {
        let key = |folder: &Folder| (self.texts.get(folder.parent), self.texts.get(folder.name));
        key(a).cmp(&key(b))
    }
}

/// Collects folders, file by file. If a folder occurs again later, it is a second folder until all folders are sorted.
#[derive(Default)]
struct FolderBuilder {
    texts: Interner,
    folders: Vec<Folder>,
    homes: Vec<TextId>,
}

impl FolderBuilder {
    /// Begins a folder. Returns false if its name is not a GUID.
    fn open(&mut self, path: &str) -> bool {
        let name = file_name(path);
        let is_guid = Guid::parse(name).is_some();
        if is_guid {
            let parent = self.texts.intern_after(self.folders.last().map(|last| last.parent), folder(path));
            let name = self.texts.push(name);
            self.folders.push(Folder { parent, name, files: FolderFiles::default() });
        }
        is_guid
    }

    /// Adds a file to the folder that was begun last.
    fn add(&mut self, file: &str) {
        let found = self.files(file);
        if let Some(last) = self.folders.last_mut() {
            last.files.take(&found, |id| self.texts.get(id));
        }
    }

    /// Returns the files of a folder that contains only this file.
    fn files(&mut self, file: &str) -> FolderFiles {
        let place = |names: &[&str]| names.iter().position(|&name| name == file).and_then(|at| u8::try_from(at).ok());
        FolderFiles {
            resource: place(&RESOURCES),
            data: place(&DATA),
            hdr: file.strip_suffix(".hdr").map(|_| self.texts.intern(file)),
            source: file.starts_with("source").then(|| self.texts.intern(file)),
        }
    }

    fn finish(self) -> Disk {
        let mut disk = Disk { texts: self.texts.finish(), folders: Vec::new(), homes: self.homes };
        let mut folders = self.folders;
        folders.sort_by(|a, b| disk.order(a, b));
        folders.dedup_by(|later, first| {
            let same = disk.order(later, first).is_eq();
            if same {
                first.files.take(&later.files, |id| disk.texts.get(id));
            }
            same
        });
        folders.shrink_to_fit();
        let mut homes = std::mem::take(&mut disk.homes);
        homes.sort_by(|&a, &b| disk.texts.get(a).cmp(disk.texts.get(b)));
        homes.dedup_by(|a, b| disk.texts.get(*a) == disk.texts.get(*b));
        Disk { folders, homes, ..disk }
    }
}
