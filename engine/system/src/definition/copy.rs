//! `CopyFrom`: definitions that begin as a copy of another definition.

use assay_document::text::IssueCode;
use rustc_hash::FxHashMap;

use super::arena::NodeId;
use super::merge::{Merger, Mode};
use super::note::UnplacedNote;
use super::set::Resolved;
use super::words::{DefinitionId, suggest};
use crate::cycles::{Walk, walk};
use crate::texts::TextId;

/// Definitions by builder type and id.
pub(super) type ByKey = FxHashMap<(TextId, DefinitionId), usize>;

/// Resolves the sources of all definitions, each before those that copy from it.
pub(super) struct Copier<'a, 'm> {
    pub merger: &'a mut Merger<'m>,
    pub by_key: &'a ByKey,
    pub definitions: &'a mut [Resolved],
    /// The number of further missing sources for which a similar id is looked for.
    pub searches: usize,
}

impl Copier<'_, '_> {
    pub fn run(mut self) {
        let mut sources: Vec<Vec<usize>> = Vec::with_capacity(self.definitions.len());
        for at in 0..self.definitions.len() {
            let source = self.source(at);
            self.definitions[at].source = source;
            sources.push(source.into_iter().collect());
        }
        let Walk { order, groups } = walk(&sources);
        // Each definition has at most one source, so a group is a simple cycle, and its members follow each other.
        for group in groups.iter().filter(|group| group.len() > 1 || sources[group[0]].contains(&group[0])) {
            self.break_cycle(group);
        }
        for at in order {
            self.copy(at);
        }
    }

    /// Returns the definition that it copies from: that of its type, or of the nearest base type, with the id.
    fn source(&mut self, at: usize) -> Option<usize> {
        let Resolved { type_name, merged, .. } = self.definitions[at];
        let words = self.merger.words;
        let copy_from = self.merger.arena.part(merged, words.copy_from);
        let Some(node) = copy_from else {
            if let Some(copy) = self.merger.arena.part(merged, words.copy) {
                let message = "`Copy` does nothing without `CopyFrom`";
                self.merger.notes.push(UnplacedNote::info(IssueCode::CopyWithoutSource, copy, message));
            }
            return None;
        };
        let id = DefinitionId::read(self.merger.arena, words, node);
        let ancestors = self.merger.shapes.type_shape(type_name).map_or(&[][..], |known| &known.ancestors);
        let mut types = std::iter::once(&type_name).chain(ancestors);
        let found = id.and_then(|id| types.find_map(|&name| self.by_key.get(&(name, id)).copied()));
        if found.is_none() {
            let suggestion = id.and_then(|id| self.suggest_id(type_name, id));
            let shown = id.map_or("no id".to_owned(), |id| format!("`{}`", id.display(&self.merger.arena.texts)));
            let type_name = self.merger.arena.texts.get(type_name);
            let message = format!("`CopyFrom` must be the id of a `{type_name}` that is loaded, not {shown}");
            let missing = UnplacedNote::error(IssueCode::CopySourceMissing, node, message);
            let near = suggestion.map_or_else(String::new, |near| format!("; {near}"));
            self.merger.notes.push(missing.help(format!("nothing is copied{near}")));
        }
        found
    }

    /// Returns a suggestion for an id that no definition of a type has, for the first `searches` ids.
    fn suggest_id(&mut self, type_name: TextId, id: DefinitionId) -> Option<String> {
        // A search compares all ids of a type. Without a limit, a renamed base would cause a search for each
        // definition.
        self.searches = self.searches.checked_sub(1)?;
        let texts = &self.merger.arena.texts;
        let own = self.definitions.iter().filter(|definition| definition.type_name == type_name && definition.id != id);
        let ids: Vec<String> = own.map(|definition| definition.id.display(texts)).collect();
        suggest(&id.display(texts), ids.iter().map(String::as_str))
    }

    #[cold]
    fn break_cycle(&mut self, cycle: &[usize]) {
        let texts = &self.merger.arena.texts;
        let names = cycle.iter().chain(&cycle[..1]).map(|&at| self.definitions[at].id.display(texts));
        let way = names.collect::<Vec<_>>().join(" → ");
        let message = if cycle.len() == 1 {
            format!("`{}` copies from itself", self.definitions[cycle[0]].id.display(texts))
        } else {
            format!("definitions copy from each other: {way}")
        };
        let first = self.definitions[cycle[0]].merged;
        let node = self.merger.arena.part(first, self.merger.words.copy_from).unwrap_or(first);
        let error = UnplacedNote::error(IssueCode::CopyCycle, node, message);
        self.merger.notes.push(error.help("none of them copies fields"));
        for &at in cycle {
            // A cycle is cut at every definition, because none of them is the first one.
            self.definitions[at].source = None;
        }
    }

    /// Copies the fields of the source into a definition. The source has been resolved.
    fn copy(&mut self, at: usize) {
        let Resolved { type_name, merged, source, .. } = self.definitions[at];
        self.definitions[at].node = match source {
            None => merged,
            Some(source) => {
                let source = self.definitions[source].node;
                let mode = self.mode(merged);
                let at = self.merger.at(type_name);
                self.merger.copy(source, merged, mode, at)
            }
        };
    }

    fn mode(&mut self, merged: NodeId) -> Mode {
        let copy = self.merger.arena.part(merged, self.merger.words.copy);
        let mode = copy.and_then(|part| Mode::named(self.merger.arena.value(part))).unwrap_or(Mode::Merge);
        if let Some(part) = copy.filter(|_| mode == Mode::Override) {
            let message = "`Copy=\"Override\"` takes nothing from the source";
            let note = UnplacedNote::warning(IssueCode::CopyOverrideNoop, part, message);
            self.merger.notes.push(note.help("remove `Copy` or `CopyFrom`"));
        }
        mode
    }
}
