//! Parts of a document. A long document is never in memory as a whole.

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
