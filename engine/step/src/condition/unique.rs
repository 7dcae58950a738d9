//! Values that occur more than once.

use std::hash::{Hash, Hasher};

use assay_document::extract::{ValueId, ValueRef, Values};
use assay_document::text::Number;
use hashbrown::HashTable;
use rustc_hash::FxHasher;

use super::verdict::Verdict;

/// Returns each value that equals an earlier one, with the first of the equal values. Values of different types are
/// never equal. Numbers are compared by value, and nulls are ignored.
pub(super) fn find_repeated(values: &Values, list: &[ValueId]) -> Vec<Verdict> {
    // The table has indices of values as its keys, so that no string is copied.
    let mut first: HashTable<ValueId> = HashTable::with_capacity(list.len());
    let mut repeated = Vec::new();
    for &id in list.iter().filter(|&&id| !matches!(values.get(id), ValueRef::Null)) {
        let hash = hash(values, id);
        match first.find(hash, |&known| values.equal(known, id)) {
            Some(&known) => repeated.push(Verdict { related: vec![known], ..Verdict::of(id) }),
            None => {
                first.insert_unique(hash, id, |&known| self::hash(values, known));
            }
        }
    }
    repeated
}

fn hash(values: &Values, id: ValueId) -> u64 {
    let mut hasher = FxHasher::default();
    add(values, id, &mut hasher);
    hasher.finish()
}

/// Adds a value to a hash. Equal values have equal hashes. A record contains no records, so the recursion is one level
/// deep.
fn add(values: &Values, id: ValueId, hasher: &mut FxHasher) {
    match values.get(id) {
        ValueRef::Null => 0_u8.hash(hasher),
        ValueRef::Bool(value) => (1_u8, value).hash(hasher),
        ValueRef::Number(text) => match Number::of_document(text) {
            Some(number) => (2_u8, number.key()).hash(hasher),
            None => (2_u8, text).hash(hasher),
        },
        ValueRef::Text(text) => (3_u8, text).hash(hasher),
        ValueRef::Element(_) => (4_u8, values.origin(id)).hash(hasher),
        ValueRef::Record(record) => {
            for (_, list) in record.lists() {
                (5_u8, list.len()).hash(hasher);
                for &id in list {
                    add(values, id, hasher);
                }
            }
        }
    }
}
