//! GUIDs as keys. Braces and letter case are ignored.

use std::hash::Hasher;

use assay_document::text::Guid;
use rustc_hash::FxHasher;

use crate::table::KeyTable;
use crate::texts::narrow;

/// Entries by their keys, which are GUIDs in valid data and may be any string otherwise.
///
/// GUIDs are parsed once and compared as numbers, because comparing strings would read two more places in memory.
#[derive(Debug, Default)]
pub(super) struct GuidTable {
    table: KeyTable,
    /// The GUID of each entry; [`NO_GUID`] if its key is another string.
    guids: Vec<Guid>,
}

/// Stands for a key that is not a GUID, and for the GUID that consists of zeros. Both are compared as strings.
const NO_GUID: Guid = Guid::from_bytes([0; 16]);

impl GuidTable {
    /// Returns a table of `count` entries. `text` returns their keys.
    pub fn new<'t>(count: usize, text: impl Fn(u32) -> &'t str) -> Self {
        let guids: Vec<Guid> = (0..narrow(count)).map(|entry| guid(text(entry))).collect();
        let is_equal = |a: u32, b: u32| is_key(guids[a as usize], text(a), guids[b as usize], || text(b));
        let table = KeyTable::new(count, |entry| hash_of(guids[entry as usize], text(entry)), is_equal);
        Self { table, guids }
    }

    /// Returns the first entry with this key.
    pub fn first<'t>(&self, key: &str, text: impl Fn(u32) -> &'t str) -> Option<u32> {
        let of_key = guid(key);
        self.table.first(hash_of(of_key, key), |entry| {
            self.guids.get(entry as usize).is_some_and(|&known| is_key(of_key, key, known, || text(entry)))
        })
    }

    /// Returns the table of the entries.
    pub const fn table(&self) -> &KeyTable {
        &self.table
    }
}

/// Returns the GUID of a key; [`NO_GUID`] if the key is not a GUID.
fn guid(key: &str) -> Guid {
    Guid::parse(key).unwrap_or(NO_GUID)
}

/// Returns the hash of a key, given its GUID. Two spellings of one key (see [`equal`]) have the same hash.
fn hash_of(guid: Guid, key: &str) -> u64 {
    if guid == NO_GUID {
        return hash(key);
    }
    let mut hasher = FxHasher::default();
    hasher.write_u128(u128::from_be_bytes(guid.to_bytes()));
    hasher.finish()
}

/// Returns true if two keys are equal, given their GUIDs.
fn is_key<'t>(a: Guid, text_a: &str, b: Guid, text_b: impl FnOnce() -> &'t str) -> bool {
    a == b && (a != NO_GUID || equal(text_a, text_b()))
}

/// Returns the hash of a string. Two spellings of one key (see [`equal`]) have the same hash.
fn hash(key: &str) -> u64 {
    let key = bare(key);
    if key.is_ascii() {
        return hash_folded(key.as_bytes());
    }
    // Character by character, as `equal` does: `str::to_lowercase` has another sigma for the end of a word.
    hash_folded(key.chars().flat_map(char::to_lowercase).collect::<String>().as_bytes())
}

/// Returns true if two spellings stand for one key.
fn equal(a: &str, b: &str) -> bool {
    let (a, b) = (bare(a), bare(b));
    if a.is_ascii() && b.is_ascii() {
        return a.eq_ignore_ascii_case(b);
    }
    a.chars().flat_map(char::to_lowercase).eq(b.chars().flat_map(char::to_lowercase))
}

/// Returns the key without braces around it.
fn bare(key: &str) -> &str {
    key.strip_prefix('{').and_then(|key| key.strip_suffix('}')).unwrap_or(key)
}

/// Hashes eight bytes at a time. ASCII letters count as lower case.
fn hash_folded(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    for chunk in bytes.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        // Only letters are converted. If the bit of lower case were set in every byte, `@` and a backtick would be
        // equal. A hostile file could then contain thousands of keys with the same hash.
        word.make_ascii_lowercase();
        hasher.write_u64(u64::from_le_bytes(word));
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::{GuidTable, equal, hash};

    #[test]
    fn spellings_of_one_key_are_equal() {
        for (a, b) in [
            ("914fa3a0-62cd-4b5a-83df-92fdf494534a", "{914FA3A0-62cd-4b5a-83df-92FDF494534A}"),
            ("{}", ""),
            ("Ölberg", "{öLBERG}"),
            ("\u{212a}", "k"),
            ("ΑΣ", "ασ"),
        ] {
            assert!(equal(a, b) && hash(a) == hash(b), "{a} {b}");
        }
        for (a, b) in [("a", "b"), ("{a", "a"), ("a}", "a"), ("{{a}}", "a"), ("@", "`")] {
            assert!(!equal(a, b) && hash(a) != hash(b), "{a} {b}");
        }
    }

    #[test]
    fn entries_are_found_by_every_spelling_of_their_key() {
        let zeros = "00000000-0000-0000-0000-000000000000";
        let plain = "914fa3a0-62cd-4b5a-83df-92fdf494534a";
        let texts = [plain, "no guid", zeros, "{914FA3A0-62CD-4B5A-83DF-92FDF494534A}", "", "NO GUID"];
        let text = |entry: u32| texts[entry as usize];
        let table = GuidTable::new(texts.len(), text);
        for (key, entries) in [
            (plain, &[0, 3][..]),
            (texts[3], &[0, 3]),
            ("{No Guid}", &[1, 5]),
            (zeros, &[2]),
            ("{}", &[4]),
            ("914fa3a0-62cd-4b5a-83df-92fdf494534b", &[]),
        ] {
            let first = table.first(key, text);
            assert_eq!(table.table().alike(first).collect::<Vec<_>>(), entries, "{key}");
        }
    }
}
