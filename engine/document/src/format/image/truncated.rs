//! Finds images that end too early, such as after a download that was interrupted.
//!
//! Only certain faults are reported. If a whole file may look like this one, the image is not judged.

use super::extent::Extent;
use super::fault::{HeaderFault, ImageFault};
use super::fields::HeaderFields;

/// The size of the smallest file that is judged. Headers without pixels, as in tests of rules, are smaller.
const LEAST: u64 = 512;
/// The size of the last part of a file, where the end mark usually is.
const TAIL: u64 = 1 << 10;

/// Fails if the file ends before the image does.
pub(super) fn check_end(extent: Extent, file: &mut HeaderFields<'_>) -> Result<(), ImageFault> {
    if extent == Extent::Unknown {
        return Ok(());
    }
    let format = file.format;
    // A file that was deleted in the meantime is not judged.
    let length = file.file.size().unwrap_or_default();
    match extent {
        _ if length < LEAST => Ok(()),
        Extent::AtLeast(needed) if length < needed => Err(ImageFault::Short { format, length, needed }),
        Extent::Mark { bytes, from } if !has_end(file, bytes, from, length) => {
            Err(ImageFault::CutOff { format, length, before: "its end mark" })
        }
        _ => Ok(()),
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
