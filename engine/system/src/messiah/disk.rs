//! Folders whose name is a GUID, with the files of their resources.

use std::cmp::Ordering;

use assay_document::source::{file_name, folder};
use assay_document::text::Guid;
use serde::{Deserialize, Serialize};

use super::files::REPOSITORY;
use crate::texts::{Interner, TextId, TextPool};

/// Names of attribute files; the first one that a folder has counts.
const RESOURCES: [&str; 3] = ["resource.xml", "resource", "texture.xml"];
/// Names of data files; the first one that a folder has counts.
const DATA: [&str; 2] = ["resource.data", "texture.data"];

/// The folders of resources, and those of repositories, in the order of their paths.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Disk {
    texts: TextPool,
    pub folders: Vec<Folder>,
    /// The folders that hold a repository.
    homes: Vec<TextId>,
}

/// A folder whose name is a GUID.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Folder {
    /// The folder that holds it.
    parent: TextId,
    name: TextId,
    files: FolderFiles,
}

/// A file of a folder that counts.
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

/// The files of a folder that count.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
struct FolderFiles {
    /// Places in [`RESOURCES`] and [`DATA`].
    resource: Option<u8>,
    data: Option<u8>,
    hdr: Option<TextId>,
    source: Option<TextId>,
}

impl FolderFiles {
    /// Takes over those of `other` that come first by their place or by their name.
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
        // The folder of the path before, and whether its name is a GUID: files of one folder mostly stand together.
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

    /// The folder's name, a GUID as spelled there.
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

    /// The nearest folder above that holds a repository.
    pub fn home(&self, of: &Folder) -> Option<&str> {
        // From the inside out: repositories may lie in each other.
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

#[expect(clippy::case_sensitive_file_extension_comparisons, reason = "letter case counts in all of these names")]
fn is_hdr(file: &str) -> bool {
    file.ends_with(".hdr")
}

/// Gathers folders, file by file. A folder that comes again later is a second one, until all are put in order.
#[derive(Default)]
struct FolderBuilder {
    texts: Interner,
    folders: Vec<Folder>,
    homes: Vec<TextId>,
}

impl FolderBuilder {
    /// Begins a folder; false when its name is no GUID.
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

    /// A file, as if it were all that its folder holds.
    fn files(&mut self, file: &str) -> FolderFiles {
        let place = |names: &[&str]| names.iter().position(|&name| name == file).and_then(|at| u8::try_from(at).ok());
        FolderFiles {
            resource: place(&RESOURCES),
            data: place(&DATA),
            hdr: is_hdr(file).then(|| self.texts.intern(file)),
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
