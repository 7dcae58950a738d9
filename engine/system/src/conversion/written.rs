//! A string of a rule file, with its place.

use assay_document::text::Span;

use crate::tree::TreeNode;

/// A string of the file.
#[derive(Clone, Debug)]
pub(super) struct WrittenText {
    pub text: String,
    pub span: Span,
}

impl WrittenText {
    /// Returns the value of an attribute of a rule.
    pub fn of_attribute(rule: &TreeNode, name: &str) -> Option<Self> {
        rule.attribute(name).map(|attribute| Self { text: attribute.value.clone(), span: attribute.span })
    }

    /// Returns the text of an element, with its place. White space at both ends, which authors add for legibility, is
    /// left out. `tag` is the place of the element's tag.
    pub fn of_field(element: &TreeNode, tag: Span) -> Self {
        let Some(text) = &element.text else { return Self { text: String::new(), span: tag } };
        let (trimmed, span) = (text.trim().to_owned(), element.text_span);
        match element.text_start {
            // If it contains entities, places inside it are unknown.
            Some(start) if span.len() as usize == text.len() => {
                let start = start as usize;
                Self { span: Span::of(start, start + trimmed.len()), text: trimmed }
            }
            _ => Self { text: trimmed, span },
        }
    }

    /// Returns true if the file contains exactly this text at its place.
    pub fn is_as_written(&self, file: &str) -> bool {
        file.get(self.span.range()) == Some(&*self.text)
    }
}
