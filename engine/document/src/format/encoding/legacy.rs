//! Legacy encodings. The host provides their tables: browsers have them, and they are larger than any other part of the
//! engine.
//!
//! A host only decides whether bytes are valid. The invalid bytes are located here, so that every host reports the same
//! ones.

use std::sync::OnceLock;

use thiserror::Error;

use super::undecoded::Undecoded;

/// How to decode bytes.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reading {
    /// The bytes are a whole text.
    Whole,
    /// More bytes follow. If the bytes end inside a character, that character is left out.
    Start,
    /// The bytes are a whole text. Invalid bytes become U+FFFD.
    Forgiving,
}

/// Decodes bytes of the encoding with this name in the WHATWG standard. A byte order mark is an ordinary character.
/// Returns `None` if the bytes are not valid.
pub type Decode = fn(encoding: &str, bytes: &[u8], reading: Reading) -> Result<Option<String>, Unavailable>;

/// The reason why the host cannot decode an encoding.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{0}")]
pub struct Unavailable(pub String);

/// The reason why there is no text.
#[derive(Debug)]
pub(super) enum DecodeFault {
    Undecoded(Undecoded),
    Unavailable(Unavailable),
}

/// The number of bytes that are decoded at a time, so that only a part of a long text is in memory twice.
const PORTION: usize = 1 << 20;

/// The last of the bytes that never continue a character, so that a character begins after each of them. This does not
/// apply to ISO-2022-JP, which has states.
const LAST_NON_TRAIL: u8 = b'0' - 1;

/// The first byte of an escape that changes the state, and the length of such an escape in bytes.
const ESCAPE: u8 = 0x1b;
const ESCAPE_LENGTH: usize = 3;

/// The decoder that the host has set by [`decode_with`].
static DECODE: OnceLock<Decode> = OnceLock::new();

/// Sets the decoder of the host for the encodings that this crate does not decode itself. Later calls have no effect.
pub fn decode_with(decode: Decode) {
    let _ = DECODE.set(decode);
}

#[cfg(not(target_family = "wasm"))]
fn ask(encoding: &str, bytes: &[u8], reading: Reading) -> Result<Option<String>, Unavailable> {
    let decode = DECODE.get().copied().unwrap_or(|encoding, bytes, reading| {
        Ok(assay_encodings::decode(encoding, bytes, reading == Reading::Forgiving, reading != Reading::Start))
    });
    decode(encoding, bytes, reading)
}

#[cfg(target_family = "wasm")]
fn ask(encoding: &str, bytes: &[u8], reading: Reading) -> Result<Option<String>, Unavailable> {
    let decode = DECODE.get().ok_or_else(|| Unavailable("no decoder is available".to_owned()))?;
    decode(encoding, bytes, reading)
}

/// Decodes `bytes` without a byte order mark.
pub(super) fn decode(encoding: &str, bytes: &[u8]) -> Result<String, DecodeFault> {
    let mut text = String::new();
    let mut at = 0;
    while at < bytes.len() {
        let end = end_of_portion(encoding, bytes, at);
        match ask(encoding, &bytes[at..end], Reading::Whole).map_err(DecodeFault::Unavailable)? {
            Some(part) if text.is_empty() && end == bytes.len() => return Ok(part),
            Some(part) => text.push_str(&part),
            None => {
                let fault = find(encoding, &bytes[at..end]).map_err(DecodeFault::Unavailable)?;
                let bad = at + fault.bad.start..at + fault.bad.end;
                return Err(DecodeFault::Undecoded(Undecoded { text: text + &fault.text, bad }));
            }
        }
        at = end;
    }
    Ok(text)
}

/// Like [`decode`], with U+FFFD in place of bytes that cannot be decoded. Empty if the host does not support the
/// encoding.
pub(super) fn decode_lossy(encoding: &str, bytes: &[u8]) -> String {
    ask(encoding, bytes, Reading::Forgiving).ok().flatten().unwrap_or_default()
}

/// Returns the end of the portion that starts at `at`: after the last byte that is always a whole character.
fn end_of_portion(encoding: &str, bytes: &[u8], at: usize) -> usize {
    if has_states(encoding) || bytes.len() - at <= PORTION {
        return bytes.len();
    }
    let is_separator = |&byte: &u8| byte <= LAST_NON_TRAIL;
    let (portion, rest) = bytes[at..].split_at(PORTION);
    match portion.iter().rposition(is_separator) {
        Some(last) => at + last + 1,
        None => rest.iter().position(is_separator).map_or(bytes.len(), |first| at + PORTION + first + 1),
    }
}

fn has_states(encoding: &str) -> bool {
    encoding == "ISO-2022-JP"
}

/// Finds the first fault in `bytes`, which must have one.
#[cold]
fn find(encoding: &str, bytes: &[u8]) -> Result<Undecoded, Unavailable> {
    let is_text = |bytes: &[u8], reading| ask(encoding, bytes, reading).map(|text| text.is_some());
    // The longest start that is known to be valid, and the shortest start that is known to be invalid.
    let (mut sound, mut unsound) = (0, bytes.len() + 1);
    while unsound - sound > 1 {
        let middle = sound.midpoint(unsound);
        if is_text(&bytes[..middle], Reading::Start)? {
            sound = middle;
        } else {
            unsound = middle;
        }
    }
    let text = ask(encoding, &bytes[..sound], Reading::Start)?.unwrap_or_default();
    // The fault begins after the last whole character.
    let mut start = sound;
    while start > 0 && !is_text(&bytes[..start], Reading::Whole)? {
        start -= 1;
    }
    // The fault ends where decoding can continue, at the latest after the byte that made it invalid.
    let last = bytes.len().min(sound + 1);
    let before = if has_states(encoding) { 0 } else { start };
    let forgiven = ask(encoding, &bytes[before..last], Reading::Forgiving)?.unwrap_or_default();
    let mut end = start + 1;
    while end < last && !continues_equally(encoding, &bytes[before..start], &bytes[end..last], &forgiven)? {
        end += 1;
    }
    // If there is nothing between two escapes, the second is the fault, but the first is reported.
    let is_escape = has_states(encoding) && bytes[start] == ESCAPE && end - start == ESCAPE_LENGTH;
    let back = if is_escape { ESCAPE_LENGTH.min(start) } else { 0 };
    Ok(Undecoded { text, bad: start - back..end - back })
}

/// Returns true if `forgiven` is the text of `before`, a fault, and the text of `after`.
fn continues_equally(encoding: &str, before: &[u8], after: &[u8], forgiven: &str) -> Result<bool, Unavailable> {
    let text = ask(encoding, before, Reading::Start)?.unwrap_or_default();
    let joined = ask(encoding, &[before, after].concat(), Reading::Forgiving)?.unwrap_or_default();
    let rest = forgiven.strip_prefix(&*text).and_then(|rest| rest.strip_prefix(char::REPLACEMENT_CHARACTER));
    Ok(rest.is_some() && rest == joined.strip_prefix(&*text))
}
