//! The nodes of a document → records, in whichever form it is.

use std::borrow::Cow;

use super::Records;
use super::json::JsonSink;
use super::notes::Notes;
use super::xml::XmlSink;
use crate::format::{Format, Scalar, Sink, Tag};
use crate::text::Span;

/// The sink of each form as one type: a reader of documents is compiled for each type of sink that it is used with.
pub(super) enum FormSink<'r> {
    Xml(XmlSink<'r>),
    Json(JsonSink<'r>),
}

impl<'r> FormSink<'r> {
    pub fn new(format: Format, records: &'r mut dyn Records, notes: &'r mut Notes) -> Self {
        match format {
            Format::Xml => Self::Xml(XmlSink::new(records, notes)),
            Format::Json | Format::Glb | Format::Yaml => Self::Json(JsonSink::new(records, notes)),
        }
    }

    /// The document ends; its text, if that is at hand.
    pub fn finish(self, text: Option<&str>) {
        match self {
            Self::Xml(sink) => sink.finish(),
            Self::Json(sink) => sink.finish(text),
        }
    }
}

impl Sink for FormSink<'_> {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        match self {
            Self::Xml(sink) => sink.open(tag, span),
            Self::Json(sink) => sink.open(tag, span),
        }
    }

    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span) {
        match self {
            Self::Xml(sink) => sink.attribute(name, value, span),
            Self::Json(sink) => sink.attribute(name, value, span),
        }
    }

    fn wants_text(&self) -> bool {
        false
    }

    fn text(&mut self, _text: Cow<'_, str>, _span: Span) {}

    fn scalar(&mut self, scalar: Scalar<'_>, span: Span) {
        match self {
            Self::Xml(sink) => sink.scalar(scalar, span),
            Self::Json(sink) => sink.scalar(scalar, span),
        }
    }

    fn close(&mut self, end: u32) {
        match self {
            Self::Xml(sink) => sink.close(end),
            Self::Json(sink) => sink.close(end),
        }
    }
}
