//! A load: reads the files of all contexts, and resolves their definitions.

use std::rc::Rc;

use assay_document::format::{Document, Format, NoDocument};
use assay_document::source::Source;
use assay_document::text::{IssueCode, without_inlining};
use assay_report::{Places, Problem};
use rustc_hash::{FxHashMap, FxHashSet};

use super::arena::Arena;
use super::copy::{ByKey, Copier};
use super::duplicates;
use super::infer::InferredPaths;
use super::merge::{Merger, Mode};
use super::note::{self, Diagnostic, Level, LoadReport, UnplacedNote};
use super::order;
use super::read::{DefinitionReader, FileDefinition};
use super::schema::Schema;
use super::script::DefinitionFunctions;
use super::set::{Definitions, Resolved};
use super::settle::Settler;
use super::shape::ElementShapes;
use super::words::{SEARCHES, SchemaWords};
use crate::LibraryFunctions;
use crate::no_document::no_document;
use crate::texts::narrow;

/// The codes of notes about definitions that are left out, or that differ from their description in the schema.
const INCOMPLETE_CODES: [IssueCode; 6] = [
    IssueCode::MissingId,
    IssueCode::MissingType,
    IssueCode::NotADefinition,
    IssueCode::MergerStopped,
    IssueCode::MergerReturn,
    IssueCode::DefinitionsTooMany,
];

/// The number of nodes and links that merging one definition may make before unused ones are removed.
const ROOM: usize = 1 << 16;

/// Definitions that are merged in one call, see [`without_inlining`].
const PORTION: usize = 4096;

/// Definitions that are being loaded.
pub struct Load {
    /// The content of the files so far. It is resolved at the end.
    set: Definitions,
    functions: DefinitionFunctions,
    notes: Vec<UnplacedNote>,
}

impl Load {
    /// Returns a load without files, by a schema that may be empty. `diagnostic` has the diagnostics of reading the
    /// schema; `scripts` run the functions that the schema names.
    pub fn new(
        schema: Schema,
        mut diagnostics: Vec<Diagnostic>,
        source: Rc<dyn Source>,
        scripts: Option<&dyn LibraryFunctions>,
    ) -> Self {
        let mut arena = Arena::default();
        let words = SchemaWords::new(&mut arena.texts);
        let shapes = ElementShapes::new(&schema, &mut arena.texts);
        let mut functions = DefinitionFunctions::new(&schema, scripts, &source);
        diagnostics.append(&mut functions.diagnostics);
        let is_complete = diagnostics.iter().all(|diagnostic| diagnostic.level != Level::Error);
        // A cycle of types concerns only their order: all definitions are still loaded.
        diagnostics.extend(order::check(&schema));
        let set = Definitions {
            arena,
            words,
            shapes,
            schema,
            source,
            contexts: Vec::new(),
            written: Vec::new(),
            paths: InferredPaths::default(),
            resolved: Vec::new(),
            report: LoadReport { diagnostics, is_complete },
            read: Vec::new(),
            is_configured: false,
        };
        Self { set, functions, notes: Vec::new() }
    }

    /// Adds a context, the base game or a mod, after the existing ones. The next files are read into it.
    pub fn context(&mut self, name: &str) {
        self.set.contexts.push(name.to_owned());
    }

    /// Reads the file at `path` in the source into the context added last. If the file has a problem, it is reported as
    /// a diagnostic, and other files are still read.
    pub fn read(&mut self, path: &str) {
        if self.set.contexts.is_empty() {
            self.context("base");
        }
        // If a file is refused halfway, everything that was read from it is removed.
        let mark = (self.set.arena.mark(), self.set.written.len(), self.notes.len());
        let file = self.set.arena.begin_file(narrow(self.set.contexts.len() - 1), path);
        if let Err(fault) = self.read_file(path, file) {
            self.set.arena.go_back(mark.0);
            self.set.written.truncate(mark.1);
            self.notes.truncate(mark.2);
            self.set.report.add(*fault);
        }
    }

    fn read_file(&mut self, path: &str, file: u32) -> Result<(), Box<Diagnostic>> {
        let Definitions { arena, words, shapes, written, source, read, .. } = &mut self.set;
        let document = Document::open_as(Format::Xml, path, source).map_err(|fault| refusal(path, fault))?;
        read.push((path.to_owned(), document.size()));
        let alias = |name| shapes.alias(name);
        let mut reader = DefinitionReader::new(arena, words, &alias, written, &mut self.notes, file);
        let read = document.read(&mut reader);
        let fault = read.err().or_else(|| reader.fault());
        let Some(fault) = fault else { return Ok(()) };
        let problem = *Places::of_document(&document, path).problem(fault);
        Err(Box::new(Diagnostic::new(Level::Error, problem)))
    }

    /// Reports contexts that have no files.
    pub fn check_contexts(&mut self) {
        let with_files = self.set.arena.contexts();
        for (at, name) in self.set.contexts.iter().enumerate() {
            if !with_files.contains(&narrow(at)) {
                let message = format!("the context `{name}` has no files");
                let problem = Problem::new(IssueCode::ContextEmpty, message);
                self.set.report.add(Diagnostic::new(Level::Error, problem));
            }
        }
    }

    /// Merges and copies what was read.
    pub fn finish(mut self) -> Definitions {
        self.set.arena.end_files();
        self.sort_files();
        // Before merging, so that a field with one value has one value in each file.
        self.settle();
        let written = self.set.written.iter().map(|written| (written.type_name, written.node));
        self.set.paths = InferredPaths::new(&self.set.arena, &self.set.words, written);
        let by_key = self.group();
        self.merge(&by_key);
        let Self { mut set, functions, mut notes } = self;
        let Definitions { arena, shapes, resolved, .. } = &mut set;
        duplicates::of_groups(arena, shapes, resolved, &mut notes);
        // After all merging and copying: entries of several files may have one key.
        duplicates::of_lists(arena, shapes, resolved, &mut notes);
        set.report.is_complete &= !notes.iter().any(|note| INCOMPLETE_CODES.contains(&note.code));
        set.report.diagnostics.extend(note::place(notes, &set.arena, set.source.as_ref()));
        set.run_handlers(functions)
    }

    /// Sorts the files of each context by path, whatever order they were read in.
    fn sort_files(&mut self) {
        let arena = &self.set.arena;
        let rank = |file: u32| {
            let file = arena.file(file);
            (file.context, file.path.as_str())
        };
        // Hosts list files in any order, but the order in which the deltas of one context are applied must be fixed.
        self.set.written.sort_by(|a, b| rank(a.file).cmp(&rank(b.file)).then(a.node.cmp(&b.node)));
    }

    fn settle(&mut self) {
        let Definitions { arena, shapes, written, .. } = &mut self.set;
        let mut settler = Settler { arena, shapes, notes: &mut self.notes, searches: SEARCHES };
        for written in written {
            written.node = settler.settle(written.node, shapes.of_type(written.type_name));
        }
    }

    /// Groups definitions with the same builder type and id, in the order of the first of each.
    fn group(&mut self) -> ByKey {
        let mut by_key: ByKey = FxHashMap::default();
        let Definitions { written, resolved: definitions, .. } = &mut self.set;
        let mut of_written: Vec<usize> = Vec::with_capacity(written.len());
        for &FileDefinition { node, type_name, id, .. } in &*written {
            let at = *by_key.entry((type_name, id)).or_insert(definitions.len());
            if at == definitions.len() {
                definitions.push(Resolved { type_name, id, merged: node, node, source: None, first: 0, count: 0 });
            }
            definitions[at].count += 1;
            of_written.push(at);
        }
        let mut order: Vec<usize> = (0..written.len()).collect();
        // A stable sort, which keeps the order of the deltas of each definition.
        order.sort_by_key(|&at| of_written[at]);
        *written = order.iter().map(|&at| written[at]).collect();
        let mut first = 0;
        for definition in definitions {
            definition.first = first;
            first += definition.count;
        }
        by_key
    }

    fn merge(&mut self, by_key: &ByKey) {
        let Definitions { arena, words, shapes, paths, written, resolved: definitions, .. } = &mut self.set;
        let (notes, functions) = (&mut self.notes, &mut self.functions);
        let (ambiguous, keyless) = (FxHashSet::default(), FxHashMap::default());
        let mut merger = Merger { arena, words, shapes, paths, notes, ambiguous, keyless, is_full: false, functions };
        let merge_some: fn(&mut Merger<'_>, &mut [Resolved], &[FileDefinition]) = without_inlining(merge_some);
        for portion in definitions.chunks_mut(PORTION) {
            merge_some(&mut merger, portion, written);
        }
        Copier { merger: &mut merger, by_key, definitions, searches: SEARCHES }.run();
    }
}

fn merge_some(merger: &mut Merger<'_>, definitions: &mut [Resolved], written: &[FileDefinition]) {
    for definition in definitions {
        let written = &written[definition.first..definition.first + definition.count];
        let at = merger.at(definition.type_name);
        let first = &written[0];
        definition.merged = first.node;
        if first.mode != Mode::Override {
            let message = format!("there is nothing to {} with: no earlier definition has this id", first.mode.name());
            merger.notes.push(UnplacedNote::info(IssueCode::MergeWithoutBase, first.node, message));
        }
        let mut of_context = first;
        // Merging many deltas makes many nodes that only the next step uses. They are removed from time to time.
        let mark = merger.arena.mark();
        let (mut room, mut noted) = (ROOM, merger.notes.len());
        for delta in &written[1..] {
            let context = |written: &FileDefinition| merger.arena.file(written.file).context;
            if context(of_context) == context(delta) {
                let id = definition.id.display(&merger.arena.texts);
                let message = format!("this context already has a definition `{id}`");
                let note = UnplacedNote::warning(IssueCode::DuplicateId, delta.node, message).first(of_context.node);
                merger.notes.push(note.help("both are applied, in the order of paths and lines"));
            } else {
                of_context = delta;
            }
            definition.merged = merger.merge(definition.merged, delta.node, delta.mode, at);
            if merger.arena.made_since(mark) > room {
                // Notes must refer to nodes that are kept.
                for note in &mut merger.notes[noted..] {
                    note.node = merger.arena.origin(note.node);
                    note.first = note.first.map(|first| merger.arena.origin(first));
                }
                noted = merger.notes.len();
                definition.merged = merger.arena.keep(mark, definition.merged);
                // In proportion to what is kept: removing nodes then takes no more time than merging.
                room = ROOM + 2 * merger.arena.made_since(mark);
            }
        }
        definition.node = definition.merged;
    }
}

fn refusal(path: &str, fault: NoDocument) -> Box<Diagnostic> {
    let problem = no_document(path, fault);
    let problem = if problem.code.known() == Some(IssueCode::FileBinary) {
        // The usual help of the code is about rules.
        problem.help("the file is skipped: change its file extension, or write it as text")
    } else {
        problem
    };
    Box::new(Diagnostic::new(Level::Error, problem))
}
