//! Merging by functions of a schema: the values that they are called with, and the use of the values that they return.
//!
//! A field is a string, a map of fields, or a list of strings or maps. The key of an attribute is `@Name`, and the key
//! of the text next to attributes is `#text`. If an entry's element may have several names, its map has the name as
//! `#name`. A returned value that equals a value of the base or the delta keeps the place of that value. Any other
//! returned value gets the place of the delta.

use assay_document::format::is_char;
use assay_document::text::IssueCode;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value};

use super::arena::{Arena, ArenaKind, Label, NodeId};
use super::fields::ElementFields;
use super::infer::Guess;
use super::keyed;
use super::merge::{MergePlace, Merger, Mode};
use super::note::UnplacedNote;
use super::shape::{FieldKey, FieldKind, FieldShape};

/// The text of an element that has attributes, too.
const TEXT: &str = "#text";
/// The key of an entry's element name.
const NAME: &str = "#name";

/// The nodes of a value in the base and in the delta.
#[derive(Clone, Copy)]
struct Sides<'n> {
    base: &'n [NodeId],
    delta: &'n [NodeId],
}

impl Merger<'_> {
    /// Merges two definitions by a function. Returns `None` if there is no function, or if it fails or leaves this to
    /// the usual merging. Parts that are `fixed` are taken from the delta.
    pub(super) fn merge_by_function(
        &mut self,
        (base, delta): (NodeId, NodeId),
        mode: Mode,
        at: MergePlace,
        fixed: impl Fn(Label) -> bool,
    ) -> Option<NodeId> {
        let function = at.whole.filter(|_| self.functions.has(at.whole))?;
        let (mut base_parts, delta_parts) = (self.parts(base), self.parts(delta));
        // A function must not change the id of a definition or its type.
        base_parts.retain(|&part| !fixed(self.arena.label(part)));
        let view = |parts: &[NodeId]| self.view_of_parts(parts, at);
        let arguments = vec![view(&base_parts), view(&delta_parts), mode.name().into()];
        let returned = self.call_function(function, arguments, delta, false)?;
        let Value::Object(mut fields) = returned else {
            let name = self.functions.name(function);
            let message = format!("`{name}` must return a map of fields, but it returned another value");
            self.notes.push(UnplacedNote::error(IssueCode::MergerReturn, delta, message));
            return None;
        };
        let own: Vec<NodeId> = delta_parts.iter().copied().filter(|&part| fixed(self.arena.label(part))).collect();
        for &part in &own {
            fields.remove(&self.arena.field_name(self.arena.label(part)));
        }
        let rest: Vec<NodeId> = delta_parts.iter().copied().filter(|part| !own.contains(part)).collect();
        let mut out = own;
        let sides = Sides { base: &base_parts, delta: &rest };
        self.put_fields(fields, sides, at, delta, &mut out);
        Some(self.arena.make(delta, &out))
    }

    /// Merges a field by its merger. Returns false if the usual merging is left to do.
    pub(super) fn merge_field(
        &mut self,
        (key, field): (FieldKey, &FieldShape),
        (base, delta): (&[NodeId], &[NodeId]),
        mode: Mode,
        at: MergePlace,
        out: &mut Vec<NodeId>,
    ) -> bool {
        let Some(function) = field.spec.merger.filter(|_| self.functions.has(field.spec.merger)) else { return false };
        let arguments = vec![self.view(key, base, at), self.view(key, delta, at), mode.name().into()];
        let is_text = field.spec.name.starts_with('@');
        let Some(returned) = self.call_function(function, arguments, delta[0], is_text) else { return false };
        self.put(&field.spec.name, key, &returned, Sides { base, delta }, at, delta[0], out);
        true
    }

    /// Calls a function. If `is_text` is true, it has to return a string. Returns `None` if the function returns
    /// nothing, or if it fails, which is reported.
    fn call_function(&mut self, function: usize, arguments: Vec<Value>, at: NodeId, is_text: bool) -> Option<Value> {
        match self.functions.call(function, arguments) {
            Ok(Value::Null) => None,
            Ok(value) => match self.unwritable(&value, is_text) {
                None => Some(value),
                Some(what) => {
                    let name = self.functions.name(function);
                    let message = format!("`{name}` returned {what}; the definition is merged without it");
                    self.notes.push(UnplacedNote::error(IssueCode::MergerReturn, at, message));
                    None
                }
            },
            Err(failed) => {
                let message =
                    format!("`{}` stopped, and the definition is merged without it: {}", failed.name, failed.why);
                self.notes.push(UnplacedNote::error(IssueCode::MergerStopped, at, message));
                None
            }
        }
    }

    /// Returns a description of the part of a value that cannot be written as XML. With `is_text`, only a string can.
    fn unwritable(&self, value: &Value, is_text: bool) -> Option<String> {
        let Arena { texts, namespaces, .. } = &*self.arena;
        match value {
            Value::Array(_) | Value::Object(_) if is_text => Some("a list or a map instead of a string".to_owned()),
            Value::String(text) if text.chars().all(is_char) => None,
            Value::String(_) => Some("a character that XML cannot hold".to_owned()),
            Value::Array(items) if items.iter().any(Value::is_array) => Some("a list in a list".to_owned()),
            Value::Array(items) => items.iter().find_map(|item| self.unwritable(item, false)),
            Value::Object(fields) => fields.iter().find_map(|(key, value)| {
                let (is_attribute, own) = key.strip_prefix('@').map_or((false, key.as_str()), |own| (true, own));
                let name = if key == NAME { value.as_str().unwrap_or_default() } else { own };
                if key == TEXT || namespaces.is_writable(texts, name) {
                    self.unwritable(value, is_attribute || key == TEXT)
                } else {
                    Some(format!("the name {}, which is not valid in XML", Value::from(name)))
                }
            }),
            _ => None,
        }
    }

    fn view_of_parts(&self, parts: &[NodeId], at: MergePlace) -> Value {
        let fields = ElementFields::new(self.arena, self.shapes, at.shape, parts);
        let entry = |(key, nodes)| (self.key_name(key, at), self.view(key, nodes, at));
        record(fields.iter().map(entry))
    }

    fn key_name(&self, key: FieldKey, at: MergePlace) -> String {
        match (self.shapes.find(at.shape, key), key) {
            (Some(field), _) => field.spec.name.clone(),
            (None, FieldKey::Unknown(label)) => self.arena.field_name(label),
            (None, FieldKey::Known(_)) => String::new(),
        }
    }

    fn view(&self, key: FieldKey, nodes: &[NodeId], at: MergePlace) -> Value {
        let Some(&first) = nodes.first() else { return Value::Null };
        let inner = self.inside(key, first, at);
        if !self.is_list(key, nodes, at) {
            return self.view_of_element(first, inner);
        }
        let entries = self.entries(key, nodes, at);
        let name = self.key_name(key, at);
        entries.iter().map(|&entry| self.view_of_entry(entry, &name, inner)).collect()
    }

    fn view_of_entry(&self, entry: NodeId, name: &str, at: MergePlace) -> Value {
        let own = self.arena.name_text(entry);
        match self.view_of_element(entry, at) {
            value if own == name => value,
            Value::Object(mut fields) => {
                fields.insert(NAME.to_owned(), own.into());
                Value::Object(fields)
            }
            text => record([(NAME.to_owned(), own.into()), (TEXT.to_owned(), text)]),
        }
    }

    fn view_of_element(&self, node: NodeId, at: MergePlace) -> Value {
        match self.arena.kind(node) {
            ArenaKind::Parent => self.view_of_parts(self.arena.parts(node), at),
            _ => self.arena.value(node).into(),
        }
    }

    fn is_list(&self, key: FieldKey, nodes: &[NodeId], at: MergePlace) -> bool {
        let is_guessed = || {
            let path = at.path.and_then(|path| self.paths.below(path, self.arena.name(nodes[0])));
            self.arena.is_element(nodes[0])
                && path.is_some_and(|path| self.paths.guess(path, self.arena) == Guess::List)
        };
        match self.shapes.find(at.shape, key) {
            Some(field) => matches!(field.kind, FieldKind::List(_)),
            None => nodes.len() > 1 || is_guessed(),
        }
    }

    /// Returns the entries of a list: the elements themselves, or the elements in its wrapper.
    fn entries(&self, key: FieldKey, nodes: &[NodeId], at: MergePlace) -> Vec<NodeId> {
        match self.shapes.find(at.shape, key).map(|field| &field.kind) {
            Some(FieldKind::List(list)) => keyed::entries(self.arena, list, nodes),
            _ => nodes.to_vec(),
        }
    }

    /// Returns the information about the fields of a field's element, or of its entries.
    fn inside(&self, key: FieldKey, node: NodeId, at: MergePlace) -> MergePlace {
        let path = at.path.and_then(|path| self.paths.below(path, self.arena.name(node)));
        let shape = match self.shapes.find(at.shape, key).map(|field| &field.kind) {
            Some(FieldKind::Object(shape)) => *shape,
            Some(FieldKind::List(list)) => list.item,
            _ => None,
        };
        MergePlace { shape, path, whole: None }
    }

    /// Appends the fields of a map to `out`: those of the base in its order, then those of the delta, then new ones.
    fn put_fields(
        &mut self,
        mut fields: Map<String, Value>,
        sides: Sides<'_>,
        at: MergePlace,
        like: NodeId,
        out: &mut Vec<NodeId>,
    ) {
        // The name of an element is not one of its fields.
        fields.remove(NAME);
        let base = ElementFields::new(self.arena, self.shapes, at.shape, sides.base);
        let delta = ElementFields::new(self.arena, self.shapes, at.shape, sides.delta);
        let new = delta.iter().filter(|(key, _)| base.get(*key).is_empty());
        let keys: Vec<FieldKey> = base.iter().chain(new).map(|(key, _)| key).collect();
        for key in keys {
            let name = self.key_name(key, at);
            if let Some(value) = fields.remove(&name) {
                let sides = Sides { base: base.get(key), delta: delta.get(key) };
                self.put(&name, key, &value, sides, at, like, out);
            }
        }
        for (name, value) in fields {
            let (is_attribute, own) = match name.strip_prefix('@') {
                Some(own) => (true, own),
                None => (false, if name == TEXT { "" } else { name.as_str() }),
            };
            let label = Label { name: self.arena.texts.intern(own), is_attribute };
            let key = FieldKey::of(self.shapes, at.shape, label);
            self.put(&name, key, &value, Sides { base: &[], delta: &[] }, at, like, out);
        }
    }

    /// Appends a field to `out`.
    #[expect(clippy::too_many_arguments, reason = "a field, its value, where it comes from and where it goes")]
    fn put(
        &mut self,
        name: &str,
        key: FieldKey,
        value: &Value,
        sides: Sides<'_>,
        at: MergePlace,
        like: NodeId,
        out: &mut Vec<NodeId>,
    ) {
        let of_side = [sides.delta, sides.base]
            .into_iter()
            .find(|nodes| !nodes.is_empty() && self.view(key, nodes, at) == *value);
        if let Some(nodes) = of_side {
            return out.extend_from_slice(nodes);
        }
        let like = sides.delta.first().copied().unwrap_or(like);
        let first = sides.delta.first().or(sides.base.first()).copied();
        let inner =
            first.map_or(MergePlace { shape: None, path: None, whole: None }, |node| self.inside(key, node, at));
        let (wrapped, is_one) = match self.shapes.find(at.shape, key).map(|field| &field.kind) {
            Some(FieldKind::List(list)) => (Some(list.is_wrapped), false),
            field => (None, field.is_some()),
        };
        match (value, wrapped) {
            (Value::Null, _) => {}
            (Value::Array(items), _) if is_one => {
                let message = format!("`{name}` holds one value, but a function returned a list of {}", items.len());
                self.notes
                    .push(UnplacedNote::error(IssueCode::MergerReturn, like, message).help("the first one is used"));
                if let Some(first) = items.first() {
                    self.put(name, key, first, sides, at, like, out);
                }
            }
            (Value::Array(items), Some(true)) => {
                let rest = first.map_or_else(Vec::new, |wrapper| keyed::unwrap(self.arena, wrapper).1);
                let mut parts = rest;
                self.put_entries(items, "Item", key, sides, at, inner, like, &mut parts);
                out.push(self.arena.make_element(name, &parts, like));
            }
            (Value::Array(items), _) => self.put_entries(items, name, key, sides, at, inner, like, out),
            (value, _) => out.push(self.make_part(name, value, sides, inner, like)),
        }
    }

    /// Appends the entries of a list to `out`: each as one of the sides has it, or newly made.
    #[expect(clippy::too_many_arguments, reason = "a list, its value, where it comes from and where it goes")]
    fn put_entries(
        &mut self,
        items: &[Value],
        name: &str,
        key: FieldKey,
        sides: Sides<'_>,
        at: MergePlace,
        inner: MergePlace,
        like: NodeId,
        out: &mut Vec<NodeId>,
    ) {
        let field = self.key_name(key, at);
        // Entries by their values, the first one last. The last one is never removed, because it may be returned
        // several times.
        let mut there: FxHashMap<String, Vec<NodeId>> = FxHashMap::default();
        let of_sides = [sides.base, sides.delta].map(|nodes| self.entries(key, nodes, at));
        for &entry in of_sides.iter().flat_map(|entries| entries.iter().rev()) {
            there.entry(self.view_of_entry(entry, &field, inner).to_string()).or_default().push(entry);
        }
        for item in items {
            if let Some(alike) = there.get_mut(&item.to_string()) {
                let found = if alike.len() > 1 { alike.pop() } else { alike.last().copied() };
                out.extend(found);
                continue;
            }
            let own = item.get(NAME).and_then(Value::as_str).unwrap_or(name);
            out.push(self.make_part(own, item, Sides { base: &[], delta: &[] }, inner, like));
        }
    }

    /// Makes an element or attribute from a value that a function returned.
    fn make_part(&mut self, name: &str, value: &Value, sides: Sides<'_>, at: MergePlace, like: NodeId) -> NodeId {
        match value {
            Value::Object(fields) => {
                let parts =
                    |nodes: &[NodeId]| nodes.first().map_or_else(Vec::new, |&node| self.arena.parts(node).to_vec());
                let (base, delta) = (parts(sides.base), parts(sides.delta));
                let mut out = Vec::new();
                self.put_fields(fields.clone(), Sides { base: &base, delta: &delta }, at, like, &mut out);
                self.arena.make_element(name, &out, like)
            }
            Value::String(text) => self.arena.make_value(name, text, like),
            Value::Null => self.arena.make_value(name, "", like),
            other => self.arena.make_value(name, &other.to_string(), like),
        }
    }
}

/// Returns an object with these fields. `collect` would sort them first, with a lot of code.
fn record(fields: impl IntoIterator<Item = (String, Value)>) -> Value {
    let mut map = Map::new();
    map.extend(fields);
    Value::Object(map)
}
