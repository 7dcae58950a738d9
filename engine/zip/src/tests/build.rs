//! Builds archives for tests, in which every field can be wrong.

use assay_document::source::MemorySource;
use miniz_oxide::deflate::compress_to_vec;

use crate::{Archive, ArchiveLimits, Crc, Unpacker, ZipFault};

/// The fields of a member in its header and in the directory.
#[derive(Clone, Debug, Default)]
pub struct MemberFields {
    pub flags: u16,
    pub method: u16,
    pub crc: u32,
    pub packed: u32,
    pub size: u32,
    pub name: Vec<u8>,
    pub extra: Vec<u8>,
}

/// A member.
#[derive(Clone, Debug, Default)]
pub struct Piece {
    pub header: MemberFields,
    pub entry: MemberFields,
    /// Its packed bytes.
    pub data: Vec<u8>,
    /// What follows them.
    pub after: Vec<u8>,
    /// Its Unix mode.
    pub mode: u16,
    pub disk: u16,
    /// True if it was made on DOS or Windows, instead of Unix.
    pub is_dos: bool,
    /// The offset in the directory, if it differs from the real one.
    pub at: Option<u32>,
}

impl Piece {
    /// A member that is stored uncompressed.
    pub fn stored(name: &str, content: &[u8]) -> Self {
        Self::packed(name.as_bytes(), content, content.to_vec(), 0)
    }

    /// A member that is deflated.
    pub fn deflated(name: &str, content: &[u8]) -> Self {
        Self::packed(name.as_bytes(), content, compress_to_vec(content, 6), 8)
    }

    fn packed(name: &[u8], content: &[u8], data: Vec<u8>, method: u16) -> Self {
        let mut crc = Crc::default();
        crc.update(content);
        let length = |bytes: &[u8]| u32::try_from(bytes.len()).unwrap();
        let fields = MemberFields {
            flags: 1 << 11,
            method,
            crc: crc.value(),
            packed: length(&data),
            size: length(content),
            name: name.to_vec(),
            extra: Vec::new(),
        };
        Self { header: fields.clone(), entry: fields, data, ..Self::default() }
    }

    /// Changes the fields in the header and in the directory.
    pub fn fields(mut self, change: impl Fn(&mut MemberFields)) -> Self {
        change(&mut self.header);
        change(&mut self.entry);
        self
    }

    /// Changes the fields in the directory.
    pub fn entry(mut self, change: impl Fn(&mut MemberFields)) -> Self {
        change(&mut self.entry);
        self
    }

    /// Changes the fields in the header.
    pub fn header(mut self, change: impl Fn(&mut MemberFields)) -> Self {
        change(&mut self.header);
        self
    }

    pub fn mode(self, mode: u16) -> Self {
        Self { mode, ..self }
    }

    /// Marks it as made on DOS or Windows.
    pub fn on_dos(self) -> Self {
        Self { is_dos: true, ..self }
    }

    /// Writes it like a writer that cannot seek back.
    pub fn streamed(mut self, after: impl Fn(&MemberFields) -> Vec<u8>) -> Self {
        self.header.flags |= 8;
        self.entry.flags |= 8;
        (self.header.crc, self.header.packed, self.header.size) = (0, 0, 0);
        self.after = after(&self.entry);
        self
    }

    fn header_bytes(&self) -> Vec<u8> {
        let MemberFields { flags, method, crc, packed, size, name, extra } = &self.header;
        let mut bytes = b"PK\x03\x04\x14\0".to_vec();
        put16(&mut bytes, &[*flags, *method, 0, 33]);
        put32(&mut bytes, &[*crc, *packed, *size]);
        put16(&mut bytes, &[short(name), short(extra)]);
        [bytes, name.clone(), extra.clone()].concat()
    }

    fn entry_bytes(&self, at: u32) -> Vec<u8> {
        let MemberFields { flags, method, crc, packed, size, name, extra } = &self.entry;
        let mut bytes = b"PK\x01\x02\x14".to_vec();
        bytes.extend([if self.is_dos { 0 } else { 3 }, 0x14, 0]);
        put16(&mut bytes, &[*flags, *method, 0, 33]);
        put32(&mut bytes, &[*crc, *packed, *size]);
        put16(&mut bytes, &[short(name), short(extra), 0, self.disk, 0]);
        put32(&mut bytes, &[u32::from(self.mode) << 16, self.at.unwrap_or(at)]);
        [bytes, name.clone(), extra.clone()].concat()
    }
}

/// The data descriptor after a member's bytes, without its signature.
pub fn descriptor(fields: &MemberFields) -> Vec<u8> {
    let mut bytes = Vec::new();
    put32(&mut bytes, &[fields.crc, fields.packed, fields.size]);
    bytes
}

/// An archive in its parts.
#[derive(Clone, Debug, Default)]
pub struct Parts {
    /// Members, one after the other.
    pub members: Vec<u8>,
    pub directory: Vec<u8>,
    /// The 64-bit records between the directory and the end record.
    pub wide: Vec<u8>,
    pub end: Vec<u8>,
}

impl Parts {
    pub fn of(pieces: &[Piece]) -> Self {
        let mut parts = Self::default();
        for piece in pieces {
            let at = u32::try_from(parts.members.len()).unwrap();
            parts.members.extend([piece.header_bytes(), piece.data.clone(), piece.after.clone()].concat());
            parts.directory.extend(piece.entry_bytes(at));
        }
        let count = u16::try_from(pieces.len()).unwrap();
        parts.end = b"PK\x05\x06".to_vec();
        put16(&mut parts.end, &[0, 0, count, count]);
        put32(&mut parts.end, &[len(&parts.directory), len(&parts.members)]);
        put16(&mut parts.end, &[0]);
        parts
    }

    /// Replaces the 16-bit number at `at` in the end record.
    pub fn end16(mut self, at: usize, number: u16) -> Self {
        self.end[at..at + 2].copy_from_slice(&number.to_le_bytes());
        self
    }

    /// Replaces the 32-bit number at `at` in the end record.
    pub fn end32(mut self, at: usize, number: u32) -> Self {
        self.end[at..at + 4].copy_from_slice(&number.to_le_bytes());
        self
    }

    /// Adds 64-bit end records, to which the 32-bit record refers.
    pub fn widened(mut self) -> Self {
        let count = u64::from(u16::from_le_bytes([self.end[10], self.end[11]]));
        let mut wide = b"PK\x06\x06".to_vec();
        put64(&mut wide, &[44]);
        put16(&mut wide, &[45, 45]);
        put32(&mut wide, &[0, 0]);
        put64(&mut wide, &[count, count, self.directory.len() as u64, self.members.len() as u64]);
        wide.extend(b"PK\x06\x07");
        put32(&mut wide, &[0]);
        put64(&mut wide, &[(self.members.len() + self.directory.len()) as u64]);
        put32(&mut wide, &[1]);
        self.wide = wide;
        self.end16(8, 0xffff).end16(10, 0xffff).end32(12, u32::MAX).end32(16, u32::MAX)
    }

    /// Replaces the byte at `at` in the 64-bit records.
    pub fn wide_byte(mut self, at: usize, byte: u8) -> Self {
        self.wide[at] = byte;
        self
    }

    pub fn bytes(&self) -> Vec<u8> {
        [&self.members[..], &self.directory, &self.wide, &self.end].concat()
    }
}

/// An archive of these members.
pub fn zip(pieces: &[Piece]) -> Vec<u8> {
    Parts::of(pieces).bytes()
}

/// All members, unpacked.
pub fn read(bytes: &[u8]) -> Result<Vec<(String, Vec<u8>)>, ZipFault> {
    read_within(bytes, &ArchiveLimits::default())
}

/// All members, unpacked within these limits.
pub fn read_within(bytes: &[u8], limits: &ArchiveLimits) -> Result<Vec<(String, Vec<u8>)>, ZipFault> {
    let source: MemorySource = [("a.zip", bytes)].into_iter().collect();
    let archive = Archive::open("a.zip", &source, limits)?;
    if let Some((_, fault)) = archive.faults().first() {
        return Err(fault.clone());
    }
    let mut unpacker = Unpacker::default();
    let unpack = |member| unpacker.read_whole("a.zip", &source, member);
    let contents: Result<Vec<_>, _> = archive.members().iter().map(unpack).collect();
    Ok(archive.members().iter().map(|member| member.name.to_string()).zip(contents?).collect())
}

pub fn put16(bytes: &mut Vec<u8>, numbers: &[u16]) {
    for number in numbers {
        bytes.extend(number.to_le_bytes());
    }
}

pub fn put32(bytes: &mut Vec<u8>, numbers: &[u32]) {
    for number in numbers {
        bytes.extend(number.to_le_bytes());
    }
}

pub fn put64(bytes: &mut Vec<u8>, numbers: &[u64]) {
    for number in numbers {
        bytes.extend(number.to_le_bytes());
    }
}

fn len(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap()
}

fn short(bytes: &[u8]) -> u16 {
    u16::try_from(bytes.len()).unwrap()
}
