//! How the pixels of an image are stored, as far as its header says.

use memchr::memmem;

/// `none`, or the name of the method: `rle` `deflate` `lzw` `jpeg` `webp` `qoi` `piz` `pxr24` `b44` `dwa` `ccitt`
/// `block` (for graphics cards). `None` when the header does not say: Photoshop files, containers of textures.
///
/// `bytes` are the header, or the start of it. What a TIFF says is read with its size.
pub(super) fn of(format: &str, bytes: &[u8]) -> Option<&'static str> {
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

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::of;

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
        ];
        for (format, bytes) in whole {
            for length in 0..bytes.len() {
                let said = of(format, &bytes[..length]);
                assert!(said.is_none() || said == of(format, &bytes), "{format} {length}");
            }
        }
    }
}
