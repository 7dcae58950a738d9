//! A source that counts the bytes that are read.

use std::cell::Cell;

use super::{Source, SourceError, Start};

/// A source that counts each byte that is read from another source.
pub struct Counted<'s> {
    source: &'s dyn Source,
    read: Cell<Option<u64>>,
}

impl<'s> Counted<'s> {
    /// Starts counting the bytes that are read from `source`.
    pub const fn new(source: &'s dyn Source) -> Self {
        Self { source, read: Cell::new(None) }
    }

    /// Returns the number of bytes that were read; `None` if only sizes were requested.
    pub const fn read(&self) -> Option<u64> {
        self.read.get()
    }

    fn count(&self, bytes: usize) {
        self.read.set(Some(self.read.get().unwrap_or(0) + bytes as u64));
    }
}

impl Source for Counted<'_> {
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        let bytes = self.source.read(path)?;
        self.count(bytes.len());
        Ok(bytes)
    }

    fn size(&self, path: &str) -> Result<u64, SourceError> {
        self.source.size(path)
    }

    fn read_start(&self, path: &str, length: usize) -> Result<Vec<u8>, SourceError> {
        let bytes = self.source.read_start(path, length)?;
        self.count(bytes.len());
        Ok(bytes)
    }

    /// The start of a long file is read again with its parts, and counted then.
    fn start(&self, path: &str) -> Result<Start, SourceError> {
        let start = self.source.start(path)?;
        if let Start::Whole(bytes) = &start {
            self.count(bytes.len());
        }
        Ok(start)
    }

    fn read_part(&self, path: &str, offset: u64, part: &mut [u8]) -> Result<usize, SourceError> {
        let length = self.source.read_part(path, offset, part)?;
        self.count(length);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::Counted;
    use crate::source::{MemorySource, Source};

    #[test]
    fn reads_are_counted_and_size_requests_are_not() {
        let files: MemorySource = [("a", "12345"), ("empty", "")].into_iter().collect();
        let counted = Counted::new(&files);
        assert_eq!((counted.size("a"), counted.read()), (Ok(5), None));
        assert!(counted.read_start("a", 2).is_ok() && counted.read() == Some(2));
        assert!(counted.start("a").is_ok() && counted.read() == Some(7));
        assert!(counted.read_part("a", 4, &mut [0; 4]).is_ok() && counted.read() == Some(8));
        let empty = Counted::new(&files);
        assert!(Source::read(&empty, "empty").is_ok() && empty.read() == Some(0));
        assert!(Source::read(&empty, "gone").is_err() && empty.read() == Some(0));
    }
}
