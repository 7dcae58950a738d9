//! Runs in parts: which files a part checks, and what it leaves for the others.
//!
//! Every part builds the collections of all files, and follows the values of rules with `subxpath` in all files: so each knows
//! just what a whole run knows. It checks, and counts, only its own files.

use serde::{Deserialize, Serialize};

use super::Run;
use crate::system::definition::FOLDER;

/// The part of a run that is done here.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Share {
    /// Its number, from 1.
    pub number: u32,
    /// How many there are.
    pub of: u32,
    /// What is the same for all parts besides the files: rules, options, version and what else the host knows. A line of each,
    /// `NAME=HASH`; of one that is a file, with a tab and its path behind the name.
    pub common: String,
    /// The commit that the files are of, with further names of the same files behind blanks; empty when it is not known.
    pub commit: String,
}

impl Share {
    /// Whether the file at `path` is one of this part.
    pub(super) fn owns(&self, path: &str) -> bool {
        // What definitions found is united in one place.
        let key = if path.starts_with(FOLDER) { FOLDER } else { path };
        hash(key) % u64::from(self.of.max(1)) + 1 == u64::from(self.number)
    }
}

/// A number that follows from a text, the same everywhere and for ever.
pub(super) fn hash(text: &str) -> u64 {
    hash_of(text.as_bytes())
}

/// The same of bytes (FNV-1a).
fn hash_of(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325, step);
    // The low bits alone know little of the text.
    hash ^ hash >> 32
}

/// Bytes that travel, with the number behind them by which damage on the way shows.
pub(super) fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = hash_of(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// The bytes that were sealed; nothing where they are others.
pub(super) fn unsealed(sealed: &[u8]) -> Option<&[u8]> {
    let (bytes, sum) = sealed.split_last_chunk()?;
    (hash_of(bytes).to_le_bytes() == *sum).then_some(bytes)
}

impl Run {
    /// Has the run check only a part of the files.
    pub fn share(&mut self, share: Share) {
        self.share = Some(share);
    }

    /// Whether the file at `path` is checked, and counted, here.
    pub(super) fn owns(&self, path: &str) -> bool {
        self.share.as_ref().is_none_or(|share| share.owns(path))
            && self.focus.as_ref().is_none_or(|focus| focus.owns(path))
    }
}
