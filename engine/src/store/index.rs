//! The built-in collections, from the files they are made of to the ones that values are looked up in.

use std::hash::Hasher;

use rustc_hash::FxHasher;
use serde::{Deserialize, Serialize};

use super::demand::{is_packed, is_repository, is_world};
use super::disk::Disk;
use super::packages::{Placed, Relations};
use super::repository::{Item, Repository};
use super::sorted::Sorted;
use super::table::Table;
use super::texts::narrow;
use super::{Builtin, DefinitionRow, Mentions, MessiahResource, Packaged, PipelineFiles, ResourceFile, key};
use crate::format::{Document, Malformed};
use crate::source::normalize;
use crate::text::sort_by;

/// The information that some of the files give about the built-in collections.
///
/// Parts travel between workers and merge in any order: the [`Index`] made of them is the same.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct IndexPart {
    repositories: Vec<Repository>,
    ilevels: Vec<String>,
    disks: Vec<Disk>,
    packages: Vec<Packaged>,
    definitions: Vec<DefinitionRow>,
    pipeline: PipelineFiles,
}

impl IndexPart {
    /// Returns the information in the paths of a source: its folders whose names are GUIDs, and its folders with a
    /// repository. Paths in archives are ignored.
    pub fn of_paths<'p>(paths: impl IntoIterator<Item = &'p str>) -> Self {
        Self { disks: vec![Disk::of_paths(paths.into_iter().filter(|path| !is_packed(path)))], ..Self::default() }
    }

    /// Reads a file that is in demand (see [`super::Demand::wants`]). Its name decides how: as a repository or as a
    /// world. Any other file gives an empty part.
    ///
    /// # Errors
    /// The document is not well formed; nothing of it counts then.
    pub fn of_file(path: &str, document: &Document) -> Result<Self, Malformed> {
        if is_repository(path) {
            Self::of_repository(path, document)
        } else if is_world(path) {
            Self::of_world(path, document)
        } else {
            Ok(Self::default())
        }
    }

    /// The resources that the repository at `path` lists.
    ///
    /// # Errors
    /// As [`Self::of_file`].
    pub fn of_repository(path: &str, document: &Document) -> Result<Self, Malformed> {
        Ok(Self { repositories: vec![Repository::read(path, document)?], ..Self::default() })
    }

    /// The ilevels that the world at `path` names: each text and attribute that ends in `.ilevel`, as a path from the
    /// root. One that leaves the root stays as it is: it is no file, and whoever uses it says so.
    ///
    /// # Errors
    /// As [`Self::of_file`].
    pub fn of_world(_path: &str, document: &Document) -> Result<Self, Malformed> {
        let mut mentions = Mentions::new(|text: &str| text.ends_with(".ilevel"));
        document.read(&mut mentions)?;
        let path = |text: &str| normalize(text).unwrap_or_else(|| text.to_owned());
        let ilevels = mentions.finish().iter().map(|text| path(text)).collect();
        Ok(Self { ilevels, ..Self::default() })
    }

    /// A package, as it describes itself.
    #[must_use]
    pub fn of_package(package: Packaged) -> Self {
        Self { packages: vec![package], ..Self::default() }
    }

    /// Definitions of a game.
    #[must_use]
    pub fn of_definitions(definitions: Vec<DefinitionRow>) -> Self {
        Self { definitions, ..Self::default() }
    }

    /// Files by what conversion rules make of them, or the rule files.
    #[must_use]
    pub fn of_pipeline(pipeline: PipelineFiles) -> Self {
        Self { pipeline, ..Self::default() }
    }

    /// The rule files that it holds, and files by what comes of them.
    #[must_use]
    pub const fn pipeline(&self) -> &PipelineFiles {
        &self.pipeline
    }

    /// Adds the information of another part.
    pub fn merge(&mut self, other: Self) {
        self.repositories.extend(other.repositories);
        self.ilevels.extend(other.ilevels);
        self.disks.extend(other.disks);
        self.packages.extend(other.packages);
        self.definitions.extend(other.definitions);
        self.pipeline.merge(other.pipeline);
    }
}

/// A resource, or the files of one, as an [`Index`] knows them; of use for that index only.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub struct Entry(u32);

/// The built-in collections, ready to be looked into.
#[derive(Debug, Default)]
pub struct Index {
    /// In the order of their folders.
    repositories: Vec<Repository>,
    /// Where each repository's items begin among all items.
    starts: Vec<u32>,
    /// All items, by GUID and by virtual path.
    by_guid: Table,
    by_virtual_path: Table,
    disk: Disk,
    /// The folders of `disk`, by GUID.
    by_folder: Table,
    ilevels: Vec<String>,
    packages: Sorted<Placed>,
    relations: Relations,
    definitions: Sorted<DefinitionRow>,
    pipeline: PipelineFiles,
}

impl Index {
    /// Puts everything in its order and makes it findable.
    #[must_use]
    pub fn new(part: IndexPart) -> Self {
        let IndexPart { mut repositories, mut ilevels, disks, packages, definitions, mut pipeline } = part;
        sort_by(&mut repositories, |a, b| a.folder.cmp(&b.folder));
        repositories.dedup_by(|a, b| a.folder == b.folder);
        ilevels.sort_unstable();
        ilevels.dedup();
        pipeline.sort();
        let packages = Sorted::new(packages.into_iter().map(Placed::from).collect());
        let (disk, definitions) = (Disk::union(disks), Sorted::new(definitions));
        let relations = Relations::of(&packages);
        let mut index =
            Self { repositories, disk, ilevels, packages, relations, definitions, pipeline, ..Self::default() };
        let mut count = 0;
        for repository in &index.repositories {
            index.starts.push(narrow(count));
            count += repository.items.len();
        }
        index.hash(count);
        index
    }

    fn hash(&mut self, items: usize) {
        let guid = |entry: u32| self.guid(entry);
        self.by_guid = Table::new(items, |entry| key::hash(guid(entry)), |a, b| key::equal(guid(a), guid(b)));
        let hash = |entry: u32| self.virtual_path(entry).map_or(0, hash_virtual_path);
        let equal = |a: u32, b: u32| match (self.virtual_path(a), self.virtual_path(b)) {
            (Some(a), Some(b)) => same_virtual_path(a, b),
            _ => false,
        };
        self.by_virtual_path = Table::new(items, hash, equal);
        let name = |entry: u32| self.folder_name(entry);
        let folders = self.disk.folders.len();
        self.by_folder = Table::new(folders, |entry| key::hash(name(entry)), |a, b| key::equal(name(a), name(b)));
    }

    /// The resources with this GUID, in the order of their repositories.
    pub fn resources(&self, guid: &str) -> impl Iterator<Item = MessiahResource<'_>> {
        let entries = self.by_guid.entries(key::hash(guid), |entry| key::equal(self.guid(entry), guid));
        entries.filter_map(|entry| self.resource(entry))
    }

    /// The resources with this virtual path, `Package/Name`, in the order of their repositories.
    pub fn resources_at(&self, virtual_path: &str) -> impl Iterator<Item = MessiahResource<'_>> {
        let equal = |entry| self.virtual_path(entry).is_some_and(|known| is_virtual_path(known, virtual_path));
        let entries = self.by_virtual_path.entries(hash_bytes(virtual_path.bytes()), equal);
        entries.filter_map(|entry| self.resource(entry))
    }

    /// The files of the resources with this GUID, in the order of their folders.
    pub fn files(&self, guid: &str) -> impl Iterator<Item = ResourceFile<'_>> {
        let entries = self.by_folder.entries(key::hash(guid), |entry| key::equal(self.folder_name(entry), guid));
        entries.filter_map(|entry| {
            let folder = self.disk.folders.get(entry as usize)?;
            Some(ResourceFile::new(self, &self.disk, folder))
        })
    }

    /// The resources with this GUID, to be looked at later: see [`Self::resource_of`].
    pub fn resource_entries(&self, guid: &str) -> impl Iterator<Item = Entry> {
        self.by_guid.entries(key::hash(guid), |entry| key::equal(self.guid(entry), guid)).map(Entry)
    }

    /// The resources with this virtual path, to be looked at later.
    pub fn resource_entries_at(&self, virtual_path: &str) -> impl Iterator<Item = Entry> {
        let equal = |entry| self.virtual_path(entry).is_some_and(|known| is_virtual_path(known, virtual_path));
        self.by_virtual_path.entries(hash_bytes(virtual_path.bytes()), equal).map(Entry)
    }

    /// The folders with this GUID, to be looked at later: see [`Self::files_of`].
    pub fn file_entries(&self, guid: &str) -> impl Iterator<Item = Entry> {
        self.by_folder.entries(key::hash(guid), |entry| key::equal(self.folder_name(entry), guid)).map(Entry)
    }

    /// The resource of an entry.
    #[must_use]
    pub fn resource_of(&self, entry: Entry) -> Option<MessiahResource<'_>> {
        self.resource(entry.0)
    }

    /// The files of an entry.
    #[must_use]
    pub fn files_of(&self, entry: Entry) -> Option<ResourceFile<'_>> {
        self.disk.folders.get(entry.0 as usize).map(|folder| ResourceFile::new(self, &self.disk, folder))
    }

    /// The packages of that place, to be looked at later: see [`Self::package_of`].
    pub fn package_entries(&self, place: &str) -> impl Iterator<Item = Entry> + use<> {
        self.packages.at(place).map(entry)
    }

    /// The place and the package of an entry.
    #[must_use]
    pub fn package_of(&self, entry: Entry) -> Option<(&str, &Packaged)> {
        self.packages.get(entry.0 as usize).map(|placed| (placed.place.as_str(), &placed.package))
    }

    /// The number of the circle that a package is a part of, by what is in use.
    #[must_use]
    pub fn package_circle(&self, entry: Entry) -> Option<usize> {
        self.relations.circle(entry.0 as usize)
    }

    /// The newest revision that is here of the groups that a place is of.
    #[must_use]
    pub fn newest_package(&self, place: &str) -> Option<u32> {
        self.relations.newest(place)
    }

    pub(super) fn has_package(&self, place: &str) -> bool {
        !self.packages.at(place).is_empty()
    }

    /// The definitions with this id, to be looked at later: see [`Self::definition_of`]. Several when builder types share
    /// it.
    pub fn definition_entries(&self, id: &str) -> impl Iterator<Item = Entry> + use<> {
        self.definitions.at(id).map(entry)
    }

    /// The definition of an entry.
    #[must_use]
    pub fn definition_of(&self, entry: Entry) -> Option<&DefinitionRow> {
        self.definitions.get(entry.0 as usize)
    }

    pub(super) fn has_definition(&self, id: &str) -> bool {
        !self.definitions.at(id).is_empty()
    }

    /// How many keys a map has; 0 of what is no map.
    #[must_use]
    pub fn keys(&self, map: Builtin) -> usize {
        match map {
            Builtin::AssetPackages => self.packages.firsts().count(),
            Builtin::Definitions => self.definitions.firsts().count(),
            _ => self.table(map).map_or(0, Table::len),
        }
    }

    /// The first entry of each key of a map, in the order of the entries.
    #[must_use]
    pub fn firsts(&self, map: Builtin) -> Vec<Entry> {
        match map {
            Builtin::AssetPackages => self.packages.firsts().map(entry).collect(),
            Builtin::Definitions => self.definitions.firsts().map(entry).collect(),
            _ => self.table(map).map_or_else(Vec::new, Table::firsts).into_iter().map(Entry).collect(),
        }
    }

    const fn table(&self, map: Builtin) -> Option<&Table> {
        match map {
            Builtin::ResInRepo => Some(&self.by_guid),
            Builtin::ResVirtInfo => Some(&self.by_virtual_path),
            Builtin::ResInDisk => Some(&self.by_folder),
            _ => None,
        }
    }

    /// The paths of a list, sorted, each once; `None` of what is no list.
    #[must_use]
    pub fn list(&self, list: Builtin) -> Option<&[String]> {
        if list == Builtin::Ilevels { Some(&self.ilevels) } else { self.pipeline.list(list) }
    }

    /// The conversion rules, and files by what comes of them.
    #[must_use]
    pub const fn pipeline(&self) -> &PipelineFiles {
        &self.pipeline
    }

    pub(super) fn has_resource(&self, guid: &str) -> bool {
        self.by_guid.first(key::hash(guid), |entry| key::equal(self.guid(entry), guid)).is_some()
    }

    pub(super) fn has_virtual_path(&self, path: &str) -> bool {
        self.resources_at(path).next().is_some()
    }

    pub(super) fn has_files(&self, guid: &str) -> bool {
        self.by_folder.first(key::hash(guid), |entry| key::equal(self.folder_name(entry), guid)).is_some()
    }

    pub(super) fn has_path(&self, list: Builtin, path: &str) -> bool {
        self.list(list).is_some_and(|list| list.binary_search_by(|known| known.as_str().cmp(path)).is_ok())
    }

    /// The repository of an item, and the item's number there.
    fn locate(&self, entry: u32) -> Option<(&Repository, usize)> {
        let at = self.starts.partition_point(|&start| start <= entry).checked_sub(1)?;
        Some((self.repositories.get(at)?, (entry - self.starts[at]) as usize))
    }

    fn item(&self, entry: u32) -> Option<(&Repository, Item)> {
        let (repository, at) = self.locate(entry)?;
        Some((repository, *repository.items.get(at)?))
    }

    fn resource(&self, entry: u32) -> Option<MessiahResource<'_>> {
        let (repository, at) = self.locate(entry)?;
        Some(MessiahResource::new(repository, at, repository.items.get(at)?))
    }

    fn guid(&self, entry: u32) -> &str {
        self.item(entry).map_or("", |(repository, item)| repository.texts.get(item.guid))
    }

    fn virtual_path(&self, entry: u32) -> Option<(&str, &str)> {
        let (repository, item) = self.item(entry)?;
        Some((repository.texts.get(item.package), repository.texts.get(item.name)))
    }

    fn folder_name(&self, entry: u32) -> &str {
        self.disk.folders.get(entry as usize).map_or("", |folder| self.disk.name(folder))
    }
}

fn entry(at: usize) -> Entry {
    Entry(narrow(at))
}

/// Whether `text` is the package, a slash and the name.
fn is_virtual_path((package, name): (&str, &str), text: &str) -> bool {
    let rest = text.strip_prefix(package).and_then(|rest| rest.strip_prefix('/'));
    rest == Some(name)
}

/// Whether two packages and names spell one path; a slash may belong to either.
fn same_virtual_path(a: (&str, &str), b: (&str, &str)) -> bool {
    a == b || virtual_path_bytes(a).eq(virtual_path_bytes(b))
}

fn hash_virtual_path(path: (&str, &str)) -> u64 {
    hash_bytes(virtual_path_bytes(path))
}

fn virtual_path_bytes<'t>((package, name): (&'t str, &'t str)) -> impl Iterator<Item = u8> + use<'t> {
    package.bytes().chain(*b"/").chain(name.bytes())
}

/// Byte by byte, so that it does not matter of how many pieces a text is made.
fn hash_bytes(bytes: impl Iterator<Item = u8>) -> u64 {
    // FNV-1a, whose last bits are mixed once more: tables look at the first and the last ones.
    let folded =
        bytes.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    let mut hasher = FxHasher::default();
    hasher.write_u64(folded);
    hasher.finish()
}
