//! JSON → records: an ObjectStream, upstream's own serialization, or the plain form.

use std::borrow::Cow;

use super::Records;
use super::notes::Notes;
use super::objects::Objects;
use crate::asset_list::class::{Body, Class, KINDS, Kind, Member, Slot};
use crate::format::{Scalar, Single, Sink, Tag};
use crate::text::{Span, nearest};

/// What upstream's serialization calls itself.
const SERIALIZATION: &str = "JsonSerialization";

/// Follows the keys of a document.
pub(super) struct JsonSink<'r> {
    objects: Objects<'r>,
    open: Vec<Level>,
    /// Where the record at hand stands.
    record: Span,
    /// Whether one of the keys was there under which records stand.
    has_records: bool,
    /// Whether it is an ObjectStream.
    is_stream: bool,
}

/// What a node is.
#[derive(Clone, Copy)]
enum Level {
    Root,
    /// What stands at the top about the file itself.
    Head(Head),
    /// An object of an ObjectStream.
    Object,
    Part(Part),
    /// An object whose keys are the members of a class.
    Named(&'static Class),
    Value(Slot),
    /// Nothing that anybody knows.
    Unknown,
}

/// What files say about themselves.
#[derive(Clone, Copy)]
enum Head {
    StreamName,
    StreamVersion,
    Type,
    ClassName,
    Other,
}

/// What an object of an ObjectStream consists of.
#[derive(Clone, Copy)]
enum Part {
    Field,
    TypeId,
    Value,
    Other,
}

impl<'r> JsonSink<'r> {
    pub fn new(records: &'r mut dyn Records, notes: &'r mut Notes) -> Self {
        Self {
            objects: Objects::new(records, notes),
            open: Vec::new(),
            record: Span::at(0),
            has_records: false,
            is_stream: false,
        }
    }

    /// The document, whose whole text this is, ends. An empty list leaves no node, so the text has to tell that its key is
    /// there; long documents, of which the text is not at hand, are not empty.
    pub fn finish(self, text: Option<&str>) {
        if self.objects.notes.is_refused() {
            return;
        }
        if self.is_stream {
            return self.objects.finish(Span::at(0));
        }
        let kind = self.objects.records.kind();
        let keys = [Some("ClassData"), kind.plain.map(|(key, _)| key)];
        let is_there = |key: &str| text.is_some_and(|text| text.contains(&format!("\"{key}\"")));
        if !self.has_records && !keys.into_iter().flatten().any(is_there) {
            let key = kind.plain.map_or("ClassData", |(key, _)| key);
            let message = format!("expected {}: `{key}` is not there", kind.noun);
            self.objects.notes.refuse("asset-list-kind", message, Span::at(0));
        }
    }

    fn child(&mut self, parent: Level, key: &str, span: Span) -> Level {
        match parent {
            Level::Root => self.at_top(key, span),
            Level::Object => match key {
                "Objects" => self.object(span),
                "field" => Level::Part(Part::Field),
                "typeId" => Level::Part(Part::TypeId),
                "value" => Level::Part(Part::Value),
                "typeName" | "version" | "specializationTypeId" => Level::Part(Part::Other),
                _ => self.unknown(key, "an object of a stream", &[], span),
            },
            Level::Named(class) => {
                if let Some(member) = class.member(key) {
                    return self.member(member.class, member.slot, span);
                }
                let Body::Members(members) = class.body else { return Level::Unknown };
                let known: Vec<&str> = members.iter().map(|member| member.field).collect();
                self.unknown(key, "an entry", &known, span)
            }
            Level::Head(_) | Level::Part(_) | Level::Value(_) => {
                self.objects.notes.refuse("asset-list-value", "expected a text or a number, not an object", span);
                Level::Unknown
            }
            Level::Unknown => Level::Unknown,
        }
    }

    fn at_top(&mut self, key: &str, span: Span) -> Level {
        let kind = self.objects.records.kind();
        if let Some((_, class)) = kind.plain.filter(|(plain, _)| *plain == key) {
            self.has_records = true;
            return self.member(class, Slot::Nothing, span);
        }
        match key {
            "Objects" => {
                self.is_stream = true;
                self.object(span)
            }
            "ClassData" => {
                self.has_records = true;
                self.member(kind.root, Slot::Nothing, span)
            }
            "name" => Level::Head(Head::StreamName),
            "version" => Level::Head(Head::StreamVersion),
            "Type" => Level::Head(Head::Type),
            "ClassName" => Level::Head(Head::ClassName),
            "Version" => Level::Head(Head::Other),
            _ => {
                if let Some(other) = other_kind(kind, key) {
                    let message = format!("expected {}, and this is {}", kind.noun, other.noun);
                    self.objects.notes.refuse("asset-list-kind", message, span);
                }
                let known: Vec<&str> = kind.plain.iter().map(|(key, _)| *key).collect();
                self.unknown(key, "a file of this kind", &known, span)
            }
        }
    }

    fn object(&mut self, span: Span) -> Level {
        self.objects.begin(span);
        Level::Object
    }

    /// What stands where an object of a class is expected. Each element of an array is a node of the array's name.
    fn member(&mut self, class: &'static Class, slot: Slot, span: Span) -> Level {
        let class = if let Body::Elements(of) = class.body { of } else { class };
        if let Body::Value = class.body {
            return Level::Value(slot);
        }
        if is_record(self.objects.records.kind(), class) {
            self.record = span;
            self.objects.records.begin(span.start());
        }
        Level::Named(class)
    }

    fn value(&mut self, slot: Slot, text: &str, span: Span) {
        if self.objects.notes.is_refused() {
            return;
        }
        if let Err(message) = self.objects.records.value(slot, text) {
            self.objects.notes.refuse("asset-list-value", message, span);
        }
    }

    fn unknown(&mut self, key: &str, of: &str, known: &[&str], span: Span) -> Level {
        let near = nearest(key, known.iter().copied()).map(|near| format!(", perhaps `{near}`")).unwrap_or_default();
        let message = format!("`{key}` is no key of {of}{near}, and is left out");
        self.objects.notes.warn("asset-list-field", message, span);
        Level::Unknown
    }

    fn head(&mut self, head: Head, text: &str, span: Span) {
        let kind = self.objects.records.kind();
        let message = match head {
            Head::StreamVersion => return self.objects.version(text, span),
            Head::StreamName if text == "ObjectStream" => {
                self.is_stream = true;
                return;
            }
            Head::Type if text.eq_ignore_ascii_case(SERIALIZATION) => return,
            Head::ClassName if text.eq_ignore_ascii_case(kind.root.name) => return,
            Head::Other => return,
            Head::StreamName => format!("expected `ObjectStream`, and this is `{text}`"),
            Head::Type => format!("expected `{SERIALIZATION}`, and this is `{text}`"),
            Head::ClassName => format!("expected {}, `{}`, and this is `{text}`", kind.noun, kind.root.name),
        };
        self.objects.notes.refuse("asset-list-kind", message, span);
    }
}

/// The kind of file that has this key at its top.
fn other_kind(kind: &Kind, key: &str) -> Option<&'static Kind> {
    KINDS.into_iter().find(|other| other.noun != kind.noun && other.plain.is_some_and(|(plain, _)| plain == key))
}

fn is_record(kind: &Kind, class: &'static Class) -> bool {
    std::ptr::eq(class, kind.record) || kind.plain.is_some_and(|(_, plain)| std::ptr::eq(class, plain))
}

impl Sink for JsonSink<'_> {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        let level = match (self.open.last(), tag) {
            _ if self.objects.notes.is_refused() => Level::Unknown,
            (None, None) => Level::Root,
            (Some(&parent), Some(tag)) => self.child(parent, tag.full, span),
            _ => Level::Unknown,
        };
        self.open.push(level);
    }

    fn attribute(&mut self, _name: Tag<'_>, _value: Cow<'_, str>, _span: Span) {}

    fn text(&mut self, _text: Cow<'_, str>, _span: Span) {}

    fn scalar(&mut self, scalar: Scalar<'_>, span: Span) {
        if self.objects.notes.is_refused() {
            return;
        }
        let text = match &scalar {
            Scalar::Null => return,
            Scalar::Bool(true) => "true",
            Scalar::Bool(false) => "false",
            Scalar::Number(text) | Scalar::Text(text) => text,
        };
        match self.open.last() {
            Some(&Level::Value(slot)) => self.value(slot, text, span),
            Some(Level::Part(Part::Field)) => self.objects.field(text),
            Some(Level::Part(Part::TypeId)) => self.objects.type_id(text, span),
            Some(Level::Part(Part::Value)) => self.objects.value(text, span),
            Some(&Level::Head(head)) => self.head(head, text, span),
            Some(Level::Root | Level::Named(_) | Level::Object) => {
                self.objects.notes.refuse("asset-list-value", "expected an object in braces", span);
            }
            _ => {}
        }
    }

    /// A value of a record, which nearly every node is.
    fn single(&mut self, single: Single<'_>) {
        if let (Some(Level::Named(class)), Some(tag)) = (self.open.last(), single.tag)
            && let Some(Member { slot, class: Class { body: Body::Value, .. }, .. }) = class.member(tag.full)
            && let Scalar::Text(text) | Scalar::Number(text) = &single.scalar
        {
            self.value(*slot, text, single.span);
        } else {
            single.part_by_part(self);
        }
    }

    fn close(&mut self, _end: u32) {
        match self.open.pop() {
            Some(Level::Object) => self.objects.end(),
            Some(Level::Named(class))
                if is_record(self.objects.records.kind(), class) && !self.objects.notes.is_refused() =>
            {
                if let Err(message) = self.objects.records.end() {
                    self.objects.notes.refuse("asset-list-entry", message, self.record);
                }
            }
            _ => {}
        }
    }
}
