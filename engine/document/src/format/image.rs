//! The size and format of an image, from the header of its file.
//!
//! Each field is read at its place. A field with an impossible value is a fault at that place.

mod bmp;
mod dds;
mod exr;
mod extent;
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
mod truncated;
mod webp;
mod window;

pub use self::fault::ImageFault;

use self::fault::HeaderFault;
use self::fields::{HeaderFacts, HeaderFields};
use self::formats::ImageFormat;
use self::window::Window;
use super::stand_in::StandIn;
use crate::source::{Source, SourceError};
use crate::text::IssueCode;

/// The size, format and compression of an image, from its header.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Image {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The format in lower case, detected from the content: `png`, `jpeg`, `tga`, `dds`. The extension is ignored.
    pub format: &'static str,
    /// The compression of the pixels: `none`, `rle`, `deflate`, `jpeg`, `block`, …; `None` if the header does not state
    /// it.
    pub compression: Option<&'static str>,
}

/// Returns the help for a file that cannot be read as an image: how to fix or to exclude it.
#[must_use]
pub fn image_help(fault: &ImageFault) -> String {
    match fault {
        ImageFault::StandIn(stand_in) => stand_in.help.to_owned(),
        ImageFault::Unknown => {
            format!("known formats are {}; to skip this file, exclude it with `rpath`", formats::names())
        }
        _ => "export it again, or download it again".to_owned(),
    }
}

impl Image {
    /// Reads the header of the image at `path`: the first 4 KiB, and the places that they refer to. Then tests whether
    /// the file has all its bytes: it reads the size of the file, or its last KiB.
    ///
    /// # Errors
    /// Fails with an [`ImageFault`], or with the error of the source.
    pub fn read<E: From<ImageFault> + From<SourceError>>(path: &str, source: &dyn Source) -> Result<Self, E> {
        let file = Window::open(source, path)?;
        let format = format_of(file.head())?;
        let mut file = HeaderFields::new(file, format.name);
        let image = read_header(format, &mut file);
        // If the source fails, the header looks truncated.
        if let Some(error) = file.file.failure() {
            return Err(error.into());
        }
        match image {
            Ok(image) => Ok(image),
            Err(HeaderFault::Image(fault)) => Err(fault.into()),
            Err(HeaderFault::CutOff) => {
                let (length, before) = (file.file.size()?, format.part_at_end());
                Err(ImageFault::CutOff { format: format.name, length, before }.into())
            }
        }
    }

    /// Returns an image with these facts. Fails if a side is 0, or longer than the format allows.
    fn new(format: &ImageFormat, facts: HeaderFacts) -> Result<Self, ImageFault> {
        let HeaderFacts { width, height, compression, .. } = facts;
        let sound = |length: u64| u32::try_from(length).ok().filter(|&length| length > 0 && length <= format.most);
        match (sound(width), sound(height)) {
            (Some(width), Some(height)) => Ok(Self { width, height, format: format.name, compression }),
            _ => Err(ImageFault::Size { format: format.name, width, height, said: format.size }),
        }
    }
}

fn read_header(format: &ImageFormat, file: &mut HeaderFields<'_>) -> Result<Image, HeaderFault> {
    let facts = (format.read)(file)?;
    let image = Image::new(format, facts)?;
    truncated::check_end(facts.extent, file)?;
    Ok(image)
}

fn format_of(head: &[u8]) -> Result<&'static ImageFormat, ImageFault> {
    match formats::of(head) {
        _ if head.is_empty() => Err(ImageFault::Empty),
        Some(format) => Ok(format),
        // Binary glTF is not reported as misnamed, because it is no image under any name.
        None => Err(StandIn::of(head)
            .filter(|stand_in| stand_in.code != IssueCode::GlbMisnamed)
            .map_or(ImageFault::Unknown, ImageFault::StandIn)),
    }
}

#[cfg(test)]
mod tests;
