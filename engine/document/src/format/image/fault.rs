//! Why a file cannot be read as an image.

use thiserror::Error;

use crate::format::stand_in::StandIn;

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
    #[error("the {format} image is cut off: it ends after {length} bytes, before {before}")]
    CutOff {
        /// The format that the file begins like.
        format: &'static str,
        /// The bytes that there are.
        length: u64,
        /// The part of the header that is missing, with a verb if it has one.
        before: &'static str,
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
    #[error("the {format} image is damaged: {said} says that it is {width} pixels wide and {height} high")]
    Size {
        /// The format that the file begins like.
        format: &'static str,
        /// The width in pixels, as the header says it.
        width: u64,
        /// The height in pixels, as the header says it.
        height: u64,
        /// The part of the header that says it.
        said: &'static str,
    },
}

/// A fault, or that the file is cut off, whose length is not known yet.
pub(super) enum HeaderFault {
    Told(ImageFault),
    CutOff(&'static str),
}

impl From<ImageFault> for HeaderFault {
    fn from(fault: ImageFault) -> Self {
        Self::Told(fault)
    }
}
