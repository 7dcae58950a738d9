//! Reads the objects of an ObjectStream in XML.

use std::borrow::Cow;

use assay_document::format::{Scalar, Sink, Tag};
use assay_document::text::{IssueCode, Span};

use super::notes::RecordNotes;
use super::objects::Objects;
use crate::receiver::Records;

/// A sink that reads the elements below `ObjectStream` as objects.
pub(super) struct XmlSink<'r> {
    objects: Objects<'r>,
    depth: usize,
    root: Span,
}

impl<'r> XmlSink<'r> {
    pub fn new(records: &'r mut dyn Records, notes: &'r mut RecordNotes) -> Self {
        Self { objects: Objects::new(records, notes), depth: 0, root: Span::at(0) }
    }

    pub fn finish(self) {
        self.objects.finish(self.root);
    }
}

impl Sink for XmlSink<'_> {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        if self.depth == 0 {
            self.root = span;
            let name = tag.map_or("", |tag| tag.full);
            if name != "ObjectStream" {
                let message = format!("expected `<ObjectStream>`, found `<{name}>`");
                self.objects.notes.refuse(IssueCode::AssetListKind, message, span);
            }
        } else {
            self.objects.begin(span);
        }
        self.depth += 1;
    }

    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span) {
        match (self.depth, name.full) {
            (1, "version") => self.objects.version(&value, span),
            (1, _) => {}
            (_, "field") => self.objects.field(&value),
            (_, "name") => self.objects.name(&value),
            (_, "type") => self.objects.type_id(&value, span),
            (_, "value") => self.objects.value(&value, span),
            _ => {}
        }
    }

    fn needs_text(&self) -> bool {
        false
    }

    fn text(&mut self, _text: Cow<'_, str>, _span: Span) {}

    fn scalar(&mut self, _scalar: Scalar<'_>, _span: Span) {}

    fn close(&mut self, _end: u32) {
        self.depth -= 1;
        if self.depth > 0 {
            self.objects.end();
        }
    }
}
