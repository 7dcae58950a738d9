//! A rule file as it is written: its rules, and its other content.

use std::borrow::Cow;

use assay_document::format::{Scalar, Sink, Tag};
use assay_document::text::Span;

use super::field::HEADS;
use super::mend::Moved;

/// The tag of a rule.
pub(super) const RULE: &str = "rule";
/// The attribute that says which paths a rule is about.
pub(super) const PATTERN: &str = "pattern";

/// A text of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct WrittenText {
    pub text: String,
    pub span: Span,
}

/// A rule as it is written.
#[derive(Debug, Default)]
pub(super) struct RuleWritten {
    pub start_tag: Span,
    /// The values of its attributes, in the order of [`HEADS`].
    pub heads: [Option<WrittenText>; HEADS.len()],
    /// Attributes that no rule has, each at its value.
    pub attributes: Vec<WrittenText>,
    /// Each with its tag.
    pub fields: Vec<(WrittenText, WrittenText)>,
    /// The other content of the rule.
    pub strays: Vec<(StrayContent, WrittenText)>,
}

/// Content that has no effect at its place.
#[derive(Clone, Copy, Debug)]
pub(super) enum StrayContent {
    /// Another child of the root than a rule.
    Tag,
    /// An element in a field.
    InField,
    /// An attribute of a field, at its value.
    OfField,
    /// Text outside of fields.
    Text,
}

/// Gathers the rules: children of the root, whatever that is called, and their children. A root that has a pattern is a
/// rule itself.
#[derive(Default)]
pub(super) struct RulesSink {
    depth: usize,
    pub rules: Vec<RuleWritten>,
    /// The other content of the root.
    pub strays: Vec<(StrayContent, WrittenText)>,
    /// Attributes of the root, each at its value.
    pub attributes: Vec<WrittenText>,
    /// The start tag of the root, if the root is a rule.
    pub bare: Option<Span>,
    /// The start tag of the root.
    pub root: Span,
    /// True if the root has the tag of a rule.
    pub may_be_bare: bool,
    /// True if a rule is open.
    in_rule: bool,
    /// Names that are written elsewhere, in the order of their places.
    pub moved: Vec<Moved>,
}

impl RulesSink {
    /// Nothing yet of a file in which these names are written elsewhere, in the order of their places.
    pub fn new(moved: Vec<Moved>) -> Self {
        Self { moved, ..Self::default() }
    }

    fn rule(&mut self) -> Option<&mut RuleWritten> {
        self.rules.last_mut().filter(|_| self.in_rule)
    }

    fn open_rule(&mut self, start_tag: Span) {
        self.in_rule = true;
        self.rules.push(RuleWritten { start_tag, ..RuleWritten::default() });
    }

    /// Where a name is written that is read at `place`.
    fn written(&self, place: Span) -> Span {
        let found = self.moved.binary_search_by_key(&place.start(), |name| name.now.start());
        found.map_or(place, |at| self.moved[at].written)
    }
}

impl Sink for RulesSink {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        let name = tag.map_or("", |tag| tag.full);
        let place = self.written(tag.map_or(span, |tag| tag.place(span)));
        let written = WrittenText { text: name.to_owned(), span: place };
        match self.depth {
            0 => (self.root, self.may_be_bare) = (span, name == RULE),
            1 if name == RULE => self.open_rule(span),
            1 => self.strays.push((StrayContent::Tag, written)),
            2 => {
                if let Some(rule) = self.rule() {
                    rule.fields.push((written, WrittenText { text: String::new(), span: place }));
                }
            }
            3 => {
                if let Some(rule) = self.rule() {
                    rule.strays.push((StrayContent::InField, written));
                }
            }
            _ => {}
        }
        self.depth += 1;
    }

    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span) {
        if self.depth == 1 && self.may_be_bare && name.full == PATTERN {
            // From here on as if it stood in a root.
            self.bare = Some(self.root);
            self.open_rule(self.root);
            self.depth += 1;
            // What stood before its pattern is its own, too.
            let before = std::mem::take(&mut self.attributes);
            self.rule().into_iter().for_each(|rule| rule.attributes.extend_from_slice(&before));
        }
        let depth = self.depth;
        let written = || WrittenText { text: name.full.to_owned(), span };
        // Others are about the form of the file: name spaces and schemas.
        if depth == 1 && !name.full.starts_with("xml") && !name.full.contains(':') {
            self.attributes.push(written());
        }
        let Some(rule) = self.rule() else { return };
        match depth {
            2 => match HEADS.iter().position(|(head, _)| *head == name.full) {
                Some(head) => rule.heads[head] = Some(WrittenText { text: value.into_owned(), span }),
                None => rule.attributes.push(written()),
            },
            3 => rule.strays.push((StrayContent::OfField, written())),
            _ => {}
        }
    }

    fn text(&mut self, text: Cow<'_, str>, span: Span) {
        let depth = self.depth;
        let is_blank = text.trim().is_empty();
        let strays = match self.rule() {
            Some(rule) if depth == 3 => {
                if let Some((_, value)) = rule.fields.last_mut() {
                    if value.text.is_empty() {
                        value.span = span;
                    }
                    value.text.push_str(&text);
                }
                return;
            }
            Some(rule) if depth == 2 => &mut rule.strays,
            None if depth == 1 => &mut self.strays,
            _ => return,
        };
        if !is_blank {
            strays.push((
                StrayContent::Text,
                WrittenText { span: Span::at(span.start() + blanks_before(&text)), text: String::new() },
            ));
        }
    }

    fn scalar(&mut self, _scalar: Scalar<'_>, _span: Span) {}

    fn close(&mut self, _end: u32) {
        self.depth -= 1;
        if self.depth == 1 {
            self.in_rule = false;
        }
    }
}

impl WrittenText {
    /// Returns the text, with its place, without the white space at both ends, which authors add for legibility.
    pub fn trimmed(self) -> Self {
        let Self { text, span } = self;
        let trimmed = text.trim().to_owned();
        // With entities in it, nothing is known of places inside.
        if span.len() as usize != text.len() || trimmed.is_empty() {
            return Self { text: trimmed, span };
        }
        let start = (span.start() + blanks_before(&text)) as usize;
        Self { span: Span::of(start, start + trimmed.len()), text: trimmed }
    }

    /// Returns true if the file contains exactly this text at its place.
    pub fn is_as_written(&self, file: &str) -> bool {
        file.get(self.span.range()) == Some(&*self.text)
    }
}

/// How many bytes of blanks a text begins with.
fn blanks_before(text: &str) -> u32 {
    u32::try_from(text.len() - text.trim_start().len()).unwrap_or_default()
}
