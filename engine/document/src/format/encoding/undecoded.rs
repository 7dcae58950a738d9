//! Bytes that cannot be decoded.

use std::ops::Range;

/// The text in front of the first bytes that cannot be decoded, and the range of these bytes.
#[derive(Debug)]
pub(super) struct Undecoded {
    pub text: String,
    pub bad: Range<usize>,
}
