//! The information that files give about the collections of systems, in the form that travels between workers.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::wire::{from_bytes, to_bytes};

/// The information that a file gives about the collections of one system, in an encoding of that system.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Part(#[serde(with = "assay_document::text::raw_bytes")] Vec<u8>);

impl Part {
    /// Encodes a part.
    #[must_use]
    pub fn of(content: &impl Serialize) -> Self {
        Self(to_bytes(content))
    }

    /// Decodes the part as the type that was given to [`Part::of`]. `None` if it is damaged.
    #[must_use]
    pub fn content<T: DeserializeOwned>(&self) -> Option<T> {
        from_bytes(&self.0).ok()
    }
}
