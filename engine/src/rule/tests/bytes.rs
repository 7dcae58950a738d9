//! The files of a test: a text, or the bytes of an image that no text can spell.

use super::{Node, Reader, Said, Written, get};
use crate::text::Fault;

const FILE_KEYS: &[&str] = &["text", "hex", "size"];

/// The longest file that a test can ask for: far more than a header takes, and no burden for a machine.
const MAX_SIZE: usize = 64 << 20;

impl Reader<'_> {
    /// The bytes of a file: a text, nothing, or a mapping. That one has `text` or `hex`, the bytes in hexadecimal
    /// digits, and with `size` as many zeros behind them as the size asks for.
    pub(super) fn bytes(&mut self, node: &Node) -> Result<Vec<u8>, Said> {
        if matches!(node.value, Written::Null) {
            return Ok(Vec::new());
        }
        if !matches!(node.value, Written::Map(_)) {
            let text = node.as_text().map(|text| text.text.into_bytes());
            return text.ok_or_else(|| self.wrong("a file of a test must be a text", node));
        }
        let entries = self.mapping("a file of a test", node, FILE_KEYS)?;
        let mut bytes = match (get(entries, "text"), get(entries, "hex")) {
            (Some(_), Some(hex)) => return Err(self.wrong("a file has `text` or `hex`, not both", hex)),
            (Some(_), None) => self.text("a file of a test", entries, "text", node)?.text.into_bytes(),
            (None, Some(hex)) => self.hex(hex)?,
            (None, None) => Vec::new(),
        };
        if let Some(size) = get(entries, "size") {
            let size = self.size(size, bytes.len())?;
            bytes.resize(size, 0);
        }
        Ok(bytes)
    }

    fn hex(&mut self, node: &Node) -> Result<Vec<u8>, Said> {
        let written = node.as_text().map(|text| text.text);
        let bytes = written.and_then(|text| from_hex(&text));
        bytes.ok_or_else(|| self.wrong("`hex` must be pairs of hexadecimal digits", node))
    }

    fn size(&mut self, node: &Node, least: usize) -> Result<usize, Said> {
        let size = node.as_text().and_then(|text| text.text.parse().ok());
        let size: usize = size.ok_or_else(|| self.wrong("`size` must be a number of bytes", node))?;
        if (least..=MAX_SIZE).contains(&size) {
            return Ok(size);
        }
        let message = format!("`size` must be a number from {least}, what is given, to {MAX_SIZE}");
        Err(self.problem(Fault::new("test-size", message, node.span)))
    }
}

/// The bytes that pairs of hexadecimal digits spell, blanks aside.
fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u8> = text.chars().filter(|c| !c.is_whitespace()).map(nibble).collect::<Option<_>>()?;
    let (pairs, rest) = digits.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

fn nibble(digit: char) -> Option<u8> {
    digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::from_hex;

    #[test]
    fn bytes_are_pairs_of_digits() {
        for (text, bytes) in [
            ("89 50 4e47\n0D", Some(&b"\x89PNG\r"[..])),
            ("", Some(b"")),
            ("8", None),
            ("89 5", None),
            ("0x", None),
            ("zz", None),
        ] {
            assert_eq!(from_hex(text).as_deref(), bytes, "{text}");
        }
    }
}
