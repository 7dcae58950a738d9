//! The keys by which lists are compared.

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The property by which two lists are compared.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Key {
    /// The asset id.
    Id,
    /// The path, to the letter.
    Path,
}

/// Two entries of a list have the same key; entries count from 1.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[error("entries {first} and {second} have the same {}", key.noun())]
pub struct Duplicate {
    /// The key that both entries share.
    pub key: Key,
    /// The first of the two.
    pub first: usize,
    /// The second one.
    pub second: usize,
}

/// A list should be compared by id, but an entry has none.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("entry {entry}, `{path}`, has no id")]
pub struct NoId {
    /// The number of the entry, from 1.
    pub entry: usize,
    /// Its path.
    pub path: String,
}

impl Key {
    /// Both keys with their names.
    pub const NAMES: [(&'static str, Self); 2] = [("id", Self::Id), ("path", Self::Path)];

    /// Returns the noun for the key in messages: `asset id` or `path`.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Id => "asset id",
            Self::Path => "path",
        }
    }
}
