//! The end of an image file, as its header states it.

/// The end of an image file, as far as its header determines it.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Extent {
    /// Nothing that is certain.
    Unknown,
    /// The file has at least this number of bytes.
    AtLeast(u64),
    /// These bytes are at the end of the image.
    Mark {
        bytes: &'static [u8],
        /// The place from which on the bytes can only be the end mark.
        from: u64,
    },
}

impl Extent {
    /// Returns the extent of pixels that follow a header of `start` bytes.
    pub fn of_pixels(start: u64, width: u64, height: u64, bits: u64) -> Self {
        Self::AtLeast(width.saturating_mul(bits).div_ceil(8).saturating_mul(height).saturating_add(start))
    }
}
