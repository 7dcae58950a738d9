//! The size and format of an image, from the header of its file.
//!
//! Fields are read one by one, each at its place. A field whose value no image has is a fault with that place.

mod bmp;
mod dds;
mod exr;
mod fault;
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

pub use self::fault::ImageFault;

use self::fault::HeaderFault;
use self::fields::{HeaderFacts, HeaderFields};
use self::formats::{ImageFormat, end_of, size_of};
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

/// Returns a suggestion for a file that cannot be read as an image: how to fix or to exclude it.
#[must_use]
pub fn image_help(fault: &ImageFault) -> String {
    match fault {
        ImageFault::StandIn(stand_in) => stand_in.help.to_owned(),
        ImageFault::Unknown => format!("known are {}; `rpath` may leave this file out", formats::names()),
        _ => "export it again, or fetch it again".to_owned(),
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
            (None, Err(HeaderFault::CutOff(format))) => {
                Err(ImageFault::CutOff { format, length: file.size()?, before: end_of(format) }.into())
            }
        }
    }

    /// An image with these facts. One without a pixel is none, nor is one that is longer than its format allows.
    fn new(format: &ImageFormat, facts: HeaderFacts) -> Result<Self, ImageFault> {
        let HeaderFacts { width, height, compression } = facts;
        let sound = |length: u64| u32::try_from(length).ok().filter(|&length| length > 0 && length <= format.most);
        match (sound(width), sound(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height, format: format.name, compression }),
            _ => Err(ImageFault::Size { format: format.name, width, height, said: size_of(format.name) }),
        }
    }
}

fn look(file: &mut Window<'_, impl Source + ?Sized>) -> Result<Image, HeaderFault> {
    let format = format_of(file.head())?;
    let facts = (format.read)(&mut HeaderFields::new(file, format.name))?;
    Ok(Image::new(format, facts)?)
}

/// The format that a file begins like.
fn format_of(head: &[u8]) -> Result<&'static ImageFormat, ImageFault> {
    match formats::of(head) {
        _ if head.is_empty() => Err(ImageFault::Empty),
        Some(format) => Ok(format),
        None => Err(StandIn::of(head).map_or(ImageFault::Unknown, ImageFault::StandIn)),
    }
}

#[cfg(test)]
mod tests;
