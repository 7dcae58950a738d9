//! Writes canonical XML: with short type names and compact ids, without attributes that control merging.

use rustc_hash::FxHashMap;

use super::arena::{Arena, ArenaKind, NodeId};
use super::words::{DefinitionId, SchemaWords, short};
use crate::texts::narrow;

/// The beginning of a file of definitions.
pub const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <Definitions xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n";

/// The end of a file of definitions.
pub const FOOT: &str = "</Definitions>\n";

const NAMESPACE: &str = " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"";

/// The output of a [`DefinitionWriter`].
#[derive(Default)]
pub(super) struct Out {
    pub text: String,
    /// The offset of the text of each node, if requested.
    pub marks: Option<Vec<(u32, NodeId)>>,
}

impl Out {
    fn mark(&mut self, node: NodeId) {
        let offset = narrow(self.text.len());
        if let Some(marks) = &mut self.marks {
            marks.push((offset, node));
        }
    }
}

/// Writes nodes of an arena.
pub(super) struct DefinitionWriter<'a> {
    pub arena: &'a Arena,
    pub words: &'a SchemaWords,
}

impl DefinitionWriter<'_> {
    /// Writes a definition.
    pub fn definition(
        &self,
        out: &mut Out,
        node: NodeId,
        type_name: &str,
        id: DefinitionId,
        level: usize,
        is_alone: bool,
    ) {
        indent(out, level);
        out.mark(node);
        out.text.push_str("<Definition");
        if is_alone {
            out.text.push_str(NAMESPACE);
        }
        attribute(out, "xsi:type", type_name);
        let words = self.words;
        let steers = [words.xsi_type, words.id, words.copy_from, words.merge, words.copy];
        let parts = self.arena.parts(node).iter().copied();
        let parts: Vec<NodeId> = parts.filter(|&part| !steers.contains(&self.arena.label(part))).collect();
        self.attributes(out, &parts);
        self.declarations(out, &parts);
        out.text.push_str(">\n");
        indent(out, level + 1);
        out.mark(self.arena.part(node, words.id).unwrap_or(node));
        out.text.push_str("<Id");
        attribute(out, "Type", self.arena.texts.get(id.type_name));
        if id.subtype != words.empty {
            attribute(out, "Subtype", self.arena.texts.get(id.subtype));
        }
        out.text.push_str("/>\n");
        self.content(out, &parts, level + 1);
        indent(out, level);
        out.text.push_str("</Definition>\n");
    }

    /// Writes declarations of the prefixes in the names of these parts and of everything below them.
    fn declarations(&self, out: &mut Out, parts: &[NodeId]) {
        let Arena { texts, namespaces, .. } = self.arena;
        if namespaces.is_empty() {
            return;
        }
        let mut declared = FxHashMap::default();
        let mut open: Vec<NodeId> = parts.iter().rev().copied().collect();
        while let Some(node) = open.pop() {
            if let Some((prefix, namespace)) = namespaces.of_name(texts, self.arena.name_text(node))
                && declared.insert(namespace, node).is_none()
            {
                attribute(out, &format!("xmlns:{prefix}"), texts.get(namespace));
            }
            open.extend(self.arena.parts(node).iter().rev());
        }
    }

    fn attributes(&self, out: &mut Out, parts: &[NodeId]) {
        for &part in parts.iter().filter(|&&part| self.arena.kind(part) == ArenaKind::Attribute) {
            let value = self.arena.value(part);
            let value = if self.arena.label(part) == self.words.xsi_type { short(value) } else { value };
            out.mark(part);
            attribute(out, self.arena.name_text(part), value);
        }
    }

    /// Writes the text and the elements among parts, each on one line.
    fn content(&self, out: &mut Out, parts: &[NodeId], level: usize) {
        for &part in parts {
            match self.arena.kind(part) {
                ArenaKind::Attribute => {}
                ArenaKind::Text => {
                    indent(out, level);
                    out.mark(part);
                    escape(&mut out.text, self.arena.value(part), false);
                    out.text.push('\n');
                }
                ArenaKind::Leaf | ArenaKind::Parent => self.element(out, part, level),
            }
        }
    }

    fn element(&self, out: &mut Out, node: NodeId, level: usize) {
        let name = self.arena.name_text(node);
        indent(out, level);
        out.mark(node);
        out.text.push('<');
        out.text.push_str(name);
        let parts = self.arena.parts(node);
        self.attributes(out, parts);
        let has_elements = parts.iter().any(|&part| self.arena.is_element(part));
        let text = self.arena.value(node);
        if has_elements {
            out.text.push_str(">\n");
            self.content(out, parts, level + 1);
            indent(out, level);
        } else if text.is_empty() {
            out.text.push_str("/>\n");
            return;
        } else {
            out.text.push('>');
            if let Some(&part) = parts.iter().find(|&&part| self.arena.kind(part) == ArenaKind::Text) {
                out.mark(part);
            }
            escape(&mut out.text, text, false);
        }
        out.text.extend(["</", name, ">\n"]);
    }
}

fn indent(out: &mut Out, level: usize) {
    out.text.extend(std::iter::repeat_n("  ", level));
}

fn attribute(out: &mut Out, name: &str, value: &str) {
    out.text.extend([" ", name, "=\""]);
    escape(&mut out.text, value, true);
    out.text.push('"');
}

fn escape(out: &mut String, text: &str, in_attribute: bool) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if in_attribute => out.push_str("&quot;"),
            '\t' if in_attribute => out.push_str("&#9;"),
            '\n' if in_attribute => out.push_str("&#10;"),
            '\r' => out.push_str("&#13;"),
            c => out.push(c),
        }
    }
}
