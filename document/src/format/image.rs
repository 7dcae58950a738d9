//! The size and format of an image, from the header of its file.

mod compression;
mod hdr;
mod header;
mod jpeg;
mod tiff;
mod window;

use std::io::{Read, Seek, SeekFrom};

use imagesize::ImageType;
use thiserror::Error;

use self::header::{Wrong, most_of, size_of};
use self::tiff::Directory;
use self::window::{FIRST, Window};
use super::stand_in::StandIn;
use crate::source::{Source, SourceError};

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
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// Something that is not the image stands in its place.
    #[error("{what}", what = .0.what)]
    StandIn(&'static StandIn),
    /// The content starts like no image format that is known.
    #[error("the content is no image of a known format")]
    Unknown,
    /// The file ends within the header, or before it says the size.
    #[error("the {format} image is cut off: it ends after {length} bytes, before {what}", what = what(format))]
    CutOff {
        /// The format that the file begins like.
        format: &'static str,
        /// The bytes that there are.
        length: u64,
    },
    /// Something else stands where a part of the header must be.
    #[error("the {format} image is damaged at byte {at}: {what} is missing")]
    Damaged {
        /// The format that the file begins like.
        format: &'static str,
        /// Where, in bytes.
        at: u64,
        /// The part that is missing.
        what: &'static str,
    },
    /// The header says a size that no image has.
    #[error(
        "the {format} image is damaged: {what} says that it is {width} pixels wide and {height} high",
        what = size_of(format)
    )]
    Size {
        /// The format that the file begins like.
        format: &'static str,
        /// The width in pixels, as the header says it.
        width: u64,
        /// The height in pixels, as the header says it.
        height: u64,
    },
}

impl ImageFault {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::StandIn(stand_in) => stand_in.help.to_owned(),
            Self::Unknown => format!("known are {}; `rpath` may leave this file out", header::formats()),
            _ => "export it again, or fetch it again".to_owned(),
        }
    }
}

/// What a file that is cut off ends before.
fn what(format: &str) -> &'static str {
    match header::length_of(format) {
        0 => size_of(format),
        _ => "its header does",
    }
}

impl Image {
    /// Reads the header of the image at `path`: its first 4 KiB, and what these lead to.
    ///
    /// # Errors
    /// An [`ImageFault`], or what the source fails with.
    pub fn read<E: From<ImageFault> + From<SourceError>>(
        path: &str,
        source: &(impl Source + ?Sized),
    ) -> Result<Self, E> {
        let mut file = Window::open(source, path)?;
        let seen = look(&mut file);
        match (file.failure(), seen) {
            (Some(error), _) => Err(error.into()),
            (None, Ok(image)) => Ok(image),
            // What its name promises does not stand in a picture's place.
            (None, Err(Fault::Told(ImageFault::StandIn(stand_in)))) if stand_in.is_promised(path) => {
                Err(ImageFault::Unknown.into())
            }
            (None, Err(Fault::Told(fault))) => Err(fault.into()),
            (None, Err(Fault::CutOff(format))) => Err(ImageFault::CutOff { format, length: file.size()? }.into()),
        }
    }

    /// An image of this size; one without a pixel is none, nor is one with more than its format can say.
    fn sized(format: &'static str, width: u64, height: u64) -> Result<Self, ImageFault> {
        let sound = |length: u64| u32::try_from(length).ok().filter(|&length| length > 0 && length <= most_of(format));
        match (sound(width), sound(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height, format, compression: None }),
            _ => Err(ImageFault::Size { format, width, height }),
        }
    }
}

/// A fault, or that the file is cut off, whose length is not known yet.
enum Fault {
    Told(ImageFault),
    CutOff(&'static str),
}

impl From<ImageFault> for Fault {
    fn from(fault: ImageFault) -> Self {
        Self::Told(fault)
    }
}

fn look(file: &mut Window<'_, impl Source + ?Sized>) -> Result<Image, Fault> {
    let head = file.head().to_vec();
    let format = format_of(&head)?;
    match header::check(format, &head) {
        Some(Wrong::Mark(at, what)) => return Err(ImageFault::Damaged { format, at: at as u64, what }.into()),
        Some(Wrong::CutOff) => return Err(Fault::CutOff(format)),
        None => {}
    }
    let (width, height) = match format {
        "bmp" => bmp(&head)?,
        "tga" => (u16_at(&head, 12).into(), u16_at(&head, 14).into()),
        "hdr" => hdr::size(file).ok_or_else(|| without_size(format, file))?,
        "jpeg" => jpeg::size(file).ok_or_else(|| without_size(format, file))?,
        "tiff" => {
            let Directory { width, height, compression } =
                Directory::read(file).ok_or_else(|| without_size(format, file))?;
            return Ok(Image { compression, ..Image::sized(format, width, height)? });
        }
        _ => size(format, file)?,
    };
    let image = Image::sized(format, width, height)?;
    let header = seen(file, head);
    Ok(Image { compression: compression::of(format, &header), ..image })
}

/// The format that a file begins like.
fn format_of(head: &[u8]) -> Result<&'static str, ImageFault> {
    match head {
        [] => Err(ImageFault::Empty),
        _ if is_bmp(head) => Ok("bmp"),
        _ => match imagesize::image_type(head).ok().and_then(name) {
            Some(format) => Ok(format),
            None if is_tga(head) => Ok("tga"),
            None => Err(StandIn::of(head).map_or(ImageFault::Unknown, ImageFault::StandIn)),
        },
    }
}

/// Width and height as the header says them.
fn size(format: &'static str, file: &mut Window<'_, impl Source + ?Sized>) -> Result<(u64, u64), Fault> {
    match imagesize::reader_size(&mut *file) {
        // A picture of one dimension.
        Ok(size) if format == "ktx2" && size.height == 0 => Ok((size.width as u64, 1)),
        Ok(size) => Ok((size.width as u64, size.height as u64)),
        Err(_) => Err(without_size(format, file)),
    }
}

/// What is wrong with an image whose size was not found: the file ends before, or something else stands where it was
/// looked for last.
fn without_size(format: &'static str, file: &Window<'_, impl Source + ?Sized>) -> Fault {
    if file.has_ended() {
        return Fault::CutOff(format);
    }
    ImageFault::Damaged { format, at: file.position(), what: size_of(format) }.into()
}

/// The header as far as it was looked at, a megabyte of it at most.
fn seen(file: &mut Window<'_, impl Source + ?Sized>, head: Vec<u8>) -> Vec<u8> {
    const MOST: u64 = 1 << 20;
    let length = file.position();
    if length <= FIRST as u64 || length > MOST {
        return head;
    }
    let mut header = Vec::new();
    let read = file.seek(SeekFrom::Start(0)).and_then(|_| file.take(length).read_to_end(&mut header));
    if read.is_ok() { header } else { head }
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

/// Whether it is a Windows bitmap, old or new: other texts may begin with its two letters, too.
fn is_bmp(bytes: &[u8]) -> bool {
    let known = |length: &[u8]| matches!(length, [12 | 40 | 52 | 56 | 64 | 108 | 124, 0, 0, 0]);
    bytes.starts_with(b"BM") && bytes.get(14..18).is_some_and(known)
}

/// Width and height of a Windows bitmap, whichever way up.
fn bmp(head: &[u8]) -> Result<(u64, u64), ImageFault> {
    if head[14] == 12 {
        return Ok((u16_at(head, 18).into(), u16_at(head, 20).into()));
    }
    let missing = ImageFault::Damaged { format: "bmp", at: 18, what: "a width that is not negative" };
    let width = u64::try_from(i32_at(head, 18)).map_err(|_| missing)?;
    // A negative height means that the first row is the top one.
    Ok((width, i32_at(head, 22).unsigned_abs().into()))
}

/// Whether it is a Targa image. Its header has no mark, so every field has to make sense.
fn is_tga(bytes: &[u8]) -> bool {
    let Some(header) = bytes.first_chunk::<18>() else { return false };
    let (map_type, kind, depth, descriptor) = (header[1], header[2], header[16], header[17]);
    let (width, height) = (u16_at(header, 12), u16_at(header, 14));
    let map_is_sound = match map_type {
        0 => header[3..8] == [0; 5],
        1 => matches!(header[7], 15 | 16 | 24 | 32),
        _ => false,
    };
    let alpha = descriptor & 0x0f;
    map_is_sound
        && width > 0
        && height > 0
        // The two highest bits are reserved.
        && descriptor & 0xc0 == 0
        && match kind {
            1 | 9 => map_type == 1 && matches!(depth, 8 | 16),
            2 | 10 => matches!((depth, alpha), (15 | 24, 0) | (16, 0 | 1) | (32, 0 | 8)),
            3 | 11 => matches!((depth, alpha), (8, 0) | (16, 0 | 8)),
            _ => false,
        }
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn i32_at(bytes: &[u8], at: usize) -> i32 {
    i32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

#[cfg(test)]
mod tests;
