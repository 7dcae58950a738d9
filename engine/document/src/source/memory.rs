//! A source in memory, for tests, the playground and dropped files.

use std::collections::BTreeMap;

use super::{Source, SourceError, copy_part};

/// Files in memory, by path.
#[derive(Clone, Debug, Default)]
pub struct MemorySource {
    files: BTreeMap<String, Vec<u8>>,
}

impl MemorySource {
    /// Creates a source without files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file at `path`. It replaces an existing file.
    pub fn insert(&mut self, path: impl Into<String>, bytes: impl Into<Vec<u8>>) {
        self.files.insert(path.into(), bytes.into());
    }

    /// Returns the paths of all files, in byte order.
    pub fn paths(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    fn bytes(&self, path: &str) -> Result<&[u8], SourceError> {
        self.files.get(path).map(Vec::as_slice).ok_or(SourceError::NotFound)
    }
}

impl<P: Into<String>, B: Into<Vec<u8>>> FromIterator<(P, B)> for MemorySource {
    fn from_iter<I: IntoIterator<Item = (P, B)>>(files: I) -> Self {
        Self { files: files.into_iter().map(|(path, bytes)| (path.into(), bytes.into())).collect() }
    }
}

impl Source for MemorySource {
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        self.bytes(path).map(<[u8]>::to_vec)
    }

    fn size(&self, path: &str) -> Result<u64, SourceError> {
        Ok(self.bytes(path)?.len() as u64)
    }

    fn read_start(&self, path: &str, length: usize) -> Result<Vec<u8>, SourceError> {
        let bytes = self.bytes(path)?;
        Ok(bytes[..bytes.len().min(length)].to_vec())
    }

    fn read_part(&self, path: &str, offset: u64, part: &mut [u8]) -> Result<usize, SourceError> {
        Ok(copy_part(self.bytes(path)?, offset, part))
    }
}
