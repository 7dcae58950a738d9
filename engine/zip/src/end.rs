//! Reads the end record of an archive, which locates its directory.

use assay_document::source::{Source, SourceError};

use super::ZipFault;
use super::bytes::{WIDE, WIDE_SHORT, u16_at, u32_at, u64_at, wide_u32};

const END: &[u8; 4] = b"PK\x05\x06";
const END_LENGTH: usize = 22;
const LOCATOR: &[u8; 4] = b"PK\x06\x07";
const LOCATOR_LENGTH: usize = 20;
const WIDE_END: &[u8; 4] = b"PK\x06\x06";
const WIDE_END_LENGTH: usize = 56;
/// The maximum number of bytes of a comment, which may follow the record.
const MOST_COMMENT: usize = 0xffff;

/// The location of an archive's directory.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct DirectoryEnd {
    /// The number of members.
    pub members: u64,
    /// The offset of the directory.
    pub directory: u64,
    /// Its length in bytes.
    pub length: u64,
    /// The byte that offsets count from. Data in front of it, such as a self-extracting program, was added later.
    pub start: u64,
}

impl DirectoryEnd {
    /// Finds the end record of the archive at `path`. Reads only the last bytes of the file.
    ///
    /// # Errors
    /// The file has no end record, more than one, or an invalid one.
    pub fn find(path: &str, source: &dyn Source) -> Result<Self, ZipFault> {
        let size = source.size(path)?;
        // A comment may follow the record. Its length is known only when the record has been found.
        let most = LOCATOR_LENGTH + END_LENGTH + MOST_COMMENT;
        let length = usize::try_from(size).unwrap_or(usize::MAX).min(most);
        let tail = read(path, source, size - length as u64, length)?;
        let (at, after) = find_record(&tail).map_err(|fault| match fault {
            ZipFault::NotZip if begins_with_member(path, source) => ZipFault::CutOff,
            fault => fault,
        })?;
        let record = size - (tail.len() - at) as u64;
        if memchr::memmem::find(&tail[after..], super::header::HEADER).is_some() {
            return Err(ZipFault::Trailing((tail.len() - after) as u64));
        }
        let locator = at.checked_sub(LOCATOR_LENGTH).map(|from| &tail[from..at]).filter(|it| it.starts_with(LOCATOR));
        let narrow = narrow(&tail[at..]);
        match locator {
            Some(locator) => narrow.read_wide(locator, record - LOCATOR_LENGTH as u64, path, source)?,
            None => narrow.moved_before(record)?,
        }
        .check_other_entries(path, source)
    }

    /// Returns the end that the 64-bit record (ZIP64) describes. `locator`, which is at byte `at`, points to that
    /// record.
    fn read_wide(self, locator: &[u8], at: u64, path: &str, source: &dyn Source) -> Result<Self, ZipFault> {
        let disagrees = || ZipFault::EndDisagrees("the place of the 64-bit record");
        if u32_at(locator, 4) != Some(0) || u32_at(locator, 16).is_some_and(|disks| disks > 1) {
            return Err(ZipFault::Split);
        }
        let mut from = u64_at(locator, 8).filter(|from| *from < at).ok_or_else(disagrees)?;
        let mut bytes = read(path, source, from, WIDE_END_LENGTH)?;
        if !bytes.starts_with(WIDE_END) {
            // If data was put in front of the archive, the record is still directly in front of the locator.
            from = at.checked_sub(WIDE_END_LENGTH as u64).ok_or_else(disagrees)?;
            bytes = read(path, source, from, WIDE_END_LENGTH)?;
        }
        let rest = u64_at(&bytes, 4).filter(|_| bytes.starts_with(WIDE_END)).ok_or_else(disagrees)?;
        if from.checked_add(12).and_then(|start| start.checked_add(rest)) != Some(at) {
            return Err(disagrees());
        }
        let number = |at| u64_at(&bytes, at).ok_or_else(disagrees);
        let wide = Self { members: number(32)?, length: number(40)?, directory: number(48)?, start: 0 };
        if u32_at(&bytes, 16) != Some(0) || u32_at(&bytes, 20) != Some(0) || number(24)? != wide.members {
            return Err(ZipFault::Split);
        }
        for (stated, wide, most, what) in [
            (self.members, wide.members, WIDE_SHORT, "the number of members"),
            (self.length, wide.length, WIDE, "the length of the directory"),
            (self.directory, wide.directory, WIDE, "the place of the directory"),
        ] {
            if stated != wide && stated != most {
                return Err(ZipFault::EndDisagrees(what));
            }
        }
        wide.moved_before(from)
    }

    /// Returns this end with `directory` and `start` adjusted so that the directory ends at `records`, where the
    /// records at the end of the archive begin.
    fn moved_before(self, records: u64) -> Result<Self, ZipFault> {
        let ends = self.directory.checked_add(self.length);
        let start = ends.and_then(|ends| records.checked_sub(ends)).ok_or(ZipFault::DirectoryMisplaced)?;
        Ok(Self { directory: self.directory + start, start, ..self })
    }

    /// Returns this end, or an error if a directory entry is also found at the position that the end record states, in
    /// front of the position that [`Self::moved_before`] computed.
    fn check_other_entries(self, path: &str, source: &dyn Source) -> Result<Self, ZipFault> {
        let stated = self.directory - self.start;
        let is_there = self.start > 0 && read(path, source, stated, 4)?.starts_with(super::directory::ENTRY);
        if is_there { Err(ZipFault::DirectoryMisplaced) } else { Ok(self) }
    }
}

/// Reads the 32-bit end record. [`find_record`] has already refused the records of split archives.
fn narrow(record: &[u8]) -> DirectoryEnd {
    let number = |at| wide_u32(record, at).unwrap_or_default();
    DirectoryEnd {
        members: u16_at(record, 10).unwrap_or_default().into(),
        length: number(12),
        directory: number(16),
        start: 0,
    }
}

/// Returns the offset of the end record in `tail`, the last bytes of a file, and the end of its comment.
///
/// Readers search from the end, so the last record counts. It must not be part of the comment of an earlier record.
fn find_record(tail: &[u8]) -> Result<(usize, usize), ZipFault> {
    let ends_at = |at: usize| Some(at + END_LENGTH + usize::from(u16_at(tail, at + 20)?));
    let signed: Vec<usize> = memchr::memmem::find_iter(tail, END).collect();
    let (&at, others) = signed.split_last().ok_or(ZipFault::NotZip)?;
    let covers = |other: &usize| ends_at(*other).is_some_and(|end| end > at && end <= tail.len());
    if others.iter().any(covers) {
        return Err(ZipFault::Ambiguous);
    }
    let end = ends_at(at).filter(|end| *end <= tail.len()).ok_or(ZipFault::CutOff)?;
    let number = |from| u16_at(tail, at + from);
    let is_whole = [4, 6].iter().all(|from| number(*from) == Some(0)) && number(8) == number(10);
    // A number that is stored elsewhere is checked there.
    if is_whole || number(4) == Some(0xffff) { Ok((at, end)) } else { Err(ZipFault::Split) }
}

/// Returns true if a part of a file contains the header of a member.
pub fn has_member(path: &str, source: &dyn Source, part: std::ops::Range<u64>) -> Result<bool, ZipFault> {
    /// The number of bytes that are read at a time.
    const PART: u64 = 1 << 20;
    let mut from = part.start;
    while from + (super::header::HEADER.len() as u64) <= part.end {
        let length = PART.min(part.end - from);
        let bytes = read(path, source, from, usize::try_from(length).unwrap_or_default())?;
        if memchr::memmem::find(&bytes, super::header::HEADER).is_some() {
            return Ok(true);
        }
        // A header may begin in one part and end in the next one.
        from += (length - 3).max(1);
    }
    Ok(false)
}

fn begins_with_member(path: &str, source: &dyn Source) -> bool {
    source.read_start(path, 4).is_ok_and(|head| head == b"PK\x03\x04")
}

/// Reads `length` bytes of a file from `offset` on, or fails.
pub fn read(path: &str, source: &dyn Source, offset: u64, length: usize) -> Result<Vec<u8>, ZipFault> {
    let mut bytes = vec![0; length];
    fill(path, source, offset, &mut bytes)?;
    Ok(bytes)
}

pub fn fill(path: &str, source: &dyn Source, offset: u64, bytes: &mut [u8]) -> Result<(), ZipFault> {
    // The size was read earlier; another program may have changed the file since.
    if source.read_part(path, offset, bytes)? < bytes.len() {
        return Err(SourceError::Unreadable("it became shorter while it was read".to_owned()).into());
    }
    Ok(())
}
