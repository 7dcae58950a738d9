//! The size and format of an image, from the header of its file.
//!
//! Fields are read one by one, each at its place. A field whose value no image has is a fault with that place.

mod bmp;
mod dds;
mod exr;
mod fields;
mod fixed;
mod formats;
mod hdr;
mod jpeg;
mod png;
mod pnm;
mod tga;
mod tiff;
mod webp;
mod window;

use thiserror::Error;

use self::fields::{Facts, Fields};
use self::formats::{Format, end_of, size_of};
use self::window::Window;
use super::stand_in::StandIn;
use crate::source::{Source, SourceError};

/// The size, format and compression of an image, from its header.
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
    #[error("the {format} image is cut off: it ends after {length} bytes, before {what}", what = end_of(format))]
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
    /// A field of the header has a value that no image has.
    #[error("the {format} image is damaged at byte {at}: {what} cannot be {value}")]
    Value {
        /// The format that the file begins like.
        format: &'static str,
        /// The place of the field, in bytes.
        at: u64,
        /// The name of the field.
        what: &'static str,
        /// The value that it has.
        value: u64,
    },
    /// A part of the header contradicts another one.
    #[error("the {format} image is damaged at byte {at}: {what}")]
    Wrong {
        /// The format that the file begins like.
        format: &'static str,
        /// Where, in bytes.
        at: u64,
        /// The contradiction, as a sentence.
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
    /// Returns the help: how to fix the file, or how to exclude it.
    #[must_use]
    pub fn help(&self) -> String {
        match self {
            Self::StandIn(stand_in) => stand_in.help.to_owned(),
            Self::Unknown => format!("known are {}; `rpath` may leave this file out", formats::names()),
            _ => "export it again, or fetch it again".to_owned(),
        }
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
            (None, Err(HeaderFault::Told(ImageFault::StandIn(stand_in)))) if stand_in.is_promised(path) => {
                Err(ImageFault::Unknown.into())
            }
            (None, Err(HeaderFault::Told(fault))) => Err(fault.into()),
            (None, Err(HeaderFault::CutOff(format))) => Err(ImageFault::CutOff { format, length: file.size()? }.into()),
        }
    }

    /// An image with these facts. One without a pixel is none, nor is one that is longer than its format allows.
    fn new(format: &Format, facts: Facts) -> Result<Self, ImageFault> {
        let Facts { width, height, compression } = facts;
        let sound = |length: u64| u32::try_from(length).ok().filter(|&length| length > 0 && length <= format.most);
        match (sound(width), sound(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height, format: format.name, compression }),
            _ => Err(ImageFault::Size { format: format.name, width, height }),
        }
    }
}

/// A fault, or that the file is cut off, whose length is not known yet.
enum HeaderFault {
    Told(ImageFault),
    CutOff(&'static str),
}

impl From<ImageFault> for HeaderFault {
    fn from(fault: ImageFault) -> Self {
        Self::Told(fault)
    }
}

fn look(file: &mut Window<'_, impl Source + ?Sized>) -> Result<Image, HeaderFault> {
    let format = format_of(file.head())?;
    let facts = (format.read)(&mut Fields::new(file, format.name))?;
    Ok(Image::new(format, facts)?)
}

/// The format that a file begins like.
fn format_of(head: &[u8]) -> Result<&'static Format, ImageFault> {
    match formats::of(head) {
        _ if head.is_empty() => Err(ImageFault::Empty),
        Some(format) => Ok(format),
        None => Err(StandIn::of(head).map_or(ImageFault::Unknown, ImageFault::StandIn)),
    }
}

#[cfg(test)]
mod tests;
