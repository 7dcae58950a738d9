//! One member of an archive, as the directory tells of it.

use serde::{Deserialize, Serialize};

/// The length in bytes of the header in front of a member's bytes, without the name and the extra fields.
pub const HEADER_LENGTH: usize = 30;

/// How a member's bytes are packed.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub enum CompressionMethod {
    /// Not at all.
    Stored,
    /// As RFC 1951 has it.
    Deflated,
    /// As PKZIP and Windows deflate what is larger than 2 GiB.
    Deflated64,
}

impl CompressionMethod {
    /// The number that archives have for it.
    pub(super) const fn number(self) -> u16 {
        match self {
            Self::Stored => 0,
            Self::Deflated => 8,
            Self::Deflated64 => 9,
        }
    }

    /// The method of that number.
    pub(super) fn of(number: u16) -> Option<Self> {
        [Self::Stored, Self::Deflated, Self::Deflated64].into_iter().find(|method| method.number() == number)
    }
}

/// One member of an archive: a file, or a folder.
///
/// It holds all that it takes to unpack it, so that it can be handed to a worker without the archive's directory.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub struct Member {
    /// Its path, with `/` between parts; of a folder with one at the end. As far as it is text, when it is none.
    pub name: Box<str>,
    /// Bytes of the file.
    pub size: u64,
    /// Bytes in the archive.
    pub packed: u64,
    /// The CRC-32 of the file.
    pub crc: u32,
    /// How it is packed.
    pub method: CompressionMethod,
    /// The name as it stands in the archive, when that is not the name in UTF-8.
    pub(super) raw_name: Option<Box<[u8]>>,
    /// Whether the directory says that this is UTF-8.
    pub(super) is_utf8: bool,
    /// Whether it was made on DOS or Windows, where a backslash parts folders.
    pub(super) is_dos: bool,
    /// Where its header begins.
    pub(super) header: u64,
    /// Where the next member begins, or the directory.
    pub(super) end: u64,
}

impl Member {
    /// Whether it is a folder.
    #[must_use]
    pub fn is_folder(&self) -> bool {
        self.name.ends_with('/')
    }

    /// Returns true if the archive states no encoding of the name, which was read by the code page of the format.
    #[must_use]
    pub fn is_in_code_page(&self) -> bool {
        let unstated = self.raw_name.as_deref().filter(|raw| !self.is_utf8 && std::str::from_utf8(raw).is_err());
        unstated.is_some_and(|raw| super::name::code_page(raw).replace('\\', "/") == *self.name)
    }

    /// The name as it stands in the archive.
    pub(super) fn raw_name(&self) -> &[u8] {
        self.raw_name.as_deref().unwrap_or(self.name.as_bytes())
    }

    /// Where its bytes end at the earliest: behind the shortest header there can be.
    pub(super) fn least_end(&self) -> Option<u64> {
        let header = HEADER_LENGTH + self.raw_name().len();
        self.header.checked_add(header as u64)?.checked_add(self.packed)
    }
}
