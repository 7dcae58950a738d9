//! Faults of image files.

use thiserror::Error;

use crate::format::stand_in::StandIn;
use crate::text::counted;

/// The reason why a file cannot be read as an image.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum ImageFault {
    /// The file has no bytes.
    #[error("the file is empty")]
    Empty,
    /// The file contains something else instead of the image.
    #[error("{what}", what = .0.what)]
    StandIn(&'static StandIn),
    /// The content does not start like any known image format.
    #[error("the content is not an image of a known format")]
    Unknown,
    /// The file ends inside its header, before the header states the size, or without its end mark.
    #[error("the {format} image is truncated: it ends after {}, before {before}", counted(*.length, "byte", "bytes"))]
    CutOff {
        /// The format of the first bytes.
        format: &'static str,
        /// The number of bytes in the file.
        length: u64,
        /// The part that is missing, with a verb if it has one.
        before: &'static str,
    },
    /// The file has fewer bytes than its header promises.
    #[error("the {format} image is truncated: it has {length} bytes, but needs at least {needed}")]
    Short {
        /// The format of the first bytes.
        format: &'static str,
        /// The number of bytes in the file.
        length: u64,
        /// The number of bytes that the header promises at least.
        needed: u64,
    },
    /// A required part of the header is missing.
    #[error("the {format} image is damaged at byte {at}: {what} is missing")]
    Damaged {
        /// The format of the first bytes.
        format: &'static str,
        /// The place in bytes.
        at: u64,
        /// The part that is missing.
        what: &'static str,
    },
    /// A field of the header has an impossible value.
    #[error("the {format} image is damaged at byte {at}: {what} cannot be {value}")]
    Value {
        /// The format of the first bytes.
        format: &'static str,
        /// The place of the field in bytes.
        at: u64,
        /// The name of the field.
        what: &'static str,
        /// The value of the field.
        value: u64,
    },
    /// A part of the header contradicts another one.
    #[error("the {format} image is damaged at byte {at}: {what}")]
    Wrong {
        /// The format of the first bytes.
        format: &'static str,
        /// The place in bytes.
        at: u64,
        /// The contradiction, as a sentence.
        what: &'static str,
    },
    /// The header states an impossible size.
    #[error("the {format} image is damaged: {said} is {width} by {height} pixels, which is not possible")]
    Size {
        /// The format of the first bytes.
        format: &'static str,
        /// The width in pixels in the header.
        width: u64,
        /// The height in pixels in the header.
        height: u64,
        /// The part of the header that states the size.
        said: &'static str,
    },
}

/// A fault. The length of a file that is truncated is not known yet.
pub(super) enum HeaderFault {
    Image(ImageFault),
    CutOff(&'static str),
}

impl From<ImageFault> for HeaderFault {
    fn from(fault: ImageFault) -> Self {
        Self::Image(fault)
    }
}
