//! Records → the entries of a list.

use std::rc::Rc;

use super::class::{Kind, OF_ASSETS, Slot};
use super::list::AssetList;
use super::read::{Reading, Records, read};
use super::table::{Entry, Table};
use super::{AssetId, ContentHash, Duplicate};
use crate::report::{Places, Problem};
use crate::source::{MemorySource, Source};
use crate::text::{Fault, Guid, Span};

impl AssetList {
    /// Reads the list at `path` in `source`: ObjectStream XML, JSON of either of upstream's forms or the plain one, or a
    /// text with a path on each line. A long file is read part by part.
    ///
    /// # Errors
    /// The file cannot be read, is not well formed or no asset list, or two of its entries are the same asset.
    pub fn read(path: &str, source: &Rc<dyn Source>) -> Result<Reading<Self>, Box<Problem>> {
        let mut entries = Entries::default();
        let warnings = read(path, source, &mut entries)?;
        Ok(Reading { value: entries.list.unwrap_or_else(|| Self::of_entries([])), warnings })
    }

    /// The same of bytes; `path` is what they are called.
    ///
    /// # Errors
    /// As [`AssetList::read`].
    pub fn of_bytes(path: &str, bytes: Vec<u8>) -> Result<Reading<Self>, Box<Problem>> {
        let source: Rc<dyn Source> = Rc::new(MemorySource::from_iter([(path, bytes)]));
        Self::read(path, &source)
    }
}

/// Takes records as entries.
#[derive(Default)]
struct Entries {
    table: Table,
    /// Where each entry stands.
    places: Vec<u32>,
    entry: Draft,
    /// The list, when all entries have come.
    list: Option<AssetList>,
}

/// The entry at hand.
#[derive(Default)]
struct Draft {
    path: String,
    hash: ContentHash,
    /// Whether it has to have a hash, and has none yet.
    lacks_hash: bool,
    has_hash: bool,
    words: usize,
    id: AssetId,
    modified: u64,
}

impl Entries {
    /// Why a list is refused in which two entries are the same asset.
    fn refusal(&self, list: &AssetList, duplicate: Duplicate, places: &Places<'_>) -> Fault {
        let Duplicate { key, first, second } = duplicate;
        let at = |entry: usize| self.places.get(entry - 1).copied().unwrap_or_default();
        let line = places.line(at(first)).map_or_else(String::new, |line| format!(" of line {line}"));
        let path = |entry: usize| list.get(entry - 1).map_or("", |entry| entry.path);
        let message = format!(
            "entry {second}, `{}`, has the {} of entry {first}, `{}`{line}",
            path(second),
            key.noun(),
            path(first)
        );
        Fault::new("asset-list-duplicate", message, Span::at(at(second))).help("each asset is in a list once")
    }
}

impl Records for Entries {
    fn kind(&self) -> &'static Kind {
        &OF_ASSETS
    }

    fn begin(&mut self, at: u32) {
        self.places.push(at);
        let mut path = std::mem::take(&mut self.entry.path);
        path.clear();
        self.entry = Draft { path, ..Draft::default() };
    }

    fn value(&mut self, slot: Slot, text: &str) -> Result<(), String> {
        let entry = &mut self.entry;
        match slot {
            Slot::Path | Slot::PlainPath => {
                entry.lacks_hash |= slot == Slot::PlainPath && !entry.has_hash;
                entry.path.clear();
                entry.path.push_str(text);
            }
            Slot::Hash => {
                entry.hash = ContentHash::parse(text)
                    .ok_or_else(|| format!("expected a hash of 40 hexadecimal digits, and this is `{text}`"))?;
                (entry.lacks_hash, entry.has_hash) = (false, true);
            }
            Slot::Word => {
                let word =
                    entry.hash.0.get_mut(entry.words).ok_or("expected a hash of five words, and there are more")?;
                *word = whole(text)?;
                entry.words += 1;
            }
            Slot::Id => {
                entry.id = AssetId::parse(text)
                    .ok_or_else(|| format!("expected an asset id `{{GUID}}:<number>`, and this is `{text}`"))?;
            }
            Slot::Guid => entry.id.guid = guid(text)?,
            Slot::SubId => entry.id.sub_id = whole(text)?,
            Slot::Modified => entry.modified = whole(text)?,
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
        if entry.lacks_hash {
            return Err(format!("entry {number}, `{}`, has no hash", entry.path));
        }
        if entry.words > 0 && entry.words < entry.hash.0.len() {
            return Err(format!("the hash of entry {number}, `{}`, has {} words of five", entry.path, entry.words));
        }
        self.table.push(Entry { path: &entry.path, hash: entry.hash, id: Some(entry.id), modified: entry.modified });
        Ok(())
    }

    /// Makes the list, in which no asset may be twice.
    fn finish(&mut self, places: &Places<'_>) -> Result<(), Fault> {
        let made = AssetList::of_table(std::mem::take(&mut self.table));
        made.require_unique().map_err(|duplicate| self.refusal(&made, duplicate, places))?;
        self.list = Some(made);
        Ok(())
    }

    /// A path, of which nothing else is known.
    fn line(&mut self, line: &str, at: u32) -> Result<(), String> {
        self.places.push(at);
        self.table.push(Entry { path: line, hash: ContentHash::default(), id: None, modified: 0 });
        Ok(())
    }
}

/// A whole number in decimal digits.
pub(super) fn whole<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    let is_whole = text.bytes().all(|byte| byte.is_ascii_digit());
    let bits = 8 * size_of::<T>();
    let refused = || format!("expected a whole number of up to {bits} bits, and this is `{text}`");
    if is_whole { text.parse().map_err(|_| refused()) } else { Err(refused()) }
}

/// The bytes of a GUID.
pub(super) fn guid(text: &str) -> Result<[u8; 16], String> {
    let guid = Guid::parse(text).ok_or_else(|| format!("expected a GUID, and this is `{text}`"))?;
    Ok(guid.to_bytes())
}
