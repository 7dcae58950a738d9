//! Stores entries in columns: a million entries take the memory of their paths, and some fifty bytes each.

use serde::Serialize;

use super::{AssetId, ContentHash};

/// The entries of one source. The table never changes; lists select rows of it.
#[derive(Debug, Default)]
pub(super) struct EntryTable {
    /// All paths, one after the other.
    paths: String,
    /// The end of each path.
    ends: Vec<u32>,
    hashes: Vec<ContentHash>,
    /// Empty if no entry has an id.
    ids: Vec<AssetId>,
    /// Empty if all are 0.
    modified: Vec<u64>,
    /// The number of entries without an id.
    without_id: usize,
}

/// One entry.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct ListEntry<'l> {
    /// The path, with `/` between parts. Nothing changes its letter case.
    pub path: &'l str,
    /// The hash of its content.
    pub hash: ContentHash,
    /// Its asset id; `None` if it has none.
    pub id: Option<AssetId>,
    /// The modification time in the units of the machine that wrote it; 0 if it is unknown. It is never compared.
    pub modified: u64,
}

/// An entry as people read it, and as the plain JSON form has it.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AssetEntry<'e> {
    /// The path, with `/` between parts.
    pub path: &'e str,
    /// SHA-1 of the content as 40 hexadecimal digits; all zero for an empty file.
    pub hash: String,
    /// The identifier of the asset, as `{GUID}:<number>`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// When it was modified, in the units of the machine that wrote the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(schema_with = "any_integer"))]
    pub modified: Option<u64>,
}

/// An integer of any length: JavaScript gets those beyond 2^53 as `bigint`.
#[cfg(feature = "schema")]
fn any_integer(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    schemars::json_schema!({ "type": "integer" })
}

impl<'e> From<ListEntry<'e>> for AssetEntry<'e> {
    fn from(ListEntry { path, hash, id, modified }: ListEntry<'e>) -> Self {
        let id = id.map(|id| id.to_string());
        Self { path, hash: hash.to_string(), id, modified: (modified != 0).then_some(modified) }
    }
}

impl EntryTable {
    pub fn push(&mut self, entry: ListEntry<'_>) {
        let row = self.len();
        self.paths.push_str(entry.path);
        // All paths of one list come from a document below 4 GiB.
        self.ends.push(u32::try_from(self.paths.len()).unwrap_or(u32::MAX));
        self.hashes.push(entry.hash);
        match entry.id.filter(|id| !id.is_none()) {
            Some(id) => {
                // The column begins at the first entry with an id, so earlier entries are added now.
                self.ids.resize(row, AssetId::default());
                self.ids.push(id);
            }
            None => self.without_id += 1,
        }
        if entry.modified != 0 {
            self.modified.resize(row, 0);
            self.modified.push(entry.modified);
        }
    }

    /// Reserves room for all entries of a document of `whole` bytes. The entries so far took `part` bytes. Columns that
    /// grow step by step would be copied many times.
    pub fn make_room(&mut self, part: u32, whole: u64) {
        // This is only an estimate: if there is not enough memory, the entries may still fit.
        let more = |length: usize| (length as u64).saturating_mul(whole) / u64::from(part).max(1);
        let more =
            |length: usize| usize::try_from(more(length) + more(length) / 16).unwrap_or(0).saturating_sub(length);
        let _ = self.paths.try_reserve_exact(more(self.paths.len()));
        let _ = self.ends.try_reserve_exact(more(self.ends.len()));
        let _ = self.hashes.try_reserve_exact(more(self.hashes.len()));
        let _ = self.ids.try_reserve_exact(more(self.ids.len()));
        let _ = self.modified.try_reserve_exact(more(self.modified.len()));
    }

    /// Releases memory that is not needed.
    pub fn finish(mut self) -> Self {
        if !self.ids.is_empty() {
            self.ids.resize(self.len(), AssetId::default());
        }
        if !self.modified.is_empty() {
            self.modified.resize(self.len(), 0);
        }
        self.paths.shrink_to_fit();
        self.ends.shrink_to_fit();
        self.hashes.shrink_to_fit();
        self.ids.shrink_to_fit();
        self.modified.shrink_to_fit();
        self
    }

    /// Returns the first row whose path contains U+0000.
    pub fn row_with_nul(&self) -> Option<usize> {
        let at = memchr::memchr(0, self.paths.as_bytes())?;
        Some(self.ends.partition_point(|&end| end as usize <= at))
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of entries with an id.
    pub fn with_id(&self) -> usize {
        self.len() - self.without_id
    }

    pub fn path(&self, row: u32) -> &str {
        let row = row as usize;
        let start = row.checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.paths[start..self.ends[row] as usize]
    }

    pub fn hash(&self, row: u32) -> ContentHash {
        self.hashes[row as usize]
    }

    /// Returns the id of an entry, or the null id if it has none.
    pub fn id(&self, row: u32) -> AssetId {
        self.ids.get(row as usize).copied().unwrap_or_default()
    }

    pub fn entry(&self, row: u32) -> ListEntry<'_> {
        let id = self.id(row);
        ListEntry {
            path: self.path(row),
            hash: self.hash(row),
            id: (!id.is_none()).then_some(id),
            modified: self.modified.get(row as usize).copied().unwrap_or_default(),
        }
    }
}
