//! Windows bitmaps of any version, and OS/2 bitmaps.

use super::extent::Extent;
use super::fault::HeaderFault;
use super::fields::{HeaderFacts, HeaderFields};

/// The length of the oldest header.
const OLD: u8 = 12;
/// The length of the second OS/2 header.
const OS2: u8 = 64;

/// Returns true for a bitmap of any version. Other files may begin with the same two letters.
pub(super) fn is(head: &[u8]) -> bool {
    let known = |length: &[u8]| matches!(length, [OLD | 40 | 52 | 56 | OS2 | 108 | 124, 0, 0, 0]);
    head.starts_with(b"BM") && head.get(14..18).is_some_and(known)
}

pub(super) fn read(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    let length = file.u8(14)?;
    if length == OLD {
        let facts = HeaderFacts::new(file.le16(18)?, file.le16(20)?, "none");
        file.le32(22)?;
        return with_extent(facts, file, 24);
    }
    let width = file.le32(18)?.cast_signed();
    let width = u64::try_from(width).map_err(|_| file.wrong(18, "the width is negative"))?;
    // A negative height means that the first row is the top one.
    let height = file.le32(22)?.cast_signed().unsigned_abs();
    let number = file.le32(30)?;
    let compression = match (length, number) {
        (OS2, 3) => "ccitt",
        // 3 and 6 state which bits are red, green and blue; 11 is CMYK without compression.
        (_, 0 | 3 | 6 | 11) => "none",
        (OS2, 4) | (_, 1 | 2 | 12 | 13) => "rle",
        (_, 4) => "jpeg",
        (_, 5) => "deflate",
        _ => {
            file.require(false, 30, "the compression", number)?;
            "none"
        }
    };
    // Fails if the header is truncated.
    file.u8(13 + u64::from(length))?;
    with_extent(HeaderFacts::new(width, height, compression), file, 28)
}

/// Adds the extent, if the pixels are not compressed. The number of bits for each pixel is at the place `bits`.
fn with_extent(facts: HeaderFacts, file: &mut HeaderFields<'_>, bits: u64) -> Result<HeaderFacts, HeaderFault> {
    let bits = file.le16(bits)?;
    if facts.compression != Some("none") || !matches!(bits, 1 | 2 | 4 | 8 | 16 | 24 | 32 | 64) {
        return Ok(facts);
    }
    let row = (facts.width * u64::from(bits)).div_ceil(8);
    // Rows are padded to a multiple of four bytes, but some programs do not pad the last one.
    let rows = row.next_multiple_of(4).saturating_mul(facts.height.saturating_sub(1)).saturating_add(row);
    Ok(facts.with(Extent::AtLeast(rows.saturating_add(file.le32(10)?.into()))))
}
