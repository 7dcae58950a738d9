//! Events → [`Tree`].

use std::borrow::Cow;

use rhai::ImmutableString;
use rustc_hash::FxHashMap;

use super::tree::{Attribute, NONE, Node, Tree, narrow};
use crate::format::{Malformed, Scalar, Sink, Tag};
use crate::text::Span;

/// What a tree may take, in bytes; beyond it the document is given up, not the machine. Ten times what a large asset
/// needs.
const MAX_WEIGHT: usize = 512 << 20;

/// What a name costs beside its letters, about: it is kept in the table and in the map that finds it.
const NAME_WEIGHT: usize = 96;

/// Gathers the nodes of one document.
pub(super) struct Builder<'t> {
    text: &'t str,
    tree: Tree,
    names: FxHashMap<ImmutableString, u32>,
    /// The nodes that are open.
    open: Vec<u32>,
    /// The bytes of all names, with [`NAME_WEIGHT`] for each.
    name_bytes: usize,
    /// The line that `counted` stands on, from 1.
    line: u32,
    /// The line ends before this place are counted.
    counted: usize,
    /// The start tag of the node that was one too many.
    overflow: Option<Span>,
}

impl<'t> Builder<'t> {
    /// For the document with this text.
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            tree: Tree::default(),
            names: FxHashMap::default(),
            open: Vec::new(),
            name_bytes: 0,
            line: 1,
            counted: 0,
            overflow: None,
        }
    }

    /// The tree of what was read.
    ///
    /// # Errors
    /// It weighs too much.
    pub fn finish(mut self) -> Result<Tree, Malformed> {
        if let Some(span) = self.overflow {
            let message = "the tree of this file would take more than 512 MiB of memory";
            let help = "`{dom}` holds a whole file; extract the values that are needed by their names instead";
            return Err(Malformed::new("dom-too-large", message, span).help(help));
        }
        self.tree.nodes.shrink_to_fit();
        self.tree.attributes.shrink_to_fit();
        self.tree.texts.shrink_to_fit();
        self.tree.values.shrink_to_fit();
        Ok(self.tree)
    }

    /// What the tree takes by now, in bytes.
    fn weight(&self) -> usize {
        let tables = size_of_val(&*self.tree.nodes) + size_of_val(&*self.tree.attributes);
        tables + self.tree.texts.len() + self.tree.values.len() + self.name_bytes
    }

    fn name(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.names.get(name) {
            return known;
        }
        let at = narrow(self.tree.names.len());
        let shared = ImmutableString::from(name);
        self.tree.names.push(shared.clone());
        self.names.insert(shared, at);
        self.name_bytes += name.len() + NAME_WEIGHT;
        at
    }

    /// The line of a place that is not before the last one asked for.
    fn line_of(&mut self, at: usize) -> u32 {
        let bytes = self.text.as_bytes();
        let ends = memchr::memchr2_iter(b'\n', b'\r', &bytes[self.counted..at]).map(|end| self.counted + end);
        // A carriage return with a line feed behind it is no end of its own.
        let ends = ends.filter(|&end| bytes[end] == b'\n' || bytes.get(end + 1) != Some(&b'\n'));
        self.line += narrow(ends.count());
        self.counted = at;
        self.line
    }

    /// Where the next text will stand among the texts.
    fn text_end(&self) -> u32 {
        narrow(self.tree.texts.len())
    }

    fn is_full(&mut self, span: Span) -> bool {
        if self.overflow.is_none() && self.weight() > MAX_WEIGHT {
            self.overflow = Some(span);
        }
        self.overflow.is_some()
    }
}

impl<'t> Sink<'t> for Builder<'t> {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        if self.is_full(span) {
            return;
        }
        let name = tag.map_or(NONE, |tag| self.name(tag.full));
        let line = self.line_of(span.start() as usize);
        let at = narrow(self.tree.nodes.len());
        self.tree.nodes.push(Node {
            name,
            parent: self.open.last().copied().unwrap_or(NONE),
            end: at,
            line,
            span,
            texts: Span::at(self.text_end()),
            attributes: narrow(self.tree.attributes.len()),
        });
        self.open.push(at);
    }

    fn attribute(&mut self, name: Tag<'_>, value: Cow<'t, str>, span: Span) {
        if self.is_full(span) {
            return;
        }
        let name = self.name(name.full);
        let start = self.tree.values.len();
        self.tree.values.push_str(&value);
        self.tree.attributes.push(Attribute { name, value: Span::of(start, self.tree.values.len()) });
    }

    fn text(&mut self, text: Cow<'t, str>, span: Span) {
        if !self.is_full(span) {
            self.tree.texts.push_str(&text);
        }
    }

    fn scalar(&mut self, scalar: Scalar<'t>, span: Span) {
        let written = &self.text[span.range()];
        let text: Cow<'_, str> = match scalar {
            Scalar::Null => return,
            Scalar::Bool(value) => Cow::Borrowed(if value { "true" } else { "false" }),
            Scalar::Number => Cow::Borrowed(written),
            Scalar::Quoted => Cow::Borrowed(&written[1..written.len() - 1]),
            Scalar::MadeNumber(text) => Cow::Owned(text),
            Scalar::Text(text) => text,
        };
        if self.is_full(span) {
            return;
        }
        self.tree.texts.push_str(&text);
        if text.is_empty() {
            self.tree.empty_texts.extend(self.open.last());
        }
    }

    fn close(&mut self, _end: u32) {
        if self.overflow.is_some() {
            return;
        }
        let (next, text_end) = (narrow(self.tree.nodes.len()), self.text_end());
        if let Some(node) = self.open.pop() {
            let node = &mut self.tree.nodes[node as usize];
            node.end = next;
            node.texts = node.texts.to(Span::at(text_end));
        }
    }
}
