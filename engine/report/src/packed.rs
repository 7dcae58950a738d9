//! Packs values that JSON cannot represent exactly into strings: base64 of the compact form, which only this version
//! reads.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Packs `value` into a string.
pub(super) fn pack<T: Serialize>(value: &T) -> String {
    // Encoding fails only for types of unknown length and for full buffers of fixed size, which do not occur here.
    STANDARD.encode(postcard::to_allocvec(value).unwrap_or_default())
}

/// Unpacks a string that [`pack`] returned; `None` for any other string.
pub(super) fn unpack<T: DeserializeOwned>(text: &str) -> Option<T> {
    postcard::from_bytes(&STANDARD.decode(text).ok()?).ok()
}

/// Serialises bytes as base64 for people (JSON), and unchanged in compact formats. For `#[serde(with = "…")]`.
pub(super) mod bytes {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(bytes: &Vec<u8>, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() {
            STANDARD.encode(bytes).serialize(serializer)
        } else {
            bytes.serialize(serializer)
        }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        if deserializer.is_human_readable() {
            let text = String::deserialize(deserializer)?;
            STANDARD.decode(text).map_err(|_| D::Error::custom("bytes in base64 expected"))
        } else {
            Vec::deserialize(deserializer)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{pack, unpack};

    #[test]
    fn packed_values_are_unpacked_unchanged() {
        let packed = pack(&("a", 7u32));
        assert_eq!(unpack::<(String, u32)>(&packed), Some(("a".to_owned(), 7)));
        for damaged in [&packed[4..], "A", "AA", "AA*=", "AAA\u{e4}"] {
            assert_eq!(unpack::<(String, u32)>(damaged), None, "{damaged}");
        }
    }
}
