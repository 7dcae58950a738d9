//! Decodes file names in URIs.

use std::rc::Rc;

use rhai::{Engine, ImmutableString};

use crate::state::HostState;

pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    functions! { engine, state,
        "decode_uri" reads (state, uri: ImmutableString) {
            state.meter.charge(uri.len())?;
            Ok(decode(&uri).map_or(uri, ImmutableString::from))
        }
    }
}

/// Decodes `%` and two digits as bytes. `None` if the string contains no `%`, or if the bytes are not valid UTF-8.
fn decode(uri: &str) -> Option<String> {
    if !uri.contains('%') {
        return None;
    }
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let [first, after @ ..] = rest {
        let escape = after.first_chunk().filter(|_| *first == b'%').and_then(|&[high, low]| byte(high, low));
        bytes.push(escape.unwrap_or(*first));
        rest = if escape.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).ok()
}

fn byte(high: u8, low: u8) -> Option<u8> {
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    Some(digit(high)? << 4 | digit(low)?)
}

#[cfg(test)]
mod tests {
    use crate::fixture::Fixture;

    #[test]
    fn escapes_are_bytes_of_utf_8() {
        let fixture = Fixture::new();
        for (uri, text) in [
            ("a.png", "a.png"),
            ("old%20wall.png", "old wall.png"),
            ("caf%C3%A9/%e5%89%91.png", "caf\u{e9}/\u{5251}.png"),
            ("caf\u{e9}%2Fa", "caf\u{e9}/a"),
            ("%2541", "%41"),
            ("100%", "100%"),
            ("100%2", "100%2"),
            ("%zz%4", "%zz%4"),
            ("%e9", "%e9"),
            ("", ""),
        ] {
            assert_eq!(fixture.value(&format!("decode_uri(\"{uri}\")")).as_deref(), Ok(text), "{uri}");
        }
    }
}
