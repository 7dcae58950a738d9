//! Tests each field of each header with its lowest and highest values: the result is a problem with its place, or the
//! correct value.

use super::{bmp, jpeg, message_of, padded, png, read, sealed, tga};

/// A field: a valid header, the place of the field, its bytes and byte order, and values that are accepted and refused.
struct Field {
    what: &'static str,
    header: Vec<u8>,
    at: usize,
    length: usize,
    is_big: bool,
    read: &'static [u64],
    refused: &'static [u64],
}

fn webp(kind: &str, length: u8, start: &[u8]) -> Vec<u8> {
    [b"RIFF\x20\0\0\0WEBP".as_slice(), kind.as_bytes(), &[length, 0, 0, 0], start].concat()
}

fn field(
    what: &'static str,
    header: &[u8],
    at: usize,
    length: usize,
    read: &'static [u64],
    refused: &'static [u64],
) -> Field {
    Field { what, header: header.to_vec(), at, length, is_big: false, read, refused }
}

fn big(field: Field) -> Field {
    Field { is_big: true, ..field }
}

#[expect(clippy::too_many_lines, reason = "a flat table")]
fn fields() -> Vec<Field> {
    let png = png(3, 5);
    let jpeg = jpeg(0);
    let lossy = webp("VP8 ", 14, b"\x30\x01\0\x9d\x01\x2a\x08\0\x04\0\0\0\0\0");
    let lossless = webp("VP8L", 5, b"\x2f\x07\xc0\0\0");
    let extended = webp("VP8X", 10, b"\0\0\0\0\x0f\0\0\x07\0\0");
    let dds = padded(b"DDS \x7c\0\0\0\x07\x10\0\0\x00\x02\0\0\x00\x01\0\0", 128);
    let psd = b"8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x05\0\0\0\x06\0\x08\0\x03";
    let psb = b"8BPS\0\x02\0\0\0\0\0\0\0\x03\0\0\0\x05\0\0\0\x06\0\x08\0\x03";
    let ktx2 = padded(b"\xabKTX 20\xbb\r\n\x1a\n\0\0\0\0\0\0\0\0\x08\0\0\0\x04\0\0\0", 80);
    let ktx = padded(
        b"\xabKTX 11\xbb\r\n\x1a\n\x01\x02\x03\x04\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x08\0\0\0\x04\0\0\0",
        64,
    );
    let bmp = bmp(&[40, 0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0]);
    let gif = padded(b"GIF89a\x07\0\x02\0", 13);
    let qoi = b"qoif\0\0\0\x04\0\0\0\x02\x04\0";
    let astc = padded(b"\x13\xab\xa1\x5c\x04\x04\x01\x10\0\0\x08\0\0\x01\0\0", 16);
    let vtf = padded(b"VTF\0\x07\0\0\0\x02\0\0\0\x50\0\0\0\x08\0\x04\0", 80);
    let tiff = padded(
        b"II*\0\x08\0\0\0\x03\0\0\x01\x03\0\x01\0\0\0\x06\0\0\0\x01\x01\x03\0\x01\0\0\0\x04\0\0\0\x03\x01\x03\0\x01\0\0\0\x01\0\0\0",
        50,
    );
    let big_tiff = [
        b"MM\0+\0\x08\0\0\0\0\0\0\0\0\0\x10\0\0\0\0\0\0\0\x02".as_slice(),
        b"\x01\0\0\x03\0\0\0\0\0\0\0\x01\0\x06\0\0\0\0\0\0",
        b"\x01\x01\0\x03\0\0\0\0\0\0\0\x01\0\x04\0\0\0\0\0\0",
    ]
    .concat();
    let tga = tga(0, 2, 24, 0);
    vec![
        big(field("png length of IHDR", &png, 8, 4, &[13], &[0, 12, 14, 0xffff_ffff])),
        big(field("png width", &png, 16, 4, &[1, 0x7fff_ffff], &[0, 0x8000_0000, 0xffff_ffff])),
        big(field("png height", &png, 20, 4, &[1, 0x7fff_ffff], &[0, 0x8000_0000, 0xffff_ffff])),
        big(field("png depth", &png, 24, 1, &[8, 16], &[0, 1, 7, 9, 15, 17, 255])),
        big(field("png colour type", &png, 25, 1, &[0, 2, 3, 4, 6], &[1, 5, 7, 255])),
        big(field("png compression", &png, 26, 1, &[0], &[1, 255])),
        big(field("png filter", &png, 27, 1, &[0], &[1, 64, 255])),
        big(field("png interlacing", &png, 28, 1, &[0, 1], &[2, 255])),
        big(field("jpeg length", &jpeg, 4, 2, &[11], &[0, 1, 8, 10, 12, 0xffff])),
        big(field("jpeg depth", &jpeg, 6, 1, &[2, 8, 12, 16], &[0, 1, 17, 255])),
        big(field("jpeg height", &jpeg, 7, 2, &[1, 0xffff], &[0])),
        big(field("jpeg width", &jpeg, 9, 2, &[1, 0xffff], &[0])),
        big(field("jpeg components", &jpeg, 11, 1, &[1], &[0, 2, 255])),
        field("webp size of the file", &lossy, 4, 4, &[0, 12, 0xffff_ffff], &[1, 11]),
        field("webp tag", &lossy, 20, 3, &[0x10, 0x1b0, 0x130], &[0, 0x11, 0x120, 0x1d0, 0xff_fff0]),
        field("webp start code", &lossy, 23, 3, &[0x2a_019d], &[0, 0x2a_019c, 0xff_ffff]),
        field("webp width", &lossy, 26, 2, &[1, 0x3fff, 0x4001, 0xffff], &[0, 0x4000, 0xc000]),
        field("webp height", &lossy, 28, 2, &[1, 0x3fff, 0x4001, 0xffff], &[0, 0x4000, 0xc000]),
        field("webp signature", &lossless, 20, 1, &[0x2f], &[0, 0x2e, 0x30, 0xff]),
        field("webp lossless", &lossless, 21, 4, &[0, 0x0fff_ffff, 0x1fff_ffff], &[0x2000_0000, 0xffff_ffff]),
        field("webp length of VP8X", &extended, 16, 4, &[10], &[0, 9]),
        field("webp canvas width", &extended, 24, 3, &[0, 0xff_ffff], &[]),
        field("webp canvas height", &extended, 27, 3, &[0, 0xff_ffff], &[]),
        field("dds length", &dds, 4, 4, &[124], &[0, 123, 125, 0xffff_ffff]),
        field("dds height", &dds, 12, 4, &[1, 0xffff_ffff], &[0]),
        field("dds width", &dds, 16, 4, &[1, 0xffff_ffff], &[0]),
        big(field("psd version", psd, 4, 2, &[1, 2], &[0, 3, 0xffff])),
        big(field("psd channels", psd, 12, 2, &[1, 56], &[0, 57, 0xffff])),
        big(field("psd height", psd, 14, 4, &[1, 30_000], &[0, 30_001, 0xffff_ffff])),
        big(field("psd width", psd, 18, 4, &[1, 30_000], &[0, 30_001, 0xffff_ffff])),
        big(field("psd depth", psd, 22, 2, &[0, 1, 8, 16, 32], &[2, 7, 9, 64, 0xffff])),
        big(field("psd mode", psd, 24, 2, &[0, 4, 7, 9], &[5, 6, 10, 0xffff])),
        big(field("psb height", psb, 14, 4, &[1, 300_000], &[0, 300_001, 0xffff_ffff])),
        big(field("psb width", psb, 18, 4, &[1, 300_000], &[0, 300_001, 0xffff_ffff])),
        field("ktx order", &ktx, 12, 4, &[0x0403_0201], &[0, 0x0403_0202, 0xffff_ffff]),
        field("ktx width", &ktx, 36, 4, &[1, 0xffff_ffff], &[0]),
        field("ktx height", &ktx, 40, 4, &[0, 1, 0xffff_ffff], &[]),
        field("ktx2 width", &ktx2, 20, 4, &[1, 0xffff_ffff], &[0]),
        field("ktx2 height", &ktx2, 24, 4, &[0, 1, 0xffff_ffff], &[]),
        field("bmp width", &bmp, 18, 4, &[1, 0x7fff_ffff], &[0, 0x8000_0000, 0xffff_ffff]),
        field("bmp height", &bmp, 22, 4, &[1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff], &[0]),
        field("bmp compression", &bmp, 30, 4, &[0, 6, 11, 13], &[7, 10, 14, 0xffff_ffff]),
        big(field("gif version", &gif, 4, 2, &[0x3761, 0x3961], &[0, 0x3861, 0x3962])),
        field("gif width", &gif, 6, 2, &[1, 0xffff], &[0]),
        field("gif height", &gif, 8, 2, &[1, 0xffff], &[0]),
        big(field("qoi width", qoi, 4, 4, &[1, 0xffff_ffff], &[0])),
        big(field("qoi channels", qoi, 12, 1, &[3, 4], &[0, 2, 5, 255])),
        big(field("qoi colour space", qoi, 13, 1, &[0, 1], &[2, 255])),
        field("astc block", &astc, 4, 1, &[3, 12], &[0, 2, 13, 255]),
        field("astc depth of a block", &astc, 6, 1, &[1, 6], &[0, 13, 255]),
        field("astc width", &astc, 7, 3, &[1, 0xff_ffff], &[0]),
        field("astc height", &astc, 10, 3, &[1, 0xff_ffff], &[0]),
        field("vtf version", &vtf, 4, 4, &[7], &[0, 6, 8, 0xffff_ffff]),
        field("vtf width", &vtf, 16, 2, &[1, 0xffff], &[0]),
        field("tiff place of the directory", &tiff, 4, 4, &[8], &[0, 7, 50, 0xffff_ffff]),
        field("tiff entries", &tiff, 8, 2, &[2, 3], &[0, 1, 4, 4096, 4097, 0xffff]),
        field("tiff type of the width", &tiff, 12, 2, &[1, 3, 4], &[0, 2, 5, 12, 16, 0xffff]),
        field("tiff number of widths", &tiff, 14, 4, &[1], &[0, 2, 0xffff_ffff]),
        field("tiff width", &tiff, 18, 2, &[1, 0xffff], &[0]),
        field("tiff tag of the height", &tiff, 22, 2, &[257], &[256, 258, 0]),
        field("tiff tag of the compression", &tiff, 34, 2, &[258, 260], &[256, 257]),
        field("tiff number of compressions", &tiff, 38, 4, &[1], &[0, 2]),
        big(field("big tiff length of places", &big_tiff, 4, 2, &[8], &[0, 4, 7, 9, 0xffff])),
        big(field("big tiff zero", &big_tiff, 6, 2, &[0], &[1, 0xffff])),
        big(field("big tiff place of the directory", &big_tiff, 8, 8, &[16], &[0, 15, 17, u64::MAX])),
        big(field("big tiff entries", &big_tiff, 16, 8, &[2], &[0, 3, 4097, u64::MAX])),
        big(field("big tiff number of widths", &big_tiff, 28, 8, &[1], &[0, 2, u64::MAX])),
        field("tga palette", &tga, 1, 1, &[0], &[2, 255]),
        field("tga kind", &tga, 2, 1, &[2, 10], &[0, 4, 8, 12, 255]),
        field("tga depth of a palette", &tga, 7, 1, &[0, 16, 24, 32], &[1, 23, 255]),
        field("tga width", &tga, 12, 2, &[1, 0xffff], &[0]),
        field("tga height", &tga, 14, 2, &[1, 0xffff], &[0]),
        field("tga depth", &tga, 16, 1, &[15, 16, 24, 32], &[0, 1, 23, 25, 64, 255]),
        field("tga descriptor", &tga, 17, 1, &[0, 8, 0x38], &[9, 15, 0x40, 0x80, 0xff]),
    ]
}

impl Field {
    fn with(&self, value: u64) -> Vec<u8> {
        let mut bytes = self.header.clone();
        let place = &mut bytes[self.at..self.at + self.length];
        let number = value.to_le_bytes();
        place.copy_from_slice(&number[..self.length]);
        if self.is_big {
            place.reverse();
        }
        if bytes.starts_with(b"\x89PNG") { sealed(bytes) } else { bytes }
    }
}

#[test]
fn values_at_the_ends_of_each_field_are_read_or_refused() {
    for field in fields() {
        for &value in field.read {
            let read = read(&field.with(value));
            assert!(read.is_ok(), "{} {value:#x}: {read:?}", field.what);
            let (width, height, _) = read.unwrap();
            let stated: u64 = match field.what.rsplit(' ').next() {
                Some("width") => width.into(),
                Some("height") => height.into(),
                _ => continue,
            };
            let expected = match field.what {
                "webp width" | "webp height" => value & 0x3fff,
                "webp canvas width" | "webp canvas height" => value + 1,
                "ktx height" | "ktx2 height" => value.max(1),
                "bmp height" => {
                    u64::from(i32::from_le_bytes(value.to_le_bytes()[..4].try_into().unwrap()).unsigned_abs())
                }
                "tiff type of the width" | "tiff tag of the height" => continue,
                _ => value,
            };
            assert_eq!(stated, expected, "{} {value:#x}", field.what);
        }
        for &value in field.refused {
            let message = message_of(&field.with(value));
            assert!(read(&field.with(value)).is_err(), "{} {value:#x} is read: {message}", field.what);
            // A file that refers to a place after its end is truncated, and a file without a signature is not an image.
            let has_place = ["at byte", "is truncated", "is not possible", "not an image"];
            assert!(has_place.iter().any(|place| message.contains(place)), "{} {value:#x}: {message}", field.what);
        }
    }
}

#[test]
fn a_file_that_ends_at_a_field_is_truncated() {
    // After the fields of a PNG header, there is only its checksum.
    for field in fields() {
        for end in [field.at, field.at + field.length - 1] {
            assert!(read(&field.header[..end]).is_err(), "{} truncated at {end}", field.what);
        }
    }
}

#[test]
fn webp_scale_bits() {
    for scale in [0, 0x4000, 0x8000, 0xc000u16] {
        let mut bytes = webp("VP8 ", 14, b"\x30\x01\0\x9d\x01\x2a\0\0\0\0\0\0\0\0");
        bytes[26..28].copy_from_slice(&(0x25 | scale).to_le_bytes());
        bytes[28..30].copy_from_slice(&(0x15 | scale).to_le_bytes());
        assert_eq!(read(&bytes), Ok((37, 21, "webp")), "{scale:#x}");
    }
    // Twice 14 bits, each one less than the length. The upper bits of the first are next to the lower bits of the
    // second.
    let lossless = |bits: u32| webp("VP8L", 5, &[&[0x2f][..], &bits.to_le_bytes()].concat());
    assert_eq!(read(&lossless(0x3fff | 2 << 14 | 1 << 28)), Ok((16_384, 3, "webp")));
}

/// Bytes before a marker are skipped, as in Pillow and libjpeg.
#[test]
fn jpeg_junk_between_segments() {
    let frame = &jpeg(0)[2..];
    for (what, between) in [
        ("text", &b"hi"[..]),
        ("zeros", &[0; 5000]),
        ("a byte FF of data", b"\xff\0"),
        ("bytes FF", b"\xff\xff\xff"),
        ("data, bytes FF and data", b"ab\xff\0cd\xff\xff\0\0"),
        ("markers without segments", b"\xff\x01x\xff\xd0\xff\xd7"),
    ] {
        let bytes = [b"\xff\xd8\xff\xfe\0\x04ab".as_slice(), between, frame].concat();
        assert_eq!(read(&bytes), Ok((5, 3, "jpeg")), "{what}");
    }
    for (what, between, expected) in [
        ("a second start", &b"\xff\xd8"[..], "damaged at byte 8"),
        ("an end", b"\xff\xd9", "damaged at byte 8"),
        ("pixels", b"\xff\xda", "damaged at byte 8"),
        ("a segment without length", b"\xff\xe0\0\x01", "damaged at byte 10: the length of a segment cannot be 1"),
        ("a segment that is too long", b"\xff\xe0\xff\xff", "truncated"),
    ] {
        let bytes = [b"\xff\xd8\xff\xfe\0\x04ab".as_slice(), between, frame].concat();
        assert!(message_of(&bytes).contains(expected), "{what}: {}", message_of(&bytes));
    }
}

/// The depth of a palette that does not exist and the number of alpha bits are ignored, as in Pillow.
#[test]
fn tga_24bit_alpha8_and_tga_map0_depth24() {
    for depth in [15, 16, 24, 32] {
        for alpha in 0..=8 {
            assert_eq!(read(&tga(0, 2, depth, alpha)), Ok((4, 258, "tga")), "{depth} {alpha}");
        }
    }
    for map_depth in [0, 8, 15, 16, 24, 32] {
        let mut bytes = tga(0, 10, 24, 8);
        bytes[3..8].copy_from_slice(&[1, 0, 0, 1, map_depth]);
        assert_eq!(read(&bytes), Ok((4, 258, "tga")), "{map_depth}");
    }
}

#[test]
fn digits_of_pnm_are_read_between_blanks_and_comments() {
    for (text, expected) in [
        ("P6 7 9 255\n", Ok((7, 9, "pnm"))),
        ("P5#one\n#two\n  7\t# three\n9#four\n", Ok((7, 9, "pnm"))),
        ("Pf\n7 9\n-1.0\n", Ok((7, 9, "pnm"))),
        ("P4\n4294967295 1\n", Ok((u32::MAX, 1, "pnm"))),
        ("P4\n4294967296 1\n", Err("is 4294967296 by")),
        ("P4\n99999999999 1\n", Err("damaged at byte 3")),
        ("P4\n0 1\n", Err("is 0 by")),
        ("P4\n-7 1\n", Err("damaged at byte 3")),
        ("P4\n7 x\n", Err("damaged at byte 5")),
        ("P4\n7 9", Err("truncated")),
        ("P4\n7 # 9", Err("truncated")),
        ("P3ople are no pictures", Err("not an image")),
    ] {
        match expected {
            Ok(expected) => assert_eq!(read(text.as_bytes()), Ok(expected), "{text}"),
            Err(message) => {
                assert!(message_of(text.as_bytes()).contains(message), "{text}: {}", message_of(text.as_bytes()));
            }
        }
    }
}
