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

impl Look {
    /// An image of this size; one without a pixel is none.
    fn sized(bytes: &[u8], width: u32, height: u32, format: &'static str) -> Self {
        if width == 0 || height == 0 {
            return Self::Failed(ImageFault::Damaged(format));
        }
        Self::Seen(Image::of(bytes, width, height, format))
    }
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
            // A picture of one dimension.
            (Ok(width), Ok(0)) if format == "ktx2" => Look::sized(bytes, width, 1, format),
            (Ok(width), Ok(height)) => Look::sized(bytes, width, height, format),
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
    let look = |width: u32, height: u32| Look::sized(bytes, width, height, "bmp");
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
mod tests;
