//! How the pixels of an image are stored, as far as its header says.

use std::io::{Read, Seek, SeekFrom};

use memchr::memmem;

/// `none`, or the name of the method: `rle` `deflate` `lzw` `jpeg` `webp` `qoi` `piz` `pxr24` `b44` `dwa` `ccitt`
/// `block` (for graphics cards). `None` when the header does not say: Photoshop files, containers of textures.
///
/// `bytes` are the header, or the start of it; of `file` more is read when the header leads elsewhere.
pub(super) fn of(format: &str, bytes: &[u8], file: &mut (impl Read + Seek)) -> Option<&'static str> {
    match format {
        "tga" => bytes.get(2).map(|&kind| if kind < 8 { "none" } else { "rle" }),
        "png" => Some("deflate"),
        "jpeg" => Some("jpeg"),
        "gif" => Some("lzw"),
        "webp" => Some("webp"),
        "qoi" => Some("qoi"),
        "pnm" => Some("none"),
        "astc" | "pkm" => Some("block"),
        "bmp" => bmp(bytes),
        "dds" => dds(bytes),
        "exr" => exr(bytes),
        "hdr" => hdr(bytes),
        "tiff" => tiff(file),
        _ => None,
    }
}

fn bmp(bytes: &[u8]) -> Option<&'static str> {
    const OLD_HEADER: u32 = 12;
    if u32_at(bytes, 14)? == OLD_HEADER {
        return Some("none");
    }
    match u32_at(bytes, 30)? {
        // 3 and 6 say which bits are red, green and blue.
        0 | 3 | 6 => Some("none"),
        1 | 2 => Some("rle"),
        4 => Some("jpeg"),
        5 => Some("deflate"),
        _ => None,
    }
}

/// DirectDraw surfaces name a block compression by four letters, or behind `DX10` by a number of DXGI.
fn dds(bytes: &[u8]) -> Option<&'static str> {
    const HAS_LETTERS: u32 = 4;
    if u32_at(bytes, 80)? & HAS_LETTERS == 0 {
        return Some("none");
    }
    let letters = bytes.get(84..88)?;
    let is_block = if letters == b"DX10" {
        matches!(u32_at(bytes, 128)?, 70..=84 | 94..=99)
    } else {
        letters.iter().all(u8::is_ascii_graphic)
    };
    Some(if is_block { "block" } else { "none" })
}

/// OpenEXR: an attribute with its name, its type, its size and one byte.
fn exr(bytes: &[u8]) -> Option<&'static str> {
    const ATTRIBUTE: &[u8] = b"\0compression\0compression\0\x01\0\0\0";
    let methods = ["none", "rle", "deflate", "deflate", "piz", "pxr24", "b44", "b44", "dwa", "dwa"];
    let at = memmem::find(bytes, ATTRIBUTE)? + ATTRIBUTE.len();
    methods.get(usize::from(*bytes.get(at)?)).copied()
}

/// Radiance: behind an empty line and the line of the size, a row that is run-length encoded begins with 2, 2 and its
/// length. Any other may be encoded in the way of before 1991, or not at all.
fn hdr(bytes: &[u8]) -> Option<&'static str> {
    let size = memmem::find(bytes, b"\n\n")? + 2;
    let pixels = size + memchr::memchr(b'\n', bytes.get(size..)?)? + 1;
    bytes.get(pixels..)?.starts_with(&[2, 2]).then_some("rle")
}

/// TIFF, and BigTIFF with longer numbers: entry 259 of the first directory, without which nothing is compressed.
fn tiff(file: &mut (impl Read + Seek)) -> Option<&'static str> {
    const COMPRESSION: u64 = 259;
    /// More entries than any directory has.
    const MOST: u64 = 4096;
    let mut bytes = [0; 20];
    let start = read(file, 0, &mut bytes[..4])?;
    let is_little = start[0] == b'I';
    let is_big = number(&start[2..], is_little) == 43;
    // Where the directory is said to be, how long its number of entries and each of them are, and where in it the value
    // stands.
    let (place, count, length, value) = if is_big { (8..16, 8, 20, 12) } else { (4..8, 2, 12, 8) };
    let directory = number(&read(file, 0, &mut bytes[..place.end])?[place], is_little);
    let entries = number(read(file, directory, &mut bytes[..count])?, is_little);
    for at in 0..entries.min(MOST) {
        let place = directory.checked_add(count as u64 + at * length as u64)?;
        let entry = read(file, place, &mut bytes[..length])?;
        if number(&entry[..2], is_little) == COMPRESSION {
            return tiff_method(number(&entry[value..value + 2], is_little));
        }
    }
    Some("none")
}

/// Fills a buffer with the bytes at a place; `None` when the file ends before.
fn read<'b>(file: &mut (impl Read + Seek), place: u64, buffer: &'b mut [u8]) -> Option<&'b [u8]> {
    file.seek(SeekFrom::Start(place)).ok()?;
    file.read_exact(buffer).ok()?;
    Some(buffer)
}

/// A number of up to 8 bytes.
fn number(bytes: &[u8], is_little: bool) -> u64 {
    let digit = |number: u64, &byte: &u8| number << 8 | u64::from(byte);
    if is_little { bytes.iter().rev().fold(0, digit) } else { bytes.iter().fold(0, digit) }
}

const fn tiff_method(number: u64) -> Option<&'static str> {
    Some(match number {
        1 => "none",
        2..=4 => "ccitt",
        5 => "lzw",
        6 | 7 => "jpeg",
        8 | 32946 => "deflate",
        32773 => "rle",
        _ => return None,
    })
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    fn of(format: &str, bytes: &[u8]) -> Option<&'static str> {
        super::of(format, bytes, &mut Cursor::new(bytes))
    }

    /// `length` zeros with `parts` put over them.
    fn bytes(length: usize, parts: &[(usize, &[u8])]) -> Vec<u8> {
        let mut bytes = vec![0; length];
        for (at, part) in parts {
            bytes[*at..at + part.len()].copy_from_slice(part);
        }
        bytes
    }

    fn exr(method: u8) -> Vec<u8> {
        [b"\x76\x2f\x31\x01\x02\0\0\0compression\0compression\0\x01\0\0\0".as_slice(), &[method]].concat()
    }

    fn tiff(start: &[u8], entry: &[u8]) -> Vec<u8> {
        bytes(34, &[(0, start), (8, if start[0] == b'I' { b"\x02\0" } else { b"\0\x02" }), (22, entry)])
    }

    #[test]
    fn headers_say_how_pixels_are_stored() {
        for (format, bytes, expected) in [
            ("tga", vec![0, 1, 1], Some("none")),
            ("tga", vec![0, 0, 2], Some("none")),
            ("tga", vec![0, 0, 3], Some("none")),
            ("tga", vec![0, 1, 9], Some("rle")),
            ("tga", vec![0, 0, 10], Some("rle")),
            ("tga", vec![0, 0, 11], Some("rle")),
            ("png", vec![], Some("deflate")),
            ("jpeg", vec![], Some("jpeg")),
            ("pnm", vec![], Some("none")),
            ("psd", vec![], None),
            ("bmp", bytes(26, &[(14, &[12])]), Some("none")),
            ("bmp", bytes(34, &[(14, &[40])]), Some("none")),
            ("bmp", bytes(34, &[(14, &[40]), (30, &[1])]), Some("rle")),
            ("bmp", bytes(34, &[(14, &[124]), (30, &[3])]), Some("none")),
            ("bmp", bytes(26, &[(14, &[40])]), None),
            ("dds", bytes(128, &[(80, &[0x41])]), Some("none")),
            ("dds", bytes(128, &[(80, &[4]), (84, b"DXT5")]), Some("block")),
            ("dds", bytes(128, &[(80, &[4]), (84, &[113])]), Some("none")),
            ("dds", bytes(148, &[(80, &[4]), (84, b"DX10"), (128, &[98])]), Some("block")),
            ("dds", bytes(148, &[(80, &[4]), (84, b"DX10"), (128, &[28])]), Some("none")),
            ("exr", exr(0), Some("none")),
            ("exr", exr(3), Some("deflate")),
            ("exr", exr(4), Some("piz")),
            ("exr", exr(77), None),
            ("hdr", b"#?RADIANCE\n\n-Y 2 +X 8\n\x02\x02\0\x08".to_vec(), Some("rle")),
            ("hdr", b"#?RADIANCE\n\n-Y 2 +X 8\n\x80\x80\x80\x80".to_vec(), None),
            ("tiff", tiff(b"II*\0\x08\0\0\0", b"\x03\x01\x03\0\x01\0\0\0\x05\0"), Some("lzw")),
            ("tiff", tiff(b"II*\0\x08\0\0\0", b"\x03\x01\x03\0\x01\0\0\0\x01\0"), Some("none")),
            ("tiff", tiff(b"MM\0*\0\0\0\x08", b"\x01\x03\0\x03\0\0\0\x01\x80\x05"), Some("rle")),
            ("tiff", tiff(b"II*\0\x08\0\0\0", b"\x06\x01"), Some("none")),
        ] {
            assert_eq!(of(format, &bytes), expected, "{format} {bytes:?}");
        }
    }

    #[test]
    fn a_header_that_is_cut_off_says_nothing() {
        let whole = [
            ("bmp", bytes(34, &[(14, &[40])])),
            ("dds", bytes(148, &[(80, &[4]), (84, b"DX10"), (128, &[98])])),
            ("exr", exr(3)),
            ("tiff", tiff(b"II*\0\x08\0\0\0", b"\x03\x01\x03\0\x01\0\0\0\x05\0")),
        ];
        for (format, bytes) in whole {
            for length in 0..bytes.len() {
                let said = of(format, &bytes[..length]);
                assert!(said.is_none() || said == of(format, &bytes), "{format} {length}");
            }
        }
    }
}
