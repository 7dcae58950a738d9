//! Tests of image headers, valid and invalid.

use std::ops::Range;

use std::cell::RefCell;

use super::window::FIRST;
use super::{Image, ImageFault};
use crate::format::FactError;
use crate::source::{Crc, MemorySource, Source, SourceError};

mod compression;
mod extent;
mod fields;
mod png_suite;
mod tiff;

/// Width, height and format.
type ReadFields = (u32, u32, &'static str);

fn read(bytes: &[u8]) -> Result<ReadFields, ImageFault> {
    let source: MemorySource = [("a", bytes)].into_iter().collect();
    match Image::read("a", &source) {
        Ok(Image { width, height, format, .. }) => Ok((width, height, format)),
        Err(FactError::Image(fault)) => Err(fault),
        Err(other) => panic!("{other}"),
    }
}

/// Returns the message for bytes that are not an image.
fn message_of(bytes: &[u8]) -> String {
    read(bytes).map_or_else(|fault| fault.to_string(), |image| format!("{image:?}"))
}

/// Returns `start`, padded with zeros to `length`.
fn padded(start: &[u8], length: usize) -> Vec<u8> {
    let mut bytes = start.to_vec();
    bytes.resize(length, 0);
    bytes
}

fn png(width: u8, height: u8) -> Vec<u8> {
    png_of(width.into(), height.into())
}

fn png_of(width: u32, height: u32) -> Vec<u8> {
    let mut header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
    header.extend([width.to_be_bytes(), height.to_be_bytes()].concat());
    header.extend([8, 6, 0, 0, 0, 0, 0, 0, 0]);
    sealed(header)
}

/// Sets the checksum of a PNG header to the correct value.
fn sealed(mut header: Vec<u8>) -> Vec<u8> {
    let mut crc = Crc::default();
    crc.update(&header[12..29]);
    header[29..33].copy_from_slice(&crc.value().to_be_bytes());
    header
}

fn tga(map: u8, kind: u8, depth: u8, descriptor: u8) -> Vec<u8> {
    let map_depth = if map == 1 { 24 } else { 0 };
    vec![0, map, kind, 0, 0, 0, 0, map_depth, 0, 0, 0, 0, 4, 0, 2, 1, depth, descriptor]
}

/// Returns a bitmap whose header begins with `start`, padded with zeros.
fn bmp(start: &[u8]) -> Vec<u8> {
    padded(&bmp_start(start), 14 + usize::from(start[0]))
}

fn bmp_start(header: &[u8]) -> Vec<u8> {
    [b"BM\0\0\0\0\0\0\0\0\0\0\0\0".as_slice(), header].concat()
}

/// Returns a JPEG image whose size follows `offset` bytes of other segments.
fn jpeg(offset: usize) -> Vec<u8> {
    let mut bytes = vec![0xff, 0xd8];
    for _ in 0..offset / 1002 {
        bytes.extend([0xff, 0xe1, 0x03, 0xe8]);
        bytes.extend([0; 998]);
    }
    bytes.extend([0xff, 0xc0, 0, 11, 8, 0, 3, 0, 5, 1, 0, 0, 0, 0xff, 0xd9]);
    bytes
}

/// Valid headers, with the width, height and format that they state.
fn sound() -> Vec<(Vec<u8>, ReadFields)> {
    vec![
        (png(3, 5), (3, 5, "png")),
        (tga(0, 2, 24, 0), (4, 258, "tga")),
        (tga(0, 2, 32, 0x28), (4, 258, "tga")),
        (tga(0, 10, 32, 8), (4, 258, "tga")),
        (tga(0, 3, 8, 0), (4, 258, "tga")),
        (tga(1, 1, 8, 0), (4, 258, "tga")),
        (tga(1, 9, 8, 0x20), (4, 258, "tga")),
        (jpeg(0), (5, 3, "jpeg")),
        // Padding bytes before a marker are allowed, and some markers have no segment.
        ([b"\xff\xd8\xff\xff\xff\x01".as_slice(), &jpeg(0)[2..]].concat(), (5, 3, "jpeg")),
        (padded(b"GIF89a\x07\0\x02\0", 13), (7, 2, "gif")),
        (padded(b"DDS \x7c\0\0\0\x07\x10\0\0\x00\x02\0\0\x00\x01\0\0", 128), (256, 512, "dds")),
        (bmp(&[12, 0, 0, 0, 9, 0, 8, 0, 1, 0, 24, 0]), (9, 8, "bmp")),
        (bmp(&[40, 0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0]), (9, 8, "bmp")),
        (bmp(&[124, 0, 0, 0, 9, 0, 0, 0, 0xf8, 0xff, 0xff, 0xff]), (9, 8, "bmp")),
        (b"8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x05\0\0\0\x06\0\x08\0\x03".to_vec(), (6, 5, "psd")),
        (b"RIFF\x16\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\0\0\x07\0\0".to_vec(), (16, 8, "webp")),
        (b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n".to_vec(), (4, 2, "hdr")),
        // The image is stored by columns from bottom to top. Its width is the length of its axis X nevertheless.
        (b"#?RGBE\nSOFTWARE=-Y\n\n+X 4 +Y 2\n".to_vec(), (4, 2, "hdr")),
        (b"#?RADIANCE\n\n-X 4 -Y 2\n".to_vec(), (4, 2, "hdr")),
        (b"#?RADIANCE\n\n+Y 2 -X 4\n".to_vec(), (4, 2, "hdr")),
        (png_of(0x7fff_ffff, 1), (0x7fff_ffff, 1, "png")),
        (b"P6\n# by hand\n7 9\n255\n".to_vec(), (7, 9, "pnm")),
        (b"qoif\0\0\0\x04\0\0\0\x02\x04\0".to_vec(), (4, 2, "qoi")),
        (padded(b"\x13\xab\xa1\x5c\x04\x04\x01\x10\0\0\x08\0\0\x01\0\0", 32), (16, 8, "astc")),
        (
            b"\x76\x2f\x31\x01\x02\0\0\0dataWindow\0box2i\0\x10\0\0\0\0\0\0\0\0\0\0\0\x07\0\0\0\x03\0\0\0\0".to_vec(),
            (8, 4, "exr"),
        ),
        (padded(b"\xabKTX 20\xbb\r\n\x1a\n\0\0\0\0\0\0\0\0\x08\0\0\0\x04\0\0\0", 80), (8, 4, "ktx2")),
        (padded(b"PVR\x03\0\0\0\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x04\0\0\0\x08\0\0\0", 52), (8, 4, "pvr")),
        (padded(b"VTF\0\x07\0\0\0\x02\0\0\0\x50\0\0\0\x08\0\x04\0", 80), (8, 4, "vtf")),
        (b"PKM 20\0\x01\0\x08\0\x08\0\x07\0\x05".to_vec(), (7, 5, "pkm")),
        (
            b"II+\0\x08\0\0\0\x10\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0\
              \0\x01\x10\0\x01\0\0\0\0\0\0\0\x06\0\0\0\0\0\0\0\
              \x01\x01\x10\0\x01\0\0\0\0\0\0\0\x04\0\0\0\0\0\0\0"
                .to_vec(),
            (6, 4, "tiff"),
        ),
        (
            b"II*\0\x08\0\0\0\x02\0\0\x01\x03\0\x01\0\0\0\x06\0\0\0\x01\x01\x03\0\x01\0\0\0\x04\0\0\0".to_vec(),
            (6, 4, "tiff"),
        ),
    ]
}

#[test]
fn headers_state_size_and_format() {
    for (bytes, expected) in sound() {
        assert_eq!(read(&bytes), Ok(expected), "{expected:?}");
    }
}

#[test]
fn headers_of_any_length_are_read() {
    for offset in [FIRST, 100_000, 2_000_000] {
        assert_eq!(read(&jpeg(offset)), Ok((5, 3, "jpeg")), "{offset}");
    }
}

/// A file of 200 MB with a few bytes that are not zero.
struct Large {
    parts: Vec<(u64, Vec<u8>)>,
    /// The places and lengths of all reads.
    reads: RefCell<Vec<(u64, usize)>>,
}

const LARGE: u64 = 200 << 20;

impl Source for Large {
    fn read(&self, _path: &str) -> Result<Vec<u8>, SourceError> {
        panic!("all of the file was asked for");
    }

    fn size(&self, _path: &str) -> Result<u64, SourceError> {
        Ok(LARGE)
    }

    fn read_start(&self, path: &str, length: usize) -> Result<Vec<u8>, SourceError> {
        let mut bytes = vec![0; length];
        self.read_part(path, 0, &mut bytes)?;
        Ok(bytes)
    }

    fn read_part(&self, _path: &str, offset: u64, part: &mut [u8]) -> Result<usize, SourceError> {
        self.reads.borrow_mut().push((offset, part.len()));
        part.fill(0);
        for (start, bytes) in &self.parts {
            for (at, &byte) in (*start..).zip(bytes) {
                if let Some(place) = at.checked_sub(offset).and_then(|at| part.get_mut(usize::try_from(at).unwrap())) {
                    *place = byte;
                }
            }
        }
        Ok(usize::try_from(LARGE.saturating_sub(offset)).unwrap().min(part.len()))
    }
}

/// The entries of a directory for 6 by 4 pixels, compressed by LZW.
const ENTRIES: [&[u8]; 3] =
    [b"\0\x01\x03\0\x01\0\0\0\x06\0\0\0", b"\x01\x01\x03\0\x01\0\0\0\x04\0\0\0", b"\x03\x01\x03\0\x01\0\0\0\x05\0\0\0"];

#[test]
fn only_the_header_is_read() {
    let directory = [b"\x03\0".as_slice(), &ENTRIES.concat()].concat();
    let end = LARGE - 38;
    let header = [b"II*\0".as_slice(), &u32::try_from(end).unwrap().to_le_bytes()].concat();
    let long = |entry: &[u8]| [&entry[..4], &[1, 0, 0, 0, 0, 0, 0, 0], &entry[8..], &[0; 4]].concat();
    let big_directory = [b"\x03\0\0\0\0\0\0\0".as_slice(), &ENTRIES.map(long).concat()].concat();
    let big_end = LARGE - 68;
    let big_header = [b"II+\0\x08\0\0\0".as_slice(), &big_end.to_le_bytes()].concat();
    for (parts, image, reads) in [
        (vec![(0, png(3, 5))], (3, 5, Some("deflate")), vec![(0, FIRST), (LARGE - 1024, FIRST)]),
        (vec![(0, header), (end, directory)], (6, 4, Some("lzw")), vec![(0, FIRST), (end, FIRST)]),
        (vec![(0, big_header), (big_end, big_directory)], (6, 4, Some("lzw")), vec![(0, FIRST), (big_end, FIRST)]),
    ] {
        let file = Large { parts, reads: RefCell::default() };
        let found = Image::read::<FactError>("a", &file).unwrap();
        assert_eq!((found.width, found.height, found.compression), image);
        assert_eq!(*file.reads.borrow(), reads);
    }
}

#[test]
fn pieces_before_the_size_are_skipped() {
    let jpeg = jpeg(2_000_000);
    let file = Large { parts: vec![(0, jpeg)], reads: RefCell::default() };
    assert_eq!(Image::read::<FactError>("a", &file).unwrap().width, 5);
    let count = file.reads.borrow().len();
    assert!(count < 10, "{count} questions");
}

#[test]
fn other_content_is_reported_as_not_an_image() {
    for bytes in [
        b"hello, world: no image".to_vec(),
        b"BMW is a car, not an image".to_vec(),
        b"BM".to_vec(),
        vec![0; 64],
        vec![0xff; 64],
        padded(b"<R/>", 5000),
        tga(0, 2, 24, 0)[..17].to_vec(),
        tga(0, 1, 8, 0),
        tga(0, 2, 12, 0),
        tga(0, 2, 24, 0x0f),
        tga(0, 2, 24, 0xc0),
        tga(2, 2, 24, 0),
    ] {
        assert_eq!(read(&bytes), Err(ImageFault::Unknown), "{:?}", bytes.get(..12));
    }
}

#[test]
fn errors_have_a_place() {
    let text_mode = [b"\x89PNG\n\x1a\n".as_slice(), &png(3, 5)[8..], &[0]].concat();
    let no_header = [&png(3, 5)[..12], b"IDAT".as_slice(), &png(3, 5)[16..]].concat();
    let dds = padded(b"DDS \x7c\0\0\0\x07\x10\0\0\x00\x02\0\0\x00\x01\0\0", 128);
    for (bytes, expected) in [
        (Vec::new(), "the file is empty"),
        (png(3, 5)[..20].to_vec(), "the png image is truncated: it ends after 20 bytes, before its header does"),
        (dds[..127].to_vec(), "the dds image is truncated: it ends after 127 bytes, before its header does"),
        (
            jpeg(3000)[..2000].to_vec(),
            "the jpeg image is truncated: it ends after 2000 bytes, before the frame header with its size",
        ),
        (bmp_start(&[40, 0, 0, 0, 9, 0]), "the bmp image is truncated: it ends after 20 bytes, before its header does"),
        (bmp_start(&[12, 0, 0, 0, 9]), "the bmp image is truncated: it ends after 19 bytes, before its header does"),
        (
            padded(b"II*\0\xff\xff\xff\xff", 40),
            "the tiff image is truncated: it ends after 40 bytes, before the size in the first directory (`ImageWidth`, `ImageLength`)",
        ),
        (
            text_mode,
            "the png image is damaged at byte 4: the end of the signature, which text transfers change, is missing",
        ),
        (no_header, "the png image is damaged at byte 8: the chunk `IHDR` is missing"),
        (padded(b"DDS ", 128), "the dds image is damaged at byte 4: the header's length of 124 bytes is missing"),
        (
            b"P6\nwide high\n255\n".to_vec(),
            "the pnm image is damaged at byte 3: its width and height in digits is missing",
        ),
        (
            b"\xff\xd8\xff\xd9\0\0\0\0\0\0\0\0".to_vec(),
            "the jpeg image is damaged at byte 2: the frame header with its size is missing",
        ),
        (
            [b"\xff\xd8\xff".as_slice(), &[0; 40]].concat(),
            "the jpeg image is damaged at byte 4: the frame header with its size is missing",
        ),
        (
            b"II*\0\0\0\0\0\0\0\0\0".to_vec(),
            "the tiff image is damaged at byte 4: the offset of the first directory cannot be 0",
        ),
        (png(0, 5), "the png image is damaged: the size in bytes 16 to 23 is 0 by 5 pixels, which is not possible"),
        (
            png_of(0x8000_0001, 5),
            "the png image is damaged: the size in bytes 16 to 23 is 2147483649 by 5 pixels, which is not possible",
        ),
        (
            png_of(3, 0x8000_0000),
            "the png image is damaged: the size in bytes 16 to 23 is 3 by 2147483648 pixels, which is not possible",
        ),
        (
            b"#?RADIANCE\n\n-Y 2 +Y 4\n".to_vec(),
            "the hdr image is damaged at byte 12: the line of its resolution (such as `-Y 512 +X 1024`) is missing",
        ),
        (
            [
                b"II+\0\x08\0\0\0\x10\0\0\0\0\0\0\0\x02\0\0\0\0\0\0\0".as_slice(),
                b"\0\x01\x10\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\x01\0\0",
                b"\x01\x01\x10\0\x01\0\0\0\0\0\0\0\x04\0\0\0\0\0\0\0",
            ]
            .concat(),
            "the tiff image is damaged: the size in the first directory (`ImageWidth`, `ImageLength`) is \
             1099511627776 by 4 pixels, which is not possible",
        ),
        (
            bmp(&[40, 0, 0, 0, 0xdb, 0xff, 0xff, 0xff, 8, 0, 0, 0]),
            "the bmp image is damaged at byte 18: the width is negative",
        ),
        (
            b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n".to_vec(),
            "this is a Git LFS pointer instead of the file",
        ),
        (
            b"#?RADIANCE\n\n-Y 2 +X 4000000000000\n".to_vec(),
            "the hdr image is damaged: the line of its resolution (such as `-Y 512 +X 1024`) is \
             4000000000000 by 2 pixels, which is not possible",
        ),
    ] {
        assert_eq!(message_of(&bytes), expected, "{:?}", bytes.get(..12));
    }
}

/// A truncated image is refused, or its size is correct.
#[test]
fn a_truncated_header_is_refused_or_read_correctly() {
    let others = headers().into_iter().map(|(_, header, ..)| (read(&header).unwrap(), header));
    for (whole, header) in others.chain(sound().into_iter().map(|(header, whole)| (whole, header))) {
        let format = whole.2;
        for length in 0..header.len() {
            let cut = read(&header[..length]);
            // The lines of Radiance and the digits of PNM only end where another character follows.
            assert!(cut == Ok(whole) || cut.is_err(), "{format} truncated after {length} bytes: {cut:?}");
        }
    }
}

#[test]
fn damaged_images_never_panic() {
    for image in sound().into_iter().map(|(image, _)| image).chain(headers().into_iter().map(|(_, image, ..)| image)) {
        for at in 0..image.len() {
            for value in [0, 1, 0x7f, 0x80, 0xff] {
                let mut damaged = image.clone();
                damaged[at] = value;
                let _ = read(&damaged);
                let _ = read(&damaged[..at]);
            }
        }
    }
}

/// A format, a valid header of it, and the bytes of its width and its height.
type Header = (&'static str, Vec<u8>, Range<usize>, Range<usize>);

/// One header of each format.
fn headers() -> Vec<Header> {
    let dds = padded(b"DDS \x7c\0\0\0\x07\x10\0\0\x00\x02\0\0\x00\x01\0\0", 128);
    let window = b"\x76\x2f\x31\x01\x02\0\0\0dataWindow\0box2i\0\x10\0\0\0\0\0\0\0\0\0\0\0\x07\0\0\0\x03\0\0\0\0";
    let tiff = b"II*\0\x08\0\0\0\x02\0\0\x01\x03\0\x01\0\0\0\x06\0\0\0\x01\x01\x03\0\x01\0\0\0\x04\0\0\0";
    let psd = b"8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x05\0\0\0\x06\0\x08\0\x03";
    let ktx2 = padded(b"\xabKTX 20\xbb\r\n\x1a\n\0\0\0\0\0\0\0\0\x08\0\0\0\x04\0\0\0", 80);
    let webp = b"RIFF\x1a\0\0\0WEBPVP8 \x0e\0\0\0\x10\0\0\x9d\x01\x2a\x08\0\x04\0";
    vec![
        ("tga", tga(0, 2, 24, 0), 12..14, 14..16),
        ("png", png(3, 5), 16..20, 20..24),
        ("jpeg", jpeg(0), 9..11, 7..9),
        ("dds", dds, 16..20, 12..16),
        ("bmp", bmp(&[40, 0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0]), 18..22, 22..26),
        ("tiff", tiff.to_vec(), 18..20, 30..32),
        ("psd", psd.to_vec(), 18..22, 14..18),
        ("exr", window.to_vec(), 37..41, 41..45),
        ("hdr", b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n".to_vec(), 43..44, 38..39),
        ("ktx2", ktx2, 20..24, 24..28),
        ("webp", webp.to_vec(), 26..28, 28..30),
        ("gif", padded(b"GIF89a\x07\0\x02\0", 13), 6..8, 8..10),
    ]
}

/// The kind of a fault.
fn kind<T>(read: Result<T, ImageFault>) -> Result<T, &'static str> {
    read.map_err(|fault| match fault {
        ImageFault::Empty => "empty",
        ImageFault::StandIn(_) => "stand-in",
        ImageFault::Unknown => "unknown",
        ImageFault::CutOff { .. } | ImageFault::Short { .. } => "truncated",
        ImageFault::Damaged { .. } | ImageFault::Value { .. } | ImageFault::Wrong { .. } => "damaged",
        ImageFault::Size { .. } => "size",
    })
}

/// Returns the header with all bytes of a range set to `byte`.
fn filled(header: &[u8], range: &Range<usize>, byte: u8) -> Vec<u8> {
    let mut lying = header.to_vec();
    lying[range.clone()].fill(byte);
    if lying.starts_with(b"\x89PNG") { sealed(lying) } else { lying }
}

#[test]
fn the_undamaged_headers_are_valid() {
    for (format, header, ..) in headers() {
        assert!(
            read(&header).is_ok_and(|(width, height, found)| width > 0 && height > 0 && found == format),
            "{format}"
        );
    }
}

#[test]
fn an_image_without_pixels_is_damaged() {
    for (format, header, width, height) in headers() {
        let fault = match format {
            // Without valid fields, a Targa image is not recognised.
            "tga" => "unknown",
            // The window ends before it starts.
            "exr" => "damaged",
            _ => "size",
        };
        // Radiance images have numbers as digits. A data window states its last column and row.
        let zero = match format {
            "hdr" => b'0',
            "exr" => 0xff,
            _ => 0,
        };
        assert_eq!(kind(read(&filled(&header, &width, zero))), Err(fault), "{format} without columns");
        let one_dimension = (format == "ktx2").then_some(Ok((8, 1, "ktx2")));
        let without_rows = kind(read(&filled(&header, &height, zero)));
        assert_eq!(without_rows, one_dimension.unwrap_or(Err(fault)), "{format} without rows");
    }
}

/// The size in the header is returned without a check: no memory is reserved for it, and rules have their own limits.
#[test]
fn a_size_is_only_a_number() {
    let widest = [
        ("tga", Ok(0xffff)),
        // The highest bit is always zero.
        ("png", Err("size")),
        ("jpeg", Ok(0xffff)),
        ("dds", Ok(0xffff_ffff)),
        // The width is negative.
        ("bmp", Err("damaged")),
        ("tiff", Ok(0xffff)),
        // Documents are at most 30,000 pixels wide, and large documents ten times as wide.
        ("psd", Err("damaged")),
        // The last column is -1, and the first one is 0.
        ("exr", Err("damaged")),
        ("hdr", Err("damaged")),
        ("ktx2", Ok(0xffff_ffff)),
        // The two highest bits are the scale.
        ("webp", Ok(0x3fff)),
        ("gif", Ok(0xffff)),
    ];
    for ((format, header, width, _), (expected_format, expected)) in headers().into_iter().zip(widest) {
        assert_eq!(format, expected_format);
        assert_eq!(kind(read(&filled(&header, &width, 0xff))).map(|(width, ..)| width), expected, "{format}");
    }
}

#[test]
fn a_window_of_all_numbers_is_damaged() {
    let (_, header, ..) = headers().swap_remove(7);
    let mut lying = header;
    lying[29..33].copy_from_slice(&i32::MIN.to_le_bytes());
    lying[37..41].copy_from_slice(&i32::MAX.to_le_bytes());
    assert_eq!(kind(read(&lying)), Err("size"));
}

#[test]
fn truncated_headers_are_reported_with_their_length() {
    for (format, header, width, height) in headers() {
        let needed = width.end.max(height.end);
        for length in 0..needed {
            let fault = read(&header[..length]).expect_err(format);
            let is_reported = match fault {
                ImageFault::CutOff { format: named, length: stated, .. } => named == format && stated == length as u64,
                // Too short to be recognised.
                ImageFault::Unknown => length < 18,
                ImageFault::Empty => length == 0,
                _ => false,
            };
            assert!(is_reported, "{format} truncated after {length} bytes: {fault}");
        }
    }
}

#[test]
fn offsets_outside_the_file_are_not_followed() {
    let segment = [b"\xff\xd8\xff\xe1\xff\xff".as_slice(), &[0; 40]].concat();
    let backwards = [b"\xff\xd8\xff\xe1\0\0".as_slice(), &[0; 40]].concat();
    let directory = padded(b"II*\0\xff\xff\xff\xff", 40);
    let entries = padded(b"II*\0\x08\0\0\0\xff\xff", 40);
    let attribute = padded(b"\x76\x2f\x31\x01\x02\0\0\0a\0b\0\xff\xff\xff\xff", 40);
    let unnamed = [b"\x76\x2f\x31\x01\x02\0\0\0".as_slice(), &[b'a'; 400]].concat();
    let endless = [b"#?RADIANCE\n".as_slice(), &[b'a'; 5000]].concat();
    for (bytes, fault) in [
        (segment, "truncated"),
        (backwards, "damaged"),
        (directory, "truncated"),
        (entries, "damaged"),
        (attribute, "damaged"),
        (unnamed, "damaged"),
        (endless, "damaged"),
    ] {
        assert_eq!(kind(read(&bytes)), Err(fault), "{:?}", &bytes[..12]);
    }
}
