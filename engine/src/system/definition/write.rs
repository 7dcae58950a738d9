//! Canonical XML: short type names, the compact form of ids, and nothing that steered merging.

use super::arena::{Arena, Kind, NodeId};
use super::words::{Id, Words, short};

/// What a file of definitions begins with.
pub(super) const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
    <Definitions xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n";

/// What it ends with.
pub(super) const FOOT: &str = "</Definitions>\n";

const NAMESPACE: &str = " xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"";

/// Writes nodes of an arena.
pub(super) struct Writer<'a> {
    pub arena: &'a Arena,
    pub words: &'a Words,
}

impl Writer<'_> {
    /// A definition.
    pub fn definition(&self, node: NodeId, type_name: &str, id: Id, level: usize, is_alone: bool) -> String {
        let mut out = String::new();
        indent(&mut out, level);
        out.push_str("<Definition");
        if is_alone {
            out.push_str(NAMESPACE);
        }
        attribute(&mut out, "xsi:type", type_name);
        let words = self.words;
        let steers = [words.xsi_type, words.id, words.copy_from, words.merge, words.copy];
        let parts = self.arena.parts(node).iter().copied();
        let parts: Vec<NodeId> = parts.filter(|&part| !steers.contains(&self.arena.label(part))).collect();
        self.attributes(&mut out, &parts);
        out.push_str(">\n");
        indent(&mut out, level + 1);
        out.push_str("<Id");
        attribute(&mut out, "Type", self.arena.texts.get(id.type_name));
        if id.subtype != words.empty {
            attribute(&mut out, "Subtype", self.arena.texts.get(id.subtype));
        }
        out.push_str("/>\n");
        self.content(&mut out, &parts, level + 1);
        indent(&mut out, level);
        out.push_str("</Definition>\n");
        out
    }

    fn attributes(&self, out: &mut String, parts: &[NodeId]) {
        for &part in parts.iter().filter(|&&part| self.arena.kind(part) == Kind::Attribute) {
            let value = self.arena.value(part);
            let value = if self.arena.label(part) == self.words.xsi_type { short(value) } else { value };
            attribute(out, self.arena.name_text(part), value);
        }
    }

    /// The text and the elements among parts, a line each.
    fn content(&self, out: &mut String, parts: &[NodeId], level: usize) {
        for &part in parts {
            match self.arena.kind(part) {
                Kind::Attribute => {}
                Kind::Text => {
                    indent(out, level);
                    escape(out, self.arena.value(part), false);
                    out.push('\n');
                }
                Kind::Leaf | Kind::Parent => self.element(out, part, level),
            }
        }
    }

    fn element(&self, out: &mut String, node: NodeId, level: usize) {
        let name = self.arena.name_text(node);
        indent(out, level);
        out.push('<');
        out.push_str(name);
        let parts = self.arena.parts(node);
        self.attributes(out, parts);
        let has_elements = parts.iter().any(|&part| self.arena.is_element(part));
        let text = self.arena.value(node);
        if has_elements {
            out.push_str(">\n");
            self.content(out, parts, level + 1);
            indent(out, level);
        } else if text.is_empty() {
            out.push_str("/>\n");
            return;
        } else {
            out.push('>');
            escape(out, text, false);
        }
        out.extend(["</", name, ">\n"]);
    }
}

fn indent(out: &mut String, level: usize) {
    out.extend(std::iter::repeat_n("  ", level));
}

fn attribute(out: &mut String, name: &str, value: &str) {
    out.extend([" ", name, "=\""]);
    escape(out, value, true);
    out.push('"');
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
