//! The size and format of an image, from the first bytes of its file.

mod compression;

use imagesize::{ImageError, ImageType};
use thiserror::Error;

/// How much of a file is read at first; most images say their size here.
const FIRST: usize = 4 << 10;

/// How many times as much is read when that was not enough (a photo's colour profile may come before its size).
const GROWTH: usize = 16;

/// What an image says of itself.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Image {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The format in lower case, by the content and whatever the extension: `png`, `jpeg`, `tga`, `dds`.
    pub format: &'static str,
    /// How its pixels are compressed: `none`, `rle`, `deflate`, `jpeg`, `block`, …; `None` when the header does not say.
    pub compression: Option<&'static str>,
}

/// Why a file cannot be read as an image.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum ImageFault {
    /// The content starts like no image format that is known.
    #[error("the content is no image of a known format")]
    Unknown,
    /// The file ends before the image says its size.
    #[error("the {0} image is cut off before it says its size")]
    CutOff(&'static str),
    /// What stands where the size should be is none.
    #[error("the {0} image is damaged: its size cannot be read")]
    Damaged(&'static str),
}

/// What the bytes read so far say.
enum Look {
    Seen(Image),
    /// More bytes may say more; the fault is what to say when there are none.
    TooShort(ImageFault),
    Failed(ImageFault),
}

impl Image {
    /// An image with this header.
    fn of(bytes: &[u8], width: u32, height: u32, format: &'static str) -> Self {
        Self { width, height, format, compression: compression::of(format, bytes) }
    }

    /// Reads an image's header with `read_start`, which returns the first bytes of its file, as many as it is asked
    /// for or all there are.
    ///
    /// # Errors
    /// An [`ImageFault`], or what `read_start` fails with.
    pub fn read<E: From<ImageFault>>(mut read_start: impl FnMut(usize) -> Result<Vec<u8>, E>) -> Result<Self, E> {
        let mut length = FIRST;
        loop {
            let bytes = read_start(length)?;
            match look(&bytes) {
                Look::Seen(image) => return Ok(image),
                Look::TooShort(_) if bytes.len() >= length => length = length.saturating_mul(GROWTH),
                Look::TooShort(fault) | Look::Failed(fault) => return Err(fault.into()),
            }
        }
    }
}

fn look(bytes: &[u8]) -> Look {
    if let Some(found) = bmp(bytes) {
        return found;
    }
    let Some(format) = imagesize::image_type(bytes).ok().and_then(name) else {
        return tga(bytes).map_or(Look::Failed(ImageFault::Unknown), Look::Seen);
    };
    match imagesize::blob_size(bytes) {
        Ok(size) => match (u32::try_from(size.width), u32::try_from(size.height)) {
            (Ok(width), Ok(height)) => Look::Seen(Image::of(bytes, width, height, format)),
            _ => Look::Failed(ImageFault::Damaged(format)),
        },
        Err(ImageError::IoError(error)) if error.kind() == std::io::ErrorKind::UnexpectedEof => {
            Look::TooShort(ImageFault::CutOff(format))
        }
        // A TIFF whose directory was read in part is `InvalidData` to the crate.
        Err(_) if format == "tiff" => Look::TooShort(ImageFault::Damaged(format)),
        Err(_) => Look::Failed(ImageFault::Damaged(format)),
    }
}

/// A format's name; `None` for those that other crates may have switched on in `imagesize`.
const fn name(kind: ImageType) -> Option<&'static str> {
    Some(match kind {
        ImageType::Astc => "astc",
        ImageType::Dds(_) => "dds",
        ImageType::Etc2(_) => "pkm",
        ImageType::Exr => "exr",
        ImageType::Gif => "gif",
        ImageType::Hdr => "hdr",
        ImageType::Jpeg => "jpeg",
        ImageType::Ktx2 => "ktx2",
        ImageType::Png => "png",
        ImageType::Pnm => "pnm",
        ImageType::Psd => "psd",
        ImageType::Pvrtc(_) => "pvr",
        ImageType::Qoi => "qoi",
        ImageType::Tiff => "tiff",
        ImageType::Vtf => "vtf",
        ImageType::Webp => "webp",
        _ => return None,
    })
}

/// A Windows bitmap, old or new, whichever way up. `None` for another format.
fn bmp(bytes: &[u8]) -> Option<Look> {
    let rest = bytes.strip_prefix(b"BM")?;
    let Some(header) = rest.get(12..16) else { return Some(Look::Failed(ImageFault::Unknown)) };
    let look = |width: u32, height: u32| Look::Seen(Image::of(bytes, width, height, "bmp"));
    match u32::from_le_bytes([header[0], header[1], header[2], header[3]]) {
        12 => Some(match rest.get(16..20) {
            Some(size) => look(u16_at(size, 0).into(), u16_at(size, 2).into()),
            None => Look::Failed(ImageFault::CutOff("bmp")),
        }),
        40 | 52 | 56 | 64 | 108 | 124 => Some(match rest.get(16..24) {
            // A negative height means that the first row is the top one.
            Some(size) => look(i32_at(size, 0).unsigned_abs(), i32_at(size, 4).unsigned_abs()),
            None => Look::Failed(ImageFault::CutOff("bmp")),
        }),
        _ => Some(Look::Failed(ImageFault::Unknown)),
    }
}

/// A Targa image. Its header has no mark, so every field has to make sense.
fn tga(bytes: &[u8]) -> Option<Image> {
    let header: &[u8; 18] = bytes.first_chunk()?;
    let (map_type, kind, depth, descriptor) = (header[1], header[2], header[16], header[17]);
    let (width, height) = (u16_at(header, 12), u16_at(header, 14));
    let map_is_sound = match map_type {
        0 => header[3..8] == [0; 5],
        1 => matches!(header[7], 15 | 16 | 24 | 32),
        _ => false,
    };
    let alpha = descriptor & 0x0f;
    let is_sound = map_is_sound
        && width > 0
        && height > 0
        // The two highest bits are reserved.
        && descriptor & 0xc0 == 0
        && match kind {
            1 | 9 => map_type == 1 && matches!(depth, 8 | 16),
            2 | 10 => matches!((depth, alpha), (15 | 24, 0) | (16, 0 | 1) | (32, 0 | 8)),
            3 | 11 => matches!((depth, alpha), (8, 0) | (16, 0 | 8)),
            _ => false,
        };
    is_sound.then(|| Image::of(bytes, width.into(), height.into(), "tga"))
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn i32_at(bytes: &[u8], at: usize) -> i32 {
    i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

#[cfg(test)]
mod tests {
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
}
