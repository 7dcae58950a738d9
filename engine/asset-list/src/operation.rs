//! The operations on asset lists, with their names and numbers.

use serde::Serialize;

use super::incomparable::{Incomparable, index_of};
use super::key::Key;
use super::list::{AssetList, ListSelection};
use super::portions::in_portions;
use super::tally::Tally;

/// An operation on asset lists.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Operation {
    /// The entries of the second list that are not in the first list, or have another hash there.
    Delta,
    /// The entries of both lists. If both have an entry, that of the second list.
    Union,
    /// The entries that are in both lists, as the second list has them.
    Intersection,
    /// The entries that are only in the second list.
    Complement,
    /// The entries whose path matches a pattern.
    FilePattern,
    /// The entries that are in at least a given number of lists.
    IntersectionCount,
}

/// The number, name and description of an operation.
#[derive(Clone, Copy, Debug)]
pub struct OperationSpec {
    /// The operation.
    pub operation: Operation,
    /// The number of the operation in files.
    pub number: u8,
    /// Its name.
    pub name: &'static str,
    /// The description of the result in one sentence.
    pub doc: &'static str,
}

/// All operations, in the order of their numbers.
pub static OPERATIONS: &[OperationSpec] = &[
    OperationSpec {
        operation: Operation::Delta,
        number: 0,
        name: "delta",
        doc: "the entries of the second list that are not in the first one, or have another hash there, in the second list's order",
    },
    OperationSpec {
        operation: Operation::Union,
        number: 1,
        name: "union",
        doc: "the entries of the second list, followed by the entries that only the first list has, each in the order of its list",
    },
    OperationSpec {
        operation: Operation::Intersection,
        number: 2,
        name: "intersection",
        doc: "the entries that are in both lists, as the second list has them, in the first list's order",
    },
    OperationSpec {
        operation: Operation::Complement,
        number: 3,
        name: "complement",
        doc: "the entries of the second list that are not in the first one, whatever their hashes, in the second list's order",
    },
    OperationSpec {
        operation: Operation::FilePattern,
        number: 4,
        name: "filepattern",
        doc: "the entries whose whole path a pattern matches, in the list's order",
    },
    OperationSpec {
        operation: Operation::IntersectionCount,
        number: 5,
        name: "intersectioncount",
        doc: "the entries that are in at least the given number of lists, as the earliest list has them, in order of first appearance",
    },
];

impl Operation {
    /// Returns the number, name and description of the operation.
    pub fn spec(self) -> &'static OperationSpec {
        // The table is in the order of the variants; a test checks this.
        &OPERATIONS[self as usize]
    }

    /// Returns the operation with that name, in any letter case, or with that number.
    pub fn named(name: &str) -> Option<Self> {
        /// Short names of operations with long names.
        const SHORT: [(&str, Operation); 2] =
            [("pattern", Operation::FilePattern), ("count", Operation::IntersectionCount)];
        let known = OPERATIONS.iter().map(|spec| (spec.name, spec.operation)).chain(SHORT);
        let by_name =
            known.into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, operation)| operation);
        by_name.or_else(|| Self::numbered(name.parse().ok()?))
    }

    /// Returns the operation with that number.
    pub fn numbered(number: u8) -> Option<Self> {
        OPERATIONS.iter().find(|spec| spec.number == number).map(|spec| spec.operation)
    }

    /// Returns true if the operation takes a second list.
    pub const fn takes_second(self) -> bool {
        matches!(self, Self::Delta | Self::Union | Self::Intersection | Self::Complement)
    }
}

/// Returns the key by which lists are compared, after checking that they can be compared by it.
///
/// # Errors
/// A list contains a key twice, or `key` is the id and an entry has none.
pub fn comparison_key(lists: &[&AssetList], key: Option<Key>) -> Result<Key, Incomparable> {
    let key = key_of(lists, key)?;
    (0..lists.len()).try_for_each(|at| index_of(lists, at, key).map(drop))?;
    Ok(key)
}

/// Refuses lists without entries: the result would be everything or nothing, which is rarely intended.
///
/// # Errors
/// The first list without entries.
pub fn require_entries<'l>(lists: impl IntoIterator<Item = &'l AssetList>) -> Result<(), Incomparable> {
    match lists.into_iter().position(AssetList::is_empty) {
        Some(at) => Err(Incomparable::NoEntries { list: at + 1 }),
        None => Ok(()),
    }
}

/// Returns the result of an operation that takes two lists. It is empty for the operations that take one list or any
/// number of lists, which have separate functions.
///
/// # Errors
/// A list contains a key twice, or `key` is the id and an entry has none.
pub fn compare(
    operation: Operation,
    first: &AssetList,
    second: &AssetList,
    key: Option<Key>,
) -> Result<AssetList, Incomparable> {
    let lists = [first, second];
    let key = key_of(&lists, key)?;
    let ours = index_of(&lists, 0, key)?;
    // This index is made even if the operation does not need it: a repeated key is an error in any list.
    let theirs = index_of(&lists, 1, key)?;
    let mut selection = ListSelection::default();
    let (from_second, from_first) = (selection.join(second), selection.join(first));
    let in_first = |at| ours.find(second, at);
    let in_second = |at| theirs.find(first, at);
    match operation {
        Operation::Delta => in_portions(second.len(), |part| {
            let is_new = |&at: &u32| in_first(at).is_none_or(|other| first.hash(other) != second.hash(at));
            part.filter(is_new).for_each(|at| selection.take(second, &from_second, at));
        }),
        Operation::Complement => in_portions(second.len(), |part| {
            let is_new = |&at: &u32| in_first(at).is_none();
            part.filter(is_new).for_each(|at| selection.take(second, &from_second, at));
        }),
        Operation::Union => {
            selection.reserve(second.len());
            in_portions(second.len(), |part| part.for_each(|at| selection.take(second, &from_second, at)));
            in_portions(first.len(), |part| {
                let is_only_here = |&at: &u32| in_second(at).is_none();
                part.filter(is_only_here).for_each(|at| selection.take(first, &from_first, at));
            });
        }
        Operation::Intersection => in_portions(first.len(), |part| {
            part.filter_map(in_second).for_each(|at| selection.take(second, &from_second, at));
        }),
        Operation::FilePattern | Operation::IntersectionCount => {}
    }
    Ok(selection.finish())
}

/// Returns for each entry of `other` the index of the entry in `list` with the same key, or -1. It shows what changed
/// between two lists.
///
/// # Errors
/// As [`compare`], but `other` may contain a key twice.
pub fn places(list: &AssetList, other: &AssetList, key: Option<Key>) -> Result<Vec<i32>, Incomparable> {
    let lists = [list, other];
    let key = key_of(&lists, key)?;
    let index = index_of(&lists, 0, key)?;
    let place = |at| index.find(other, at).map_or(-1, |place| i32::try_from(place).unwrap_or(-1));
    let mut places = Vec::with_capacity(other.len());
    in_portions(other.len(), |part| places.extend(part.map(place)));
    Ok(places)
}

/// Returns the entries that are in at least `count` of the lists, each as the earliest list has it, in order of first
/// appearance.
///
/// # Errors
/// As [`compare`], and if the count is 0 or exceeds the number of lists.
pub fn in_at_least(count: usize, lists: &[AssetList], key: Option<Key>) -> Result<AssetList, Incomparable> {
    if count == 0 {
        return Err(Incomparable::CountOfNone);
    }
    if count > lists.len() {
        return Err(Incomparable::CountBeyond { count, lists: lists.len() });
    }
    let lists: Vec<&AssetList> = lists.iter().collect();
    let key = key_of(&lists, key)?;
    Tally::of(&lists, key).map(|tally| tally.in_at_least(count))
}

/// Returns the key by which the lists are compared: `key`, or the default one. Fails if it is the id and an entry has
/// none.
fn key_of(lists: &[&AssetList], key: Option<Key>) -> Result<Key, Incomparable> {
    // Moving an asset changes its path, but not its id.
    let key = key.unwrap_or_else(|| AssetList::natural_key(lists.iter().copied()));
    if key == Key::Id {
        for (at, list) in lists.iter().enumerate() {
            list.require_ids().map_err(|no_id| Incomparable::NoId { list: at + 1, no_id })?;
        }
    }
    Ok(key)
}
