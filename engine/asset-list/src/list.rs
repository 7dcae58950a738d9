//! Asset lists: rows of tables, in an order.

use std::cell::OnceCell;
use std::ops::Range;
use std::rc::Rc;

use assay_document::text::called_again;

use super::index::{Duplicate, Key, KeyIndex, NoId};
use super::table::{EntryTable, ListEntry};
use super::{AssetId, ContentHash};

/// An asset list. A copy costs nothing, and the result of an operation holds rows of its inputs' tables, no texts.
#[derive(Clone, Debug)]
pub struct AssetList(Rc<Inner>);

#[derive(Debug)]
struct Inner {
    tables: Vec<Rc<EntryTable>>,
    rows: Rows,
    /// How many entries have an id.
    with_id: usize,
    /// By [`Key`]; made when first asked for.
    indexes: [OnceCell<Result<KeyIndex, Duplicate>>; 2],
}

/// Which rows.
#[derive(Debug)]
enum Rows {
    /// All of the only table, in its order.
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
    /// The list of all rows of a table.
    pub(super) fn of_table(table: EntryTable) -> Self {
        let rows = Rows::All(narrow(table.len()));
        let with_id = table.with_id();
        Self(Rc::new(Inner { tables: vec![Rc::new(table.finish())], rows, with_id, indexes: Default::default() }))
    }

    /// The list of these entries, in their order.
    #[must_use]
    pub fn of_entries<'e>(entries: impl IntoIterator<Item = ListEntry<'e>>) -> Self {
        let mut table = EntryTable::default();
        entries.into_iter().for_each(|entry| table.push(entry));
        Self::of_table(table)
    }

    /// How many entries there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match &self.0.rows {
            Rows::All(length) => *length as usize,
            Rows::These(rows) => rows.len(),
        }
    }

    /// Whether there is no entry.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether every entry has an id.
    #[must_use]
    pub fn all_have_ids(&self) -> bool {
        self.0.with_id == self.len()
    }

    /// How many entries have an id.
    #[must_use]
    pub fn with_id(&self) -> usize {
        self.0.with_id
    }

    /// The entry at `at`, from 0.
    #[must_use]
    pub fn get(&self, at: usize) -> Option<ListEntry<'_>> {
        (at < self.len()).then(|| {
            let (table, row) = self.at(narrow(at));
            table.entry(row)
        })
    }

    /// All entries, in order.
    pub fn iter(&self) -> impl Iterator<Item = ListEntry<'_>> {
        (0..narrow(self.len())).map(|at| {
            let (table, row) = self.at(at);
            table.entry(row)
        })
    }

    /// The entries whose path `is_wanted`, in order.
    #[must_use]
    pub fn filtered(&self, is_wanted: &mut dyn FnMut(&str) -> bool) -> Self {
        let mut selection = ListSelection::default();
        let joined = selection.join(self);
        in_parts(self.len(), |part| {
            let wanted = part.filter(|&at| is_wanted(self.path(at)));
            wanted.for_each(|at| selection.take(self, &joined, at));
        });
        selection.finish()
    }

    /// The path of an entry that there is.
    pub(super) fn path(&self, at: u32) -> &str {
        let (table, row) = self.at(at);
        table.path(row)
    }

    pub(super) fn hash(&self, at: u32) -> ContentHash {
        let (table, row) = self.at(at);
        table.hash(row)
    }

    /// The id of an entry, that of no asset when it has none.
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

    /// Where each key is.
    ///
    /// # Errors
    /// Two entries have the same key.
    pub(super) fn index(&self, key: Key) -> Result<&KeyIndex, Duplicate> {
        self.0.indexes[key as usize].get_or_init(|| KeyIndex::new(self, key)).as_ref().map_err(|&duplicate| duplicate)
    }

    /// Refuses a list in which an entry has no id.
    ///
    /// # Errors
    /// The first entry without one.
    pub fn require_ids(&self) -> Result<(), NoId> {
        match (0..narrow(self.len())).find(|&at| self.id(at).is_none()) {
            Some(at) if !self.all_have_ids() => Err(NoId { entry: at as usize + 1, path: self.path(at).to_owned() }),
            _ => Ok(()),
        }
    }

    /// The place of the entry of that path; `None` when there is none, or when paths do not tell entries apart.
    #[must_use]
    pub fn find_path(&self, path: &str) -> Option<usize> {
        self.index(Key::Path).ok()?.find_path(self, path).map(|at| at as usize)
    }

    /// Refuses a list in which two entries have the same key: the id where every entry has one, else the path.
    ///
    /// # Errors
    /// The first entry whose key another one has had.
    pub fn require_unique(&self) -> Result<(), Duplicate> {
        self.index(Key::natural([self])).map(|_| ())
    }
}

/// A list that is being put together of entries of others.
#[derive(Default)]
pub(super) struct ListSelection {
    tables: Vec<Rc<EntryTable>>,
    rows: Vec<ListRow>,
}

/// Where a list's tables are among those of a selection.
pub(super) struct Joined(Vec<u32>);

impl ListSelection {
    /// Makes the entries of a list ready to be taken.
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

    /// Makes room for so many entries.
    pub fn reserve(&mut self, entries: usize) {
        self.rows.reserve_exact(entries);
    }

    /// Takes an entry of a list that has joined.
    #[inline]
    pub fn take(&mut self, list: &AssetList, joined: &Joined, at: u32) {
        let ListRow { table, row } = list.row(at);
        self.rows.push(ListRow { table: joined.0[table as usize], row });
    }

    pub fn finish(mut self) -> AssetList {
        self.rows.shrink_to_fit();
        let has_id = |&ListRow { table, row }: &ListRow| !self.tables[table as usize].id(row).is_none();
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

/// Entries that are looked at in one call, see [`called_again`].
const PART: u32 = 8192;

/// Hands the places of so many entries to `part`, in order, some thousand at a time.
pub(super) fn in_parts(entries: usize, mut part: impl FnMut(Range<u32>)) {
    let part: &mut dyn FnMut(Range<u32>) = called_again(&mut part);
    let entries = narrow(entries);
    for start in (0..entries).step_by(PART as usize) {
        part(start..start.saturating_add(PART).min(entries));
    }
}

/// Entries are counted in 32 bits: the documents that they come from are shorter than that.
pub(super) fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
