//! Checks one definition of a file before it is merged: finds repeated fields that hold one value, and unknown fields.

use assay_document::text::IssueCode;

use super::arena::{Arena, ArenaKind, NodeId};
use super::note::UnplacedNote;
use super::schema::SchemaValueKind;
use super::shape::{ElementShapes, FieldKey, FieldKind, ShapeId};
use super::words::suggest;
use crate::texts::TextId;

/// Corrects definitions by a schema.
pub(super) struct Settler<'a> {
    pub arena: &'a mut Arena,
    pub shapes: &'a ElementShapes,
    pub notes: &'a mut Vec<UnplacedNote>,
    /// The number of further unknown fields for which a similar field is looked for.
    pub searches: usize,
}

impl Settler<'_> {
    /// Returns the definition in which a repeated value is replaced by its first occurrence, as in the game.
    pub fn settle(&mut self, node: NodeId, shape: ShapeId) -> NodeId {
        let is_strict = self.shapes.get(shape).strict;
        self.element(node, shape, is_strict)
    }

    fn element(&mut self, node: NodeId, shape: ShapeId, is_strict: bool) -> NodeId {
        let parts = self.arena.parts(node).to_vec();
        let mut kept = Vec::with_capacity(parts.len());
        let mut seen: Vec<FieldKey> = Vec::new();
        for &part in &parts {
            let key = FieldKey::of(self.shapes, Some(shape), self.arena.label(part));
            let FieldKey::Known(at) = key else {
                if is_strict {
                    self.report_unknown(part, shape);
                }
                kept.push(part);
                continue;
            };
            let field = &self.shapes.get(shape).fields[at];
            let is_repeatable = matches!(&field.kind, FieldKind::List(list) if !list.is_wrapped);
            if !is_repeatable && seen.contains(&key) {
                let message = format!("`{}` holds one value, but occurs more than once", field.spec.name);
                self.notes.push(
                    UnplacedNote::warning(IssueCode::RepeatedScalar, part, message).help("the first one is used"),
                );
                continue;
            }
            if !is_repeatable {
                seen.push(key);
            }
            kept.push(self.field(part, &field.kind, is_strict));
        }
        // Most definitions are correct, and a node that was not changed needs no copy.
        if kept == parts { node } else { self.arena.make(node, &kept) }
    }

    fn field(&mut self, part: NodeId, kind: &FieldKind, is_strict: bool) -> NodeId {
        match kind {
            FieldKind::Object(Some(shape)) => self.element(part, *shape, is_strict),
            FieldKind::List(list) => {
                if is_strict && !list.items.is_empty() {
                    self.items(part, &list.items);
                }
                match list.item {
                    None => part,
                    Some(item) if list.is_wrapped => self.entries(part, item, is_strict),
                    Some(item) => self.element(part, item, is_strict),
                }
            }
            FieldKind::Value(kind) if is_strict => {
                self.value(part, *kind);
                part
            }
            FieldKind::Value(_) | FieldKind::Object(None) => part,
        }
    }

    fn entries(&mut self, wrapper: NodeId, item: ShapeId, is_strict: bool) -> NodeId {
        let parts = self.arena.parts(wrapper).to_vec();
        let settled =
            |&part: &NodeId| if self.arena.is_element(part) { self.element(part, item, is_strict) } else { part };
        let kept: Vec<NodeId> = parts.iter().map(settled).collect();
        if kept == parts { wrapper } else { self.arena.make(wrapper, &kept) }
    }

    /// Reports entries of a wrapped list with names that its schema does not allow.
    fn items(&mut self, wrapper: NodeId, known: &[TextId]) {
        let is_other = |part: &NodeId| self.arena.is_element(*part) && !known.contains(&self.arena.name(*part));
        let others: Vec<NodeId> = self.arena.parts(wrapper).iter().copied().filter(is_other).collect();
        for part in others {
            let message =
                format!("`{}` is not an entry of `{}`", self.arena.name_text(part), self.arena.name_text(wrapper));
            let known: Vec<&str> = known.iter().map(|&name| self.arena.texts.get(name)).collect();
            let help = format!("known: {}", known.join(", "));
            self.notes.push(UnplacedNote::warning(IssueCode::UnknownField, part, message).help(help));
        }
    }

    /// Reports parts that a value does not have.
    fn value(&mut self, node: NodeId, kind: SchemaValueKind) {
        let known = kind.parts();
        if known.is_empty() {
            return;
        }
        for at in 0..self.arena.parts(node).len() {
            let part = self.arena.parts(node)[at];
            let name = self.arena.name_text(part);
            if self.arena.kind(part) != ArenaKind::Text && !name.starts_with("xsi:") && !known.contains(&name) {
                let message = format!("`{name}` is not a part of `{}`", self.arena.name_text(node));
                let warning = UnplacedNote::warning(IssueCode::UnknownField, part, message);
                self.notes.push(warning.help(format!("known: {}", known.join(", "))));
            }
        }
    }

    fn report_unknown(&mut self, part: NodeId, shape: ShapeId) {
        if self.arena.kind(part) == ArenaKind::Text || self.arena.name_text(part).starts_with("xsi:") {
            return;
        }
        let name = self.arena.field_name(self.arena.label(part));
        let note = UnplacedNote::warning(IssueCode::UnknownField, part, format!("the schema has no field `{name}`"));
        let known = self.shapes.get(shape).fields.iter().filter(|_| self.searches > 0);
        let help = suggest(&name, known.map(|field| field.spec.name.as_str()));
        self.searches = self.searches.saturating_sub(1);
        self.notes.push(UnplacedNote { help, ..note });
    }
}
