//! Headers of images: sound ones, and those that lie.

use std::ops::Range;

use super::{FIRST, Image, ImageFault};

fn read(bytes: &[u8]) -> Result<(u32, u32, &'static str), ImageFault> {
    let image = Image::read(|length| Ok::<_, ImageFault>(bytes[..bytes.len().min(length)].to_vec()))?;
    Ok((image.width, image.height, image.format))
}

/// `start`, then zeros up to `length`.
fn padded(start: &[u8], length: usize) -> Vec<u8> {
    let mut bytes = start.to_vec();
    bytes.resize(length, 0);
    bytes
}

fn png(width: u8, height: u8) -> Vec<u8> {
    [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".as_slice(), &[0, 0, 0, width, 0, 0, 0, height, 8, 6, 0, 0, 0]].concat()
}

fn tga(map: u8, kind: u8, depth: u8, descriptor: u8) -> Vec<u8> {
    let map_depth = if map == 1 { 24 } else { 0 };
    vec![0, map, kind, 0, 0, 0, 0, map_depth, 0, 0, 0, 0, 4, 0, 2, 1, depth, descriptor]
}

fn bmp(header: &[u8]) -> Vec<u8> {
    [b"BM\0\0\0\0\0\0\0\0\0\0\0\0".as_slice(), header].concat()
}

/// A JPEG whose size stands behind `behind` bytes of other segments.
fn jpeg(behind: usize) -> Vec<u8> {
    let mut bytes = vec![0xff, 0xd8];
    for _ in 0..behind / 1002 {
        bytes.extend([0xff, 0xe1, 0x03, 0xe8]);
        bytes.extend([0; 998]);
    }
    bytes.extend([0xff, 0xc0, 0, 11, 8, 0, 3, 0, 5, 1, 0, 0, 0, 0xff, 0xd9]);
    bytes
}

#[test]
fn headers_say_size_and_format() {
    for (bytes, expected) in [
        (png(3, 5), (3, 5, "png")),
        (tga(0, 2, 24, 0), (4, 258, "tga")),
        (tga(0, 2, 32, 0x28), (4, 258, "tga")),
        (tga(0, 10, 32, 8), (4, 258, "tga")),
        (tga(0, 3, 8, 0), (4, 258, "tga")),
        (tga(1, 1, 8, 0), (4, 258, "tga")),
        (tga(1, 9, 8, 0x20), (4, 258, "tga")),
        (jpeg(0), (5, 3, "jpeg")),
        (padded(b"GIF89a\x07\0\x02\0", 13), (7, 2, "gif")),
        (padded(b"DDS \x7c\0\0\0\x07\x10\0\0\x00\x02\0\0\x00\x01\0\0", 128), (256, 512, "dds")),
        (bmp(&[12, 0, 0, 0, 9, 0, 8, 0]), (9, 8, "bmp")),
        (bmp(&[40, 0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0]), (9, 8, "bmp")),
        (bmp(&[124, 0, 0, 0, 9, 0, 0, 0, 0xf8, 0xff, 0xff, 0xff]), (9, 8, "bmp")),
        (b"8BPS\0\x01\0\0\0\0\0\0\0\x03\0\0\0\x05\0\0\0\x06\0\x08\0\x03".to_vec(), (6, 5, "psd")),
        (b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0\x0f\0\0\x07\0\0".to_vec(), (16, 8, "webp")),
        (b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 2 +X 4\n".to_vec(), (4, 2, "hdr")),
        (b"P6\n# by hand\n7 9\n255\n".to_vec(), (7, 9, "pnm")),
        (b"qoif\0\0\0\x04\0\0\0\x02\x04\0".to_vec(), (4, 2, "qoi")),
        (padded(b"\x13\xab\xa1\x5c\x04\x04\x01\x10\0\0\x08\0\0\x01\0\0", 32), (16, 8, "astc")),
        (
            b"\x76\x2f\x31\x01\x02\0\0\0dataWindow\0box2i\0\x10\0\0\0\0\0\0\0\0\0\0\0\x07\0\0\0\x03\0\0\0".to_vec(),
            (8, 4, "exr"),
        ),
        (padded(b"\xabKTX 20\xbb\r\n\x1a\n\0\0\0\0\0\0\0\0\x08\0\0\0\x04\0\0\0", 80), (8, 4, "ktx2")),
        (padded(b"PVR\x03\0\0\0\0\x02\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x04\0\0\0\x08\0\0\0", 52), (8, 4, "pvr")),
        (padded(b"VTF\0\x07\0\0\0\x02\0\0\0\x50\0\0\0\x08\0\x04\0", 80), (8, 4, "vtf")),
        (b"PKM 20\0\x01\0\x08\0\x08\0\x07\0\x05".to_vec(), (7, 5, "pkm")),
        (
            b"II*\0\x08\0\0\0\x02\0\0\x01\x03\0\x01\0\0\0\x06\0\0\0\x01\x01\x03\0\x01\0\0\0\x04\0\0\0".to_vec(),
            (6, 4, "tiff"),
        ),
    ] {
        assert_eq!(read(&bytes), Ok(expected), "{expected:?}");
    }
}

#[test]
fn a_header_is_read_however_long() {
    for behind in [FIRST, 100_000, 2_000_000] {
        assert_eq!(read(&jpeg(behind)), Ok((5, 3, "jpeg")), "{behind}");
    }
}

#[test]
fn no_more_is_read_than_the_header_takes() {
    let mut asked = Vec::new();
    let start = |length| {
        asked.push(length);
        Ok::<_, ImageFault>(padded(&png(3, 5), length))
    };
    assert!(Image::read(start).is_ok());
    assert_eq!(asked, [FIRST]);
}

#[test]
fn what_is_no_image_says_so() {
    use ImageFault::{CutOff, Damaged, Unknown};
    for (bytes, fault) in [
        (Vec::new(), Unknown),
        (b"hello, world: no image".to_vec(), Unknown),
        (b"BMW is a car, not an image".to_vec(), Unknown),
        (b"BM".to_vec(), Unknown),
        (vec![0; 64], Unknown),
        (vec![0xff; 64], Unknown),
        (padded(b"<R/>", 5000), Unknown),
        (tga(0, 2, 24, 0)[..17].to_vec(), Unknown),
        (tga(0, 1, 8, 0), Unknown),
        (tga(0, 2, 24, 8), Unknown),
        (tga(0, 2, 12, 0), Unknown),
        (tga(0, 2, 24, 0xc0), Unknown),
        (tga(2, 2, 24, 0), Unknown),
        (png(3, 5)[..20].to_vec(), CutOff("png")),
        (jpeg(3000)[..2000].to_vec(), CutOff("jpeg")),
        (bmp(&[40, 0, 0, 0, 9, 0]), CutOff("bmp")),
        (bmp(&[12, 0, 0, 0, 9]), CutOff("bmp")),
        (b"P6\nwide high\n255\n".to_vec(), Damaged("pnm")),
        ([b"\xff\xd8\xff".as_slice(), &[0; 40]].concat(), Damaged("jpeg")),
        (b"II*\0\0\0\0\0\0\0\0\0".to_vec(), Damaged("tiff")),
    ] {
        assert_eq!(read(&bytes), Err(fault), "{:?}", bytes.get(..12));
    }
}

#[test]
fn a_damaged_image_ends_in_an_answer() {
    for image in [png(3, 5), jpeg(0), tga(0, 2, 24, 0), bmp(&[40, 0, 0, 0, 9, 0, 0, 0, 8, 0, 0, 0])] {
        for at in 0..image.len() {
            for value in [0, 1, 0x7f, 0xff] {
                let mut damaged = image.clone();
                damaged[at] = value;
                let _ = read(&damaged);
                let _ = read(&damaged[..at]);
            }
        }
    }
}

/// A format, a sound header of it, and the bytes where its width and its height stand.
type Header = (&'static str, Vec<u8>, Range<usize>, Range<usize>);

/// One of each format.
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

/// The header with one byte everywhere in a range.
fn filled(header: &[u8], range: &Range<usize>, byte: u8) -> Vec<u8> {
    let mut lying = header.to_vec();
    lying[range.clone()].fill(byte);
    lying
}

#[test]
fn the_headers_to_be_spoilt_are_sound() {
    for (format, header, ..) in headers() {
        assert!(
            read(&header).is_ok_and(|(width, height, found)| width > 0 && height > 0 && found == format),
            "{format}"
        );
    }
}

#[test]
fn an_image_without_a_pixel_is_damaged() {
    for (format, header, width, height) in headers() {
        let fault = match format {
            // Nothing but its fields tells a Targa image.
            "tga" => Err(ImageFault::Unknown),
            _ => Err(ImageFault::Damaged(format)),
        };
        // Numbers are spelled in Radiance images, and a data window says where its last column and row are.
        let zero = match format {
            "hdr" => b'0',
            "exr" => 0xff,
            _ => 0,
        };
        assert_eq!(read(&filled(&header, &width, zero)), fault, "{format} without columns");
        let one_dimension = (format == "ktx2").then_some(Ok((8, 1, "ktx2")));
        assert_eq!(read(&filled(&header, &height, zero)), one_dimension.unwrap_or(fault), "{format} without rows");
    }
}

/// What the header says is told as it is: nothing is reserved for it, and rules have limits of their own.
#[test]
fn a_size_is_only_a_number() {
    let widest = [
        ("tga", Ok(0xffff)),
        ("png", Ok(0xffff_ffff)),
        ("jpeg", Ok(0xffff)),
        ("dds", Ok(0xffff_ffff)),
        // A negative width.
        ("bmp", Ok(1)),
        ("tiff", Ok(0xffff)),
        ("psd", Ok(0xffff_ffff)),
        // The last column is number -1, and the first one 0.
        ("exr", Err(ImageFault::Damaged("exr"))),
        ("hdr", Err(ImageFault::Damaged("hdr"))),
        ("ktx2", Ok(0xffff_ffff)),
        ("webp", Ok(0xffff)),
        ("gif", Ok(0xffff)),
    ];
    for ((format, header, width, _), (expected_format, expected)) in headers().into_iter().zip(widest) {
        assert_eq!(format, expected_format);
        assert_eq!(read(&filled(&header, &width, 0xff)).map(|(width, ..)| width), expected, "{format}");
    }
}

#[test]
fn a_window_of_all_numbers_is_damaged() {
    let (_, header, ..) = headers().swap_remove(7);
    let mut lying = header;
    lying[29..33].copy_from_slice(&i32::MIN.to_le_bytes());
    lying[37..41].copy_from_slice(&i32::MAX.to_le_bytes());
    assert_eq!(read(&lying), Err(ImageFault::Damaged("exr")));
}

#[test]
fn a_header_that_ends_too_soon_says_so() {
    for (format, header, width, height) in headers() {
        let needed = width.end.max(height.end);
        for length in 0..needed {
            let fault = read(&header[..length]).expect_err(format);
            let is_told = match fault {
                ImageFault::CutOff(named) | ImageFault::Damaged(named) => named == format,
                // Too short to be told from anything else.
                ImageFault::Unknown => length < 18,
            };
            assert!(is_told, "{format} cut off behind {length} bytes: {fault}");
        }
    }
}

#[test]
fn offsets_that_lead_out_of_the_file_are_followed_nowhere() {
    let segment = [b"\xff\xd8\xff\xe1\xff\xff".as_slice(), &[0; 40]].concat();
    let backwards = [b"\xff\xd8\xff\xe1\0\0".as_slice(), &[0; 40]].concat();
    let directory = padded(b"II*\0\xff\xff\xff\xff", 40);
    let entries = padded(b"II*\0\x08\0\0\0\xff\xff", 40);
    let attribute = padded(b"\x76\x2f\x31\x01\x02\0\0\0a\0b\0\xff\xff\xff\xff", 40);
    let unnamed = [b"\x76\x2f\x31\x01\x02\0\0\0".as_slice(), &[b'a'; 400]].concat();
    let endless = [b"#?RADIANCE\n".as_slice(), &[b'a'; 5000]].concat();
    for (bytes, fault) in [
        (segment, ImageFault::CutOff("jpeg")),
        (backwards, ImageFault::Damaged("jpeg")),
        (directory, ImageFault::CutOff("tiff")),
        (entries, ImageFault::Damaged("tiff")),
        (attribute, ImageFault::CutOff("exr")),
        (unnamed, ImageFault::Damaged("exr")),
        (endless, ImageFault::Damaged("hdr")),
    ] {
        assert_eq!(read(&bytes), Err(fault), "{:?}", &bytes[..12]);
    }
}
