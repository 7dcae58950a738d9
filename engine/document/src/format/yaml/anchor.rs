//! Anchors: the nodes that aliases refer to.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::cursor::YamlCursor;
use super::level::NodeConstraints;

/// The place from which a node can be read again.
#[derive(Clone, Copy)]
pub(super) struct AnchorStart<'t> {
    pub cursor: YamlCursor<'t>,
    pub slot: NodeConstraints,
}

/// A node that an alias may refer to.
pub(super) struct Anchor<'t> {
    pub start: AnchorStart<'t>,
    /// True if the node has not ended yet. It cannot be copied inside itself.
    pub is_open: bool,
}

/// The anchors of a document so far.
///
/// Nodes are not copied: at an alias, the text of the node is read again. So anchors without aliases, which are the
/// most frequent, cost nearly nothing.
#[derive(Default)]
pub(super) struct Anchors<'t> {
    all: Vec<Anchor<'t>>,
    /// The anchors of each name, in the order of the text.
    named: HashMap<&'t str, Vec<usize>, FxBuildHasher>,
}

impl<'t> Anchors<'t> {
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.named.clear();
    }

    pub(super) fn add(&mut self, name: &'t str, anchor: Anchor<'t>) -> usize {
        self.all.push(anchor);
        self.named.entry(name).or_default().push(self.all.len() - 1);
        self.all.len() - 1
    }

    pub(super) fn close(&mut self, anchor: usize) {
        self.all[anchor].is_open = false;
    }

    /// Returns the last anchor with this name before the alias at `alias`. The result is the same each time that the
    /// alias is read.
    pub(super) fn find(&self, name: &str, alias: usize) -> Option<&Anchor<'t>> {
        let named = self.named.get(name)?;
        let before = named.partition_point(|&anchor| self.all[anchor].start.cursor.at() < alias);
        named.get(before.checked_sub(1)?).map(|&anchor| &self.all[anchor])
    }

    /// Returns all names, to suggest one for an unknown alias.
    pub(super) fn names(&self) -> impl Iterator<Item = &'t str> {
        self.named.keys().copied()
    }
}
