//! The data from files for the collections of systems, in the form that is sent between workers.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The data from a file for the collections of one system, encoded by that system.
#[derive(Clone, Debug, Deserialize, Eq, Ord, PartialEq, PartialOrd, Serialize)]
pub struct Part(#[serde(with = "assay_document::text::raw_bytes")] Vec<u8>);

impl Part {
    /// Encodes a part.
    pub fn of(content: &impl Serialize) -> Self {
        Self(to_bytes(content))
    }

    /// Decodes the part as the type that was given to [`Part::of`]. `None` if it is damaged.
    pub fn content<T: DeserializeOwned>(&self) -> Option<T> {
        from_bytes(&self.0).ok()
    }
}

/// Returns a value as bytes, in the form that is sent between workers of the same version.
///
/// # Panics
/// Never: writing to memory cannot fail, and all values have a known length.
pub fn to_bytes<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    postcard::to_allocvec(value).expect("memory takes every byte")
}

/// Reads a value from the bytes of [`to_bytes`].
///
/// # Errors
/// Fails if the bytes are not such a value.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, postcard::Error> {
    postcard::from_bytes(bytes)
}
