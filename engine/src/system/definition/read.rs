//! A file's XML → nodes, and the definitions among them.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use super::arena::{Arena, Kind, Mark, NodeId};
use super::merge::Mode;
use super::note::{Level, Note};
use super::words::{Id, Words, flag, short_id};
use crate::extract::OwnText;
use crate::format::{Leaf, Scalar, Sink, Tag};
use crate::store::TextId;
use crate::text::{Fault, Span};

/// Elements nest at most this deep: far beyond any definition, and everything behind may follow them by calling itself.
const MAX_DEPTH: usize = 200;

/// What `xsi:type` and `xsi:nil` are in.
const NAMESPACE: &str = "http://www.w3.org/2001/XMLSchema-instance";

/// One definition as a file gives it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Written {
    pub node: NodeId,
    /// The builder type, as the schema or the file spells it, without prefix.
    pub type_name: TextId,
    pub id: Id,
    /// What becomes of a definition of that id that is there already.
    pub mode: Mode,
    /// The file.
    pub file: u32,
}

/// Takes a file's nodes.
pub(super) struct Reader<'a> {
    arena: &'a mut Arena,
    words: &'a Words,
    /// Builder types by the further names that a schema gives them.
    alias: &'a dyn Fn(TextId) -> Option<TextId>,
    written: &'a mut Vec<Written>,
    notes: &'a mut Vec<Note>,
    file: u32,
    /// The open elements below the root.
    open: Vec<Open>,
    /// How many levels are open, the root included.
    depth: usize,
    /// The parts of the open elements.
    parts: Vec<NodeId>,
    /// The texts of the open elements, by depth; those of closed ones are kept for their memory.
    texts: Vec<OwnText>,
    /// The prefixes of this file that stand for the namespace of `xsi:type`.
    xsi: Vec<String>,
    /// What else this file declares, by prefix, and which of it the open definition has used.
    declared: FxHashMap<String, Declared>,
    used: Vec<String>,
    fault: Option<Fault>,
}

/// What a prefix stands for. What is written has another root, so each definition declares there what it uses.
struct Declared {
    namespace: TextId,
    place: u32,
    /// Whether the definition that is open has used it.
    is_used: bool,
}

struct Open {
    node: NodeId,
    name: TextId,
    /// Where its parts begin.
    parts: usize,
    /// What the arena was when it opened.
    mark: Mark,
    is_nil: bool,
}

impl<'a> Reader<'a> {
    pub fn new(
        arena: &'a mut Arena,
        words: &'a Words,
        alias: &'a dyn Fn(TextId) -> Option<TextId>,
        written: &'a mut Vec<Written>,
        notes: &'a mut Vec<Note>,
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
            xsi: vec!["xsi".to_owned()],
            declared: FxHashMap::default(),
            used: Vec::new(),
            fault: None,
        }
    }

    /// Why the file is refused, though it is well formed.
    pub fn fault(self) -> Option<Fault> {
        self.fault
    }

    #[cold]
    fn refuse(&mut self, code: &'static str, message: String, span: Span, help: &str) {
        self.fault.get_or_insert_with(|| Fault::new(code, message, span).help(help));
    }

    /// A definition has closed.
    fn define(&mut self, node: NodeId) {
        let words = self.words;
        let arena = &mut *self.arena;
        let type_name = arena.part(node, words.xsi_type).and_then(|part| arena.text(part));
        let type_name = type_name.map(|name| short_id(arena, name)).filter(|&name| name != words.empty);
        let Some(type_name) = type_name else {
            let message = match arena.part(node, words.xsi_type) {
                None => "expected the attribute `xsi:type`, which names the type of a definition",
                Some(_) => "expected the name of a type as `xsi:type`, and this is none",
            };
            self.notes.push(Note::new(Level::Error, "missing-type", node, message).help("the definition is left out"));
            return;
        };
        let id = arena.part(node, words.id).and_then(|part| Id::read(arena, words, part));
        let Some(id) = id else {
            let message = "expected `<Id Type=\"…\" Subtype=\"…\"/>`, by which a definition is known";
            self.notes.push(Note::new(Level::Error, "missing-id", node, message).help("the definition is left out"));
            return;
        };
        let mut mode = Mode::Override;
        if let Some(part) = arena.part(node, words.merge) {
            mode = self.mode(part, "Merge", Mode::Override);
        }
        if let Some(part) = self.arena.part(node, words.copy) {
            self.mode(part, "Copy", Mode::Merge);
        }
        let type_name = (self.alias)(type_name).unwrap_or(type_name);
        self.written.push(Written { node, type_name, id, mode, file: self.file });
    }

    /// The mode that an attribute names.
    fn mode(&mut self, part: NodeId, attribute: &str, default: Mode) -> Mode {
        let text = self.arena.value(part);
        Mode::named(text).unwrap_or_else(|| {
            let message = format!("expected `Override`, `Merge` or `Append` as `{attribute}`, and this is `{text}`");
            let note = Note::new(Level::Error, "unknown-merge-mode", part, message);
            self.notes.push(note.help(format!("`{}` is used", default.name())));
            default
        })
    }

    /// A name stands in the open definition.
    fn uses(&mut self, name: Tag<'_>) {
        if name.local > 0
            && let Some(declared) = self.declared.get_mut(&name.full[..name.local - 1])
            && !std::mem::replace(&mut declared.is_used, true)
        {
            self.used.push(name.full[..name.local - 1].to_owned());
        }
    }

    /// Puts the declarations that the open definition has used among its parts.
    fn declare(&mut self) {
        for prefix in std::mem::take(&mut self.used) {
            let Some(declared) = self.declared.get_mut(&prefix) else { continue };
            declared.is_used = false;
            let name = self.arena.texts.intern(&format!("xmlns:{prefix}"));
            self.parts.push(self.arena.add(Kind::Attribute, name, declared.namespace, declared.place));
        }
    }

    fn attribute_of_open(&mut self, name: Tag<'_>, value: &str, span: Span) {
        let Some(open) = self.open.last_mut() else { return };
        let is_xsi = name.local > 0 && self.xsi.iter().any(|prefix| *prefix == name.full[..name.local - 1]);
        let name = match name.local_name() {
            "nil" if is_xsi => {
                open.is_nil = flag(value) == Some(true);
                return;
            }
            "type" if is_xsi => self.words.xsi_type.name,
            _ => {
                self.uses(name);
                self.arena.texts.intern(name.full)
            }
        };
        let text = self.arena.texts.intern(value);
        let part = self.arena.add(Kind::Attribute, name, text, span.start());
        self.parts.push(part);
    }
}

impl Sink for Reader<'_> {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        let name = tag.map_or("", |tag| tag.full);
        self.depth += 1;
        if self.depth == 1 && name != "Definitions" {
            let message = format!("expected `<Definitions>`, and this is `<{name}>`");
            self.refuse("not-definitions", message, span, "the file is left out");
        }
        if self.depth > MAX_DEPTH {
            let message = format!("elements nest more than {MAX_DEPTH} deep");
            self.refuse("definition-depth", message, span, "the file is left out");
        }
        if self.depth == 1 || self.fault.is_some() {
            return;
        }
        if let Some(tag) = tag {
            self.uses(tag);
        }
        let mark = self.arena.mark();
        let name = self.arena.texts.intern(name);
        let node = self.arena.add(Kind::Leaf, name, self.words.empty, span.start());
        self.open.push(Open { node, name, parts: self.parts.len(), mark, is_nil: false });
        if self.texts.len() < self.depth {
            self.texts.resize_with(self.depth, OwnText::default);
        }
        self.texts[self.depth - 1].clear();
    }

    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span) {
        if self.fault.is_none() {
            self.attribute_of_open(name, &value, span);
        }
    }

    fn namespace(&mut self, prefix: &str, name: Cow<'_, str>, span: Span) {
        if name == NAMESPACE {
            if !self.xsi.iter().any(|known| known == prefix) {
                self.xsi.push(prefix.to_owned());
            }
        } else if self.declared.get(prefix).is_none_or(|declared| !declared.is_used) {
            let namespace = self.arena.texts.intern(&name);
            self.declared.insert(prefix.to_owned(), Declared { namespace, place: span.start(), is_used: false });
        }
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
        self.uses(leaf.tag);
        let name = self.arena.texts.intern(leaf.tag.full);
        let text = self.arena.texts.intern(leaf.text.trim_matches([' ', '\t', '\r', '\n']));
        let part = self.arena.add(Kind::Leaf, name, text, leaf.start_tag.start());
        self.parts.push(part);
    }

    fn close(&mut self, _end: u32) {
        self.depth -= 1;
        if self.depth == 0 || self.fault.is_some() {
            return;
        }
        let Some(Open { node, name, parts, mark, is_nil }) = self.open.pop() else { return };
        let text = self.texts[self.depth].trimmed();
        if let Some((text, place)) = text {
            let text = self.arena.texts.intern(text);
            if self.parts.len() == parts {
                // A leaf with a text in several pieces, or behind a comment.
                self.arena.set_text(node, text);
            } else {
                let part = self.arena.add(Kind::Text, self.words.empty, text, place.start());
                self.parts.push(part);
            }
        }
        if self.open.is_empty() {
            self.declare();
        }
        if self.parts.len() > parts {
            self.arena.fill(node, &self.parts[parts..]);
            self.parts.truncate(parts);
        }
        if !self.open.is_empty() {
            if is_nil {
                self.arena.go_back(mark);
            } else {
                self.parts.push(node);
            }
        } else if !is_nil && self.arena.texts.get(name) == "Definition" {
            self.define(node);
        } else {
            let nil = if is_nil { "a nil " } else { "" };
            let message = format!("expected `<Definition>`, and this is {nil}`<{}>`", self.arena.texts.get(name));
            let note = Note::new(Level::Error, "not-a-definition", node, message);
            self.notes.push(note.help("the element is left out"));
        }
    }
}
