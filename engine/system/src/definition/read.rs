//! Reads the XML of a file into nodes, and finds the definitions among them.

use std::borrow::Cow;

use assay_document::extract::OwnText;
use assay_document::format::{Leaf, Scalar, Sink, Tag};
use assay_document::text::{Fault, IssueCode, Span};
use rustc_hash::FxHashMap;

use super::arena::{Arena, ArenaKind, ArenaMark, NodeId};
use super::merge::{Mode, TOO_MANY};
use super::namespace::NamespaceScope;
use super::note::UnplacedNote;
use super::words::{DefinitionId, SchemaWords, flag, short_id};
use crate::mentions::trim;
use crate::texts::TextId;

/// The maximum depth of elements, far more than any definition needs. It allows later steps to be recursive.
const MAX_DEPTH: usize = 200;

/// The help for a definition that cannot be used.
const IGNORED: &str = "the definition is ignored";

#[derive(Clone, Copy, Debug)]
pub(super) struct FileDefinition {
    pub node: NodeId,
    /// The builder type, spelled as in the schema or the file, without prefix.
    pub type_name: TextId,
    pub id: DefinitionId,
    /// The way in which it is applied to an earlier definition with the same id.
    pub mode: Mode,
    pub file: u32,
}

/// Receives the nodes of a file.
pub(super) struct DefinitionReader<'a> {
    arena: &'a mut Arena,
    words: &'a SchemaWords,
    /// Builder types by the additional names that a schema gives them.
    alias: &'a dyn Fn(TextId) -> Option<TextId>,
    written: &'a mut Vec<FileDefinition>,
    notes: &'a mut Vec<UnplacedNote>,
    file: u32,
    /// The open elements below the root.
    open: Vec<OpenElement>,
    /// The number of open elements, the root included.
    depth: usize,
    /// The parts of the open elements.
    parts: Vec<NodeId>,
    /// The text of each open element, by depth. The strings of closed elements are kept to reuse their memory.
    texts: Vec<OwnText>,
    /// The namespaces that prefixes stand for at the current place.
    scope: NamespaceScope,
    /// The names with prefixes in the current start tag. Their namespaces are known when the whole tag has been read.
    prefixed: Vec<Prefixed>,
    fault: Option<Fault>,
}

/// A name with a prefix.
struct Prefixed {
    name: TextId,
    /// The node that has the name; `None` for an attribute of the root.
    node: Option<NodeId>,
    is_attribute: bool,
    span: Span,
}

struct OpenElement {
    node: NodeId,
    /// The index of its first part.
    parts: usize,
    /// The state of the arena when the element was opened.
    mark: ArenaMark,
    /// The number of notes at that time.
    notes: usize,
    is_nil: bool,
}

impl<'a> DefinitionReader<'a> {
    pub fn new(
        arena: &'a mut Arena,
        words: &'a SchemaWords,
        alias: &'a dyn Fn(TextId) -> Option<TextId>,
        written: &'a mut Vec<FileDefinition>,
        notes: &'a mut Vec<UnplacedNote>,
        file: u32,
    ) -> Self {
        Self {
            arena,
            words,
            alias,
            written,
            notes,
            file,
            open: Vec::new(),
            depth: 0,
            parts: Vec::new(),
            texts: Vec::new(),
            scope: NamespaceScope::default(),
            prefixed: Vec::new(),
            fault: None,
        }
    }

    /// Returns the fault for which the file is refused, although it is well formed.
    pub fn fault(self) -> Option<Fault> {
        self.fault
    }

    #[cold]
    fn refuse(&mut self, code: IssueCode, message: String, span: Span, help: &str) {
        self.fault.get_or_insert_with(|| Fault::new(code, message, span).help(help));
    }

    /// Records a definition whose element has closed.
    fn define(&mut self, node: NodeId) {
        let words = self.words;
        let arena = &mut *self.arena;
        let type_name = arena.part(node, words.xsi_type).and_then(|part| arena.text(part));
        let type_name = type_name.map(|name| short_id(arena, name)).filter(|&name| name != words.empty);
        let Some(type_name) = type_name else {
            let message = match arena.part(node, words.xsi_type) {
                None => "expected the attribute `xsi:type`, which names the type of a definition",
                Some(_) => "`xsi:type` must be the name of a type",
            };
            return self.notes.push(UnplacedNote::error(IssueCode::MissingType, node, message).help(IGNORED));
        };
        let id = arena.part(node, words.id).and_then(|part| DefinitionId::read(arena, words, part));
        let Some(id) = id else {
            let message = "expected `<Id Type=\"…\" Subtype=\"…\"/>`, which identifies a definition";
            return self.notes.push(UnplacedNote::error(IssueCode::MissingId, node, message).help(IGNORED));
        };
        let own = arena.part(node, words.id).map_or(&[][..], |part| arena.parts(part));
        for &part in own.iter().filter(|&&part| !words.is_of_id(arena.label(part)) && arena.name(part) != words.empty) {
            let message = format!("`{}` is not part of an id, and is ignored", arena.name_text(part));
            let help = "write an id with the attributes `Type` and `Subtype`, or the elements `TypeId` and `SubtypeId`";
            self.notes.push(UnplacedNote::warning(IssueCode::UnknownField, part, message).help(help));
        }
        let mut mode = Mode::Override;
        if let Some(part) = arena.part(node, words.merge) {
            mode = self.mode(part, "Merge", Mode::Override);
        }
        if let Some(part) = self.arena.part(node, words.copy) {
            self.mode(part, "Copy", Mode::Merge);
        }
        let type_name = (self.alias)(type_name).unwrap_or(type_name);
        self.written.push(FileDefinition { node, type_name, id, mode, file: self.file });
    }

    /// Returns the mode that an attribute names.
    fn mode(&mut self, part: NodeId, attribute: &str, default: Mode) -> Mode {
        let text = self.arena.value(part);
        Mode::named(text).unwrap_or_else(|| {
            let message = format!("`{attribute}` must be `Override`, `Merge` or `Append`, not `{text}`");
            let note = UnplacedNote::error(IssueCode::UnknownMergeMode, part, message);
            self.notes.push(note.help(format!("`{}` is used", default.name())));
            default
        })
    }

    /// Ends a start tag: its names get the prefixes that they have in the load.
    fn start_is_read(&mut self) {
        if self.prefixed.is_empty() {
            return;
        }
        let mut prefixed = std::mem::take(&mut self.prefixed);
        let mut met = FxHashMap::default();
        for Prefixed { name, node, is_attribute, span } in prefixed.drain(..) {
            let Some(known) = self.name(name, span) else { break };
            if is_attribute && met.insert(known, name).is_some() {
                let message = format!("the attribute `{}` occurs twice", self.arena.texts.get(known));
                self.refuse(IssueCode::XmlAttributeTwice, message, span, "two prefixes stand for one namespace");
            }
            match node {
                None => {}
                Some(node) if is_attribute && known == self.words.xsi_nil => self.nil(node),
                Some(node) => self.arena.rename(node, known),
            }
        }
        // The emptied list goes back, so that its memory is used for the next tag.
        self.prefixed = prefixed;
    }

    /// Returns a name with the prefix that it has in the load. Refuses the file if the prefix is not declared.
    fn name(&mut self, name: TextId, span: Span) -> Option<TextId> {
        let Arena { texts, namespaces, .. } = &mut *self.arena;
        let known = self.scope.name(namespaces, texts, name);
        if known.is_none() {
            let message = format!("expected a name with a declared prefix, found `{}`", texts.get(name));
            self.refuse(IssueCode::XmlPrefix, message, span, "the file is skipped: declare the prefix with `xmlns:…`");
        }
        known
    }

    /// Reads an attribute that says whether the open element has a value.
    fn nil(&mut self, attribute: NodeId) {
        let Some(open) = self.open.last_mut() else { return };
        let value = flag(self.arena.value(attribute));
        open.is_nil = value == Some(true);
        if value.is_none() {
            let message = format!("`xsi:nil` must be `true` or `false`, not `{}`", self.arena.value(attribute));
            let warning = UnplacedNote::warning(IssueCode::BadValue, open.node, message);
            self.notes.push(warning.help("the element is treated as if it had a value"));
        }
        self.parts.retain(|&part| part != attribute);
    }
}

impl Sink for DefinitionReader<'_> {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        let name = tag.map_or("", |tag| tag.full);
        self.start_is_read();
        self.depth += 1;
        if self.depth == 1 && name != "Definitions" {
            let message = format!("expected `<Definitions>`, found `<{name}>`");
            self.refuse(IssueCode::NotDefinitions, message, span, "the file is skipped");
        }
        if self.depth > MAX_DEPTH {
            let message = format!("elements nest more than {MAX_DEPTH} deep");
            self.refuse(IssueCode::DefinitionDepth, message, span, "the file is skipped");
        }
        if self.arena.is_full() {
            let help = "the file is skipped: load fewer folders";
            self.refuse(IssueCode::DefinitionsTooMany, TOO_MANY.to_owned(), span, help);
        }
        // After a fault only the depth is counted, because the document is still read to its end.
        if self.depth == 1 || self.fault.is_some() {
            return;
        }
        let mark = self.arena.mark();
        let name = self.arena.texts.intern(name);
        let node = self.arena.add(ArenaKind::Leaf, name, self.words.empty, span.start());
        if tag.is_some_and(|tag| tag.local > 0) {
            self.prefixed.push(Prefixed { name, node: Some(node), is_attribute: false, span });
        }
        self.open.push(OpenElement { node, parts: self.parts.len(), mark, notes: self.notes.len(), is_nil: false });
        if self.texts.len() < self.depth {
            self.texts.resize_with(self.depth, OwnText::default);
        }
        self.texts[self.depth - 1].clear();
    }

    fn attribute(&mut self, tag: Tag<'_>, value: Cow<'_, str>, span: Span) {
        if self.fault.is_some() {
            return;
        }
        let name = self.arena.texts.intern(tag.full);
        let mut node = None;
        if !self.open.is_empty() {
            let text = self.arena.texts.intern(&value);
            let part = self.arena.add(ArenaKind::Attribute, name, text, span.start());
            self.parts.push(part);
            node = Some(part);
        }
        if tag.local > 0 {
            self.prefixed.push(Prefixed { name, node, is_attribute: true, span });
        }
    }

    fn namespace(&mut self, prefix: &str, name: Cow<'_, str>, _span: Span) {
        self.scope.declare(&mut self.arena.texts, self.depth, prefix, &name);
    }

    fn text(&mut self, text: Cow<'_, str>, span: Span) {
        if self.fault.is_none() && self.depth > 1 {
            self.texts[self.depth - 1].push(&text, span);
        }
    }

    fn scalar(&mut self, _scalar: Scalar<'_>, _span: Span) {}

    fn leaf(&mut self, leaf: Leaf<'_>) {
        if self.open.is_empty() || self.fault.is_some() {
            return leaf.part_by_part(self);
        }
        self.start_is_read();
        let mut name = self.arena.texts.intern(leaf.tag.full);
        if leaf.tag.local > 0 {
            let Some(known) = self.name(name, leaf.start_tag) else { return };
            name = known;
        }
        let text = self.arena.texts.intern(trim(leaf.text));
        let part = self.arena.add(ArenaKind::Leaf, name, text, leaf.start_tag.start());
        self.parts.push(part);
    }

    fn close(&mut self, _end: u32) {
        self.start_is_read();
        self.scope.leave(self.depth);
        self.depth -= 1;
        if self.depth == 0 || self.fault.is_some() {
            return;
        }
        let Some(OpenElement { node, parts, mark, notes, is_nil }) = self.open.pop() else { return };
        let text = self.texts[self.depth].trimmed();
        if let Some((text, place)) = text {
            let text = self.arena.texts.intern(text);
            if self.parts.len() == parts {
                // A leaf whose text has several pieces or follows a comment.
                self.arena.set_text(node, text);
            } else {
                let part = self.arena.add(ArenaKind::Text, self.words.empty, text, place.start());
                self.parts.push(part);
            }
        }
        if self.parts.len() > parts {
            self.arena.fill(node, &self.parts[parts..]);
            self.parts.truncate(parts);
        }
        if !self.open.is_empty() {
            if is_nil {
                // If something was reported in it, this was reported at its place.
                if self.notes.len() == notes {
                    self.arena.go_back(mark);
                }
            } else {
                self.parts.push(node);
            }
        } else if !is_nil && self.arena.name_text(node) == "Definition" {
            self.define(node);
        } else {
            let nil = if is_nil { "a nil " } else { "" };
            let message = format!("expected `<Definition>`, found {nil}`<{}>`", self.arena.name_text(node));
            let note = UnplacedNote::error(IssueCode::NotADefinition, node, message);
            self.notes.push(note.help("the element is ignored"));
        }
    }
}
