//! A file that is read where it is looked at: its start, and what that leads to.

use std::io::{BufRead, Error, ErrorKind, Read, Result, Seek, SeekFrom};

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
    /// Where the next byte is looked at.
    position: u64,
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
    pub fn open(source: &'s S, path: &'s str) -> std::result::Result<Self, SourceError> {
        let head = source.read_start(path, FIRST)?;
        let end = (head.len() < FIRST).then_some(head.len() as u64);
        let (bytes, length) = (Vec::new(), FIRST);
        Ok(Self { source, path, head, bytes, start: 0, position: 0, length, end, failed: None })
    }

    /// The first bytes of the file; all of them when they are fewer than [`FIRST`].
    pub fn head(&self) -> &[u8] {
        &self.head
    }

    /// How many bytes the file has.
    pub fn size(&self) -> std::result::Result<u64, SourceError> {
        self.source.size(self.path)
    }

    /// Why the source did not give bytes, if it did not.
    pub const fn failure(&mut self) -> Option<SourceError> {
        self.failed.take()
    }

    /// The bytes at the position that are at hand.
    fn at_hand(&self) -> &[u8] {
        rest(&self.head, 0, self.position).or_else(|| rest(&self.bytes, self.start, self.position)).unwrap_or_default()
    }

    /// Reads on from the position.
    fn advance(&mut self) -> Result<()> {
        if self.end.is_some_and(|end| end <= self.position) {
            return Ok(());
        }
        self.bytes.resize(self.length, 0);
        let filled = self.source.read_part(self.path, self.position, &mut self.bytes).map_err(|error| {
            self.failed = Some(error);
            Error::other("the source does not give the bytes")
        })?;
        if filled < self.length {
            self.end = Some(self.position + filled as u64);
        }
        self.bytes.truncate(filled);
        self.start = self.position;
        self.length = (self.length * GROWTH).min(MOST);
        Ok(())
    }
}

/// Returns the part from `position` on of `bytes`, which begin at `start`; `None` if `position` is outside them.
fn rest(bytes: &[u8], start: u64, position: u64) -> Option<&[u8]> {
    let offset = usize::try_from(position.checked_sub(start)?).ok()?;
    bytes.get(offset..).filter(|rest| !rest.is_empty())
}

impl<S: Source + ?Sized> BufRead for Window<'_, S> {
    fn fill_buf(&mut self) -> Result<&[u8]> {
        if self.at_hand().is_empty() {
            self.advance()?;
        }
        Ok(self.at_hand())
    }

    fn consume(&mut self, amount: usize) {
        self.position += amount as u64;
    }
}

impl<S: Source + ?Sized> Read for Window<'_, S> {
    /// Fills all of `buffer`, unless the file ends: some readers ask once and take less for an end.
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let mut filled = 0;
        while filled < buffer.len() {
            let at_hand = self.fill_buf()?;
            if at_hand.is_empty() {
                break;
            }
            let length = at_hand.len().min(buffer.len() - filled);
            buffer[filled..filled + length].copy_from_slice(&at_hand[..length]);
            self.consume(length);
            filled += length;
        }
        Ok(filled)
    }
}

impl<S: Source + ?Sized> Seek for Window<'_, S> {
    /// Goes to a place from the start, or from here; places are not counted from the end.
    fn seek(&mut self, to: SeekFrom) -> Result<u64> {
        self.position = match to {
            SeekFrom::Start(position) => position,
            SeekFrom::Current(offset) => self.position.checked_add_signed(offset).ok_or(ErrorKind::InvalidInput)?,
            SeekFrom::End(_) => return Err(ErrorKind::Unsupported.into()),
        };
        Ok(self.position)
    }
}
