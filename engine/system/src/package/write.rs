//! Writes a zip archive whose bytes depend only on its members, with fixed times and modes.

use assay_document::format::{Algorithm, Hasher};
use assay_zip::{ArchiveLimits, CompressionMethod, Crc};
use miniz_oxide::deflate::core::{CompressorOxide, TDEFLFlush, TDEFLStatus, compress_to_output};
use miniz_oxide::deflate::{CompressionLevel, core::create_comp_flags_from_zip_params};
use serde::{Deserialize, Serialize};

/// The level of deflation: the default of most programs.
const LEVEL: i32 = CompressionLevel::DefaultLevel as i32;

/// Midnight of the first day that archives can represent, 1 January 1980.
const DAY: u16 = 33;
/// The mode of a file that its owner may write and everybody may read.
const MODE: u32 = 0o100_644;
/// The operating system, next to the version of the format: Unix, so that modes are used.
const UNIX: u16 = 0x300;
/// The flag for names in UTF-8.
const FLAGS: u16 = 1 << 11;

const WIDE: u64 = 0xffff_ffff;
const WIDE_SHORT: usize = 0xffff;

/// A member that has been packed.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct PackedMember {
    /// Its packed size, in bytes.
    pub packed: u64,
    /// Its size, in bytes.
    pub size: u64,
    /// Its CRC-32.
    pub crc: u32,
    /// The digits of its hash.
    pub hash: String,
    /// The method by which it was packed.
    pub method: CompressionMethod,
}

impl PackedMember {
    /// Returns true if the member should be stored without compression. It is not shorter when deflated, or so short
    /// that an archive of many such members would be refused.
    pub fn is_incompressible(&self) -> bool {
        let ratio = ArchiveLimits::default().total_ratio;
        let is_bomb = self.size > ArchiveLimits::RATIO_FROM && self.size > self.packed.saturating_mul(ratio);
        self.method == CompressionMethod::Deflated && (self.packed >= self.size || is_bomb)
    }
}

/// Packs a member in parts.
pub struct Packer {
    deflate: Option<Box<CompressorOxide>>,
    packed: u64,
    size: u64,
    crc: Crc,
    hasher: Hasher,
}

impl Packer {
    /// Begins a member.
    pub fn new(method: CompressionMethod, algorithm: Algorithm) -> Self {
        // Deflated data without a header, as in archives.
        let flags = create_comp_flags_from_zip_params(LEVEL, 0, 0);
        let deflate = (method == CompressionMethod::Deflated).then(|| Box::new(CompressorOxide::new(flags)));
        Self { deflate, packed: 0, size: 0, crc: Crc::default(), hasher: Hasher::new(algorithm) }
    }

    /// Packs more bytes, and returns the packed bytes that are ready.
    pub fn push(&mut self, bytes: &[u8]) -> Vec<u8> {
        self.size += bytes.len() as u64;
        self.crc.update(bytes);
        self.hasher.update(bytes);
        self.pack(bytes, TDEFLFlush::None)
    }

    /// Returns the last packed bytes, and the description of the member.
    pub fn finish(mut self) -> (Vec<u8>, PackedMember) {
        let rest = self.pack(&[], TDEFLFlush::Finish);
        let method = if self.deflate.is_some() { CompressionMethod::Deflated } else { CompressionMethod::Stored };
        let Self { packed, size, crc, hasher, .. } = self;
        (rest, PackedMember { packed, size, crc: crc.value(), hash: hasher.finish(), method })
    }

    fn pack(&mut self, bytes: &[u8], flush: TDEFLFlush) -> Vec<u8> {
        let mut out = Vec::new();
        match &mut self.deflate {
            None => out.extend_from_slice(bytes),
            Some(deflate) => {
                let mut rest = bytes;
                loop {
                    let (status, used) = compress_to_output(deflate, rest, flush, |part| {
                        out.extend_from_slice(part);
                        true
                    });
                    rest = &rest[used..];
                    // The output buffer is never full, so this ends when all input is used, or at the end, when
                    // deflation is done.
                    if status != TDEFLStatus::Okay || (rest.is_empty() && flush == TDEFLFlush::None) {
                        break;
                    }
                }
            }
        }
        self.packed += out.len() as u64;
        out
    }
}

/// Puts packed members into an archive: makes the header of each member, and the bytes after all members.
#[derive(Clone, Debug, Default)]
pub struct ZipWriter {
    members: Vec<(String, PackedMember, u64)>,
    written: u64,
}

impl ZipWriter {
    /// Returns the header in front of the packed bytes of a member, which begins at the end of the previous member.
    ///
    /// # Errors
    /// Fails if its size or its name is too long for an archive.
    pub fn add(&mut self, name: &str, member: PackedMember) -> Result<Vec<u8>, String> {
        if member.size >= WIDE || member.packed >= WIDE || name.len() > WIDE_SHORT {
            return Err(format!("`{name}` is too large for a package: expected less than 4 GiB"));
        }
        let mut header = b"PK\x03\x04".to_vec();
        // The version of the format that introduced deflation, 2.0.
        put16(&mut header, &[20]);
        describe(&mut header, name, &member);
        put16(&mut header, &[0]);
        header.extend_from_slice(name.as_bytes());
        let end = self.written + header.len() as u64 + member.packed;
        self.members.push((name.to_owned(), member, self.written));
        self.written = end;
        Ok(header)
    }

    /// Returns the bytes after all members: the directory, by name with the metadata first, and the end records.
    pub fn finish(mut self) -> Vec<u8> {
        self.members.sort_by(|(a, ..), (b, ..)| (a != super::METADATA, a).cmp(&(b != super::METADATA, b)));
        let mut directory = Vec::new();
        for (name, member, at) in &self.members {
            write_entry(&mut directory, name, member, *at);
        }
        let (count, length) = (self.members.len(), directory.len() as u64);
        let end = self.written + length;
        if count >= WIDE_SHORT || length >= WIDE || self.written >= WIDE {
            write_wide_end(&mut directory, count as u64, length, self.written, end);
        }
        directory.extend_from_slice(b"PK\x05\x06");
        let short = u16::try_from(count).unwrap_or(u16::MAX);
        put16(&mut directory, &[0, 0, short, short]);
        put32(&mut directory, &[narrow(length), narrow(self.written)]);
        put16(&mut directory, &[0]);
        directory
    }
}

/// Writes the fields that a header and a directory entry have in common, up to the length of the name.
fn describe(out: &mut Vec<u8>, name: &str, member: &PackedMember) {
    let method = if member.method == CompressionMethod::Deflated { 8 } else { 0 };
    put16(out, &[FLAGS, method, 0, DAY]);
    put32(out, &[member.crc, narrow(member.packed), narrow(member.size)]);
    put16(out, &[u16::try_from(name.len()).unwrap_or(u16::MAX)]);
}

fn write_entry(out: &mut Vec<u8>, name: &str, member: &PackedMember, at: u64) {
    let mut extra = Vec::new();
    if at >= WIDE {
        put16(&mut extra, &[1, 8]);
        put64(&mut extra, &[at]);
    }
    out.extend_from_slice(b"PK\x01\x02");
    // Written as by Unix, with version 2.0 of the format, or the version with 64-bit sizes.
    let version = if extra.is_empty() { 20 } else { 45 };
    put16(out, &[UNIX | version, version]);
    describe(out, name, member);
    put16(out, &[if extra.is_empty() { 0 } else { 12 }, 0, 0, 0]);
    put32(out, &[MODE << 16, narrow(at)]);
    out.extend_from_slice(name.as_bytes());
    out.extend_from_slice(&extra);
}

fn write_wide_end(out: &mut Vec<u8>, count: u64, length: u64, directory: u64, end: u64) {
    out.extend_from_slice(b"PK\x06\x06");
    // The size of this record without its first 12 bytes, and the first version of the format with 64-bit sizes.
    put64(out, &[44]);
    let version = 45;
    put16(out, &[UNIX | version, version]);
    put32(out, &[0, 0]);
    put64(out, &[count, count, length, directory]);
    out.extend_from_slice(b"PK\x06\x07");
    put32(out, &[0]);
    put64(out, &[end]);
    put32(out, &[1]);
}

fn narrow(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn put16(out: &mut Vec<u8>, numbers: &[u16]) {
    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn put32(out: &mut Vec<u8>, numbers: &[u32]) {
    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn put64(out: &mut Vec<u8>, numbers: &[u64]) {
    out.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}
