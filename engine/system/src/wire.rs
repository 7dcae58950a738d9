//! The form in which values travel between workers of one version.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Returns a value as bytes.
///
/// # Panics
/// Never: memory takes every byte, and no value has a length that is not known in advance.
#[must_use]
pub fn to_bytes<T: Serialize + ?Sized>(value: &T) -> Vec<u8> {
    postcard::to_allocvec(value).expect("memory takes every byte")
}

/// Reads a value from the bytes of [`to_bytes`].
///
/// # Errors
/// The bytes are no such value.
pub fn from_bytes<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, postcard::Error> {
    postcard::from_bytes(bytes)
}
