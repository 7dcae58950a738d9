//! Images that end too early are found, and no others.

use std::cell::RefCell;

use super::{Large, bmp, jpeg, message_of, padded, png, read, tga};
use crate::format::FactError;
use crate::format::image::Image;

/// Returns `start` with `pixels` bytes after it that are not zero.
fn with_pixels(start: &[u8], pixels: usize) -> Vec<u8> {
    let mut bytes = start.to_vec();
    bytes.resize(start.len() + pixels, 0x55);
    bytes
}

/// Returns a header of 64 by 32 pixels with these flags and four letters, and for `DX10` with this format.
fn dds(flags: u8, letters: [u8; 4], bits: u8, format: u8) -> Vec<u8> {
    let length = if letters == *b"DX10" { 148 } else { 128 };
    let mut bytes = padded(b"DDS \x7c\0\0\0\x07\x10\0\0\x20\0\0\0\x40\0\0\0", length);
    (bytes[80], bytes[88]) = (flags, bits);
    bytes[84..88].copy_from_slice(&letters);
    if length > 128 {
        (bytes[128], bytes[132]) = (format, 3);
    }
    bytes
}

/// Returns a header of 64 by 32 pixels with these fields before and after the size.
fn targa(head: [u8; 12], depth: u8) -> Vec<u8> {
    [&head[..], &[64, 0, 32, 0, depth, 0]].concat()
}

/// Returns a bitmap header of 33 by 128 pixels with this number of bits for each pixel.
fn bitmap(bits: u8, compression: u8) -> Vec<u8> {
    let mut bytes = bmp(&[40, 0, 0, 0, 33, 0, 0, 0, 128, 0, 0, 0, 1, 0, bits, 0, compression]);
    bytes[10] = 54;
    bytes
}

/// Returns an image with two mip maps, the smaller one first.
fn ktx2() -> Vec<u8> {
    let mut bytes = padded(b"\xabKTX 20\xbb\r\n\x1a\n\0\0\0\0\0\0\0\0\x40\0\0\0\x20\0\0\0", 128);
    bytes[40] = 2;
    for (at, number) in [(80, 640_u64), (88, 2048), (104, 128), (112, 512)] {
        bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
    }
    with_pixels(&bytes, 512 + 2048)
}

/// Images whose header states the size of the file.
fn sized() -> Vec<(&'static str, Vec<u8>)> {
    let whole = |name, start: &[u8], pixels| (name, with_pixels(start, pixels));
    vec![
        whole("dds DXT1", &dds(4, *b"DXT1", 0, 0), 16 * 8 * 8),
        whole("dds DXT5", &dds(4, *b"DXT5", 0, 0), 16 * 8 * 16),
        whole("dds BC5", &dds(4, *b"ATI2", 0, 0), 16 * 8 * 16),
        whole("dds floating point", &dds(4, [113, 0, 0, 0], 0, 0), 64 * 32 * 8),
        whole("dds RGB", &dds(0x40, [0; 4], 24, 0), 64 * 32 * 3),
        whole("dds alpha", &dds(0x02, [0; 4], 8, 0), 64 * 32),
        whole("dds DX10 BC7", &dds(4, *b"DX10", 0, 98), 16 * 8 * 16),
        whole("dds DX10 BC4", &dds(4, *b"DX10", 0, 80), 16 * 8 * 8),
        whole("dds DX10 RGBA", &dds(4, *b"DX10", 0, 28), 64 * 32 * 4),
        whole("tga colour", &targa([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0], 24), 64 * 32 * 3),
        whole("tga of 15 bits", &targa([0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0], 15), 64 * 32 * 2),
        whole("tga palette", &targa([7, 1, 1, 0, 0, 16, 0, 24, 0, 0, 0, 0], 8), 7 + 16 * 3 + 64 * 32),
        // The padding of the last row may be missing.
        whole("bmp", &bitmap(24, 0), 100 * 127 + 99),
        whole("bmp of single bits", &bitmap(1, 0), 8 * 127 + 5),
        whole(
            "bmp of OS/2",
            &[b"BM\0\0\0\0\0\0\0\0\x1a\0\0\0".as_slice(), &[12, 0, 0, 0, 33, 0, 32, 0, 1, 0, 24, 0]].concat(),
            100 * 31 + 99,
        ),
        whole("webp", b"RIFF\x16\x04\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\0\0\x07\0\0", 1024),
        ("ktx2", ktx2()),
        whole("pbm", b"P4 63 # by hand\n 100\n", 8 * 100),
        whole("pgm", b"P5\n30 40\n255\n", 30 * 40),
        whole("ppm", b"P6\n30 40\n255\n", 30 * 40 * 3),
        whole("ppm of 16 bits", b"P6\n30 40\n65535\n", 30 * 40 * 6),
    ]
}

/// Images that end with a mark.
fn marked() -> Vec<(&'static str, Vec<u8>, &'static [u8])> {
    // A preview in front of the frame header has an end mark, too.
    let preview = b"\xff\xd8\xff\xe1\x00\x06\xff\xd8\xff\xd9".as_slice();
    let frame = &jpeg(0)[2..];
    vec![
        ("png", with_pixels(&png(3, 5), 3000), b"\0\0\0\0IEND\xae\x42\x60\x82"),
        ("jpeg", with_pixels(&[preview, &frame[..frame.len() - 2]].concat(), 3000), b"\xff\xd9"),
        ("qoi", with_pixels(b"qoif\0\0\0\x04\0\0\0\x02\x04\0", 3000), b"\0\0\0\0\0\0\0\x01"),
    ]
}

#[test]
fn a_file_that_is_smaller_than_its_header_promises_is_truncated() {
    for (name, whole) in sized() {
        assert!(read(&whole).is_ok(), "{name}: {}", message_of(&whole));
        let needed = whole.len();
        for length in [512, needed - 1] {
            let message = message_of(&whole[..length]);
            let expected = format!("image is truncated: it has {length} bytes, but needs at least {needed}");
            assert!(message.ends_with(&expected), "{name}: {message}");
        }
    }
}

#[test]
fn a_file_without_its_end_mark_is_truncated() {
    for (format, cut, end) in marked() {
        assert!(read(&[&cut, end].concat()).is_ok(), "{format}: {}", message_of(&[&cut, end].concat()));
        for length in [512, 1024, cut.len()] {
            assert_eq!(
                message_of(&cut[..length]),
                format!("the {format} image is truncated: it ends after {length} bytes, before its end mark")
            );
        }
    }
}

#[test]
fn data_that_was_appended_is_no_fault() {
    for (format, cut, end) in marked() {
        for appended in [1, 900, 5000, 2_000_000] {
            let bytes = with_pixels(&[&cut, end].concat(), appended);
            assert!(read(&bytes).is_ok(), "{format} {appended}: {}", message_of(&bytes));
        }
    }
    for (name, whole) in sized() {
        assert!(read(&with_pixels(&whole, 5000)).is_ok(), "{name}");
    }
}

/// Tests of rules contain only headers, or fill them with zeros.
#[test]
fn headers_without_pixels_are_no_fault() {
    for (name, whole) in sized() {
        assert!(read(&whole[..whole.len().min(511)]).is_ok(), "{name}");
    }
    for (format, cut, _) in marked() {
        assert!(read(&cut[..511]).is_ok(), "{format}");
        assert!(read(&padded(&cut[..40], 100_000)).is_ok(), "{format} filled with zeros");
    }
}

#[test]
fn images_of_uncertain_size_are_not_judged() {
    let changed = |mut bytes: Vec<u8>, at: usize, byte: u8| {
        bytes[at] = byte;
        bytes
    };
    for (name, header) in [
        ("dds of no known letters", dds(4, *b"ABCD", 0, 0)),
        ("dds of no known format", dds(4, *b"DX10", 0, 250)),
        ("dds of one dimension", changed(dds(4, *b"DX10", 0, 28), 132, 2)),
        ("dds without a number of bits", dds(0x40, [0; 4], 0, 0)),
        // Its large mip maps are in other files.
        ("dds of CryEngine", [&dds(4, *b"DXT1", 0, 0)[..124], b"FYRC"].concat()),
        ("tga in runs", targa([0, 0, 10, 0, 0, 0, 0, 0, 0, 0, 0, 0], 24)),
        ("tga of single bits", tga(0, 3, 1, 0)),
        ("bmp in runs", bitmap(8, 1)),
        ("bmp of unknown bits", bitmap(7, 0)),
        ("webp without a size", b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\0\0\x07\0\0".to_vec()),
        ("webp of unknown size", b"RIFF\xff\xff\xff\xffWEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\0\0\x07\0\0".to_vec()),
        ("ktx2 of too many mip maps", changed(ktx2()[..128].to_vec(), 40, 200)),
        ("ktx2 of an impossible mip map", changed(changed(ktx2()[..128].to_vec(), 87, 0xff), 95, 0xff)),
        ("pnm in digits", b"P3\n300 400\n255\n".to_vec()),
        ("gif", padded(b"GIF89a\x07\0\x02\0", 13)),
    ] {
        let bytes = with_pixels(&header, 600);
        assert!(read(&bytes).is_ok(), "{name}: {}", message_of(&bytes));
    }
}

#[test]
fn the_end_of_a_large_image_takes_one_short_read() {
    let end = super::LARGE - 12;
    for (name, parts, reads) in [
        ("dds", vec![(0, dds(4, *b"DXT1", 0, 0))], 1),
        ("png", vec![(0, png(3, 5)), (end, b"\0\0\0\0IEND\xae\x42\x60\x82".to_vec())], 2),
        ("jpeg", vec![(0, jpeg(0)), (end + 10, b"\xff\xd9".to_vec())], 2),
    ] {
        let file = Large { parts, reads: RefCell::default() };
        assert!(Image::read::<FactError>("a", &file).is_ok(), "{name}");
        assert_eq!(file.reads.borrow().len(), reads, "{name}");
    }
}
