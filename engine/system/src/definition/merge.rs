//! Merges definitions: applies a delta to the definition that was loaded before.

use assay_document::text::IssueCode;
use rustc_hash::{FxHashMap, FxHashSet};

use super::arena::{Arena, Label, NodeId};
use super::fields::ElementFields;
use super::infer::{Guess, InferredPaths, PathId};
use super::keyed::{self, KeyedEntry};
use super::note::UnplacedNote;
use super::script::DefinitionFunctions;
use super::shape::{ElementShapes, FieldKey, FieldKind, ListShape, ShapeId};
use super::words::{SchemaWords, short};
use crate::texts::TextId;

/// The way in which a delta is applied to a definition.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Mode {
    /// Replaces the definition.
    Override,
    /// Replaces the fields that the delta has; lists are replaced as a whole.
    Merge,
    /// Like [`Self::Merge`], but lists grow.
    Append,
}

impl Mode {
    /// Returns the mode with this name. Names are case-sensitive. `Overwrite` is the name in the game's code.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "Override" | "Overwrite" => Some(Self::Override),
            "Merge" => Some(Self::Merge),
            "Append" => Some(Self::Append),
            _ => None,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Override => "Override",
            Self::Merge => "Merge",
            Self::Append => "Append",
        }
    }
}

/// The message for a full memory.
pub(super) const TOO_MANY: &str = "the definitions do not fit into the memory";

/// A place in a definition that is merged: the description of its fields, and the facts seen of them.
#[derive(Clone, Copy)]
pub(super) struct MergePlace {
    pub shape: Option<ShapeId>,
    pub path: Option<PathId>,
    /// The function that merges it as a whole.
    pub whole: Option<usize>,
}

/// Merges definitions.
pub(super) struct Merger<'a> {
    pub arena: &'a mut Arena,
    pub words: &'a SchemaWords,
    pub shapes: &'a ElementShapes,
    pub paths: &'a InferredPaths,
    pub notes: &'a mut Vec<UnplacedNote>,
    /// The fields that were already reported as possible lists: one line in a schema settles all their places.
    pub ambiguous: FxHashSet<PathId>,
    /// The entries that were already reported because they lack their key.
    pub keyless: FxHashMap<NodeId, usize>,
    /// True if it was already reported that the memory is full.
    pub is_full: bool,
    pub functions: &'a mut DefinitionFunctions,
}

impl Merger<'_> {
    /// Returns the place at the top of a definition of a type: its shape, its path, and the function that merges it as
    /// a whole.
    pub fn at(&self, type_name: TextId) -> MergePlace {
        let known = self.shapes.type_shape(type_name).map_or([None; 2], |known| known.whole);
        let whole = known.into_iter().find(|&function| self.functions.has(function)).flatten();
        MergePlace { shape: Some(self.shapes.of_type(type_name)), path: self.paths.of_type(type_name), whole }
    }

    /// Returns the result of applying `delta` to `base`. Both are definitions of the builder type of `at`.
    pub fn merge(&mut self, base: NodeId, delta: NodeId, mode: Mode, at: MergePlace) -> NodeId {
        if self.is_full(delta) {
            return base;
        }
        let words = self.words;
        let fixed = |label| [words.id, words.xsi_type, words.merge].contains(&label);
        // Before the mode is applied: a function steers the merging in every mode, `Override` included.
        if let Some(made) = self.merge_by_function((base, delta), mode, at, fixed) {
            return made;
        }
        if mode == Mode::Override { delta } else { self.walk(base, delta, mode, at, |_| true) }
    }

    /// Returns a definition with the fields of `source`, except those that identify or control the source.
    pub fn copy(&mut self, source: NodeId, definition: NodeId, mode: Mode, at: MergePlace) -> NodeId {
        let words = self.words;
        if mode == Mode::Override || self.is_full(definition) {
            return definition;
        }
        let fixed = |label| words.is_own(label) || label == words.xsi_type;
        if let Some(made) = self.merge_by_function((source, definition), mode, at, fixed) {
            return made;
        }
        self.walk(source, definition, mode, at, |label| !words.is_own(label))
    }

    /// Returns true if nothing more can be made because the memory is full. This is reported once, at the node `at`.
    fn is_full(&mut self, at: NodeId) -> bool {
        if self.arena.is_full() && !std::mem::replace(&mut self.is_full, true) {
            let note = UnplacedNote::error(IssueCode::DefinitionsTooMany, at, TOO_MANY);
            self.notes.push(note.help("nothing is merged from here on: load fewer folders"));
        }
        self.is_full
    }

    /// Goes through the fields of two elements. Of the base, only fields that are `taken` are used.
    fn walk(
        &mut self,
        base: NodeId,
        delta: NodeId,
        mode: Mode,
        at: MergePlace,
        taken: impl Fn(Label) -> bool,
    ) -> NodeId {
        let mut base_parts = self.parts(base);
        base_parts.retain(|&part| taken(self.arena.label(part)));
        let delta_parts = self.parts(delta);
        let base_fields = ElementFields::new(self.arena, self.shapes, at.shape, &base_parts);
        let delta_fields = ElementFields::new(self.arena, self.shapes, at.shape, &delta_parts);
        let mut out = Vec::with_capacity(base_parts.len() + delta_parts.len());
        // The game has no order of fields. That of the base makes results easy to compare with it.
        for (key, from_base) in base_fields.iter() {
            let given = delta_fields.get(key);
            if given.is_empty() {
                self.keep(key, from_base, delta, at, &mut out);
            } else {
                self.field(key, from_base, given, mode, at, &mut out);
            }
        }
        for (key, given) in delta_fields.iter() {
            if base_fields.get(key).is_empty() {
                out.extend_from_slice(given);
            }
        }
        self.arena.make(delta, &out)
    }

    /// Returns the parts of an element, its text included.
    pub(super) fn parts(&mut self, node: NodeId) -> Vec<NodeId> {
        match self.arena.text(node) {
            Some(text) if text != self.words.empty => vec![self.arena.make_text(node, self.words.empty, text)],
            _ => self.arena.parts(node).to_vec(),
        }
    }

    /// Keeps a field that the delta lacks, unless the schema says that it is not merged or cannot be absent.
    fn keep(&mut self, key: FieldKey, base: &[NodeId], delta: NodeId, at: MergePlace, out: &mut Vec<NodeId>) {
        match self.shapes.find(at.shape, key) {
            Some(field) if field.spec.nomerge => {}
            Some(field) if !field.spec.nullable => {
                let lost = match base.first().map_or("", |&node| self.arena.value(node)) {
                    "" => "its content".to_owned(),
                    value => format!("`{value}`"),
                };
                let message = format!(
                    "`{}` cannot be absent in the game and is reset to its default: {lost} is lost",
                    field.spec.name
                );
                let help = format!("write `{}` here, too", field.spec.name);
                self.notes.push(UnplacedNote::warning(IssueCode::NotNullableReset, delta, message).help(help));
            }
            _ => out.extend_from_slice(base),
        }
    }

    /// Merges a field that both elements have.
    fn field(
        &mut self,
        key: FieldKey,
        base: &[NodeId],
        delta: &[NodeId],
        mode: Mode,
        at: MergePlace,
        out: &mut Vec<NodeId>,
    ) {
        // A function that merges a whole definition is not called for its parts.
        let below = MergePlace { shape: None, path: self.below(at, delta[0]), whole: None };
        let Some(field) = self.shapes.find(at.shape, key) else {
            return self.merge_unknown(base, delta, mode, below, out);
        };
        if self.merge_field((key, field), (base, delta), mode, at, out) {
            return;
        }
        match &field.kind {
            _ if field.spec.nomerge || field.spec.replace => out.extend_from_slice(delta),
            FieldKind::Value(_) => out.extend_from_slice(delta),
            FieldKind::Object(shape) => {
                out.push(self.object(base[0], delta[0], mode, MergePlace { shape: *shape, ..below }));
            }
            FieldKind::List(_) if mode != Mode::Append => out.extend_from_slice(delta),
            FieldKind::List(list) if list.is_wrapped => {
                out.push(self.wrapper(base[0], delta[0], list, mode, below));
            }
            FieldKind::List(list) => self.append(base, delta, list, mode, below, out),
        }
    }

    /// Merges a field that no schema describes.
    fn merge_unknown(
        &mut self,
        base: &[NodeId],
        delta: &[NodeId],
        mode: Mode,
        below: MergePlace,
        out: &mut Vec<NodeId>,
    ) {
        let is_element = self.arena.is_element(delta[0]);
        let Some(path) = below.path.filter(|_| is_element) else {
            return out.extend_from_slice(delta);
        };
        let guess = self.paths.guess(path, self.arena);
        let is_ambiguous =
            mode == Mode::Append && base.len() == 1 && delta.len() == 1 && self.paths.is_ambiguous(path, guess);
        if is_ambiguous && self.ambiguous.insert(path) {
            let message = format!("`{}` may be a list, but is treated as one value", self.arena.name_text(delta[0]));
            self.may_be_list(delta[0], message);
        }
        match guess {
            Guess::List if mode == Mode::Append => {
                out.extend_from_slice(base);
                out.extend_from_slice(delta);
            }
            Guess::Object if base.len() == 1 && delta.len() == 1 => {
                let is_cleared = mode == Mode::Merge && self.is_cleared(path, delta[0]);
                out.push(if is_cleared { delta[0] } else { self.object(base[0], delta[0], mode, below) });
            }
            _ => out.extend_from_slice(delta),
        }
    }

    /// Returns true if an empty field clears its list: elsewhere, the field contains only one list.
    fn is_cleared(&mut self, path: PathId, delta: NodeId) -> bool {
        if self.arena.text(delta) != Some(self.words.empty) || self.paths.only_list(path, self.arena).is_none() {
            return false;
        }
        if self.ambiguous.insert(path) {
            let message =
                format!("`{}` contains a list elsewhere, and is treated as an empty list", self.arena.name_text(delta));
            self.may_be_list(delta, message);
        }
        true
    }

    /// Reports that a schema should say whether a field is a list.
    fn may_be_list(&mut self, delta: NodeId, message: String) {
        let note = UnplacedNote::warning(IssueCode::AmbiguousList, delta, message);
        self.notes.push(note.help("say in the schema whether it is a list"));
    }

    /// Merges two elements with fields.
    fn object(&mut self, base: NodeId, delta: NodeId, mode: Mode, at: MergePlace) -> NodeId {
        let type_of = |node| self.arena.part(node, self.words.xsi_type).map(|part| short(self.arena.value(part)));
        let (before, now) = (type_of(base), type_of(delta));
        let resolved = |name: Option<&str>| {
            let name = self.arena.texts.find(name?)?;
            Some(self.shapes.alias(name).unwrap_or(name))
        };
        // A type in a schema may have several names, and files may use any of them.
        if before == now || (resolved(before).is_some() && resolved(before) == resolved(now)) {
            return self.walk(base, delta, mode, at, |_| true);
        }
        let quoted = |name: Option<&str>| name.map_or("none".to_owned(), |name| format!("`{name}`"));
        let message = format!(
            "`{}` has the type {} and completely replaces one of type {}",
            self.arena.name_text(delta),
            quoted(now),
            quoted(before)
        );
        self.notes.push(UnplacedNote::warning(IssueCode::TypeReplaced, delta, message).first(base));
        delta
    }

    /// Merges two wrappers of a list that grows.
    fn wrapper(&mut self, base: NodeId, delta: NodeId, list: &ListShape, mode: Mode, at: MergePlace) -> NodeId {
        let (base_entries, base_rest) = keyed::unwrap(self.arena, base);
        let (delta_entries, delta_rest) = keyed::unwrap(self.arena, delta);
        let mut out = base_rest;
        let labels: Vec<Label> = delta_rest.iter().map(|&part| self.arena.label(part)).collect();
        out.retain(|&part| !labels.contains(&self.arena.label(part)));
        out.extend(delta_rest);
        let path = delta_entries.first().and_then(|&entry| self.below(at, entry));
        let below = MergePlace { shape: None, path, whole: None };
        self.append(&base_entries, &delta_entries, list, mode, below, &mut out);
        self.arena.make(delta, &out)
    }

    /// Merges two lists in append mode: the first list grows.
    fn append(
        &mut self,
        base: &[NodeId],
        delta: &[NodeId],
        list: &ListShape,
        mode: Mode,
        below: MergePlace,
        out: &mut Vec<NodeId>,
    ) {
        if list.key.is_empty() || (list.concat && !list.deep) {
            out.extend_from_slice(base);
            return out.extend_from_slice(delta);
        }
        let mut twice = Vec::new();
        let mut keyless = None;
        let placed = keyed::append(self.arena, &list.key, base, delta, |entry, key| match key {
            Some((first, key)) => twice.push((first, entry, key)),
            None => keyless = Some(entry),
        });
        if let Some(entry) = keyless
            && self.keyless.insert(self.arena.origin(entry), 0).is_none()
        {
            let message = format!("`{}` has no key, so it equals no other entry", self.arena.name_text(entry));
            self.notes.push(UnplacedNote::warning(IssueCode::MissingKey, entry, message).help("it is kept"));
        }
        // If the game refuses duplicates in the list, they are reported after all merging.
        for (first, entry, key) in twice.into_iter().filter(|_| !list.refuses_duplicates) {
            let message = format!("an earlier entry has the same key: `{}`", keyed::format_key(self.arena, key));
            self.notes.push(
                UnplacedNote::warning(IssueCode::DuplicateKey, entry, message).help("both are kept").first(first),
            );
        }
        for entry in placed {
            out.push(match entry {
                KeyedEntry::Base(entry) | KeyedEntry::Delta(entry) => entry,
                KeyedEntry::Instead { base, delta } if list.deep => {
                    self.object(base, delta, mode, MergePlace { shape: list.item, ..below })
                }
                KeyedEntry::Instead { delta, .. } => delta,
            });
        }
    }

    fn below(&self, at: MergePlace, part: NodeId) -> Option<PathId> {
        self.paths.below(at.path?, self.arena.name(part))
    }
}
