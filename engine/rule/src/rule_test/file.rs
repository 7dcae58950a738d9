//! The files of a test: a text, or the bytes of an image that no text can spell.

use std::borrow::Cow;

use assay_document::text::{Fault, IssueCode};

use super::{Reported, RuleTestReader, Written, WrittenNode, get};

const FILE_KEYS: &[&str] = &["text", "hex", "size"];

/// The longest file that a test can ask for: far more than a header takes, and no burden for a machine.
const MAX_SIZE: usize = 64 << 20;

/// The content of a file of a test. The zeros at its end are not stored, because rules are read far more often than
/// tested.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct TestFile {
    start: Vec<u8>,
    size: usize, // invariant: at least the length of `start`
}

impl TestFile {
    /// Its bytes: the ones that are written, and behind them zeros up to its size.
    #[must_use]
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        if self.size == self.start.len() {
            return Cow::Borrowed(&self.start);
        }
        let mut bytes = self.start.clone();
        bytes.resize(self.size, 0);
        Cow::Owned(bytes)
    }

    /// The bytes that are written, and how many there are with the zeros behind them.
    #[must_use]
    pub fn written(&self) -> (&[u8], usize) {
        (&self.start, self.size)
    }
}

impl From<Vec<u8>> for TestFile {
    fn from(start: Vec<u8>) -> Self {
        Self { size: start.len(), start }
    }
}

impl RuleTestReader<'_> {
    /// Reads a file: a string, null, or a mapping. The mapping may have `text`, or `hex` with the bytes in hexadecimal
    /// digits, and `size`: zeros fill the file up to that size.
    pub(super) fn file_of_test(&mut self, node: &WrittenNode) -> Result<TestFile, Reported> {
        if matches!(node.value, Written::Null) {
            return Ok(TestFile::default());
        }
        if !matches!(node.value, Written::Map(_)) {
            let text = node.as_text().map(|text| text.text.into_bytes().into());
            return text.ok_or_else(|| self.wrong("a file of a test must be a text", node));
        }
        let entries = self.mapping("a file of a test", node, FILE_KEYS)?;
        let start = match (get(entries, "text"), get(entries, "hex")) {
            (Some(_), Some(hex)) => return Err(self.wrong("a file has `text` or `hex`, not both", hex)),
            (Some(_), None) => self.text("a file of a test", entries, "text", node)?.text.into_bytes(),
            (None, Some(hex)) => self.hex(hex)?,
            (None, None) => Vec::new(),
        };
        let size = get(entries, "size").map(|size| self.size(size, start.len())).transpose()?;
        Ok(TestFile { size: size.unwrap_or(start.len()), start })
    }

    fn hex(&mut self, node: &WrittenNode) -> Result<Vec<u8>, Reported> {
        let Some(written) = node.as_text() else {
            return Err(self.wrong("`hex` must be pairs of hexadecimal digits", node));
        };
        from_hex(&written.text).map_err(|why| {
            let message = format!("`hex` must be pairs of hexadecimal digits, {why}");
            self.problem(Fault::new(IssueCode::TestKind, message, node.span))
        })
    }

    fn size(&mut self, node: &WrittenNode, least: usize) -> Result<usize, Reported> {
        let size = node.as_text().and_then(|text| text.text.parse().ok());
        let size: usize = size.ok_or_else(|| self.wrong("`size` must be a number of bytes", node))?;
        if (least..=MAX_SIZE).contains(&size) {
            return Ok(size);
        }
        let message = format!("`size` must be a number from {least}, what is given, to {MAX_SIZE}");
        Err(self.problem(Fault::new(IssueCode::TestSize, message, node.span)))
    }
}

/// Returns the bytes that pairs of hexadecimal digits spell. White space is ignored.
///
/// # Errors
/// The reason why `text` is not valid, in words that follow a comma.
fn from_hex(text: &str) -> Result<Vec<u8>, String> {
    let written = text.chars().filter(|c| !c.is_whitespace());
    let digits: Vec<u8> =
        written.map(|c| nibble(c).ok_or_else(|| format!("`{c}` is none"))).collect::<Result<_, _>>()?;
    match digits.as_chunks::<2>() {
        (pairs, []) => Ok(pairs.iter().map(|[high, low]| high << 4 | low).collect()),
        _ => Err(format!("and these are {}, an odd number", digits.len())),
    }
}

fn nibble(digit: char) -> Option<u8> {
    digit.to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

#[cfg(test)]
mod tests {
    use super::{TestFile, from_hex};

    #[test]
    fn zeros_fill_a_file_up_to_its_size() {
        let written = TestFile::from(b"ab".to_vec());
        assert_eq!(*written.bytes(), *b"ab");
        assert_eq!(*TestFile { size: 4, ..written }.bytes(), *b"ab\0\0");
    }

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
            assert_eq!(from_hex(text).ok().as_deref(), bytes, "{text}");
        }
    }
}
