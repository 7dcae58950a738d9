//! Builds a [`Tree`] from the events of a reader.

use std::borrow::Cow;
use std::rc::Rc;

use assay_document::format::{Document, Scalar, Sink, Tag};
use assay_document::text::{Fault, IssueCode, LineStarts, Span};
use rhai::ImmutableString;
use rustc_hash::FxHashMap;

use super::tree::{Attribute, NONE, Tree, TreeNode, narrow};

/// The maximum memory of a tree, in bytes: ten times the memory for a large asset. A larger document is rejected.
const MAX_WEIGHT: usize = 512 << 20;

/// The approximate memory of a name in addition to its letters, in bytes: its entries in the table and in the map of
/// names.
const NAME_WEIGHT: usize = 96;

/// Reads a document into a tree.
///
/// # Errors
/// The document is not well formed, or its tree would take more than 512 MiB.
pub fn read_tree(document: &Document) -> Result<Rc<Tree>, Fault> {
    let mut builder = TreeBuilder::default();
    document.read(&mut builder)?;
    builder.finish().map(Rc::new)
}

/// Collects the nodes of one document.
#[derive(Default)]
struct TreeBuilder {
    tree: Tree,
    names: FxHashMap<ImmutableString, u32>,
    /// The nodes that are open.
    open: Vec<u32>,
    /// The bytes of all names, with [`NAME_WEIGHT`] for each.
    name_bytes: usize,
    lines: LineStarts,
    /// The start tag of the first node beyond the limit.
    overflow: Option<Span>,
}

impl TreeBuilder {
    /// Returns the tree of the nodes that were read.
    ///
    /// # Errors
    /// The tree takes more memory than [`MAX_WEIGHT`].
    fn finish(mut self) -> Result<Tree, Fault> {
        if let Some(span) = self.overflow {
            let message = "the tree of this file would take more than 512 MiB of memory";
            let help = "`{dom}` loads the whole file; extract only the values that you need instead";
            return Err(Fault::new(IssueCode::DomTooLarge, message, span).help(help));
        }
        // The tree stays in memory while the rules of the file run.
        self.tree.nodes.shrink_to_fit();
        self.tree.attributes.shrink_to_fit();
        self.tree.texts.shrink_to_fit();
        self.tree.values.shrink_to_fit();
        Ok(self.tree)
    }

    /// Returns the memory that the tree takes so far, in bytes.
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

    /// Returns the position in [`Tree::texts`] at which the next text is added.
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

impl Sink for TreeBuilder {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        if self.is_full(span) {
            return;
        }
        let name = tag.map_or(NONE, |tag| self.name(tag.full));
        let line = self.lines.line(span.start());
        let at = narrow(self.tree.nodes.len());
        self.tree.nodes.push(TreeNode {
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

    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span) {
        if self.is_full(span) {
            return;
        }
        let name = self.name(name.full);
        let start = self.tree.values.len();
        self.tree.values.push_str(&value);
        self.tree.attributes.push(Attribute { name, value: Span::of(start, self.tree.values.len()) });
    }

    fn text(&mut self, text: Cow<'_, str>, span: Span) {
        if !self.is_full(span) {
            self.tree.texts.push_str(&text);
        }
    }

    fn scalar(&mut self, scalar: Scalar<'_>, span: Span) {
        let text: Cow<'_, str> = match scalar {
            Scalar::Null => return,
            Scalar::Bool(value) => Cow::Borrowed(if value { "true" } else { "false" }),
            Scalar::Number(text) | Scalar::Text(text) => text,
        };
        if self.is_full(span) {
            return;
        }
        self.tree.texts.push_str(&text);
        if text.is_empty() {
            self.tree.empty_texts.extend(self.open.last());
        }
    }

    fn load_part(&mut self, part: &str) {
        self.lines.add(part);
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
