//! Asset lists: ordered rows of tables.

use std::cell::OnceCell;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use rustc_hash::FxHasher;

use super::index::KeyIndex;
use super::key::{Duplicate, Key, NoId};
use super::portions::{in_portions, narrow};
use super::table::{EntryTable, ListEntry};
use super::{AssetId, ContentHash};

/// An asset list. Cloning is cheap. The result of an operation refers to rows of its inputs' tables and copies no
/// strings.
#[derive(Clone, Debug)]
pub struct AssetList(Rc<Inner>);

#[derive(Debug)]
struct Inner {
    tables: Vec<Rc<EntryTable>>,
    rows: Rows,
    /// The number of entries with an id.
    with_id: usize,
    /// By [`Key`]; created on first use.
    indexes: [OnceCell<Result<KeyIndex, Duplicate>>; 2],
}

#[derive(Debug)]
enum Rows {
    /// All rows of the only table, in its order.
    All(u32),
    These(Vec<ListRow>),
}

/// A row of one of a list's tables.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct ListRow {
    /// The number of the table.
    pub table: u32,
    /// The number of the row in it.
    pub row: u32,
}

impl AssetList {
    /// Creates a list of all rows of a table.
    pub(super) fn of_table(table: EntryTable) -> Self {
        let rows = Rows::All(narrow(table.len()));
        let with_id = table.with_id();
        Self(Rc::new(Inner { tables: vec![Rc::new(table.finish())], rows, with_id, indexes: Default::default() }))
    }

    /// Creates a list of these entries, in their order.
    pub fn of_entries<'e>(entries: impl IntoIterator<Item = ListEntry<'e>>) -> Self {
        let mut table = EntryTable::default();
        entries.into_iter().for_each(|entry| table.push(entry));
        Self::of_table(table)
    }

    /// Returns the number of entries.
    pub fn len(&self) -> usize {
        match &self.0.rows {
            Rows::All(length) => *length as usize,
            Rows::These(rows) => rows.len(),
        }
    }

    /// Returns true if the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns true if every entry has an id.
    pub fn all_have_ids(&self) -> bool {
        self.0.with_id == self.len()
    }

    /// The number of entries with an id.
    pub fn with_id(&self) -> usize {
        self.0.with_id
    }

    /// Returns the entry with the index `at`.
    pub fn get(&self, at: usize) -> Option<ListEntry<'_>> {
        (at < self.len()).then(|| {
            let (table, row) = self.at(narrow(at));
            table.entry(row)
        })
    }

    /// Returns all entries, in order.
    pub fn iter(&self) -> impl Iterator<Item = ListEntry<'_>> {
        (0..narrow(self.len())).map(|at| {
            let (table, row) = self.at(at);
            table.entry(row)
        })
    }

    /// Returns the entries for whose path `is_selected` returns true, in order.
    #[must_use]
    pub fn filtered(&self, is_selected: &mut dyn FnMut(&str) -> bool) -> Self {
        let mut selection = ListSelection::default();
        let joined = selection.join(self);
        in_portions(self.len(), |portion| {
            let selected = portion.filter(|&at| is_selected(self.path(at)));
            selected.for_each(|at| selection.take(self, &joined, at));
        });
        selection.finish()
    }

    /// Returns the path of an existing entry.
    pub(super) fn path(&self, at: u32) -> &str {
        let (table, row) = self.at(at);
        table.path(row)
    }

    pub(super) fn hash(&self, at: u32) -> ContentHash {
        let (table, row) = self.at(at);
        table.hash(row)
    }

    /// Returns the id of an entry, or the null id if it has none.
    pub(super) fn id(&self, at: u32) -> AssetId {
        let (table, row) = self.at(at);
        table.id(row)
    }

    #[inline]
    fn at(&self, at: u32) -> (&EntryTable, u32) {
        let ListRow { table, row } = self.row(at);
        (&self.0.tables[table as usize], row)
    }

    #[inline]
    fn row(&self, at: u32) -> ListRow {
        match &self.0.rows {
            Rows::All(_) => ListRow { table: 0, row: at },
            Rows::These(rows) => rows[at as usize],
        }
    }

    /// Returns the default key of a comparison: the id if every entry of all lists has one, otherwise the path.
    pub fn natural_key<'l>(lists: impl IntoIterator<Item = &'l Self>) -> Key {
        if lists.into_iter().all(Self::all_have_ids) { Key::Id } else { Key::Path }
    }

    #[inline]
    pub(super) fn key_hash(&self, key: Key, at: u32) -> u64 {
        let mut hasher = FxHasher::default();
        match key {
            Key::Id => self.id(at).hash(&mut hasher),
            Key::Path => self.path(at).hash(&mut hasher),
        }
        hasher.finish()
    }

    /// Returns true if an entry has the same key as an entry of `other`.
    #[inline]
    pub(super) fn has_key_of(&self, key: Key, at: u32, (other, other_at): (&Self, u32)) -> bool {
        match key {
            Key::Id => self.id(at) == other.id(other_at),
            Key::Path => self.path(at) == other.path(other_at),
        }
    }

    /// Returns the index of a key.
    pub(super) fn index(&self, key: Key) -> Result<ListIndex<'_>, Duplicate> {
        let hash = |at| self.key_hash(key, at);
        let is_same = |a, b| self.has_key_of(key, a, (self, b));
        let index = self.0.indexes[key as usize].get_or_init(|| KeyIndex::new(key, self.len(), hash, is_same));
        index.as_ref().map(|index| ListIndex { list: self, key, index }).map_err(|&duplicate| duplicate)
    }

    /// Refuses a list in which an entry has no id.
    ///
    /// # Errors
    /// Returns the first entry without an id.
    pub fn require_ids(&self) -> Result<(), NoId> {
        match (0..narrow(self.len())).find(|&at| self.id(at).is_none()) {
            Some(at) if !self.all_have_ids() => Err(NoId { entry: at as usize + 1, path: self.path(at).to_owned() }),
            _ => Ok(()),
        }
    }

    /// Returns the index of the entry with that path; `None` if no entry has it, or if paths are not unique.
    pub fn find_path(&self, path: &str) -> Option<usize> {
        // This must be the hash of `key_hash`.
        let mut hasher = FxHasher::default();
        path.hash(&mut hasher);
        let found = self.index(Key::Path).ok()?.index.find(hasher.finish(), |at| self.path(at) == path);
        found.map(|at| at as usize)
    }

    /// Refuses a list in which two entries have the same key: the id if every entry has one, otherwise the path.
    ///
    /// # Errors
    /// Returns the first entry that has the key of an earlier entry.
    pub fn require_unique(&self) -> Result<(), Duplicate> {
        self.index(Self::natural_key([self])).map(drop)
    }
}

/// The index of a list by a key, to look up entries of other lists.
#[derive(Clone, Copy)]
pub(super) struct ListIndex<'l> {
    list: &'l AssetList,
    key: Key,
    index: &'l KeyIndex,
}

impl ListIndex<'_> {
    /// Returns the place of the entry with the same key as the entry `at` of `other`.
    #[inline]
    pub fn find(&self, other: &AssetList, at: u32) -> Option<u32> {
        self.find_hashed(other.key_hash(self.key, at), other, at)
    }

    /// Like [`ListIndex::find`], for a key whose hash is already known.
    #[inline]
    pub fn find_hashed(&self, hash: u64, other: &AssetList, at: u32) -> Option<u32> {
        self.index.find(hash, |place| self.list.has_key_of(self.key, place, (other, at)))
    }
}

/// A new list under construction, from entries of other lists.
#[derive(Default)]
pub(super) struct ListSelection {
    tables: Vec<Rc<EntryTable>>,
    rows: Vec<ListRow>,
}

/// The numbers of a list's tables in a selection.
pub(super) struct Joined(Vec<u32>);

impl ListSelection {
    /// Adds the tables of a list, so that its entries can be taken.
    pub fn join(&mut self, list: &AssetList) -> Joined {
        let number = |table: &Rc<EntryTable>| {
            let known = self.tables.iter().position(|known| Rc::ptr_eq(known, table));
            narrow(known.unwrap_or_else(|| {
                self.tables.push(Rc::clone(table));
                self.tables.len() - 1
            }))
        };
        Joined(list.0.tables.iter().map(number).collect())
    }

    /// Reserves room for further entries.
    pub fn reserve(&mut self, entries: usize) {
        self.rows.reserve_exact(entries);
    }

    /// Adds an entry of a list that has been joined.
    #[inline]
    pub fn take(&mut self, list: &AssetList, joined: &Joined, at: u32) {
        let ListRow { table, row } = list.row(at);
        self.rows.push(ListRow { table: joined.0[table as usize], row });
    }

    pub fn finish(mut self) -> AssetList {
        self.rows.shrink_to_fit();
        let has_id = |&ListRow { table, row }: &ListRow| !self.tables[table as usize].id(row).is_none();
        // If all entries of the tables have ids, the rows need not be counted.
        let with_id = if self.tables.iter().all(|table| table.with_id() == table.len()) {
            self.rows.len()
        } else {
            self.rows.iter().filter(|row| has_id(row)).count()
        };
        AssetList(Rc::new(Inner {
            tables: self.tables,
            rows: Rows::These(self.rows),
            with_id,
            indexes: Default::default(),
        }))
    }
}
