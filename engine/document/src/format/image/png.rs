//! PNG: the chunk `IHDR`, which is always first.

use super::extent::Extent;
use super::fault::HeaderFault;
use super::fields::{HeaderFacts, HeaderFields};
use crate::source::Crc;

/// The bit depths that are allowed for each colour type.
const DEPTHS: &[(u8, &[u8], &str)] = &[
    (0, &[1, 2, 4, 8, 16], "the bit depth of a grey image"),
    (2, &[8, 16], "the bit depth of a colour image"),
    (3, &[1, 2, 4, 8], "the bit depth of an image with a palette"),
    (4, &[8, 16], "the bit depth of a grey image with alpha"),
    (6, &[8, 16], "the bit depth of a colour image with alpha"),
];

pub(super) fn read(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    if file.at(4)? != *b"\r\n\x1a\n" {
        return Err(file.missing(4, "the end of the signature, which text transfers change,"));
    }
    if file.at(8)? != *b"\0\0\0\rIHDR" {
        return Err(file.missing(8, "the chunk `IHDR`"));
    }
    // The checksum is tested first: if it is wrong, any field may be wrong. Headers that were made by hand have no
    // checksum, or zeros.
    let chunk: [u8; 17] = file.at(12)?;
    let mut crc = Crc::default();
    crc.update(&chunk);
    if file.be32(29).is_ok_and(|stated| stated != 0 && stated != crc.value()) {
        return Err(file.wrong(29, "the checksum of `IHDR` does not match"));
    }
    let facts = HeaderFacts::new(file.be32(16)?, file.be32(20)?, "deflate");
    let end = Extent::Mark { bytes: b"IEND", from: 33 };
    let [depth, colour, compression, filter, interlace] = file.at(24)?;
    let known = DEPTHS.iter().find(|(known, ..)| *known == colour);
    file.require(known.is_some(), 25, "the colour type", colour)?;
    if let Some((_, depths, what)) = known {
        file.require(depths.contains(&depth), 24, what, depth)?;
    }
    file.require(compression == 0, 26, "the compression method", compression)?;
    file.require(filter == 0, 27, "the filter method", filter)?;
    file.require(interlace <= 1, 28, "the interlace method", interlace)?;
    Ok(facts.with(end))
}
