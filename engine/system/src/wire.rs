//! The encoding of values that are sent between workers of the same version.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Returns a value as bytes.
///
/// # Panics
/// Never: writing to memory cannot fail, and all values have a known length.
#[must_use]
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
