//! Runs in parts: determines the files that each part checks.
//!
//! Every part builds the collections from all files, and follows the values of rules with `subxpath` in all files, so
//! that it has the same information as a whole run. It checks and counts only its own files.

use assay_system::{report_on, virtual_folder};
use serde::{Deserialize, Serialize};

/// The part of a run that is done here.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct RunShard {
    /// Its number, from 1.
    pub number: u32,
    /// The number of parts.
    pub of: u32,
    /// Everything besides the files that all parts have in common: rules, options, version and what else the host
    /// knows. Each has a line, `NAME=HASH`; if it is a file, a tab and its path follow the name.
    pub common: String,
    /// The commit of the files, followed by other names of the same files, separated by spaces; empty if it is unknown.
    pub commit: String,
}

impl RunShard {
    /// Returns true if the file at `path` belongs to this part.
    pub(super) fn owns(&self, path: &str) -> bool {
        // A report belongs to the part that checks the file itself. The findings in other virtual files are united in
        // one part of the run.
        let key = report_on(path).map(|(_, subject)| subject).or_else(|| virtual_folder(path)).unwrap_or(path);
        // By hash, so that adding or removing a file does not move other files to another part.
        // A host may pass 0 as the number of parts.
        hash(key) % u64::from(self.of.max(1)) + 1 == u64::from(self.number)
    }
}

/// Returns a hash of a string that is the same everywhere and for ever.
pub(super) fn hash(text: &str) -> u64 {
    hash_of(text.as_bytes())
}

/// Like [`hash`], for bytes (FNV-1a).
fn hash_of(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, step);
    // The low bits alone depend too little on the text.
    hash ^ hash >> 32
}

/// Appends a checksum to bytes, by which damage is detected.
pub(super) fn with_checksum(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = hash_of(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Returns the bytes in front of the checksum; `None` if they do not match it.
pub(super) fn without_checksum(sealed: &[u8]) -> Option<&[u8]> {
    let (bytes, sum) = sealed.split_last_chunk()?;
    (hash_of(bytes).to_le_bytes() == *sum).then_some(bytes)
}
