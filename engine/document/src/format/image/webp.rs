//! WebP: the first chunk, which is lossy or lossless, or describes the chunks that follow.

use super::extent::Extent;
use super::fault::HeaderFault;
use super::fields::{HeaderFacts, HeaderFields};

pub(super) fn is(head: &[u8]) -> bool {
    head.starts_with(b"RIFF") && head.get(8..12) == Some(b"WEBP")
}

pub(super) fn read(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    let size = file.le32(4)?;
    // A file that was written to a pipe has no size.
    file.require(size == 0 || size >= 12, 4, "the size of the file", size)?;
    let kind = file.at(12)?;
    let length = file.le32(16)?;
    let (width, height) = match &kind {
        b"VP8 " => lossy(file, length)?,
        b"VP8L" => lossless(file)?,
        b"VP8X" => {
            file.require(length >= 10, 16, "the size of the chunk `VP8X`", length)?;
            (file.le24(24)? + 1, file.le24(27)? + 1)
        }
        _ => return Err(file.missing(12, "a chunk `VP8 `, `VP8L` or `VP8X`")),
    };
    let is_known = size > 0 && size < u32::MAX;
    let extent = if is_known { Extent::AtLeast(8 + u64::from(size)) } else { Extent::Unknown };
    Ok(HeaderFacts::new(width, height, "webp").with(extent))
}

/// The bits of a length. The two bits above are a scale for the player.
const LENGTH: u16 = 0x3fff;

/// Reads a VP8 frame: its tag, its start code, its size.
fn lossy(file: &mut HeaderFields<'_>, length: u32) -> Result<(u32, u32), HeaderFault> {
    const SHOW_FRAME: u32 = 0x10;
    let tag = file.le24(20)?;
    if tag & 1 != 0 || tag & SHOW_FRAME == 0 {
        return Err(file.wrong(20, "its first frame is not a visible key frame"));
    }
    file.require(tag >> 5 < length, 20, "the size of the first partition", tag >> 5)?;
    if file.at(23)? != *b"\x9d\x01\x2a" {
        return Err(file.missing(23, "the start code of a frame"));
    }
    Ok(((file.le16(26)? & LENGTH).into(), (file.le16(28)? & LENGTH).into()))
}

/// Reads a VP8L image: its signature, then twice 14 bits, one bit for alpha, and three bits for the version.
fn lossless(file: &mut HeaderFields<'_>) -> Result<(u32, u32), HeaderFault> {
    let signature = file.u8(20)?;
    file.require(signature == 0x2f, 20, "the signature of the chunk `VP8L`", signature)?;
    let bits = file.le32(21)?;
    file.require(bits >> 29 == 0, 24, "the version of the chunk `VP8L`", bits >> 29)?;
    let length = u32::from(LENGTH);
    Ok(((bits & length) + 1, (bits >> 14 & length) + 1))
}
