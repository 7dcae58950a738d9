//! The content of a file of a test.

use std::borrow::Cow;

/// The content of a file of a test. The zeros at its end are not stored, because rules are read far more often than
/// tested.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct TestFile {
    start: Vec<u8>,
    size: usize, // invariant: at least the length of `start`
}

impl TestFile {
    /// Returns the bytes of the file: the written ones, filled up with zeros to its size.
    pub fn bytes(&self) -> Cow<'_, [u8]> {
        if self.size == self.start.len() {
            return Cow::Borrowed(&self.start);
        }
        let mut bytes = self.start.clone();
        bytes.resize(self.size, 0);
        Cow::Owned(bytes)
    }

    /// Returns the bytes that are written in the test, and the size of the file.
    pub fn written_bytes(&self) -> (&[u8], usize) {
        (&self.start, self.size)
    }

    /// Creates a file from its first bytes. Zeros fill it up to `size`, which must be at least the length of `start`.
    pub(super) fn new(start: Vec<u8>, size: usize) -> Self {
        Self { start, size }
    }
}

impl From<Vec<u8>> for TestFile {
    fn from(start: Vec<u8>) -> Self {
        Self { size: start.len(), start }
    }
}
