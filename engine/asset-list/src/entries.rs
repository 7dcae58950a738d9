//! Collects records as the entries of a list.

use assay_document::text::{Fault, IssueCode, Span};

use super::class::{ListFileKind, OF_ASSETS, RecordSlot};
use super::key::Duplicate;
use super::list::AssetList;
use super::number::{guid, parse_unsigned, whole};
use super::receiver::Records;
use super::table::{EntryTable, ListEntry};
use super::{AssetId, ContentHash};

/// The number of entries after which the table's size is estimated from the size of the document.
const SAMPLE: usize = 4096;

/// A receiver that collects records as entries.
#[derive(Default)]
pub struct Entries {
    /// The size of the document.
    size: u64,
    table: EntryTable,
    /// The offset of each entry.
    places: Vec<u32>,
    entry: EntryDraft,
    /// The places of the values of each entry, if they are kept.
    values: Option<Vec<EntryPlaces>>,
    /// The list, once all entries have been read.
    list: Option<AssetList>,
}

#[derive(Default)]
struct EntryDraft {
    path: String,
    hash: ContentHash,
    /// True if it needs a hash and has none yet.
    needs_hash: bool,
    has_hash: bool,
    words: usize,
    id: AssetId,
    modified: u64,
    values: EntryPlaces,
}

/// The places of the values of an entry. The place of a missing value is the beginning of the entry.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct EntryPlaces {
    /// Its path.
    pub path: Span,
    /// Its id, or the GUID of its id.
    pub id: Span,
    /// Its hash, or the first word of its hash.
    pub hash: Span,
}

impl EntryPlaces {
    const fn at(at: u32) -> Self {
        let span = Span::at(at);
        Self { path: span, id: span, hash: span }
    }
}

impl Entries {
    /// Creates a receiver that keeps the places of values.
    pub fn with_places() -> Self {
        Self { values: Some(Vec::new()), ..Self::default() }
    }

    /// Returns the list and the places of the values of each entry, if they were kept.
    pub fn into_placed(mut self) -> (AssetList, Vec<EntryPlaces>) {
        let places = self.values.take().unwrap_or_default();
        (self.into_list(), places)
    }

    /// The list, once all entries have been read.
    pub fn into_list(self) -> AssetList {
        self.list.unwrap_or_else(|| AssetList::of_table(self.table))
    }

    /// Returns the fault of a list in which two entries are the same asset.
    fn refusal(&self, list: &AssetList, duplicate: Duplicate, line_of: &dyn Fn(u32) -> Option<u32>) -> Fault {
        let Duplicate { key, first, second } = duplicate;
        let at = |entry: usize| self.places.get(entry - 1).copied().unwrap_or_default();
        let line = line_of(at(first)).map_or_else(String::new, |line| format!(" of line {line}"));
        let path = |entry: usize| list.get(entry - 1).map_or("", |entry| entry.path);
        let message = format!(
            "entry {second}, `{}`, has the same {} as entry {first}, `{}`{line}",
            path(second),
            key.noun(),
            path(first)
        );
        Fault::new(IssueCode::AssetListDuplicate, message, Span::at(at(second))).help("list each asset only once")
    }
}

impl Records for Entries {
    fn kind(&self) -> &'static ListFileKind {
        &OF_ASSETS
    }

    fn set_document_size(&mut self, size: u64) {
        self.size = size;
    }

    fn begin(&mut self, at: u32) {
        // These entries are enough to estimate the average length.
        if self.places.len() == SAMPLE {
            self.table.make_room(at, self.size);
        }
        self.places.push(at);
        // The string is reused, because a list can have a million entries.
        let mut path = std::mem::take(&mut self.entry.path);
        path.clear();
        self.entry = EntryDraft { path, values: EntryPlaces::at(at), ..EntryDraft::default() };
    }

    fn value(&mut self, slot: RecordSlot, text: &str, span: Span) -> Result<(), String> {
        let entry = &mut self.entry;
        match slot {
            RecordSlot::Path | RecordSlot::PlainPath => {
                entry.needs_hash |= slot == RecordSlot::PlainPath && !entry.has_hash;
                entry.path.clear();
                entry.path.push_str(text);
                entry.values.path = span;
            }
            RecordSlot::Hash => {
                entry.hash = ContentHash::parse(text)
                    .ok_or_else(|| format!("expected a hash of 40 hexadecimal digits, found `{text}`"))?;
                (entry.needs_hash, entry.has_hash) = (false, true);
                entry.values.hash = span;
            }
            RecordSlot::Word => {
                let word = entry.hash.0.get_mut(entry.words).ok_or("expected a hash of five words, found more")?;
                *word = parse_unsigned(text)?;
                if entry.words == 0 {
                    entry.values.hash = span;
                }
                entry.words += 1;
            }
            RecordSlot::Id => {
                entry.id = AssetId::parse(text)
                    .ok_or_else(|| format!("expected an asset id `{{GUID}}:<number>`, found `{text}`"))?;
                entry.values.id = span;
            }
            RecordSlot::Guid => {
                entry.id.guid = guid(text)?;
                entry.values.id = span;
            }
            RecordSlot::SubId => entry.id.sub_id = parse_unsigned(text)?,
            RecordSlot::Modified => entry.modified = whole(text)?,
            _ => {}
        }
        Ok(())
    }

    fn end(&mut self) -> Result<(), String> {
        let entry = &self.entry;
        let number = self.places.len();
        if entry.path.is_empty() {
            return Err(format!("entry {number} has no path"));
        }
        if entry.needs_hash {
            return Err(format!("entry {number}, `{}`, has no hash", entry.path));
        }
        if entry.words > 0 && entry.words < entry.hash.0.len() {
            return Err(format!("the hash of entry {number}, `{}`, has only {} of 5 words", entry.path, entry.words));
        }
        self.table.push(ListEntry {
            path: &entry.path,
            hash: entry.hash,
            id: Some(entry.id),
            modified: entry.modified,
        });
        if let Some(values) = &mut self.values {
            values.push(entry.values);
        }
        Ok(())
    }

    /// Creates the list, and refuses it if it contains an asset twice.
    fn finish(&mut self, line_of: &dyn Fn(u32) -> Option<u32>) -> Result<(), Fault> {
        if let Some(row) = self.table.row_with_nul() {
            let message =
                format!("the path of entry {} contains the character U+0000, which no path can contain", row + 1);
            let at = self.places.get(row).copied().unwrap_or_default();
            return Err(Fault::new(IssueCode::AssetListValue, message, Span::at(at)));
        }
        // Checking for duplicates creates the index, which the first comparison needs anyway.
        let made = AssetList::of_table(std::mem::take(&mut self.table));
        made.require_unique().map_err(|duplicate| self.refusal(&made, duplicate, line_of))?;
        self.list = Some(made);
        Ok(())
    }

    /// Adds an entry that has only a path.
    fn line(&mut self, line: &str, at: u32) -> Result<(), String> {
        self.places.push(at);
        self.table.push(ListEntry { path: line, hash: ContentHash::default(), id: None, modified: 0 });
        if let Some(values) = &mut self.values {
            let start = at as usize;
            values.push(EntryPlaces { path: Span::of(start, start + line.len()), ..EntryPlaces::at(at) });
        }
        Ok(())
    }
}
