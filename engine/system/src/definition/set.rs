//! Definitions after all contexts: their values, and the diagnostics about them.

use std::rc::Rc;

use assay_document::source::Source;

use super::arena::{Arena, NodeId};
use super::infer::InferredPaths;
use super::normalise::Normaliser;
use super::note::{self, Diagnostic, LoadReport};
use super::order::TypeOrder;
use super::read::FileDefinition;
use super::schema::Schema;
use super::shape::ElementShapes;
use super::words::{DefinitionId, SchemaWords, flag, short, suggest};
use super::write;
use crate::texts::TextId;

/// The definitions of a load, merged and copied.
pub struct Definitions {
    pub(super) arena: Arena,
    pub(super) words: SchemaWords,
    pub(super) shapes: ElementShapes,
    pub(super) schema: Schema,
    pub(super) source: Rc<dyn Source>,
    pub(super) contexts: Vec<String>,
    /// The definitions in the files, grouped by resolved definition and in load order.
    pub(super) written: Vec<FileDefinition>,
    pub(super) paths: InferredPaths,
    pub(super) resolved: Vec<Resolved>,
    pub(super) report: LoadReport,
    /// The files that were read, with their sizes in bytes.
    pub(super) read: Vec<(String, u64)>,
    /// True if the project names the folders that are loaded.
    pub(super) is_configured: bool,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Resolved {
    pub type_name: TextId,
    pub id: DefinitionId,
    /// The result of merging the files of all contexts.
    pub merged: NodeId,
    /// The result of merging, with the fields that were copied.
    pub node: NodeId,
    /// The index of the definition that it copies from.
    pub source: Option<usize>,
    /// The range of its contributions in `written`: the first index, and the count.
    pub first: usize,
    pub count: usize,
}

impl Definitions {
    /// Returns the number of definitions.
    pub fn len(&self) -> usize {
        self.resolved.len()
    }

    /// Returns true if there are no definitions.
    pub fn is_empty(&self) -> bool {
        self.resolved.is_empty()
    }

    /// Returns the definition at `at`, from 0, in the order in which their ids first occurred.
    pub fn get(&self, at: usize) -> Option<Definition<'_>> {
        self.resolved.get(at).map(|resolved| Definition { set: self, resolved })
    }

    /// Returns all definitions.
    pub fn iter(&self) -> impl Iterator<Item = Definition<'_>> {
        self.resolved.iter().map(|resolved| Definition { set: self, resolved })
    }

    /// Returns the indices of the definitions with that id, `Type/Subtype` with or without the prefix of the type.
    /// Definitions with different builder types may share an id.
    pub fn find(&self, id: &str) -> Vec<usize> {
        let id = short(id);
        let (type_name, subtype) = id.split_once('/').unwrap_or((id, ""));
        let texts = &self.arena.texts;
        let (Some(type_name), Some(subtype)) = (texts.find(type_name), texts.find(subtype)) else { return Vec::new() };
        let id = DefinitionId { type_name, subtype };
        (0..self.len()).filter(|&at| self.resolved[at].id == id).collect()
    }

    /// Returns a suggestion for an id that does not exist, if a similar id exists.
    pub fn suggest_id(&self, id: &str) -> Option<String> {
        let ids: Vec<String> = self.iter().map(|definition| definition.id()).collect();
        suggest(id, ids.iter().map(String::as_str))
    }

    /// Returns the diagnostics, by file and place.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.report.diagnostics
    }

    /// Returns true if every file, every definition in them and all of the schema could be used.
    pub const fn is_complete(&self) -> bool {
        self.report.is_complete
    }

    /// Returns the order in which their types are loaded.
    pub fn order(&self) -> TypeOrder {
        let names = self.resolved.iter().map(|definition| self.arena.texts.get(definition.type_name));
        TypeOrder::new(&self.schema, names)
    }
}

/// One definition of a set.
#[derive(Clone, Copy)]
pub struct Definition<'s> {
    set: &'s Definitions,
    resolved: &'s Resolved,
}

impl<'s> Definition<'s> {
    /// Returns its id, `Type/Subtype`, without the prefix of the type. Without a subtype, it ends with the slash.
    pub fn id(&self) -> String {
        self.resolved.id.display(&self.set.arena.texts)
    }

    /// Returns its builder type, without prefix.
    pub fn type_name(&self) -> &'s str {
        self.set.arena.texts.get(self.resolved.type_name)
    }

    /// Returns true if the game uses the definition: it is neither abstract nor switched off.
    pub fn is_live(&self) -> bool {
        let arena = &self.set.arena;
        let flag = |label| arena.part(self.resolved.node, label).and_then(|part| flag(arena.value(part)));
        let words = &self.set.words;
        flag(words.is_abstract) != Some(true) && flag(words.enabled) != Some(false)
    }

    /// Returns the definition in canonical XML, as an element of a file of definitions, indented by `level` levels. If
    /// `is_alone` is true, it declares the namespace that such a file has at its root.
    pub fn xml(&self, level: usize, is_alone: bool) -> String {
        let mut out = write::Out::default();
        self.write(&mut out, level, is_alone);
        out.text
    }

    pub(super) fn write(&self, out: &mut write::Out, level: usize, is_alone: bool) {
        let Resolved { type_name, id, node, .. } = *self.resolved;
        let writer = write::DefinitionWriter { arena: &self.set.arena, words: &self.set.words };
        writer.definition(out, node, self.set.arena.texts.get(type_name), id, level, is_alone);
    }

    /// Returns its values as rules see them: numbers, lists and records, with one unit for each kind. A value that is
    /// not valid for its kind is null; [`Definitions::bad_values`] reports it.
    pub fn values(&self) -> serde_json::Value {
        self.set.normaliser().definition(self.resolved.node, self.resolved.type_name)
    }
}

impl Definitions {
    /// Returns warnings about values that are not valid for their kind.
    pub fn bad_values(&self) -> Vec<Diagnostic> {
        // Values are normalised on demand, so nothing is kept of those that were normalised before.
        let mut normaliser = self.normaliser();
        for definition in &self.resolved {
            normaliser.definition(definition.node, definition.type_name);
        }
        note::place(normaliser.notes, &self.arena, self.source.as_ref())
    }

    fn normaliser(&self) -> Normaliser<'_> {
        let Self { arena, shapes, paths, words, .. } = self;
        Normaliser { arena, shapes, paths, words, notes: Vec::new() }
    }
}
