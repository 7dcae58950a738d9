//! Reads only the necessary parts of a file: its start, and the places that it refers to.

use crate::source::{Source, SourceError};

/// The number of bytes that are read first. Most images state their size here.
pub(super) const FIRST: usize = 4 << 10;

/// The factor by which the number of bytes grows from the third read on. A photo may have a colour profile in hundreds
/// of pieces before its size.
const GROWTH: usize = 4;
/// The maximum number of bytes of one read.
const MOST: usize = 1 << 20;

/// The part of a file that is in memory.
pub(super) struct Window<'s> {
    source: &'s dyn Source,
    path: &'s str,
    head: Vec<u8>,
    /// The bytes of the last read.
    bytes: Vec<u8>,
    /// The place of `bytes` in the file.
    start: u64,
    /// The number of bytes of the next read.
    length: usize,
    /// The end of the file, after it has been reached or requested.
    end: Option<u64>,
    /// The error of the source.
    failed: Option<SourceError>,
}

impl<'s> Window<'s> {
    /// Opens the file at `path` and reads its start.
    ///
    /// # Errors
    /// Fails if the source does not return it.
    pub fn open(source: &'s dyn Source, path: &'s str) -> Result<Self, SourceError> {
        let head = source.read_start(path, FIRST)?;
        let end = (head.len() < FIRST).then_some(head.len() as u64);
        let (bytes, length) = (Vec::new(), FIRST);
        Ok(Self { source, path, head, bytes, start: 0, length, end, failed: None })
    }

    /// Returns the first bytes of the file; all bytes if there are fewer than [`FIRST`].
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    pub fn size(&mut self) -> Result<u64, SourceError> {
        let size = self.end.map_or_else(|| self.source.size(self.path), Ok)?;
        self.end = Some(size);
        Ok(size)
    }

    /// Returns the error of the source, if there is one.
    pub const fn failure(&mut self) -> Option<SourceError> {
        self.failed.take()
    }

    /// Returns the available bytes from `position` on; empty at the end, or if they cannot be read.
    pub fn at(&mut self, position: u64) -> &[u8] {
        if self.buffered(position).is_empty() {
            self.advance(position);
        }
        self.buffered(position)
    }

    /// Returns the bytes from `position` on that are in memory.
    fn buffered(&self, position: u64) -> &[u8] {
        rest(&self.head, 0, position).or_else(|| rest(&self.bytes, self.start, position)).unwrap_or_default()
    }

    fn advance(&mut self, position: u64) {
        if self.end.is_some_and(|end| end <= position) {
            return;
        }
        self.bytes.resize(self.length, 0);
        let read = self.source.read_part(self.path, position, &mut self.bytes);
        let filled = read.unwrap_or_else(|error| {
            self.failed = Some(error);
            0
        });
        if filled < self.length {
            self.end = Some(position + filled as u64);
        }
        self.bytes.truncate(filled);
        self.start = position;
        self.length = (self.length * GROWTH).min(MOST);
    }
}

/// Returns the part from `position` on of `bytes`, which begin at `start`; `None` if `position` is outside them.
fn rest(bytes: &[u8], start: u64, position: u64) -> Option<&[u8]> {
    let offset = usize::try_from(position.checked_sub(start)?).ok()?;
    bytes.get(offset..).filter(|rest| !rest.is_empty())
}
