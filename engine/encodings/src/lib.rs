//! Legacy encodings of the WHATWG standard, like `TextDecoder` in a browser.
//!
//! The tables of these encodings are larger than any other part of the engine, and few files need them. Browsers have
//! the tables, so they are not part of the engine's module. In Node, `TextDecoder` is different: there, this crate is a
//! separate module, which is loaded for the first such file. Native builds link it.

use encoding_rs::{Decoder, DecoderResult, Encoding};
#[cfg(target_family = "wasm")]
use wasm_bindgen::prelude::wasm_bindgen;

/// Decodes `bytes` in the encoding with this name. Returns `None` if they are not valid, or if the encoding is unknown.
///
/// If `is_forgiving` is true, every fault becomes U+FFFD. If `is_whole` is false, the bytes may end inside a character,
/// which is left out. A byte order mark is an ordinary character.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
#[must_use]
pub fn decode(encoding: &str, bytes: &[u8], is_forgiving: bool, is_whole: bool) -> Option<String> {
    // The replacement encoding turns every file into one U+FFFD, which would hide its content from all rules.
    let encoding = Encoding::for_label_no_replacement(encoding.as_bytes())?;
    if is_forgiving {
        return Some(encoding.decode_without_bom_handling(bytes).0.into_owned());
    }
    exact(encoding.new_decoder_without_bom_handling(), bytes, is_whole)
}

fn exact(mut decoder: Decoder, bytes: &[u8], is_whole: bool) -> Option<String> {
    // Enough if most of the text is ASCII, as usual. The maximum for any text would be three times the length.
    let mut text = String::with_capacity(bytes.len() + bytes.len() / 8 + 16);
    let mut at = 0;
    loop {
        let (result, read) = decoder.decode_to_string_without_replacement(&bytes[at..], &mut text, is_whole);
        at += read;
        match result {
            DecoderResult::InputEmpty => return Some(text),
            DecoderResult::OutputFull => text.reserve_exact((bytes.len() - at) * 3 / 2 + 16),
            DecoderResult::Malformed(..) => return None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn bytes_are_decoded_or_refused() {
        for (encoding, bytes, expected) in [
            ("GBK", b"\xc4\xa3\xd0\xcd".as_slice(), Some("\u{6a21}\u{578b}")),
            ("Shift_JIS", b"\x83\\", Some("\u{30bd}")),
            ("GBK", b"\xff", None),
            ("GBK", b"a\xc4", None),
            ("iso-2022-kr", b"a", None),
            ("ebcdic", b"a", None),
        ] {
            assert_eq!(decode(encoding, bytes, false, true).as_deref(), expected, "{encoding}");
        }
    }

    #[test]
    fn a_start_may_end_inside_a_character() {
        assert_eq!(decode("GBK", b"a\xc4", false, false).as_deref(), Some("a"));
        assert_eq!(decode("GBK", b"a\xff", false, false), None);
    }

    #[test]
    fn faults_are_replaced_if_requested() {
        assert_eq!(decode("GBK", b"a\xff\xc4\xa3\xc4", true, true).as_deref(), Some("a\u{fffd}\u{6a21}\u{fffd}"));
    }
}
