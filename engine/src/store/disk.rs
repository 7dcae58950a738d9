//! Folders whose name is a GUID, with the files of their resources.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::demand::REPOSITORY;
use super::texts::{Interner, TextId, Texts};
use crate::source::{file_name, folder};
use crate::text::Guid;

/// Names of attribute files; the first one that a folder has counts.
const RESOURCES: [&str; 3] = ["resource.xml", "resource", "texture.xml"];
/// Names of data files; the first one that a folder has counts.
const DATA: [&str; 2] = ["resource.data", "texture.data"];

/// The folders of resources, and those of repositories, in the order of their paths.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Disk {
    texts: Texts,
    pub folders: Vec<Folder>,
    /// The folders that hold a repository.
    homes: Vec<TextId>,
}

/// A folder whose name is a GUID.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Folder {
    /// The folder that holds it.
    parent: TextId,
    pub name: TextId,
    /// Places in [`RESOURCES`] and [`DATA`].
    resource: Option<u8>,
    data: Option<u8>,
    hdr: Option<TextId>,
    source: Option<TextId>,
}

impl Disk {
    /// Finds the folders in the paths of a source, or of a part of it.
    pub fn of_paths<'p>(paths: impl IntoIterator<Item = &'p str>) -> Self {
        let mut builder = Builder::default();
        for path in paths {
            builder.add(folder(path), file_name(path));
        }
        builder.finish()
    }

    /// What several parts of one source have together.
    pub fn union(mut parts: Vec<Self>) -> Self {
        if parts.len() < 2 {
            return parts.pop().unwrap_or_default();
        }
        let mut builder = Builder::default();
        for part in &parts {
            for &home in &part.homes {
                builder.add(part.texts.get(home), REPOSITORY);
            }
            for folder in &part.folders {
                part.add_to(folder, &mut builder);
            }
        }
        builder.finish()
    }

    fn add_to(&self, folder: &Folder, builder: &mut Builder) {
        let path = self.path(folder, "");
        let path = path.trim_end_matches('/');
        let known = |names: &[&'static str], at: Option<u8>| at.and_then(|at| names.get(usize::from(at)).copied());
        // A folder may have nothing but files that do not count.
        builder.add(path, "");
        let names = [
            known(&RESOURCES, folder.resource),
            known(&DATA, folder.data),
            folder.hdr.map(|id| self.texts.get(id)),
            folder.source.map(|id| self.texts.get(id)),
        ];
        for name in names.into_iter().flatten() {
            builder.add(path, name);
        }
    }

    /// The folder's name, a GUID as spelled there.
    pub fn name(&self, folder: &Folder) -> &str {
        self.texts.get(folder.name)
    }

    /// The path of the attribute file.
    pub fn resource(&self, folder: &Folder) -> Option<String> {
        folder.resource.and_then(|at| RESOURCES.get(usize::from(at))).map(|name| self.path(folder, name))
    }

    /// The path of the data file.
    pub fn data(&self, folder: &Folder) -> Option<String> {
        folder.data.and_then(|at| DATA.get(usize::from(at))).map(|name| self.path(folder, name))
    }

    /// The path of the first `*.hdr`.
    pub fn hdr(&self, folder: &Folder) -> Option<String> {
        folder.hdr.map(|name| self.path(folder, self.texts.get(name)))
    }

    /// The path of the first `source*`.
    pub fn source(&self, folder: &Folder) -> Option<String> {
        folder.source.map(|name| self.path(folder, self.texts.get(name)))
    }

    /// The nearest folder above that holds a repository.
    pub fn home(&self, of: &Folder) -> Option<&str> {
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

    fn path(&self, folder: &Folder, file: &str) -> String {
        let (parent, name) = (self.texts.get(folder.parent), self.texts.get(folder.name));
        let slash = if parent.is_empty() { "" } else { "/" };
        [parent, slash, name, "/", file].concat()
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

/// Gathers folders, file by file.
#[derive(Default)]
struct Builder {
    texts: Interner,
    folders: Vec<Folder>,
    homes: Vec<TextId>,
    /// By the folder's parent and name.
    known: FxHashMap<(TextId, TextId), usize>,
    /// The folder of the file before, which mostly is that of the next one.
    last: Option<(String, Option<usize>)>,
}

impl Builder {
    fn add(&mut self, path: &str, file: &str) {
        if file == REPOSITORY {
            let home = self.texts.intern(path);
            self.homes.push(home);
        }
        let Some(at) = self.folder(path) else { return };
        let entry = &mut self.folders[at];
        let place = |names: &[&str]| names.iter().position(|&name| name == file).and_then(|at| u8::try_from(at).ok());
        let first = |known: Option<u8>, at: u8| Some(known.map_or(at, |known| known.min(at)));
        if let Some(at) = place(&RESOURCES) {
            entry.resource = first(entry.resource, at);
        } else if let Some(at) = place(&DATA) {
            entry.data = first(entry.data, at);
        }
        if is_hdr(file) && entry.hdr.is_none_or(|known| file < self.texts.get(known)) {
            entry.hdr = Some(self.texts.intern(file));
        }
        if file.starts_with("source") && entry.source.is_none_or(|known| file < self.texts.get(known)) {
            entry.source = Some(self.texts.intern(file));
        }
    }

    /// The place of the folder at `path`, added if it is new; `None` when its name is no GUID.
    fn folder(&mut self, path: &str) -> Option<usize> {
        if let Some((last, at)) = &self.last
            && last == path
        {
            return *at;
        }
        let name = file_name(path);
        let at = Guid::parse(name).map(|_| {
            let (parent, name) = (self.texts.intern(folder(path)), self.texts.intern(name));
            *self.known.entry((parent, name)).or_insert_with(|| {
                self.folders.push(Folder { parent, name, resource: None, data: None, hdr: None, source: None });
                self.folders.len() - 1
            })
        });
        self.last = Some((path.to_owned(), at));
        at
    }

    fn finish(self) -> Disk {
        let mut disk = Disk { texts: self.texts.finish(), folders: self.folders, homes: self.homes };
        let mut folders = std::mem::take(&mut disk.folders);
        folders.sort_by(|a, b| disk.order(a, b));
        folders.shrink_to_fit();
        let mut homes = std::mem::take(&mut disk.homes);
        homes.sort_by(|&a, &b| disk.texts.get(a).cmp(disk.texts.get(b)));
        homes.dedup();
        Disk { folders, homes, ..disk }
    }
}
