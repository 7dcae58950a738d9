//! All formats: their signatures, and the functions that read their headers.

use super::fault::HeaderFault;
use super::fields::{HeaderFacts, HeaderFields};
use super::{bmp, dds, exr, fixed, hdr, jpeg, png, pnm, tga, tiff, webp};

type ReadHeader = fn(&mut HeaderFields<'_>) -> Result<HeaderFacts, HeaderFault>;

pub(super) struct ImageFormat {
    pub name: &'static str,
    /// Returns true if the first bytes of a file belong to this format.
    pub is: fn(&[u8]) -> bool,
    /// Reads the header.
    pub read: ReadHeader,
    /// The part of the header that states the size, for messages.
    pub size: &'static str,
    /// True if every header of this format has the same parts. A header that is truncated then needs no more exact
    /// message.
    is_fixed: bool,
    /// The maximum length of a side that a header can state.
    pub most: u32,
}

impl ImageFormat {
    /// Returns the part of the header that is missing in a file that is truncated, for a message.
    pub const fn part_at_end(&self) -> &'static str {
        if self.is_fixed { "its header does" } else { self.size }
    }
}

/// The formats by their names. Targa is recognised last, because its files have no signature.
static FORMATS: &[ImageFormat] = &[
    fixed_format(
        "astc",
        |head| matches!(head, [0x13, 0xab, 0xa0 | 0xa1, 0x5c, ..]),
        fixed::astc,
        "the size in bytes 7 to 12",
    ),
    fixed_format("bmp", bmp::is, bmp::read, "the size from byte 18 on"),
    fixed_format("dds", |head| head.starts_with(b"DDS "), dds::read, "the size in bytes 12 to 19"),
    long("exr", |head| head.starts_with(b"\x76\x2f\x31\x01"), exr::read, exr::SIZE),
    fixed_format("gif", |head| head.starts_with(b"GIF8"), fixed::gif, "the size in bytes 6 to 9"),
    long("hdr", hdr::is, hdr::read, hdr::SIZE),
    long("jpeg", |head| head.starts_with(b"\xff\xd8\xff"), jpeg::read, jpeg::SIZE),
    fixed_format("ktx", |head| head.starts_with(b"\xabKTX 11\xbb\r\n\x1a\n"), fixed::ktx, "the size in bytes 36 to 43"),
    fixed_format(
        "ktx2",
        |head| head.starts_with(b"\xabKTX 20\xbb\r\n\x1a\n"),
        fixed::ktx2,
        "the size in bytes 20 to 27",
    ),
    fixed_format(
        "pkm",
        |head| matches!(head, [b'P', b'K', b'M', b' ', b'1' | b'2', b'0', ..]),
        fixed::pkm,
        "the size in bytes 12 to 15",
    ),
    ImageFormat {
        // The highest bit of a length is always zero.
        most: i32::MAX.cast_unsigned(),
        ..fixed_format("png", |head| head.starts_with(b"\x89PNG"), png::read, "the size in bytes 16 to 23")
    },
    long("pnm", pnm::is, pnm::read, pnm::SIZE),
    ImageFormat {
        // The limit of Photoshop for large documents.
        most: 300_000,
        ..fixed_format("psd", |head| head.starts_with(b"8BPS"), fixed::psd, "the size in bytes 14 to 21")
    },
    fixed_format("pvr", fixed::is_pvr, fixed::pvr, "the size within the first 52 bytes"),
    fixed_format("qoi", |head| head.starts_with(b"qoif"), fixed::qoi, "the size in bytes 4 to 11"),
    fixed_format("tga", tga::is, tga::read, "the size in bytes 12 to 15"),
    long("tiff", tiff::is, tiff::read, tiff::SIZE),
    fixed_format("vtf", |head| head.starts_with(b"VTF\0"), fixed::vtf, "the size in bytes 16 to 19"),
    fixed_format("webp", webp::is, webp::read, "the size from byte 21 on"),
];

const fn fixed_format(name: &'static str, is: fn(&[u8]) -> bool, read: ReadHeader, size: &'static str) -> ImageFormat {
    ImageFormat { name, is, read, size, is_fixed: true, most: u32::MAX }
}

const fn long(name: &'static str, is: fn(&[u8]) -> bool, read: ReadHeader, size: &'static str) -> ImageFormat {
    ImageFormat { is_fixed: false, ..fixed_format(name, is, read, size) }
}

pub(super) fn of(head: &[u8]) -> Option<&'static ImageFormat> {
    let signed = FORMATS.iter().filter(|format| format.name != "tga").find(|format| (format.is)(head));
    signed.or_else(|| FORMATS.iter().find(|format| (format.is)(head)))
}

pub(super) fn names() -> String {
    let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
    names.join(", ")
}
