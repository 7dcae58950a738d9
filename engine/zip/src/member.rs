//! A member of an archive, as the directory describes it.

use serde::{Deserialize, Serialize};

/// The length in bytes of the header in front of a member's bytes, without the name and the extra fields.
pub const HEADER_LENGTH: usize = 30;

/// The compression method of a member.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum CompressionMethod {
    /// Not compressed.
    Stored,
    /// Deflate, as in RFC 1951.
    Deflated,
    /// Deflate64, which PKZIP and Windows use for files larger than 2 GiB.
    Deflated64,
}

impl CompressionMethod {
    pub(super) const fn number(self) -> u16 {
        match self {
            Self::Stored => 0,
            Self::Deflated => 8,
            Self::Deflated64 => 9,
        }
    }

    pub(super) fn of(number: u16) -> Option<Self> {
        [Self::Stored, Self::Deflated, Self::Deflated64].into_iter().find(|method| method.number() == number)
    }
}

/// A member of an archive: a file or a folder.
///
/// It contains everything that is needed to unpack it, so that a worker does not need the archive's directory.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// Its path, with `/` between its parts. The path of a folder ends with `/`. Invalid parts are replaced if the name
    /// cannot be decoded.
    pub name: Box<str>,
    /// The size of the file in bytes.
    pub size: u64,
    /// The number of bytes in the archive.
    pub packed: u64,
    /// The CRC-32 of the file.
    pub crc: u32,
    /// Its compression method.
    pub method: CompressionMethod,
    /// The bytes of the name in the archive, if they differ from the name in UTF-8.
    pub(super) raw_name: Option<Box<[u8]>>,
    /// True if the directory marks the name as UTF-8.
    pub(super) is_utf8: bool,
    /// True if it was made on DOS or Windows, where a backslash separates folders.
    pub(super) is_dos: bool,
    /// The offset of its header.
    pub(super) header: u64,
    /// The offset of the next member, or of the directory.
    pub(super) end: u64,
}

impl Member {
    /// Returns true if it is a folder.
    pub fn is_folder(&self) -> bool {
        self.name.ends_with('/')
    }

    /// Returns true if the archive states no encoding of the name, which was read by the code page of the format.
    pub fn is_in_code_page(&self) -> bool {
        let unstated = self.raw_name.as_deref().filter(|raw| !self.is_utf8 && std::str::from_utf8(raw).is_err());
        unstated.is_some_and(|raw| super::name::code_page(raw).replace('\\', "/") == *self.name)
    }

    pub(super) fn raw_name(&self) -> &[u8] {
        self.raw_name.as_deref().unwrap_or(self.name.as_bytes())
    }

    /// Returns the minimum end of its bytes, which assumes the shortest possible header.
    pub(super) fn least_end(&self) -> Option<u64> {
        let header = HEADER_LENGTH + self.raw_name().len();
        self.header.checked_add(header as u64)?.checked_add(self.packed)
    }
}
