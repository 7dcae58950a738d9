//! Finds images that end too early, such as after a download that was interrupted.
//!
//! Only certain faults are reported. If a whole file may look like this one, the image is not judged.

use super::fault::{HeaderFault, ImageFault};
use super::fields::HeaderFields;
use super::window::Window;
use crate::source::Source;

/// The size of the smallest file that is judged. Headers without pixels, as in tests of rules, are smaller.
const LEAST: u64 = 512;
/// The size of the last part of a file, where the end mark usually is.
const TAIL: u64 = 1 << 10;

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

    /// Fails if the file ends before the image does.
    pub fn check<S: Source + ?Sized>(self, file: &mut Window<'_, S>, format: &'static str) -> Result<(), ImageFault> {
        if self == Self::Unknown {
            return Ok(());
        }
        // A file that was deleted in the meantime is not judged.
        let length = file.size().unwrap_or_default();
        match self {
            _ if length < LEAST => Ok(()),
            Self::AtLeast(needed) if length < needed => Err(ImageFault::Short { format, length, needed }),
            Self::Mark { bytes, from } if !has_end(&mut HeaderFields::new(file, format), bytes, from, length) => {
                Err(ImageFault::CutOff { format, length, before: "its end mark" })
            }
            _ => Ok(()),
        }
    }
}

/// Returns true if the end mark is in the last part of the file, or before data that was appended to the image.
fn has_end(file: &mut HeaderFields<'_>, mark: &[u8], from: u64, length: u64) -> bool {
    file.go(from.max(length.saturating_sub(TAIL)));
    find(file, mark).is_ok() || {
        // Tests of rules fill a file with zeros up to its size.
        let is_filled = file.at(length - 64).is_ok_and(|last| last == [0; 64]);
        file.go(from);
        is_filled || find(file, mark).is_ok()
    }
}

/// Moves to the end of the next `mark`.
fn find(file: &mut HeaderFields<'_>, mark: &[u8]) -> Result<(), HeaderFault> {
    let Some((&first, rest)) = mark.split_first() else { return Ok(()) };
    loop {
        file.skip_to(first)?;
        let next = file.position() + 1;
        file.go(next);
        if rest.iter().try_fold(true, |is_same, &byte| Ok::<_, HeaderFault>(is_same && file.next()? == [byte]))? {
            return Ok(());
        }
        file.go(next);
    }
}
