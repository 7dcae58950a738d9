//! The parts of asset lists that process each of a million entries: the columns, the index, the operations, and the
//! reading of their files.
//!
//! The parts that run once for a file or a command (plans, seeds, patterns, writing) are a system of the engine, which
//! is compiled for size.

mod asset_id;
mod class;
mod content_hash;
mod entries;
mod incomparable;
mod index;
mod key;
mod list;
mod number;
mod operation;
mod portions;
mod receiver;
mod records;
mod table;
mod tally;

pub use asset_id::AssetId;
pub use class::{
    ASSET_LIST, Class, KINDS, ListFileKind, OF_SEEDS, OF_STEPS, PLAN, RecordBody, RecordMember, RecordSlot, SEED_LIST,
};
pub use content_hash::ContentHash;
pub use entries::{Entries, EntryPlaces};
pub use incomparable::{Fallback, Incomparable};
pub use key::{Duplicate, Key, NoId};
pub use list::AssetList;
pub use number::{guid, parse_unsigned, whole};
pub use operation::{
    OPERATIONS, Operation, OperationSpec, compare, comparison_key, in_at_least, places, require_entries,
};
pub use receiver::Records;
pub use records::read_records;
pub use table::{AssetEntry, ListEntry};
