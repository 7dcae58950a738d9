//! Formats whose headers are a few numbers at fixed places. The last field of each header is read even if it is not
//! needed, so that a truncated header is a fault.

use super::extent::Extent;
use super::fault::HeaderFault;
use super::fields::{HeaderFacts, HeaderFields};

/// ASTC: the size of a block, then the size of the image in 24 bits.
pub(super) fn astc(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    for at in 4..7 {
        let side = file.u8(at)?;
        let least = if at == 6 { 1 } else { 3 };
        file.require((least..=12).contains(&side), at, "the side of a block", side)?;
    }
    let facts = HeaderFacts::new(file.le24(7)?, file.le24(10)?, "block");
    file.le24(13)?;
    Ok(facts)
}

/// GIF: the size of the logical screen.
pub(super) fn gif(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    let [version, end] = file.at(4)?;
    if !matches!(version, b'7' | b'9') || end != b'a' {
        return Err(file.missing(4, "the version `87a` or `89a`"));
    }
    let facts = HeaderFacts::new(file.le16(6)?, file.le16(8)?, "lzw");
    file.at::<3>(10)?;
    Ok(facts)
}

/// KTX: numbers in the byte order that the file states. A one-dimensional texture has no height.
pub(super) fn ktx(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    const LITTLE: [u8; 4] = [1, 2, 3, 4];
    const BIG: [u8; 4] = [4, 3, 2, 1];
    let order = file.at::<4>(12)?;
    if order != LITTLE && order != BIG {
        return Err(file.missing(12, "the byte order (01 02 03 04 or 04 03 02 01)"));
    }
    let mut number = |at| if order == LITTLE { file.le32(at) } else { file.be32(at) };
    let (kind, width, height) = (number(16)?, number(36)?, number(40)?);
    number(60)?;
    // Compressed textures have no number type.
    Ok(HeaderFacts::new(width, height.max(1), if kind == 0 { "block" } else { "none" }))
}

/// KTX 2: like [`ktx`], but always in little-endian byte order. The compression is stored elsewhere.
pub(super) fn ktx2(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    let (width, height) = (file.le32(20)?, file.le32(24)?);
    file.at::<8>(72)?;
    let extent = ktx2_end(file).map_or(Extent::Unknown, Extent::AtLeast);
    Ok(HeaderFacts::new(width, height.max(1), None).with(extent))
}

/// Returns the end of the last mip map; `None` if the index of mip maps is damaged or missing.
fn ktx2_end(file: &mut HeaderFields<'_>) -> Option<u64> {
    const MOST: u32 = 32;
    let levels = file.le32(40).ok().filter(|&levels| levels <= MOST)?;
    (0..u64::from(levels.max(1))).try_fold(0, |end: u64, level| {
        let start = file.at(80 + 24 * level).map(u64::from_le_bytes).ok()?;
        let length = file.next().map(u64::from_le_bytes).ok()?;
        Some(end.max(start.checked_add(length)?))
    })
}

/// ETC: the size in whole blocks, then the size of the image.
pub(super) fn pkm(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    Ok(HeaderFacts::new(file.be16(12)?, file.be16(14)?, "block"))
}

/// Photoshop documents, including the large documents of version 2.
pub(super) fn psd(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    /// The maximum length of a side in a document of version 1.
    const MOST: u32 = 30_000;
    let version = file.be16(4)?;
    file.require(matches!(version, 1 | 2), 4, "the version", version)?;
    let channels = file.be16(12)?;
    file.require((1..=56).contains(&channels), 12, "the number of channels", channels)?;
    let (height, width) = (file.be32(14)?, file.be32(18)?);
    for (at, length, what) in [(14, height, "the height"), (18, width, "the width")] {
        file.require(version == 2 || length <= MOST, at, what, length)?;
    }
    let depth = file.be16(22)?;
    file.require(matches!(depth, 0 | 1 | 8 | 16 | 32), 22, "the bit depth", depth)?;
    let mode = file.be16(24)?;
    file.require(matches!(mode, 0..=4 | 7..=9), 24, "the colour mode", mode)?;
    Ok(HeaderFacts::new(width, height, None))
}

/// Returns true for PowerVR textures, of version 3 or older.
pub(super) fn is_pvr(head: &[u8]) -> bool {
    head.starts_with(b"PVR\x03") || head.starts_with(&[52, 0, 0, 0]) && head.get(44..48) == Some(b"PVR!")
}

/// PowerVR: the height precedes the width.
pub(super) fn pvr(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    let start = if file.u8(0)? == b'P' { 24 } else { 4 };
    let facts = HeaderFacts::new(file.le32(start + 4)?, file.le32(start)?, None);
    file.at::<4>(48)?;
    Ok(facts)
}

/// QOI: the size, then the number of channels and the color space.
pub(super) fn qoi(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    let facts = HeaderFacts::new(file.be32(4)?, file.be32(8)?, "qoi");
    let channels = file.u8(12)?;
    file.require(matches!(channels, 3 | 4), 12, "the number of channels", channels)?;
    let space = file.u8(13)?;
    file.require(space <= 1, 13, "the colour space", space)?;
    Ok(facts.with(Extent::Mark { bytes: b"\0\0\0\0\0\0\0\x01", from: 14 }))
}

/// Textures of the Source engine.
pub(super) fn vtf(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    let major = file.le32(4)?;
    file.require(major == 7, 4, "the version", major)?;
    let facts = HeaderFacts::new(file.le16(16)?, file.le16(18)?, None);
    file.u8(63)?;
    Ok(facts)
}
