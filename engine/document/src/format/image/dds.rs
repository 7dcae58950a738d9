//! `DirectDraw` surfaces: a header of fixed length, followed by a second one if the pixel format is `DX10`.

use super::fault::HeaderFault;
use super::fields::{HeaderFacts, HeaderFields};

/// Four-letter codes without block compression: pixels in pairs, and in planes.
const PACKED: [&[u8; 4]; 6] = [b"RGBG", b"GRGB", b"UYVY", b"YUY2", b"NV12", b"P010"];

pub(super) fn read(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    const HAS_LETTERS: u32 = 4;
    if file.at(4)? != [124, 0, 0, 0] {
        return Err(file.missing(4, "the header's length of 124 bytes"));
    }
    let (height, width) = (file.le32(12)?, file.le32(16)?);
    let (flags, letters) = (file.le32(80)?, file.at::<4>(84)?);
    file.at::<4>(124)?;
    let compression = if flags & HAS_LETTERS == 0 {
        Some("none")
    } else if letters == *b"DX10" {
        let format = file.le32(128)?;
        file.at::<16>(132)?;
        dxgi(format)
    } else {
        let is_block = letters.iter().all(u8::is_ascii_graphic) && !PACKED.contains(&&letters);
        Some(if is_block { "block" } else { "none" })
    };
    Ok(HeaderFacts { width: width.into(), height: height.into(), compression })
}

/// Returns the compression of a DXGI format; `None` if the number does not exist.
const fn dxgi(format: u32) -> Option<&'static str> {
    match format {
        // The last numbers are ASTC, which DXGI once supported.
        70..=84 | 94..=99 | 133..=187 => Some("block"),
        1..=132 | 189..=191 => Some("none"),
        _ => None,
    }
}
