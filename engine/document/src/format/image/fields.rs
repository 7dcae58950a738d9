//! Reads the fields of a header, each at its place.

use super::extent::Extent;
use super::fault::{HeaderFault, ImageFault};
use super::window::Window;

/// The facts that a header states.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct HeaderFacts {
    /// Width in pixels.
    pub width: u64,
    /// Height in pixels.
    pub height: u64,
    /// The compression, as in [`Image::compression`](super::Image::compression).
    pub compression: Option<&'static str>,
    /// The end of the file.
    pub extent: Extent,
}

impl HeaderFacts {
    pub fn new(width: impl Into<u64>, height: impl Into<u64>, compression: impl Into<Option<&'static str>>) -> Self {
        let (width, height, compression) = (width.into(), height.into(), compression.into());
        Self { width, height, compression, extent: Extent::Unknown }
    }

    /// Returns the facts of a header that promises this extent.
    pub fn with(self, extent: Extent) -> Self {
        Self { extent, ..self }
    }
}

/// The header of a file whose format is known.
pub(super) struct HeaderFields<'f> {
    pub file: Window<'f>,
    pub format: &'static str,
    position: u64,
}

impl<'f> HeaderFields<'f> {
    pub const fn new(file: Window<'f>, format: &'static str) -> Self {
        Self { file, format, position: 0 }
    }

    /// Returns the place of the next byte.
    pub const fn position(&self) -> u64 {
        self.position
    }

    pub const fn go(&mut self, position: u64) {
        self.position = position;
    }

    /// Reads the next bytes. Fails if the file has fewer.
    pub fn next<const COUNT: usize>(&mut self) -> Result<[u8; COUNT], HeaderFault> {
        let mut bytes = [0; COUNT];
        let mut filled = 0;
        while filled < COUNT {
            let buffered = self.file.at(self.position + filled as u64);
            if buffered.is_empty() {
                return Err(HeaderFault::CutOff);
            }
            let length = buffered.len().min(COUNT - filled);
            bytes[filled..filled + length].copy_from_slice(&buffered[..length]);
            filled += length;
        }
        self.position += COUNT as u64;
        Ok(bytes)
    }

    pub fn at<const COUNT: usize>(&mut self, place: u64) -> Result<[u8; COUNT], HeaderFault> {
        self.go(place);
        self.next()
    }

    /// Moves to the next byte with this value.
    pub fn skip_to(&mut self, byte: u8) -> Result<(), HeaderFault> {
        loop {
            let bytes = self.file.at(self.position);
            if bytes.is_empty() {
                return Err(HeaderFault::CutOff);
            }
            let found = memchr::memchr(byte, bytes);
            self.position += found.unwrap_or(bytes.len()) as u64;
            if found.is_some() {
                return Ok(());
            }
        }
    }

    /// Reads a string up to `end`, which is not included. Returns `None` if the string has more than `most` bytes.
    pub fn string(&mut self, end: u8, most: usize) -> Result<Option<Vec<u8>>, HeaderFault> {
        let mut string = Vec::new();
        while string.len() <= most {
            match self.next()? {
                [byte] if byte == end => return Ok(Some(string)),
                [byte] => string.push(byte),
            }
        }
        Ok(None)
    }

    pub fn u8(&mut self, place: u64) -> Result<u8, HeaderFault> {
        Ok(self.at::<1>(place)?[0])
    }

    pub fn le16(&mut self, place: u64) -> Result<u16, HeaderFault> {
        self.at(place).map(u16::from_le_bytes)
    }

    pub fn le24(&mut self, place: u64) -> Result<u32, HeaderFault> {
        self.at(place).map(|[low, middle, high]| u32::from_le_bytes([low, middle, high, 0]))
    }

    pub fn le32(&mut self, place: u64) -> Result<u32, HeaderFault> {
        self.at(place).map(u32::from_le_bytes)
    }

    pub fn be16(&mut self, place: u64) -> Result<u16, HeaderFault> {
        self.at(place).map(u16::from_be_bytes)
    }

    pub fn be32(&mut self, place: u64) -> Result<u32, HeaderFault> {
        self.at(place).map(u32::from_be_bytes)
    }

    pub fn missing(&self, at: u64, what: &'static str) -> HeaderFault {
        ImageFault::Damaged { format: self.format, at, what }.into()
    }

    pub fn wrong(&self, at: u64, what: &'static str) -> HeaderFault {
        ImageFault::Wrong { format: self.format, at, what }.into()
    }

    /// Fails unless `is_allowed` is true for the field at a place.
    pub fn require(
        &self,
        is_allowed: bool,
        at: u64,
        what: &'static str,
        value: impl Into<u64>,
    ) -> Result<(), HeaderFault> {
        if is_allowed {
            return Ok(());
        }
        Err(ImageFault::Value { format: self.format, at, what, value: value.into() }.into())
    }
}
