//! The name of a node.

use crate::Span;

/// The name of a node.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Tag<'a> {
    /// The name as written, including the prefix.
    pub full: &'a str,
    /// The offset of the local name: after an XML prefix, or 0.
    pub local: usize,
    /// True if it is an XML name, which occurs unchanged in its start tag.
    pub is_xml: bool,
    /// A number that the reader assigns to recognize names: tags of one document with the same number have the same
    /// name. 0 means that no number is assigned.
    pub number: u32,
}

impl<'a> Tag<'a> {
    /// Creates the tag of an XML name. The local name follows the first colon.
    pub fn xml(full: &'a str) -> Self {
        Self { full, local: full.find(':').map_or(0, |colon| colon + 1), is_xml: true, number: 0 }
    }

    /// Creates the tag of a JSON or YAML key, which has no prefix.
    pub const fn key(full: &'a str) -> Self {
        Self { full, local: 0, is_xml: false, number: 0 }
    }

    /// Returns the place of the name, given that of its start tag.
    ///
    /// In XML, and in a key in quotes, it is one byte further. For a key with escapes it is the whole key.
    pub fn place(self, start_tag: Span) -> Span {
        if !self.is_xml && start_tag.len() as usize != self.full.len() + 2 {
            return start_tag;
        }
        let start = start_tag.start() as usize + 1;
        Span::of(start, start + self.full.len())
    }

    /// Returns the name without its prefix.
    pub fn local_name(self) -> &'a str {
        &self.full[self.local..]
    }
}
