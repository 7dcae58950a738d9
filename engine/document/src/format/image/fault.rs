//! Faults of image files.

use thiserror::Error;

use crate::format::stand_in::StandIn;
use crate::text::counted;

/// The reason why a file cannot be read as an image.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
#[expect(missing_docs, reason = "the messages show what the fields contain; `at` and lengths are in bytes")]
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
        format: &'static str,
        length: u64,
        /// The part that is missing, with a verb if it has one.
        before: &'static str,
    },
    /// The file has fewer bytes than its header promises.
    #[error("the {format} image is truncated: it has {length} bytes, but needs at least {needed}")]
    Short { format: &'static str, length: u64, needed: u64 },
    /// A required part of the header is missing.
    #[error("the {format} image is damaged at byte {at}: {what} is missing")]
    Damaged { format: &'static str, at: u64, what: &'static str },
    /// A field of the header has an impossible value.
    #[error("the {format} image is damaged at byte {at}: {what} cannot be {value}")]
    Value { format: &'static str, at: u64, what: &'static str, value: u64 },
    /// A part of the header contradicts another one.
    #[error("the {format} image is damaged at byte {at}: {what}")]
    Wrong { format: &'static str, at: u64, what: &'static str },
    /// The header states an impossible size.
    #[error("the {format} image is damaged: {said} is {width} by {height} pixels, which is not possible")]
    Size { format: &'static str, width: u64, height: u64, said: &'static str },
}

/// A fault that the reader of a header has found.
pub(super) enum HeaderFault {
    Image(ImageFault),
    /// The file ends inside its header.
    CutOff,
}

impl From<ImageFault> for HeaderFault {
    fn from(fault: ImageFault) -> Self {
        Self::Image(fault)
    }
}
