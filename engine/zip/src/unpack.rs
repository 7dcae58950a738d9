//! Unpacks a member's bytes in parts, and compares them with the directory.

use assay_document::source::Crc;
use assay_document::source::Source;
use deflate64::InflaterManaged;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::{DecompressorOxide, decompress, inflate_flags};

use super::header::{self, MemberHeader};
use super::member::{CompressionMethod, Member};
use super::{ZipFault, end};

/// The number of packed bytes that are read at a time, and the maximum number of bytes that are returned at a time. A
/// power of two that exceeds the window of deflate, and is small enough for the processor's cache.
const PART: usize = 64 << 10;

/// Unpacks members one after the other, and reuses its memory.
pub struct Unpacker {
    input: Vec<u8>,
    /// The range of `input` that has not been used.
    rest: std::ops::Range<usize>,
    output: Vec<u8>,
    inflate: Box<DecompressorOxide>,
    /// Created when a member uses Deflate64.
    inflate64: Option<Box<InflaterManaged>>,
    state: UnpackState,
}

/// The progress of a member.
struct UnpackState {
    header: MemberHeader,
    /// The offset of the next packed bytes.
    at: u64,
    /// The number of packed bytes that have not been read.
    packed_remaining: u64,
    /// The number of bytes that were unpacked.
    unpacked: u64,
    crc: Crc,
    is_done: bool,
}

impl Default for Unpacker {
    fn default() -> Self {
        let header = MemberHeader { length: 0, has_descriptor: false };
        Self {
            input: vec![0; PART],
            rest: 0..0,
            output: vec![0; PART],
            inflate: Box::default(),
            inflate64: None,
            state: UnpackState { header, at: 0, packed_remaining: 0, unpacked: 0, crc: Crc::default(), is_done: true },
        }
    }
}

impl Unpacker {
    /// Begins with a member of the archive at `path`. Reads its header, and with it the bytes of a short member.
    ///
    /// # Errors
    /// The header is missing, or differs from the directory.
    pub fn begin(&mut self, path: &str, source: &dyn Source, member: &Member) -> Result<(), ZipFault> {
        let room = usize::try_from(member.end.saturating_sub(member.header)).unwrap_or(usize::MAX);
        self.load(path, source, member.header, room.min(PART))?;
        let header = match header::read(&self.input[self.rest.clone()], member) {
            // A header with a name or fields of many kilobytes.
            Err(ZipFault::OutOfBounds) if room > PART => {
                let whole = end::read(path, source, member.header, room.min(header::MOST))?;
                header::read(&whole, member)?
            }
            header => header?,
        };
        let data = member.header + header.length as u64;
        if data.checked_add(member.packed).is_none_or(|end| end > member.end) {
            return Err(ZipFault::OutOfBounds);
        }
        let read = self.rest.len();
        let of_packed = usize::try_from(member.packed).unwrap_or(usize::MAX).min(read.saturating_sub(header.length));
        let from = header.length.min(read);
        self.rest = from..from + of_packed;
        self.state = UnpackState {
            header,
            at: data + of_packed as u64,
            packed_remaining: member.packed - of_packed as u64,
            unpacked: 0,
            crc: Crc::default(),
            is_done: false,
        };
        self.inflate.init();
        self.inflate64 = (member.method == CompressionMethod::Deflated64).then(|| Box::new(InflaterManaged::new()));
        Ok(())
    }

    /// Returns the next bytes of the member; `None` at the end, if all checks have passed.
    ///
    /// # Errors
    /// The bytes do not agree with the directory.
    pub fn next(&mut self, path: &str, source: &dyn Source, member: &Member) -> Result<Option<&[u8]>, ZipFault> {
        if self.state.is_done {
            return Ok(None);
        }
        let part = match member.method {
            CompressionMethod::Stored => self.copy(path, source)?,
            CompressionMethod::Deflated => self.inflate(path, source, member)?,
            CompressionMethod::Deflated64 => self.inflate64(path, source)?,
        };
        if part.is_empty() {
            self.finish(path, source, member)?;
            return Ok(None);
        }
        self.state.unpacked += part.len() as u64;
        if self.state.unpacked > member.size {
            return Err(ZipFault::Longer(member.size));
        }
        let bytes = if member.method == CompressionMethod::Stored { &self.input[part] } else { &self.output[part] };
        self.state.crc.update(bytes);
        Ok(Some(bytes))
    }

    /// Returns all bytes of the member.
    ///
    /// # Errors
    /// As [`Unpacker::begin`] and [`Unpacker::next`].
    pub fn read_whole(&mut self, path: &str, source: &dyn Source, member: &Member) -> Result<Vec<u8>, ZipFault> {
        // The size in the directory may be wrong, so memory for a large size is allocated only when the bytes arrive.
        const AT_ONCE: u64 = 1 << 20;
        let mut bytes = Vec::with_capacity(usize::try_from(member.size.min(AT_ONCE)).unwrap_or_default());
        self.begin(path, source, member)?;
        while let Some(part) = self.next(path, source, member)? {
            bytes.extend_from_slice(part);
        }
        Ok(bytes)
    }

    /// Returns the range in the input of bytes that are stored uncompressed; empty at the end.
    fn copy(&mut self, path: &str, source: &dyn Source) -> Result<std::ops::Range<usize>, ZipFault> {
        self.refill(path, source)?;
        let part = self.rest.clone();
        self.rest = part.end..part.end;
        Ok(part)
    }

    /// Returns the range in the output of the next unpacked bytes; empty at the end.
    fn inflate(
        &mut self,
        path: &str,
        source: &dyn Source,
        member: &Member,
    ) -> Result<std::ops::Range<usize>, ZipFault> {
        // The output is a ring, because deflate copies from the last 32 KiB that were unpacked.
        let from = usize::try_from(self.state.unpacked % PART as u64).unwrap_or_default();
        let mut to = from;
        loop {
            self.refill(path, source)?;
            let flags = if self.state.packed_remaining > 0 { inflate_flags::TINFL_FLAG_HAS_MORE_INPUT } else { 0 };
            let input = &self.input[self.rest.clone()];
            let (status, used, made) = decompress(&mut self.inflate, input, &mut self.output, to, flags);
            self.rest.start += used;
            to += made;
            match status {
                TINFLStatus::Done => {
                    let left = self.rest.len() as u64 + self.state.packed_remaining;
                    // Size and checksum are checked by the next call, which returns an empty range.
                    return if left > 0 { Err(ZipFault::PackedLeft(left)) } else { Ok(from..to) };
                }
                TINFLStatus::HasMoreOutput => return Ok(from..to),
                TINFLStatus::NeedsMoreInput if self.state.packed_remaining > 0 => {}
                TINFLStatus::NeedsMoreInput | TINFLStatus::FailedCannotMakeProgress => {
                    return Err(ZipFault::PackedCutOff);
                }
                _ => return Err(ZipFault::Damaged),
            }
            if self.state.unpacked + (to - from) as u64 > member.size {
                return Err(ZipFault::Longer(member.size));
            }
        }
    }

    /// Returns the range in the output of the next bytes from Deflate64; empty at the end.
    fn inflate64(&mut self, path: &str, source: &dyn Source) -> Result<std::ops::Range<usize>, ZipFault> {
        loop {
            self.refill(path, source)?;
            let Some(inflate) = &mut self.inflate64 else { return Err(ZipFault::Damaged) };
            let result = inflate.inflate(&self.input[self.rest.clone()], &mut self.output);
            self.rest.start += result.bytes_consumed;
            let left = self.rest.len() as u64 + self.state.packed_remaining;
            match result.bytes_written {
                _ if result.data_error => return Err(ZipFault::Damaged),
                0 if inflate.finished() && left > 0 => return Err(ZipFault::PackedLeft(left)),
                0 if inflate.finished() => return Ok(0..0),
                0 if left == 0 || result.bytes_consumed == 0 => return Err(ZipFault::PackedCutOff),
                0 => {}
                written => return Ok(0..written),
            }
        }
    }

    /// Reads more packed bytes when none are left in memory.
    fn refill(&mut self, path: &str, source: &dyn Source) -> Result<(), ZipFault> {
        if !self.rest.is_empty() || self.state.packed_remaining == 0 {
            return Ok(());
        }
        let length = usize::try_from(self.state.packed_remaining).unwrap_or(PART).min(PART);
        self.load(path, source, self.state.at, length)?;
        self.state.at += length as u64;
        self.state.packed_remaining -= length as u64;
        Ok(())
    }

    fn load(&mut self, path: &str, source: &dyn Source, at: u64, length: usize) -> Result<(), ZipFault> {
        end::fill(path, source, at, &mut self.input[..length])?;
        self.rest = 0..length;
        Ok(())
    }

    /// Makes the checks that need all bytes.
    fn finish(&mut self, path: &str, source: &dyn Source, member: &Member) -> Result<(), ZipFault> {
        self.state.is_done = true;
        if self.state.unpacked != member.size {
            return Err(ZipFault::Shorter { said: member.size, found: self.state.unpacked });
        }
        if self.state.crc.value() != member.crc {
            return Err(ZipFault::Checksum);
        }
        self.look_behind(path, source, member)
    }

    /// Checks that only a data descriptor is between the member's bytes and the next member. A reader that starts at
    /// the front could find other members in any other bytes.
    fn look_behind(&self, path: &str, source: &dyn Source, member: &Member) -> Result<(), ZipFault> {
        let room = member.end - self.state.at;
        if !self.state.header.has_descriptor {
            return if room == 0 { Ok(()) } else { Err(ZipFault::Gap(room)) };
        }
        let length = usize::try_from(room).unwrap_or(usize::MAX).min(header::MOST_DESCRIPTOR + 1);
        let bytes = end::read(path, source, self.state.at, length)?;
        if header::is_descriptor_of(&bytes, member) {
            return Ok(());
        }
        // Searches for a data descriptor that other bytes follow.
        let is_there = (12..bytes.len()).rev().find(|length| header::is_descriptor_of(&bytes[..*length], member));
        Err(is_there.map_or(ZipFault::DescriptorDisagrees, |length| ZipFault::Gap(room - length as u64)))
    }
}
