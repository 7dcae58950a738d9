//! Reads records from JSON: an ObjectStream, O3DE's JSON serialization, or the plain form.

use std::borrow::Cow;

use assay_document::format::{Notes as ReaderNotes, Scalar, Single, Sink, Tag};
use assay_document::text::{IssueCode, Span, nearest};

use super::notes::RecordNotes;
use super::objects::Objects;
use crate::class::{Class, KINDS, ListFileKind, RecordBody, RecordMember, RecordSlot};
use crate::receiver::Records;

/// The value of `Type` in files of O3DE's JSON serialization.
const SERIALIZATION: &str = "JsonSerialization";

/// A sink that follows the keys of a document.
pub(super) struct JsonSink<'r> {
    objects: Objects<'r>,
    open: Vec<NodeRole>,
    /// The place of the current record.
    record: Span,
    /// The place of the open value, as long as it has no content.
    bare: Option<Span>,
    /// True if a key that contains records has been found.
    has_records: bool,
    /// True if the document is an ObjectStream.
    is_stream: bool,
}

#[derive(Clone, Copy)]
enum NodeRole {
    Root,
    /// A value at the top level that describes the file itself.
    Head(&'static str),
    Object,
    Part(&'static str),
    /// An object whose keys are the members of a class.
    Named(&'static Class),
    /// A value of a record; `true` if it must be a string.
    Value(RecordSlot, bool),
    /// A node whose content is ignored.
    Unknown,
}

/// The keys at the top level that describe the file itself.
const HEADERS: [&str; 5] = ["name", "version", "Type", "ClassName", "Version"];

/// The keys of an object of an ObjectStream, besides `Objects`.
const PARTS: [&str; 6] = ["field", "typeId", "value", "typeName", "version", "specializationTypeId"];

impl<'r> JsonSink<'r> {
    pub fn new(records: &'r mut dyn Records, notes: &'r mut RecordNotes) -> Self {
        Self {
            objects: Objects::new(records, notes),
            open: Vec::new(),
            record: Span::at(0),
            bare: None,
            has_records: false,
            is_stream: false,
        }
    }

    /// Ends the document. `read` are the notes of its reader.
    pub fn finish(self, read: &ReaderNotes) {
        if let Some(repeated) = read.repeated.first() {
            let message = format!("{}: it is unclear which one to use", repeated.message);
            self.objects.notes.refuse(IssueCode::AssetListRepeated, message, repeated.span);
        }
        if self.objects.notes.is_refused() {
            return;
        }
        if self.is_stream {
            return self.objects.finish(Span::at(0));
        }
        let kind = self.objects.records.kind();
        if !self.has_records {
            let key = kind.plain.map_or("ClassData", |(key, _)| key);
            let message = format!("expected {}: `{key}` is missing", kind.noun);
            self.objects.notes.refuse(IssueCode::AssetListKind, message, Span::at(0));
        }
    }

    fn child(&mut self, parent: NodeRole, key: &str, span: Span) -> NodeRole {
        match parent {
            NodeRole::Root => self.at_top(key, span),
            NodeRole::Object => match key {
                "Objects" => self.object(span),
                _ if is_element(span) => self.no_list(key, span),
                _ => match PARTS.into_iter().find(|part| *part == key) {
                    Some(part) => NodeRole::Part(part),
                    None => self.report_unknown(key, "an object of a stream", &[], span),
                },
            },
            NodeRole::Named(class) => {
                if let Some(member) = class.member(key) {
                    return self.member(member.class, key, member.slot, span);
                }
                let RecordBody::Members(members) = class.body else { return NodeRole::Unknown };
                let known: Vec<&str> = members.iter().map(|member| member.field).collect();
                self.report_unknown(key, "an entry", &known, span)
            }
            NodeRole::Head(_) | NodeRole::Part(_) | NodeRole::Value(..) => {
                self.refuse("expected a string or a number, found an object", span)
            }
            NodeRole::Unknown => NodeRole::Unknown,
        }
    }

    fn at_top(&mut self, key: &str, span: Span) -> NodeRole {
        let kind = self.objects.records.kind();
        if let Some((_, class)) = kind.plain.filter(|(plain, _)| *plain == key) {
            self.has_records = true;
            return self.member(class, key, RecordSlot::Nothing, span);
        }
        match key {
            "Objects" => {
                self.is_stream = true;
                self.object(span)
            }
            "ClassData" => {
                self.has_records = true;
                self.member(kind.root, key, RecordSlot::Nothing, span)
            }
            _ => {
                if let Some(header) = HEADERS.into_iter().find(|header| *header == key) {
                    return NodeRole::Head(header);
                }
                if let Some(other) = other_kind(kind, key) {
                    let message = format!("expected {}, found {}", kind.noun, other.noun);
                    self.objects.notes.refuse(IssueCode::AssetListKind, message, span);
                }
                let known: Vec<&str> = kind.plain.iter().map(|(key, _)| *key).collect();
                self.report_unknown(key, "a file of this kind", &known, span)
            }
        }
    }

    /// Handles an empty list at the top level.
    fn empty_at_top(&mut self, key: &str, span: Span) {
        let kind = self.objects.records.kind();
        let is_list = |class: &Class| matches!(class.body, RecordBody::Elements(_));
        match key {
            "ClassData" if !is_list(kind.root) => drop(self.no_list(key, span)),
            _ if key == "ClassData" || kind.plain.is_some_and(|(plain, _)| plain == key) => self.has_records = true,
            "Objects" => self.is_stream = true,
            _ => drop(self.at_top(key, span)),
        }
    }

    fn object(&mut self, span: Span) -> NodeRole {
        self.objects.begin(span);
        NodeRole::Object
    }

    /// Opens a node that should be an object of `class`, and begins a record if `class` is the class of records. Each
    /// element of an array is a node with the name of the array.
    fn member(&mut self, class: &'static Class, key: &str, slot: RecordSlot, span: Span) -> NodeRole {
        let class = match class.body {
            RecordBody::Elements(of) if is_element(span) => of,
            RecordBody::Elements(_) => {
                return self.refuse(format!("expected a list in brackets, `\"{key}\": […]`"), span);
            }
            _ if is_element(span) => return self.no_list(key, span),
            _ => class,
        };
        match class.body {
            RecordBody::Value => return NodeRole::Value(slot, false),
            RecordBody::Text => return NodeRole::Value(slot, true),
            RecordBody::Members(_) | RecordBody::Elements(_) => {}
        }
        if is_record(self.objects.records.kind(), class) {
            self.record = span;
            self.objects.records.begin(span.start());
        }
        NodeRole::Named(class)
    }

    /// Refuses a list where a single value or object is expected.
    fn no_list(&mut self, key: &str, span: Span) -> NodeRole {
        self.refuse(format!("expected one value of `{key}`, found a list"), span)
    }

    /// Refuses the file for a value, whose content is ignored.
    #[cold]
    fn refuse(&mut self, message: impl Into<String>, span: Span) -> NodeRole {
        self.objects.notes.refuse(IssueCode::AssetListValue, message, span);
        NodeRole::Unknown
    }

    fn scalar_value(&mut self, slot: RecordSlot, is_text: bool, scalar: &Scalar<'_>, span: Span) {
        match scalar {
            Scalar::Text(text) => self.value(slot, text, span),
            Scalar::Number(text) if !is_text => self.value(slot, text, span),
            Scalar::Null => {}
            Scalar::Number(_) | Scalar::Bool(_) => {
                let wanted = if is_text { "a string in quotes" } else { "a number or a string" };
                self.refuse(format!("expected {wanted}"), span);
            }
        }
    }

    fn value(&mut self, slot: RecordSlot, text: &str, span: Span) {
        if self.objects.notes.is_refused() {
            return;
        }
        if let Err(message) = self.objects.records.value(slot, text, span) {
            self.refuse(message, span);
        }
    }

    fn report_unknown(&mut self, key: &str, of: &str, known: &[&str], span: Span) -> NodeRole {
        let near =
            nearest(key, known.iter().copied()).map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
        let message = format!("`{key}` is not a key of {of}{near} and is ignored");
        self.objects.notes.warn(IssueCode::AssetListField, message, span);
        NodeRole::Unknown
    }

    fn head(&mut self, head: &str, text: &str, span: Span) {
        let kind = self.objects.records.kind();
        let message = match head {
            "version" => return self.objects.version(text, span),
            "name" if text == "ObjectStream" => {
                self.is_stream = true;
                return;
            }
            "name" => format!("expected `ObjectStream`, found `{text}`"),
            "Type" if !text.eq_ignore_ascii_case(SERIALIZATION) => {
                format!("expected `{SERIALIZATION}`, found `{text}`")
            }
            "ClassName" if !text.eq_ignore_ascii_case(kind.root.name) => {
                format!("expected {} (`{}`), found `{text}`", kind.noun, kind.root.name)
            }
            _ => return,
        };
        self.objects.notes.refuse(IssueCode::AssetListKind, message, span);
    }
}

fn other_kind(kind: &ListFileKind, key: &str) -> Option<&'static ListFileKind> {
    KINDS.into_iter().find(|other| other.noun != kind.noun && other.plain.is_some_and(|(plain, _)| plain == key))
}

/// Returns true if a node is an element of an array. It has no key, so its place is only its first byte. All known keys
/// are longer.
const fn is_element(span: Span) -> bool {
    span.len() == 1
}

fn is_record(kind: &ListFileKind, class: &'static Class) -> bool {
    let is_plain =
        |(_, list): (_, &Class)| matches!(list.body, RecordBody::Elements(plain) if std::ptr::eq(class, plain));
    std::ptr::eq(class, kind.record) || kind.plain.is_some_and(is_plain)
}

impl Sink for JsonSink<'_> {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        let level = match (self.open.last(), tag) {
            _ if self.objects.notes.is_refused() => NodeRole::Unknown,
            (None, None) => NodeRole::Root,
            (Some(&parent), Some(tag)) => self.child(parent, tag.full, span),
            _ => NodeRole::Unknown,
        };
        self.bare = matches!(level, NodeRole::Value(..)).then_some(span);
        self.open.push(level);
    }

    // An empty array has no node, so `open` is not called for it.
    fn empty(&mut self, tag: Option<Tag<'_>>, span: Span) {
        match (self.open.last(), tag) {
            _ if self.objects.notes.is_refused() => {}
            (Some(NodeRole::Root), Some(tag)) => self.empty_at_top(tag.full, span),
            (Some(NodeRole::Named(class)), Some(tag)) => {
                let is_list = |member: &RecordMember| matches!(member.class.body, RecordBody::Elements(_));
                if class.member(tag.full).is_some_and(|member| !is_list(member)) {
                    self.no_list(tag.full, span);
                }
            }
            _ => {}
        }
    }

    fn attribute(&mut self, _name: Tag<'_>, _value: Cow<'_, str>, _span: Span) {}

    fn text(&mut self, _text: Cow<'_, str>, _span: Span) {}

    fn scalar(&mut self, scalar: Scalar<'_>, span: Span) {
        self.bare = None;
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
            Some(&NodeRole::Value(slot, is_text)) => self.scalar_value(slot, is_text, &scalar, span),
            Some(NodeRole::Part("field")) => self.objects.field(text),
            Some(NodeRole::Part("typeId")) => self.objects.type_id(text, span),
            Some(NodeRole::Part("value")) => self.objects.value(text, span),
            Some(&NodeRole::Head(head)) => self.head(head, text, span),
            Some(NodeRole::Root | NodeRole::Named(_) | NodeRole::Object) => {
                self.refuse("expected an object in braces", span);
            }
            _ => {}
        }
    }

    /// Takes a value of a record directly, because nearly every node is one.
    fn single(&mut self, single: Single<'_>) {
        if let (Some(NodeRole::Named(class)), Some(tag)) = (self.open.last(), single.tag)
            && let Some(RecordMember { slot, class: Class { body: RecordBody::Value | RecordBody::Text, .. }, .. }) =
                class.member(tag.full)
            && let Scalar::Text(text) = &single.scalar
            && !is_element(single.start_tag)
        {
            self.value(*slot, text, single.span);
        } else {
            single.part_by_part(self);
        }
    }

    fn close(&mut self, _end: u32) {
        match self.open.pop() {
            Some(NodeRole::Object) => self.objects.end(),
            Some(NodeRole::Value(..)) => {
                if let Some(span) = self.bare.take() {
                    self.refuse("expected a string or a number, found an object", span);
                }
            }
            Some(NodeRole::Named(class))
                if is_record(self.objects.records.kind(), class) && !self.objects.notes.is_refused() =>
            {
                if let Err(message) = self.objects.records.end() {
                    self.objects.notes.refuse(IssueCode::AssetListEntry, message, self.record);
                }
            }
            _ => {}
        }
    }
}
