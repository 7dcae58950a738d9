//! The name of a node.

use crate::Span;

/// The name of a node.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Tag<'a> {
    /// As written, prefix included.
    pub full: &'a str,
    /// Where the local name starts in it: behind an XML prefix, else 0.
    pub local: usize,
    /// Whether it is a name of XML, which stands in its start tag as it is.
    pub is_xml: bool,
    /// One that the reader gives it, for who wants to know it again: tags of one document with the same number, unless
    /// it is 0, have the same name.
    pub number: u32,
}

impl<'a> Tag<'a> {
    /// A name of XML: the local name stands behind the first colon.
    #[must_use]
    pub fn xml(full: &'a str) -> Self {
        Self { full, local: full.find(':').map_or(0, |colon| colon + 1), is_xml: true, number: 0 }
    }

    /// A key of JSON or YAML, which has no prefix.
    #[must_use]
    pub const fn key(full: &'a str) -> Self {
        Self { full, local: 0, is_xml: false, number: 0 }
    }

    /// Where the name stands, given where its start tag does.
    ///
    /// In XML, and between the quotes of a key, that is one byte behind; of a key with escapes it is the whole key.
    #[must_use]
    pub fn place(self, start_tag: Span) -> Span {
        if !self.is_xml && start_tag.len() as usize != self.full.len() + 2 {
            return start_tag;
        }
        let start = start_tag.start() as usize + 1;
        Span::of(start, start + self.full.len())
    }

    /// The name without its prefix.
    #[must_use]
    pub fn local_name(self) -> &'a str {
        &self.full[self.local..]
    }
}
