//! A file that is read where it is looked at: its start, and what that leads to.

use super::fields::HeaderFile;
use crate::source::{Source, SourceError};

/// Bytes that are read of a file at first; most images say their size here.
pub(super) const FIRST: usize = 4 << 10;

/// How many times as much is read from the third time on, and the most that is read at once: a photo's colour profile
/// may come in hundreds of pieces before its size.
const GROWTH: usize = 4;
const MOST: usize = 1 << 20;

/// The part of a file that is looked at.
pub(super) struct Window<'s, S: ?Sized> {
    source: &'s S,
    path: &'s str,
    head: Vec<u8>,
    /// The bytes that were read last.
    bytes: Vec<u8>,
    /// Where they begin in the file.
    start: u64,
    /// How much is read the next time.
    length: usize,
    /// Where the file ends, once that was met.
    end: Option<u64>,
    /// Why the source did not give the bytes.
    failed: Option<SourceError>,
}

impl<'s, S: Source + ?Sized> Window<'s, S> {
    /// The start of the file at `path`.
    ///
    /// # Errors
    /// The source does not give it.
    pub fn open(source: &'s S, path: &'s str) -> Result<Self, SourceError> {
        let head = source.read_start(path, FIRST)?;
        let end = (head.len() < FIRST).then_some(head.len() as u64);
        let (bytes, length) = (Vec::new(), FIRST);
        Ok(Self { source, path, head, bytes, start: 0, length, end, failed: None })
    }

    /// The first bytes of the file; all of them when they are fewer than [`FIRST`].
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// How many bytes the file has.
    pub fn size(&self) -> Result<u64, SourceError> {
        self.source.size(self.path)
    }

    /// Why the source did not give bytes, if it did not.
    pub const fn failure(&mut self) -> Option<SourceError> {
        self.failed.take()
    }

    /// The bytes from `position` on that are at hand.
    fn at_hand(&self, position: u64) -> &[u8] {
        rest(&self.head, 0, position).or_else(|| rest(&self.bytes, self.start, position)).unwrap_or_default()
    }

    /// Reads on from `position`.
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

impl<S: Source + ?Sized> HeaderFile for Window<'_, S> {
    fn at(&mut self, position: u64) -> &[u8] {
        if self.at_hand(position).is_empty() {
            self.advance(position);
        }
        self.at_hand(position)
    }
}

/// Returns the part from `position` on of `bytes`, which begin at `start`; `None` if `position` is outside them.
fn rest(bytes: &[u8], start: u64, position: u64) -> Option<&[u8]> {
    let offset = usize::try_from(position.checked_sub(start)?).ok()?;
    bytes.get(offset..).filter(|rest| !rest.is_empty())
}
