//! The compression that headers state.

use super::{bmp, bmp_start, jpeg, padded, png};
use crate::format::FactError;
use crate::format::image::Image;
use crate::source::MemorySource;

fn compression(bytes: &[u8]) -> Result<Option<&'static str>, String> {
    let source: MemorySource = [("a", bytes)].into_iter().collect();
    Image::read::<FactError>("a", &source).map(|image| image.compression).map_err(|fault| fault.to_string())
}

/// Returns `bytes` with `parts` written over them.
fn with(mut bytes: Vec<u8>, parts: &[(usize, &[u8])]) -> Vec<u8> {
    for (at, part) in parts {
        bytes[*at..at + part.len()].copy_from_slice(part);
    }
    bytes
}

fn tga(kind: u8, depth: u8) -> Vec<u8> {
    let map = u8::from(kind & 7 == 1);
    vec![0, map, kind, 0, 0, 0, 0, map * 24, 0, 0, 0, 0, 4, 0, 2, 1, depth, 0]
}

fn info(parts: &[(usize, &[u8])]) -> Vec<u8> {
    with(bmp(&[40, 0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0]), parts)
}

fn dds(length: usize, parts: &[(usize, &[u8])]) -> Vec<u8> {
    with(padded(b"DDS \x7c\0\0\0\x07\x10\0\0\x00\x02\0\0\x00\x01\0\0", length), parts)
}

/// Returns an OpenEXR attribute.
fn attribute(name: &str, kind: &str, value: &[u8]) -> Vec<u8> {
    let size = u32::try_from(value.len()).unwrap().to_le_bytes();
    [name.as_bytes(), b"\0", kind.as_bytes(), b"\0", &size, value].concat()
}

/// Returns an OpenEXR header for 4 by 4 pixels, with these attributes before its window.
fn exr(flags: u8, attributes: &[Vec<u8>]) -> Vec<u8> {
    let window = [0i32, 0, 3, 3].map(i32::to_le_bytes).concat();
    let mut bytes = vec![0x76, 0x2f, 0x31, 0x01, 2, flags, 0, 0];
    bytes.extend(attributes.concat());
    bytes.extend(attribute("dataWindow", "box2i", &window));
    bytes.push(0);
    bytes
}

fn method(number: u8) -> Vec<u8> {
    attribute("compression", "compression", &[number])
}

fn ktx(order: [u8; 4], kind: u8) -> Vec<u8> {
    let number = |value: u8| if order[0] == 1 { [value, 0, 0, 0] } else { [0, 0, 0, value] };
    let start = padded(b"\xabKTX 11\xbb\r\n\x1a\n", 64);
    with(start, &[(12, &order), (16, &number(kind)), (36, &number(8)), (40, &number(4))])
}

#[test]
fn headers_state_the_compression() {
    for (what, bytes, expected) in [
        ("palette", tga(1, 8), Some("none")),
        ("colour", tga(2, 24), Some("none")),
        ("grey", tga(3, 8), Some("none")),
        ("palette in runs", tga(9, 8), Some("rle")),
        ("colour in runs", tga(10, 24), Some("rle")),
        ("grey in runs", tga(11, 8), Some("rle")),
        ("png", png(1, 1), Some("deflate")),
        ("jpeg", jpeg(0), Some("jpeg")),
        ("pnm", b"P6\n7 9\n255\n".to_vec(), Some("none")),
        ("psd", b"8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x05\0\0\0\x06\0\x08\0\x03".to_vec(), None),
        ("old bitmap", bmp(&[12, 0, 0, 0, 9, 0, 8, 0, 1, 0, 24, 0]), Some("none")),
        ("bitmap", info(&[]), Some("none")),
        ("bitmap in runs", info(&[(30, &[1])]), Some("rle")),
        ("bitmap with masks", info(&[(30, &[3])]), Some("none")),
        ("bitmap of OS/2", with(bmp(&[64, 0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0]), &[(30, &[3])]), Some("ccitt")),
        ("dds", dds(128, &[(80, &[0x41])]), Some("none")),
        ("dds DXT5", dds(128, &[(80, &[4]), (84, b"DXT5")]), Some("block")),
        ("dds in pairs of pixels", dds(128, &[(80, &[4]), (84, b"YUY2")]), Some("none")),
        ("dds of floating point", dds(128, &[(80, &[4]), (84, &[113])]), Some("none")),
        ("dds BC7", dds(148, &[(80, &[4]), (84, b"DX10"), (128, &[98])]), Some("block")),
        ("dds RGBA", dds(148, &[(80, &[4]), (84, b"DX10"), (128, &[28])]), Some("none")),
        ("dds of no format", dds(148, &[(80, &[4]), (84, b"DX10")]), None),
        ("exr none", exr(0, &[method(0)]), Some("none")),
        ("exr deflate", exr(0, &[method(3)]), Some("deflate")),
        ("exr piz", exr(0, &[method(4)]), Some("piz")),
        ("exr unknown", exr(0, &[method(77)]), None),
        ("exr without it", exr(0, &[]), None),
        ("ktx", ktx([1, 2, 3, 4], 0), Some("block")),
        ("ktx, the largest byte first", ktx([4, 3, 2, 1], 1), Some("none")),
        ("hdr", b"#?RADIANCE\n\n-Y 2 +X 8\n\x02\x02\0\x08".to_vec(), Some("rle")),
        ("hdr of pixels as they are", b"#?RADIANCE\n\n-Y 2 +X 8\n\x80\x80\x80\x80".to_vec(), None),
        ("hdr of pixels that look like runs", b"#?RADIANCE\n\n-Y 2 +X 9\n\x02\x02\0\x08".to_vec(), None),
    ] {
        assert_eq!(compression(&bytes), Ok(expected), "{what}");
    }
}

/// Attributes are read one after the other. Neither attributes before it nor bytes inside them are mistaken for the
/// compression.
#[test]
fn exr_compression_lost() {
    let look_alike = [b"\0compression\0compression\0\x01\0\0\0".as_slice(), &[1]].concat();
    let long = "n".repeat(200);
    for (what, bytes) in [
        ("behind text", exr(0, &[attribute("capDate", "string", b"2024:01:01 10:00:01"), method(0)])),
        ("behind a number", exr(0, &[attribute("x", "int", &[0, 0, 0, 0]), method(0)])),
        ("behind nothing", exr(0, &[attribute("x", "string", b""), method(0)])),
        ("behind one that looks like it", exr(0, &[attribute("x", "string", &look_alike), method(0)])),
        ("in front of one that looks like it", exr(0, &[method(0), attribute("x", "string", &look_alike)])),
        ("beside a name that begins like it", exr(0, &[attribute("compressionLevel", "int", &[9; 4]), method(0)])),
        ("behind a long name", exr(4, &[attribute(&long, "string", b"x"), method(0)])),
        ("in tiles", exr(2, &[method(0)])),
        ("of deep data", exr(8, &[method(0)])),
        ("in the first of two parts", [exr(0x10, &[method(0)]), exr(0, &[method(3)])[8..].to_vec(), vec![0]].concat()),
        ("beyond what is read at first", exr(0, &[attribute("x", "string", &vec![b'x'; 70_000]), method(0)])),
    ] {
        assert_eq!(compression(&bytes), Ok(Some("none")), "{what}");
    }
}

#[test]
fn ambiguous_attributes_are_refused() {
    let window = attribute("dataWindow", "box2i", &[0; 16]);
    for (what, bytes, expected) in [
        ("another version", with(exr(0, &[]), &[(4, &[3])]), "at byte 4: the version cannot be 3"),
        ("flags", exr(1, &[]), "at byte 5: the flags cannot be 1"),
        ("two compressions", exr(0, &[method(0), method(1)]), "at byte 37: the attribute `compression` occurs twice"),
        ("two windows", exr(0, &[window]), "at byte 45: the attribute `dataWindow` occurs twice"),
        (
            "a longer compression",
            exr(0, &[attribute("compression", "compression", &[0, 1])]),
            "at byte 32: the size of the attribute `compression` cannot be 2",
        ),
        (
            "a compression of another type",
            exr(0, &[attribute("compression", "int", &[0; 4])]),
            "at byte 20: the type of an attribute is wrong",
        ),
        (
            "a window of another type",
            exr(0, &[attribute("dataWindow", "box2f", &[0; 16])]),
            "at byte 19: the type of an attribute is wrong",
        ),
        (
            "a long name without the flag",
            exr(0, &[attribute(&"n".repeat(32), "int", &[0; 4])]),
            "at byte 8: the name of an attribute is too long",
        ),
        (
            "a name that is too long",
            exr(4, &[attribute(&"n".repeat(256), "int", &[0; 4])]),
            "at byte 8: the name of an attribute is too long",
        ),
        (
            "a type that is too long",
            exr(0, &[attribute("n", &"t".repeat(32), &[0; 4])]),
            "at byte 10: the type of an attribute is too long",
        ),
        ("no type", exr(0, &[attribute("n", "", &[0; 4])]), "at byte 10: the type of an attribute is wrong"),
    ] {
        assert_eq!(compression(&bytes), Err(format!("the exr image is damaged {expected}")), "{what}");
    }
}

#[test]
fn a_truncated_header_states_no_compression() {
    for whole in [
        info(&[]),
        dds(148, &[(80, &[4]), (84, b"DX10"), (128, &[98])]),
        exr(0, &[method(3)]),
        ktx([1, 2, 3, 4], 0),
        png(3, 5),
    ] {
        for length in 0..whole.len() {
            let cut = compression(&whole[..length]);
            assert!(cut.is_err() || cut == compression(&whole), "{:?} {length}", &whole[..4]);
        }
        assert!(compression(&whole).is_ok());
    }
    assert!(compression(&bmp_start(&[40, 0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0])).is_err());
}
