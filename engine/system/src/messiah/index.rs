//! The index of resources and their files, in which the maps look values up.

use std::cell::OnceCell;
use std::hash::Hasher;

use assay_document::format::Document;
use assay_document::source::normalize;
use assay_document::text::Fault;
use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};

use super::disk::{Disk, Folder};
use super::files::{is_packed, is_repository, is_world};
use super::key::GuidTable;
use super::repository::{Repository, RepositoryItem};
use crate::Mentions;
use crate::table::KeyTable;
use crate::texts::narrow;

/// The information about resources from some of the files.
///
/// Parts move between workers and merge in any order: the resulting [`ResourceIndex`] is the same.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct IndexPart {
    repositories: Vec<Repository>,
    ilevels: Vec<String>,
    disks: Vec<Disk>,
}

impl IndexPart {
    /// Returns the folders in the paths of a source. Paths in archives are ignored.
    pub fn of_paths<'p>(paths: impl IntoIterator<Item = &'p str>) -> Self {
        Self { disks: vec![Disk::of_paths(paths.into_iter().filter(|path| !is_packed(path)))], ..Self::default() }
    }

    /// Reads a file: as a repository or as a world, depending on its name. Any other file makes an empty part.
    ///
    /// # Errors
    /// Fails if the document is not well-formed. None of its content is used then.
    pub fn of_file(path: &str, document: &Document) -> Result<Self, Fault> {
        if is_repository(path) {
            Ok(Self { repositories: vec![Repository::read(path, document)?], ..Self::default() })
        } else if is_world(path) {
            Self::of_world(document)
        } else {
            Ok(Self::default())
        }
    }

    /// Reads the ilevels that a world names: texts and attributes that end in `.ilevel`, as paths from the root.
    fn of_world(document: &Document) -> Result<Self, Fault> {
        let mut mentions = Mentions::new(|text: &str| text.ends_with(".ilevel"));
        document.read(&mut mentions)?;
        // A path that leaves the root is kept. No such file exists, so rules that use it report it.
        let path = |text: &str| normalize(text).unwrap_or_else(|| text.to_owned());
        let ilevels = mentions.finish().iter().map(|text| path(text)).collect();
        Ok(Self { ilevels, ..Self::default() })
    }

    /// Adds the information of another part.
    pub fn merge(&mut self, other: Self) {
        self.repositories.extend(other.repositories);
        self.ilevels.extend(other.ilevels);
        self.disks.extend(other.disks);
    }
}

/// A resource, or the files of one, in a [`ResourceIndex`]. It is valid for that index only.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) struct IndexEntry(u32);

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum MapKey {
    /// GUIDs of resources.
    Guid,
    VirtualPath,
    /// GUIDs of folders.
    Folder,
}

/// The resources and their files, ready for looking values up.
#[derive(Debug, Default)]
pub(super) struct ResourceIndex {
    /// The repositories, in the order of their folders.
    repositories: Vec<Repository>,
    /// The index of the first item of each repository among all items.
    starts: Vec<u32>,
    /// The number of items in all repositories.
    count: usize,
    pub disk: Disk,
    /// All items, by GUID and by virtual path, and the folders of `disk`, by GUID. Each table is made on its first use:
    /// most workers use few of them.
    by_guid: OnceCell<GuidTable>,
    by_virtual_path: OnceCell<KeyTable>,
    by_folder: OnceCell<GuidTable>,
}

impl ResourceIndex {
    /// Builds the index, and returns it with the paths of ilevels, which are in any order.
    pub fn new(part: IndexPart) -> (Self, Vec<String>) {
        let IndexPart { mut repositories, ilevels, disks } = part;
        repositories.sort_by(|a, b| a.folder.cmp(&b.folder));
        // If two parts contain a repository, it is the same file.
        repositories.dedup_by(|a, b| a.folder == b.folder);
        let mut index = Self { repositories, disk: Disk::union(disks), ..Self::default() };
        for repository in &index.repositories {
            index.starts.push(narrow(index.count));
            index.count += repository.items.len();
        }
        (index, ilevels)
    }

    fn by_guid(&self) -> &GuidTable {
        self.by_guid.get_or_init(|| GuidTable::new(self.count, |entry| self.guid(entry)))
    }

    fn by_folder(&self) -> &GuidTable {
        self.by_folder.get_or_init(|| GuidTable::new(self.disk.folders.len(), |entry| self.folder_name(entry)))
    }

    fn by_virtual_path(&self) -> &KeyTable {
        let hash = |entry: u32| self.virtual_path(entry).map_or(0, |path| hash_bytes(virtual_path_bytes(path)));
        let equal = |a: u32, b: u32| match (self.virtual_path(a), self.virtual_path(b)) {
            // The packages may differ although the paths are equal, because a slash may be part of a name.
            (Some(a), Some(b)) => a == b || virtual_path_bytes(a).eq(virtual_path_bytes(b)),
            _ => false,
        };
        self.by_virtual_path.get_or_init(|| KeyTable::new(self.count, hash, equal))
    }

    /// Returns the first entry of a key of a map.
    pub fn first(&self, map: MapKey, key: &str) -> Option<u32> {
        match map {
            MapKey::Guid => self.by_guid().first(key, |entry| self.guid(entry)),
            MapKey::VirtualPath => {
                let is_path =
                    |(package, name)| key.strip_prefix(package).and_then(|rest| rest.strip_prefix('/')) == Some(name);
                let equal = |entry| self.virtual_path(entry).is_some_and(is_path);
                self.by_virtual_path().first(hash_bytes(key.bytes()), equal)
            }
            MapKey::Folder => self.by_folder().first(key, |entry| self.folder_name(entry)),
        }
    }

    /// Returns the entries of a key of a map, in the order of their repositories or folders.
    pub fn entries(&self, map: MapKey, key: &str) -> impl Iterator<Item = IndexEntry> {
        self.table(map).alike(self.first(map, key)).map(IndexEntry)
    }

    /// Returns the repository of a resource, and its item there with its number.
    pub fn item(&self, IndexEntry(entry): IndexEntry) -> Option<(&Repository, usize, &RepositoryItem)> {
        let at = self.starts.partition_point(|&start| start <= entry).checked_sub(1)?;
        let repository = self.repositories.get(at)?;
        let number = (entry - self.starts[at]) as usize;
        Some((repository, number, repository.items.get(number)?))
    }

    /// Returns the folder of an entry of the map of folders.
    pub fn folder(&self, entry: IndexEntry) -> Option<&Folder> {
        self.disk.folders.get(entry.0 as usize)
    }

    /// Returns the first entry of each key of a map, in the order of the entries.
    pub fn firsts(&self, map: MapKey) -> Vec<IndexEntry> {
        self.table(map).firsts().into_iter().map(IndexEntry).collect()
    }

    /// Returns the table of a map, which is made on its first use.
    pub fn table(&self, map: MapKey) -> &KeyTable {
        match map {
            MapKey::Guid => self.by_guid().table(),
            MapKey::VirtualPath => self.by_virtual_path(),
            MapKey::Folder => self.by_folder().table(),
        }
    }

    /// Returns true if the table of a map exists.
    pub fn is_prepared(&self, map: MapKey) -> bool {
        match map {
            MapKey::Guid => self.by_guid.get().is_some(),
            MapKey::VirtualPath => self.by_virtual_path.get().is_some(),
            MapKey::Folder => self.by_folder.get().is_some(),
        }
    }

    fn guid(&self, entry: u32) -> &str {
        self.item(IndexEntry(entry)).map_or("", |(repository, _, item)| repository.texts.get(item.guid))
    }

    fn virtual_path(&self, entry: u32) -> Option<(&str, &str)> {
        let (repository, _, item) = self.item(IndexEntry(entry))?;
        Some((repository.texts.get(item.package), repository.texts.get(item.name)))
    }

    fn folder_name(&self, entry: u32) -> &str {
        self.folder(IndexEntry(entry)).map_or("", |folder| self.disk.name(folder))
    }
}

fn virtual_path_bytes<'t>((package, name): (&'t str, &'t str)) -> impl Iterator<Item = u8> + use<'t> {
    package.bytes().chain(*b"/").chain(name.bytes())
}

/// Hashes byte by byte, so that the pieces of a string do not matter.
fn hash_bytes(bytes: impl Iterator<Item = u8>) -> u64 {
    // FNV-1a, whose last bits are mixed once more, because tables use the first and the last bits.
    let folded =
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut hasher = FxHasher::default();
    hasher.write_u64(folded);
    hasher.finish()
}
