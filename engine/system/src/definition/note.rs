//! Notes about definitions while they are resolved, and diagnostics with lines and columns for users.

use assay_document::format::{Document, Format};
use assay_document::source::Source;
use assay_document::text::{Fault, IssueCode, LineIndex, Region, Span};
use assay_report::{Excerpt, Places, Problem};
use serde::{Serialize, Serializer};

use super::arena::{Arena, NodeId};

/// The severity of a diagnostic.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "DefinitionLevel"))]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Data is lost, or is certainly not what its author intended.
    Error,
    /// The definitions can be used, but a user should check the value.
    Warning,
    /// Useful information.
    Info,
}

/// A diagnostic about a set of definitions.
#[derive(Clone, Debug, PartialEq)]
pub struct Diagnostic {
    /// The severity.
    pub level: Level,
    /// The code, message, path and place.
    pub problem: Problem,
    /// The file of the load and the position in it; `None` if the diagnostic is not about a node.
    pub(super) place: Option<(u32, u32)>,
}

impl Diagnostic {
    /// Returns a diagnostic that is not about a node.
    pub(super) const fn new(level: Level, problem: Problem) -> Self {
        Self { level, problem, place: None }
    }
}

/// The diagnostics about a load, and whether everything could be used.
pub(super) struct LoadReport {
    pub diagnostics: Vec<Diagnostic>,
    /// True if every file, every definition in them and all of the schema could be used.
    pub is_complete: bool,
}

impl LoadReport {
    /// Adds a diagnostic. An error means that something could not be used.
    pub fn add(&mut self, diagnostic: Diagnostic) {
        self.is_complete &= diagnostic.level != Level::Error;
        self.diagnostics.push(diagnostic);
    }
}

/// One diagnostic about definitions.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DefinitionDiagnostic<'d> {
    /// The stable code of the kind of diagnostic.
    code: &'d str,
    /// The severity.
    severity: Level,
    /// The file; null if the diagnostic is not about a file.
    path: Option<&'d str>,
    /// The line, from 1.
    line: Option<u32>,
    /// The column, from 1, in UTF-16 units.
    column: Option<u32>,
    /// The message, in one sentence.
    message: &'d str,
    /// How to repair it.
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'d str>,
}

impl Serialize for Diagnostic {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { level, problem: Problem { code, message, help, path, region, .. }, .. } = self;
        let start = region.map(|region| region.start);
        let shape = DefinitionDiagnostic {
            code: code.as_str(),
            severity: *level,
            path: path.as_deref(),
            line: start.map(|start| start.line),
            column: start.map(|start| start.column),
            message,
            help: help.as_deref(),
        };
        shape.serialize(serializer)
    }
}

/// A diagnostic whose place has no line yet.
#[derive(Clone, Debug)]
pub(super) struct UnplacedNote {
    pub code: IssueCode,
    pub level: Level,
    pub message: String,
    pub help: Option<String>,
    /// The node that the note is about.
    pub node: NodeId,
    /// The first one of two nodes, if the note is about the second one.
    pub first: Option<NodeId>,
}

impl UnplacedNote {
    fn new(level: Level, code: IssueCode, node: NodeId, message: impl Into<String>) -> Self {
        Self { code, level, message: message.into(), help: None, node, first: None }
    }

    pub fn error(code: IssueCode, node: NodeId, message: impl Into<String>) -> Self {
        Self::new(Level::Error, code, node, message)
    }

    pub fn warning(code: IssueCode, node: NodeId, message: impl Into<String>) -> Self {
        Self::new(Level::Warning, code, node, message)
    }

    pub fn info(code: IssueCode, node: NodeId, message: impl Into<String>) -> Self {
        Self::new(Level::Info, code, node, message)
    }

    pub fn first(self, node: NodeId) -> Self {
        Self { first: Some(node), ..self }
    }

    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Returns the notes with their lines. Files with notes are read again.
pub(super) fn place(mut notes: Vec<UnplacedNote>, arena: &Arena, source: &dyn Source) -> Vec<Diagnostic> {
    let key = |note: &UnplacedNote| (arena.place(note.node), note.code.as_str());
    notes.sort_by(|a, b| key(a).cmp(&key(b)).then_with(|| a.message.cmp(&b.message)));
    // Definitions share nodes, so one note may be made for each of them.
    notes.dedup_by(|a, b| key(a) == key(b) && a.message == b.message);
    let places: Vec<_> = notes.iter().map(|note| arena.place(note.node)).collect();
    add_firsts(&mut notes, arena, source);
    let regions = regions(&places, arena, source);
    let diagnostics = notes.into_iter().zip(places).zip(regions).map(|((note, place), found)| {
        let problem = Problem::new(note.code, note.message).in_file(&arena.file(place.0).path);
        let problem = match found {
            Some((region, excerpt)) => problem.at(region, Some(excerpt)),
            None => problem,
        };
        Diagnostic { level: note.level, problem: Problem { help: note.help, ..problem }, place: Some(place) }
    });
    diagnostics.collect()
}

/// Adds the place of the first of two nodes to the help of each note.
fn add_firsts(notes: &mut [UnplacedNote], arena: &Arena, source: &dyn Source) {
    let at: Vec<usize> = (0..notes.len()).filter(|&at| notes[at].first.is_some()).collect();
    let places: Vec<_> = at.iter().filter_map(|&at| Some(arena.place(notes[at].first?))).collect();
    for ((at, place), region) in at.into_iter().zip(&places).zip(regions(&places, arena, source)) {
        let line = region.map_or_else(String::new, |(region, _)| format!(":{}", region.start.line));
        let first = format!("the first one is at {}{line}", arena.file(place.0).path);
        let help = &mut notes[at].help;
        *help = Some(help.take().map_or_else(|| first.clone(), |help| format!("{help}; {first}")));
    }
}

/// Returns the lines of places in files; `None` for places in a file that cannot be read any more.
pub(super) fn regions(places: &[(u32, u32)], arena: &Arena, source: &dyn Source) -> Vec<Option<(Region, Excerpt)>> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    // The content of files is not kept: each file with notes is read again, once.
    order.sort_by(|&a, &b| places[a].cmp(&places[b]));
    let mut found: Vec<_> = places.iter().map(|_| None).collect();
    for group in order.chunk_by(|&a, &b| places[a].0 == places[b].0) {
        let Some(text) = text(source, &arena.file(places[group[0]].0).path) else { continue };
        let lines = LineIndex::new(&text);
        for &at in group {
            let region = lines.region(Span::at(places[at].1));
            found[at] = Some((region, Excerpt::new(&lines, region)));
        }
    }
    found
}

/// Returns the text of a file that has been read as XML.
pub(super) fn text(source: &dyn Source, path: &str) -> Option<String> {
    let bytes = source.read(path).ok()?;
    let document = Document::decode_as(Format::Xml, bytes).ok()?;
    document.text().map(str::to_owned)
}

/// Returns a diagnostic about a file that cannot be read, or about a schema.
pub(super) fn of_fault(level: Level, fault: Fault, path: &str, text: &str) -> Diagnostic {
    Diagnostic::new(level, *Places::of(text, path).problem(fault))
}
