//! Legacy encodings. Their tables are the host's: browsers have them, and they are larger than any other part of the
//! engine.
//!
//! A host only decides whether bytes are text. The faulty bytes are located here, so that every host reports the same
//! ones.

use std::sync::OnceLock;

use thiserror::Error;

use super::undecoded::Undecoded;

/// How bytes are read.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Reading {
    /// They are a whole text.
    Whole,
    /// More follow: they may end inside a character, which is left out.
    Start,
    /// They are a whole text; what is none in it becomes U+FFFD.
    Forgiving,
}

/// Decodes bytes of the encoding that the WHATWG's standard calls so, a byte order mark being a character like others:
/// `None` when they are no text of it.
pub type Decode = fn(encoding: &str, bytes: &[u8], reading: Reading) -> Result<Option<String>, Unavailable>;

/// The host cannot decode an encoding, for this reason.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{0}")]
pub struct Unavailable(pub String);

/// Why there is no text.
#[derive(Debug)]
pub(super) enum DecodeFault {
    Undecoded(Undecoded),
    Unavailable(Unavailable),
}

/// Bytes that are decoded at a time: no more of a long text is in memory twice.
const PORTION: usize = 1 << 20;

/// The largest byte that never goes on with a character, so that one begins behind it. ISO-2022-JP alone has states.
const LAST_APART: u8 = b'0' - 1;

/// The first byte of an escape that changes the state, and the length of such an escape in bytes.
const ESCAPE: u8 = 0x1b;
const ESCAPE_LENGTH: usize = 3;

/// The decoder that the host has set by [`decode_with`].
static DECODE: OnceLock<Decode> = OnceLock::new();

/// Has a host's decoder read what this crate does not know itself. The first one stays.
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
    let decode = DECODE.get().ok_or_else(|| Unavailable("nothing decodes it".to_owned()))?;
    decode(encoding, bytes, reading)
}

/// The text of `bytes`, which have no mark.
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
pub(super) fn forgive(encoding: &str, bytes: &[u8]) -> String {
    ask(encoding, bytes, Reading::Forgiving).ok().flatten().unwrap_or_default()
}

/// Where the portion that starts at `at` ends: behind the last byte that is a character by itself wherever it stands.
fn end_of_portion(encoding: &str, bytes: &[u8], at: usize) -> usize {
    if has_states(encoding) || bytes.len() - at <= PORTION {
        return bytes.len();
    }
    let is_apart = |&byte: &u8| byte <= LAST_APART;
    let (portion, rest) = bytes[at..].split_at(PORTION);
    match portion.iter().rposition(is_apart) {
        Some(last) => at + last + 1,
        None => rest.iter().position(is_apart).map_or(bytes.len(), |first| at + PORTION + first + 1),
    }
}

fn has_states(encoding: &str) -> bool {
    encoding == "ISO-2022-JP"
}

/// The first fault of `bytes`, which have one.
#[cold]
fn find(encoding: &str, bytes: &[u8]) -> Result<Undecoded, Unavailable> {
    let is_text = |bytes: &[u8], reading| ask(encoding, bytes, reading).map(|text| text.is_some());
    // The longest start that may go on, as far as is known, and a start that may not.
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
    // The fault begins where the last character is whole.
    let mut start = sound;
    while start > 0 && !is_text(&bytes[..start], Reading::Whole)? {
        start -= 1;
    }
    // And ends where decoding goes on. At the latest that is behind the byte that made it one.
    let last = bytes.len().min(sound + 1);
    let before = if has_states(encoding) { 0 } else { start };
    let forgiven = ask(encoding, &bytes[before..last], Reading::Forgiving)?.unwrap_or_default();
    let mut end = start + 1;
    while end < last && !goes_on(encoding, &bytes[before..start], &bytes[end..last], &forgiven)? {
        end += 1;
    }
    // Of two escapes with nothing between them the second is the fault, and the first is told.
    let is_escape = has_states(encoding) && bytes[start] == ESCAPE && end - start == ESCAPE_LENGTH;
    let back = if is_escape { ESCAPE_LENGTH.min(start) } else { 0 };
    Ok(Undecoded { text, bad: start - back..end - back })
}

/// Whether the `forgiven` text is that of `before`, a fault, and that of `behind`.
fn goes_on(encoding: &str, before: &[u8], behind: &[u8], forgiven: &str) -> Result<bool, Unavailable> {
    let text = ask(encoding, before, Reading::Start)?.unwrap_or_default();
    let joined = ask(encoding, &[before, behind].concat(), Reading::Forgiving)?.unwrap_or_default();
    let rest = forgiven.strip_prefix(&*text).and_then(|rest| rest.strip_prefix(char::REPLACEMENT_CHARACTER));
    Ok(rest.is_some() && rest == joined.strip_prefix(&*text))
}
