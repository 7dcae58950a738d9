//! Parts of a document. A long document is never in memory as a whole.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug)]
pub(super) struct TextPortion<'t> {
    /// The text of the part.
    pub text: &'t str,
    /// The number of bytes of the document before the part.
    pub base: u32,
    /// True if the document ends with the part.
    pub is_last: bool,
}

impl<'t> TextPortion<'t> {
    /// Returns a whole document as one part.
    pub const fn whole(text: &'t str) -> Self {
        Self { text, base: 0, is_last: true }
    }
}

/// A part of a long XML file. It ends between two children of an element, or with the file.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Slice {
    /// The names of the nested elements that are open where slices begin, from the root down.
    pub around: Vec<String>,
    /// The offset of the line of its first child; 0 for the first slice.
    pub start: u32,
    /// The start of the next slice, or the size of the file.
    pub end: u32,
    /// The number of slices of the file.
    pub count: u32,
}

impl Slice {
    /// Returns true if it is the start of the file.
    pub const fn is_first(&self) -> bool {
        self.start == 0
    }
}
