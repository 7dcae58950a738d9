//! Packs values that JSON cannot represent exactly into strings: a type's compact form, which only this version reads,
//! in base64.

use serde::Serialize;
use serde::de::DeserializeOwned;

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Packs `value` into a string.
pub(super) fn pack<T: Serialize>(value: &T) -> String {
    // Fails for types of unknown length and for full buffers of fixed size; there are none of either.
    encode(&postcard::to_allocvec(value).unwrap_or_default())
}

/// Unpacks a string of [`pack`]; `None` for any other string.
pub(super) fn unpack<T: DeserializeOwned>(text: &str) -> Option<T> {
    postcard::from_bytes(&decode(text)?).ok()
}

/// Encodes bytes as base64.
fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let byte = |at: usize| u32::from(three.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for digit in 0..4 {
            let is_filling = digit > three.len();
            let value = (bits >> (18 - 6 * digit) & 63) as usize;
            text.push(if is_filling { '=' } else { char::from(DIGITS[value]) });
        }
    }
    text
}

/// Decodes base64; `None` for any other string.
fn decode(text: &str) -> Option<Vec<u8>> {
    let digits = text.trim_end_matches('=');
    let mut bytes = Vec::with_capacity(digits.len() / 4 * 3);
    let (mut bits, mut count) = (0u32, 0u32);
    for digit in digits.bytes() {
        let value = DIGITS.iter().position(|known| *known == digit)?;
        bits = bits << 6 | u32::try_from(value).ok()?;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 255) as u8);
        }
    }
    text.len().is_multiple_of(4).then_some(bytes)
}

/// Bytes that are written as base64 for people (JSON), and as they are in compact formats. For `#[serde(with = "…")]`.
pub(super) mod bytes {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::packed::{decode, encode};

    pub fn serialize<S: Serializer>(bytes: &Vec<u8>, serializer: S) -> Result<S::Ok, S::Error> {
        if serializer.is_human_readable() { encode(bytes).serialize(serializer) } else { bytes.serialize(serializer) }
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        if deserializer.is_human_readable() {
            decode(&String::deserialize(deserializer)?).ok_or_else(|| D::Error::custom("bytes in base64 expected"))
        } else {
            Vec::deserialize(deserializer)
        }
    }
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;

    use super::{decode, encode, pack, unpack};

    #[test]
    fn bytes_are_written_as_everybody_writes_them_and_read_back() {
        for length in 0..70u8 {
            let bytes: Vec<u8> = (0..length).map(|byte| byte.wrapping_mul(97) ^ 0xa5).collect();
            let text = encode(&bytes);
            assert_eq!(text, STANDARD.encode(&bytes));
            assert_eq!(decode(&text), Some(bytes));
        }
        for text in ["A", "AA", "AA*=", "AAA\u{e4}"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let packed = pack(&("a", 7u32));
        assert_eq!(unpack::<(String, u32)>(&packed), Some(("a".to_owned(), 7)));
        assert_eq!(unpack::<(String, u32)>(&packed[4..]), None);
    }
}
