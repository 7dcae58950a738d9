//! Events → [`Nodes`].

use std::borrow::Cow;

use assay_document::extract::{OwnText, spell_tag};
use assay_document::format::{Scalar, Sink, Tag};
use assay_document::text::Span;
use rustc_hash::FxHashMap;

use super::nodes::{NONE, Name, Nodes, OutlineKind, ValueKind};

/// The maximum number of nodes in the list; far more than a user scrolls through.
const MOST_NODES: usize = 1_000_000;

/// The maximum number of characters that are kept of a value: as many as fit next to a name.
const MAX_CHARACTERS: usize = 120;

/// Collects the nodes of one document. It looks up details in the text that the readers do not pass on.
pub(super) struct Builder<'t> {
    text: &'t str,
    nodes: Nodes,
    names: Vec<Name>,
    numbers: FxHashMap<Box<str>, u32>,
    open: Vec<OpenOutlineNode>,
    /// The text of the open nodes, by depth. Entries of closed nodes are kept for their memory.
    texts: Vec<OwnText>,
    /// The maximum number of nodes in the list.
    pub most: usize,
    omitted: u32,
}

struct OpenOutlineNode {
    /// The node; [`NONE`] if it is not listed.
    node: u32,
    has_scalar: bool,
    /// The name of its last child so far, and the number of consecutive children with this name.
    last: u32,
    row: u32,
}

impl<'t> Builder<'t> {
    pub fn new(text: &'t str) -> Self {
        Self {
            text,
            nodes: Nodes::default(),
            names: Vec::new(),
            numbers: FxHashMap::default(),
            // The level above the roots. Only `last` and `row` are used.
            open: vec![OpenOutlineNode { node: NONE, has_scalar: false, last: NONE, row: 0 }],
            texts: vec![OwnText::default()],
            most: MOST_NODES,
            omitted: 0,
        }
    }

    /// Returns the nodes, their names, and the number of omitted nodes. Open nodes end with the document, or at its
    /// `fault`.
    pub fn finish(mut self, fault: Option<Span>) -> (Nodes, Vec<Name>, u32) {
        let end = fault.map_or(narrow(self.text.len()), Span::start);
        while self.open.len() > 1 {
            self.close(end);
        }
        (self.nodes, self.names, self.omitted)
    }

    fn name(&mut self, tag: Tag<'_>) -> u32 {
        if let Some(&known) = self.numbers.get(tag.full) {
            return known;
        }
        let number = narrow(self.names.len());
        self.names.push(Name { written: tag.full.to_owned(), step: spell_tag(tag) });
        self.numbers.insert(tag.full.into(), number);
        number
    }

    /// Adds a node without a value to the innermost open node. Returns [`NONE`] if the limit has been reached.
    fn add(&mut self, kind: OutlineKind, name: u32, place: Span) -> u32 {
        if self.nodes.len() >= self.most {
            self.omitted = self.omitted.saturating_add(1);
            return NONE;
        }
        let ordinal = if kind == OutlineKind::Attribute { 1 } else { self.ordinal(name) };
        let node = narrow(self.nodes.len());
        let parent = self.open.last().map_or(NONE, |open| open.node);
        let nodes = &mut self.nodes;
        nodes.kinds.push(kind);
        nodes.parents.push(parent);
        nodes.ends.push(node + 1);
        nodes.names.push(name);
        nodes.ordinals.push(ordinal);
        nodes.starts.push(place.start());
        nodes.stops.push(place.end());
        nodes.value_starts.push(place.start());
        nodes.value_stops.push(place.end());
        nodes.value_kinds.push(ValueKind::None);
        nodes.text_starts.push(0);
        nodes.text_ends.push(0);
        node
    }

    /// Returns the position of the next child with this name among consecutive children.
    fn ordinal(&mut self, name: u32) -> u32 {
        let Some(parent) = self.open.last_mut() else { return 1 };
        parent.row = if parent.last == name { parent.row + 1 } else { 1 };
        parent.last = name;
        parent.row
    }

    fn set(&mut self, node: u32, kind: ValueKind, text: &str, place: Span) {
        let Some(at) = Some(node as usize).filter(|_| node != NONE) else { return };
        let start = text.char_indices().nth(MAX_CHARACTERS).map_or(text, |(end, _)| &text[..end]);
        let nodes = &mut self.nodes;
        nodes.text_starts[at] = narrow(nodes.texts.len());
        nodes.texts.push_str(start);
        nodes.text_ends[at] = narrow(nodes.texts.len());
        nodes.value_kinds[at] = if start.len() < text.len() { ValueKind::Start } else { kind };
        nodes.value_starts[at] = place.start();
        nodes.value_stops[at] = place.end();
    }

    /// Makes a member an item if it starts where the first node in it starts: it then has no key.
    fn is_item(&mut self, node: u32, inner: u32) {
        let at = node as usize;
        if node != NONE && self.nodes.kinds[at] == OutlineKind::Member && self.nodes.starts[at] == inner {
            self.nodes.kinds[at] = OutlineKind::Item;
        }
    }

    /// Returns true if `place` is the place of the node's key or start tag.
    fn is_key(&self, node: u32, place: Span) -> bool {
        let at = node as usize;
        node != NONE && (self.nodes.starts[at], self.nodes.stops[at]) == (place.start(), place.end())
    }

    /// Returns true if there is a YAML alias at `offset`. The nodes of its copy have the same place.
    fn is_alias(&self, offset: u32) -> bool {
        self.text[offset as usize..].starts_with('*')
    }

    /// Returns the start of the attribute whose value is at `value`. Its name, an equals sign and a quote precede the
    /// value.
    fn attribute_start(&self, name: &str, value: Span) -> u32 {
        let before = self.text[..value.start() as usize].strip_suffix(['"', '\'']).unwrap_or_default().trim_ascii_end();
        let before = before.strip_suffix('=').unwrap_or_default().trim_ascii_end();
        before.strip_suffix(name).map_or(value.start(), |before| narrow(before.len()))
    }
}

impl Sink for Builder<'_> {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        let kind = match tag {
            None => OutlineKind::Root,
            Some(tag) if tag.is_xml => OutlineKind::Element,
            Some(_) if self.text[span.start() as usize..].starts_with('{') => OutlineKind::Item,
            Some(_) => OutlineKind::Member,
        };
        if let Some(parent) = self.open.last().map(|open| open.node)
            && !self.is_alias(span.start())
        {
            self.is_item(parent, span.start());
        }
        let name = tag.map_or(NONE, |tag| self.name(tag));
        let node = self.add(kind, name, span);
        if self.texts.len() == self.open.len() {
            self.texts.push(OwnText::default());
        }
        self.texts[self.open.len()].clear();
        self.open.push(OpenOutlineNode { node, has_scalar: false, last: NONE, row: 0 });
    }

    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span) {
        // The value is followed by its quote, which is part of the attribute.
        let place = Span::new(self.attribute_start(name.full, span), span.end() + 1);
        let name = self.name(name);
        let node = self.add(OutlineKind::Attribute, name, place);
        self.set(node, ValueKind::Text, &value, span);
    }

    fn text(&mut self, text: Cow<'_, str>, span: Span) {
        self.texts[self.open.len() - 1].push(&text, span);
    }

    fn scalar(&mut self, scalar: Scalar<'_>, span: Span) {
        let Some(open) = self.open.last_mut() else { return };
        open.has_scalar = true;
        let node = open.node;
        let (kind, text) = match &scalar {
            Scalar::Null => (ValueKind::Null, "null"),
            Scalar::Bool(value) => (ValueKind::Boolean, if *value { "true" } else { "false" }),
            Scalar::Number(text) => (ValueKind::Number, &**text),
            Scalar::Text(text) => (ValueKind::Text, &**text),
        };
        // The place of a missing value is that of its key, or of the dash before it.
        let written = &self.text[span.range()];
        let is_absent = matches!(scalar, Scalar::Null) || text.is_empty();
        if !(self.is_alias(span.start()) || is_absent && self.is_key(node, span) && !matches!(written, "-" | "~")) {
            self.is_item(node, span.start());
        }
        self.set(node, kind, text, span);
    }

    fn close(&mut self, end: u32) {
        let Some(open) = self.open.pop() else { return };
        let Some(at) = Some(open.node as usize).filter(|_| open.node != NONE) else { return };
        self.nodes.ends[at] = narrow(self.nodes.len());
        // A fault that ends the document may be in front of the node.
        self.nodes.stops[at] = end.max(self.nodes.starts[at]);
        if open.has_scalar {
            return;
        }
        // It is put back below, to keep its memory.
        let own = std::mem::take(&mut self.texts[self.open.len()]);
        if let Some((text, place)) = own.trimmed() {
            self.set(open.node, ValueKind::Text, text, place);
        }
        self.texts[self.open.len()] = own;
    }
}

/// Converts an index to 32 bits. A table has at most as many rows as the document has bytes.
fn narrow(length: usize) -> u32 {
    Span::of(length, length).start()
}
