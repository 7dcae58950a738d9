//! A compiled schema: the kind of each field, by the names of an arena.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::arena::Label;
use super::schema::{FieldSpec, KindSpec, ListForm, ListSpec, Of, Schema, SchemaValueKind};
use super::script::HANDLERS;
use crate::texts::{Interner, TextId};

/// The index of an element's shape in [`ElementShapes`].
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct ShapeId(usize);

#[derive(Clone, Debug, Default)]
pub(super) struct ElementShape {
    /// The fields. All types that extend a type share its fields.
    pub fields: Vec<Rc<FieldShape>>,
    by_label: FxHashMap<Label, usize>,
    /// True if fields that it does not name are reported.
    pub strict: bool,
}

#[derive(Clone, Debug)]
pub(super) struct FieldShape {
    /// The field as the schema describes it.
    pub spec: FieldSpec,
    pub kind: FieldKind,
}

#[derive(Clone, Debug)]
pub(super) enum FieldKind {
    Value(SchemaValueKind),
    Object(Option<ShapeId>),
    List(ListShape),
}

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent attribute of a list in the schema")]
pub(super) struct ListShape {
    pub is_wrapped: bool,
    /// The names of entries in a wrapper; empty if any name is allowed.
    pub items: Vec<TextId>,
    /// The parts of the key that distinguishes entries; empty if there is no key.
    pub key: Vec<KeyPart>,
    pub concat: bool,
    pub refuses_duplicates: bool,
    pub deep: bool,
    pub item: Option<ShapeId>,
}

/// A part of an entry's key.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct KeyPart {
    /// The label of the part; `None` for the text of the entry.
    pub label: Option<Label>,
    /// True if it is the name of a type, whose prefix is ignored.
    pub is_type: bool,
}

/// A builder type.
#[derive(Clone, Debug)]
pub(super) struct TypeShape {
    pub shape: ShapeId,
    /// The types that it extends, nearest first.
    pub ancestors: Vec<TextId>,
    /// The group in whose definitions each id occurs only once.
    pub group: TextId,
    /// The functions that merge its definitions as a whole: the one that it names, and its handler.
    pub whole: [Option<usize>; 2],
}

/// A field with all its names.
type Bound = (Rc<FieldShape>, Vec<Label>);

#[derive(Debug)]
pub(super) struct ElementShapes {
    all: Vec<ElementShape>,
    types: FxHashMap<TextId, TypeShape>,
    /// Builder types by their additional names.
    aliases: FxHashMap<TextId, TextId>,
    base: ShapeId,
}

/// A field of an element: one that its shape names, or one identified by its label.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub(super) enum FieldKey {
    Known(usize),
    Unknown(Label),
}

impl FieldKey {
    /// Returns the field that the parts with that label belong to.
    pub fn of(shapes: &ElementShapes, shape: Option<ShapeId>, label: Label) -> Self {
        shapes.position(shape, label).map_or(Self::Unknown(label), Self::Known)
    }
}

impl ElementShapes {
    pub fn new(schema: &Schema, texts: &mut Interner) -> Self {
        let mut binder = Binder { texts, shapes: Vec::new(), structs: FxHashMap::default() };
        for spec in &schema.structs {
            // All names come first, because structs may refer to each other in any order.
            binder.structs.insert(spec.name.clone(), ShapeId(binder.shapes.len()));
            binder.shapes.push(ElementShape::default());
        }
        for spec in &schema.structs {
            let shape = binder.structs[&spec.name];
            let fields = binder.bound(&spec.fields);
            binder.shapes[shape.0] = shape_of([fields.as_slice()], false);
        }
        let own = binder.bound(&base_fields());
        let base = binder.add([own.as_slice()], false);
        let fields: Vec<Vec<Bound>> = schema.types.iter().map(|spec| binder.bound(&spec.fields)).collect();
        let mut types = FxHashMap::default();
        let mut aliases = FxHashMap::default();
        for spec in &schema.types {
            let ancestors = schema.ancestors(&spec.name);
            // From the furthest type down, because a field replaces one of the same name in a type above.
            let described = ancestors.iter().rev().copied().chain([spec.name.as_str()]);
            let described = described.filter_map(|name| schema.by_name.get(name));
            let fields = std::iter::once(own.as_slice()).chain(described.map(|&at| fields[at].as_slice()));
            let shape = binder.add(fields, spec.strict);
            let name = binder.texts.intern(&spec.name);
            let group = binder.texts.intern(schema.group(&spec.name));
            let ancestors = ancestors.into_iter().map(|name| binder.texts.intern(name)).collect();
            let merger = schema.inherited_setting(&spec.name, |spec| spec.merger);
            let handler =
                schema.inherited_setting(&spec.name, |spec| spec.handlers).map(|first| first + HANDLERS.len() - 1);
            types.insert(name, TypeShape { shape, ancestors, group, whole: [merger, handler] });
            for (alias, _) in &spec.names {
                aliases.insert(binder.texts.intern(alias), name);
            }
        }
        Self { all: binder.shapes, types, aliases, base }
    }

    /// Returns the builder type with this additional name.
    pub fn alias(&self, name: TextId) -> Option<TextId> {
        self.aliases.get(&name).copied()
    }

    pub fn type_shape(&self, name: TextId) -> Option<&TypeShape> {
        self.types.get(&name)
    }

    /// Returns the fields of definitions of a type, at least those that every definition has.
    pub fn of_type(&self, name: TextId) -> ShapeId {
        self.type_shape(name).map_or(self.base, |known| known.shape)
    }

    /// Returns the group of a type; the type itself if the schema names no group.
    pub fn group(&self, name: TextId) -> TextId {
        self.type_shape(name).map_or(name, |known| known.group)
    }

    pub fn get(&self, shape: ShapeId) -> &ElementShape {
        &self.all[shape.0]
    }

    /// Returns the number of the field that a part of an element belongs to.
    pub fn position(&self, shape: Option<ShapeId>, label: Label) -> Option<usize> {
        self.get(shape?).by_label.get(&label).copied()
    }

    /// Returns a field as the schema describes it; `None` for a field that no schema describes.
    pub fn find(&self, shape: Option<ShapeId>, key: FieldKey) -> Option<&FieldShape> {
        match key {
            FieldKey::Known(field) => self.get(shape?).fields.get(field).map(|field| &**field),
            FieldKey::Unknown(_) => None,
        }
    }
}

/// Returns the fields that every definition has.
fn base_fields() -> Vec<FieldSpec> {
    let field = |(name, kind): (&str, SchemaValueKind)| FieldSpec {
        name: name.to_owned(),
        also: None,
        kind: KindSpec::Value(kind),
        nomerge: false,
        nullable: true,
        replace: false,
        to: None,
        values: Vec::new(),
        default: None,
        degrees: false,
        merger: None,
    };
    let known = [
        ("@xsi:type", SchemaValueKind::TypeName),
        ("Id", SchemaValueKind::Id),
        ("CopyFrom", SchemaValueKind::Id),
        ("@Merge", SchemaValueKind::Text),
        ("@Copy", SchemaValueKind::Text),
        ("@Abstract", SchemaValueKind::Bool),
        ("@Enabled", SchemaValueKind::Bool),
    ];
    known.map(field).into()
}

/// Returns a shape of fields. A later field replaces an earlier one of the same name.
fn shape_of<'f>(fields: impl IntoIterator<Item = &'f [Bound]>, strict: bool) -> ElementShape {
    let mut shape = ElementShape { strict, ..ElementShape::default() };
    for (field, labels) in fields.into_iter().flatten() {
        for &label in labels {
            shape.by_label.insert(label, shape.fields.len());
        }
        shape.fields.push(Rc::clone(field));
    }
    // A field that a later one has replaced has no default.
    let known: FxHashSet<usize> = shape.by_label.values().copied().collect();
    for (at, field) in shape.fields.iter_mut().enumerate() {
        if field.spec.default.is_some() && !known.contains(&at) {
            Rc::make_mut(field).spec.default = None;
        }
    }
    shape
}

struct Binder<'t> {
    texts: &'t mut Interner,
    shapes: Vec<ElementShape>,
    structs: FxHashMap<String, ShapeId>,
}

impl Binder<'_> {
    fn add<'f>(&mut self, fields: impl IntoIterator<Item = &'f [Bound]>, strict: bool) -> ShapeId {
        self.shapes.push(shape_of(fields, strict));
        ShapeId(self.shapes.len() - 1)
    }

    fn bound(&mut self, fields: &[FieldSpec]) -> Vec<Bound> {
        let mut bound = Vec::with_capacity(fields.len());
        for spec in fields {
            let names: Vec<&str> = match &spec.kind {
                KindSpec::List(list) if list.form == ListForm::Choice => {
                    list.elements.iter().map(String::as_str).collect()
                }
                _ => std::iter::once(spec.name.as_str()).chain(spec.also.as_deref()).collect(),
            };
            let labels = names.into_iter().map(|name| self.label(name)).collect();
            bound.push((Rc::new(self.field(spec)), labels));
        }
        bound
    }

    fn field(&mut self, spec: &FieldSpec) -> FieldShape {
        let kind = match &spec.kind {
            KindSpec::Value(kind) => FieldKind::Value(*kind),
            KindSpec::Object(of) => FieldKind::Object(self.of(of.as_ref())),
            KindSpec::List(list) => FieldKind::List(self.list(list)),
        };
        FieldShape { spec: spec.clone(), kind }
    }

    fn list(&mut self, spec: &ListSpec) -> ListShape {
        let part = |name: &str, label: Label| match name {
            "#text" => KeyPart { label: None, is_type: false },
            _ => KeyPart { label: Some(label), is_type: matches!(name, "@Type" | "Type") },
        };
        ListShape {
            is_wrapped: spec.form == ListForm::Wrapped,
            items: match spec.form {
                ListForm::Wrapped => spec.elements.iter().map(|name| self.texts.intern(name)).collect(),
                _ => Vec::new(),
            },
            key: spec.key.iter().map(|name| part(name, self.label(name))).collect(),
            concat: spec.concat,
            refuses_duplicates: spec.refuses_duplicates,
            deep: spec.deep,
            item: self.of(spec.item.as_ref()),
        }
    }

    fn of(&mut self, of: Option<&Of>) -> Option<ShapeId> {
        match of? {
            Of::Struct(name) => self.structs.get(name).copied(),
            Of::Fields(fields) => {
                let fields = self.bound(fields);
                Some(self.add([fields.as_slice()], false))
            }
        }
    }

    fn label(&mut self, name: &str) -> Label {
        let (is_attribute, name) = name.strip_prefix('@').map_or((false, name), |name| (true, name));
        Label { name: self.texts.intern(name), is_attribute }
    }
}
