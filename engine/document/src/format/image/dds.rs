//! `DirectDraw` surfaces: a header of fixed length, followed by a second one if the pixel format is `DX10`.

use super::extent::Extent;
use super::fault::HeaderFault;
use super::fields::{HeaderFacts, HeaderFields};

/// Four-letter codes without block compression: pixels in pairs, and in planes.
const PACKED: [&[u8; 4]; 6] = [b"RGBG", b"GRGB", b"UYVY", b"YUY2", b"NV12", b"P010"];

pub(super) fn read(file: &mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault> {
    const HAS_LETTERS: u32 = 4;
    /// Alpha, RGB, luminance or a bump map.
    const IS_PLAIN: u32 = 0x2 | 0x40 | 0x2_0000 | 0x8_0000;
    /// A texture with two dimensions.
    const IS_FLAT: u32 = 3;
    if file.at(4)? != [124, 0, 0, 0] {
        return Err(file.missing(4, "the header's length of 124 bytes"));
    }
    let (height, width) = (file.le32(12)?, file.le32(16)?);
    let (flags, letters) = (file.le32(80)?, file.at::<4>(84)?);
    let reserved = file.le32(124)?;
    let (compression, bits) = if flags & HAS_LETTERS == 0 {
        let bits = file.le32(88)?;
        (Some("none"), if flags & IS_PLAIN > 0 && matches!(bits, 8 | 16 | 24 | 32) { bits } else { 0 })
    } else if letters == *b"DX10" {
        let (format, dimension) = (file.le32(128)?, file.le32(132)?);
        file.at::<16>(132)?;
        (dxgi(format), if dimension == IS_FLAT { dxgi_bits(format) } else { 0 })
    } else {
        let is_block = letters.iter().all(u8::is_ascii_graphic) && !PACKED.contains(&&letters);
        (Some(if is_block { "block" } else { "none" }), bits_of(letters))
    };
    let facts = HeaderFacts::new(width, height, compression);
    // CryEngine marks its textures here. It can store the large mip maps in other files.
    if bits == 0 || reserved != 0 {
        return Ok(facts);
    }
    let side = |length: u64| if compression == Some("block") { length.next_multiple_of(4) } else { length };
    let start = if letters == *b"DX10" { 148 } else { 128 };
    Ok(facts.with(Extent::of_pixels(start, side(facts.width), side(facts.height), bits.into())))
}

/// Returns the number of bits for each pixel of a four-letter code, or 0 if it is not certain. Some codes are numbers.
const fn bits_of(letters: [u8; 4]) -> u32 {
    match &letters {
        b"DXT1" | b"ATI1" | b"BC4U" | b"BC4S" => 4,
        b"DXT2" | b"DXT3" | b"DXT4" | b"DXT5" | b"ATI2" | b"BC5U" | b"BC5S" => 8,
        [111, 0, 0, 0] => 16,
        [112 | 114, 0, 0, 0] => 32,
        [36 | 110 | 113 | 115, 0, 0, 0] => 64,
        [116, 0, 0, 0] => 128,
        _ => 0,
    }
}

/// Returns the number of bits for each pixel of a DXGI format, or 0 if it is not certain.
const fn dxgi_bits(format: u32) -> u32 {
    match format {
        70..=72 | 79..=81 => 4,
        60..=65 | 73..=78 | 82..=84 | 94..=99 => 8,
        48..=59 | 85 | 86 => 16,
        23..=47 | 67 | 87..=93 => 32,
        9..=22 => 64,
        5..=8 => 96,
        1..=4 => 128,
        _ => 0,
    }
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
