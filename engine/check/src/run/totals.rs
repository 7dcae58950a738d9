//! The numbers of files of a run.

use serde::{Deserialize, Serialize};

use super::coverage::FileKinds;

/// The numbers of files that were seen, looked into and read. Those of disjoint sets of files are added.
#[derive(Default, Deserialize, Serialize)]
pub(super) struct FileTotals {
    /// The number of files under check.
    pub seen: u64,
    pub kinds: FileKinds,
    /// The number of files whose bytes were read, and the sum of their sizes.
    pub read: (u64, u64),
}

impl FileTotals {
    pub fn add(&mut self, other: Self) {
        self.seen += other.seen;
        self.kinds.add(other.kinds);
        self.read.0 += other.read.0;
        self.read.1 += other.read.1;
    }
}
