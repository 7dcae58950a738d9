//! Reads records from the objects of an ObjectStream in XML or JSON.
//!
//! The rules are those of O3DE: The field and the type id determine the class of an object, not the name of the class.
//! The order of members is free. Missing members keep their defaults, unknown ones are ignored.

use assay_document::text::{Guid, IssueCode, Span};

use super::notes::RecordNotes;
use crate::class::{Class, KINDS, RecordBody, RecordSlot};
use crate::receiver::Records;

/// The stream version that O3DE writes. It refuses later versions.
const VERSION: u32 = 3;

/// Follows the objects down to the records.
pub(super) struct Objects<'r> {
    /// The receiver of the records: a trait object, so that the readers are compiled once for all kinds of files.
    pub records: &'r mut dyn Records,
    pub notes: &'r mut RecordNotes,
    /// The open objects, each with a bit for every member that has been read.
    open: Vec<(ObjectRole, u32)>,
    /// The innermost object, until its class is known.
    fresh: Fresh,
    /// The number of objects at the top level so far.
    roots: usize,
    /// The place of the current record.
    record: Span,
}

/// The class of an object, and the value of a record that it holds.
#[derive(Clone, Copy)]
enum ObjectRole {
    /// An object that is unknown or of no interest.
    Nothing,
    Object(&'static Class, RecordSlot),
}

/// An object whose parts are being read.
#[derive(Default)]
struct Fresh {
    is_open: bool,
    span: Span,
    field: String,
    has_field: bool,
    type_id: Option<Guid>,
    has_value: bool,
    value: String,
    value_span: Span,
}

impl<'r> Objects<'r> {
    pub fn new(records: &'r mut dyn Records, notes: &'r mut RecordNotes) -> Self {
        Self { records, notes, open: Vec::new(), fresh: Fresh::default(), roots: 0, record: Span::at(0) }
    }

    /// Checks the version of the stream.
    pub fn version(&mut self, text: &str, span: Span) {
        if text.parse().is_ok_and(|version: u32| version <= VERSION) {
            return;
        }
        let message = format!("expected a stream version up to {VERSION}, found `{text}`");
        self.notes.refuse(IssueCode::AssetListVersion, message, span);
    }

    pub fn begin(&mut self, span: Span) {
        // The parts of the object around this one are complete.
        self.settle();
        let fresh = &mut self.fresh;
        fresh.field.clear();
        fresh.value.clear();
        (fresh.has_field, fresh.has_value, fresh.type_id) = (false, false, None);
        (fresh.is_open, fresh.span) = (true, span);
    }

    /// Takes the name of the object's class. Old files have it instead of the field.
    pub fn name(&mut self, text: &str) {
        if !self.fresh.has_field {
            self.fresh.field.clear();
            self.fresh.field.push_str(text);
        }
    }

    /// Takes the field of the object.
    pub fn field(&mut self, text: &str) {
        self.fresh.has_field = true;
        self.fresh.field.clear();
        self.fresh.field.push_str(text);
    }

    pub fn type_id(&mut self, text: &str, span: Span) {
        self.fresh.type_id = Guid::parse(text);
        if self.fresh.type_id.is_none() {
            self.notes.warn(IssueCode::AssetListType, format!("`{text}` is not a type id"), span);
        }
    }

    pub fn value(&mut self, text: &str, span: Span) {
        self.fresh.has_value = true;
        self.fresh.value.push_str(text);
        self.fresh.value_span = span;
    }

    pub fn end(&mut self) {
        self.settle();
        if let Some((ObjectRole::Object(class, _), _)) = self.open.pop()
            && std::ptr::eq(class, self.records.kind().record)
            && !self.notes.is_refused()
            && let Err(message) = self.records.end()
        {
            self.notes.refuse(IssueCode::AssetListEntry, message, self.record);
        }
    }

    pub fn finish(self, span: Span) {
        if self.roots == 0 {
            let message = format!("expected {} in the stream, but it is empty", self.records.kind().noun);
            self.notes.refuse(IssueCode::AssetListKind, message, span);
        }
    }

    /// Determines the class of the innermost object, once all its parts except for nested objects have been read.
    fn settle(&mut self) {
        if !std::mem::take(&mut self.fresh.is_open) {
            return;
        }
        let what = match self.open.last() {
            _ if self.notes.is_refused() => ObjectRole::Nothing,
            None => self.root(),
            Some((ObjectRole::Nothing, _)) => ObjectRole::Nothing,
            Some(&(ObjectRole::Object(parent, slot), _)) => self.role_in(parent, slot),
        };
        self.open.push((what, 0));
        let ObjectRole::Object(class, slot) = what else { return };
        if std::ptr::eq(class, self.records.kind().record) {
            self.record = self.fresh.span;
            self.records.begin(self.record.start());
        } else if matches!(class.body, RecordBody::Value | RecordBody::Text)
            && self.fresh.has_value
            && let Err(message) = self.records.value(slot, &self.fresh.value, self.fresh.value_span)
        {
            self.notes.refuse(IssueCode::AssetListValue, message, self.fresh.value_span);
        }
    }

    fn root(&mut self) -> ObjectRole {
        self.roots += 1;
        let kind = self.records.kind();
        let is_of = |class: &Class| self.fresh.type_id.is_some_and(|id| class.is_typed(id));
        if self.roots > 1 {
            self.notes.warn(
                IssueCode::AssetListRoot,
                "only the first object of a stream is read".to_owned(),
                self.fresh.span,
            );
            return ObjectRole::Nothing;
        }
        if !is_of(kind.root) {
            let wanted = kind.root.types.first().map_or("", |expected| expected.text);
            let message = match (KINDS.iter().find(|other| is_of(other.root)), self.fresh.type_id) {
                (Some(other), _) => format!("expected {}, found {}", kind.noun, other.noun),
                (None, Some(id)) => {
                    let id = id.to_string().to_uppercase();
                    format!("expected {} of the type `{wanted}`, found the type `{{{id}}}`", kind.noun)
                }
                (None, None) => format!("expected {} of the type `{wanted}`, but its type id is missing", kind.noun),
            };
            self.notes.refuse(IssueCode::AssetListKind, message, self.fresh.span);
            return ObjectRole::Nothing;
        }
        ObjectRole::Object(kind.root, RecordSlot::Nothing)
    }

    /// Notes that a member of the innermost open object is read. Of a repeated member O3DE keeps the last one.
    fn note_member(&mut self, at: usize, parent: &Class) {
        let Some((_, met)) = self.open.last_mut() else { return };
        if std::mem::replace(met, *met | 1 << at) & 1 << at != 0 {
            let message =
                format!("`{}` occurs more than once in one `{}`: the last one is used", self.fresh.field, parent.name);
            self.notes.warn(IssueCode::AssetListField, message, self.fresh.span);
        }
    }

    fn role_in(&mut self, parent: &'static Class, slot: RecordSlot) -> ObjectRole {
        let (class, slot) = match parent.body {
            RecordBody::Value | RecordBody::Text => return ObjectRole::Nothing,
            RecordBody::Elements(class) => (class, slot),
            RecordBody::Members(members) => {
                let Some(at) = members.iter().position(|member| member.field == self.fresh.field) else {
                    let message = format!("`{}` is not a field of `{}` and is ignored", self.fresh.field, parent.name);
                    self.notes.warn(IssueCode::AssetListField, message, self.fresh.span);
                    return ObjectRole::Nothing;
                };
                self.note_member(at, parent);
                (members[at].class, members[at].slot)
            }
        };
        if let Some(id) = self.fresh.type_id
            && !class.is_typed(id)
        {
            let message =
                format!("`{}` does not have the type id of `{}`, but is read anyway", self.fresh.field, class.name);
            self.notes.warn(IssueCode::AssetListType, message, self.fresh.span);
        }
        ObjectRole::Object(class, slot)
    }
}
