//! Anchors: which node an alias names.

use std::collections::HashMap;

use rustc_hash::FxBuildHasher;

use super::cursor::YamlCursor;
use super::level::NodeConstraints;

/// Where a node can be read again.
#[derive(Clone, Copy)]
pub(super) struct AnchorStart<'t> {
    pub cursor: YamlCursor<'t>,
    pub slot: NodeConstraints,
}

/// A node that an alias may name.
pub(super) struct Anchor<'t> {
    pub start: AnchorStart<'t>,
    /// Whether the node has not ended yet: inside itself it cannot be copied.
    pub is_open: bool,
}

/// The anchors of a document so far.
///
/// A copy is not kept: the text of the node is read again where an alias names it. So anchors that nobody names, which
/// are most, cost next to nothing.
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

    /// The last anchor of this name before the alias at `alias`: the same whenever that alias is read.
    pub(super) fn find(&self, name: &str, alias: usize) -> Option<&Anchor<'t>> {
        let named = self.named.get(name)?;
        let before = named.partition_point(|&anchor| self.all[anchor].start.cursor.at() < alias);
        named.get(before.checked_sub(1)?).map(|&anchor| &self.all[anchor])
    }

    /// Names that an alias may have meant.
    pub(super) fn names(&self) -> impl Iterator<Item = &'t str> {
        self.named.keys().copied()
    }
}
