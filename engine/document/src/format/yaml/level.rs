//! The levels around a node: the lists and mappings that are open, and copies that aliases make.

use super::cursor::YamlCursor;
use super::plain::PlainContext;
use crate::format::key::KeyName;
use crate::text::Span;

/// The constraints that a node's place puts on it.
#[derive(Clone, Copy)]
pub(super) struct NodeConstraints {
    /// The lines of the node have to be indented by more than this; `None` when any indentation will do.
    pub outer: Option<usize>,
    pub around: PlainContext,
    /// Whether a list or mapping without brackets may begin on the line of the sign before it: `- a: 1`.
    pub compact: bool,
    /// Whether the dashes of a list may stand in the column `outer`.
    pub dashes: bool,
    /// Whether the node is a scalar, whatever follows it: one that is a key where it stands.
    pub scalar: bool,
}

impl NodeConstraints {
    /// The place of a whole document, on the line of its `---` or not.
    pub(super) const fn document(compact: bool) -> Self {
        Self { outer: None, around: PlainContext::Block, compact, dashes: false, scalar: false }
    }

    /// Behind a dash in the column `column`.
    pub(super) const fn item(column: usize) -> Self {
        Self { outer: Some(column), around: PlainContext::Block, compact: true, dashes: false, scalar: false }
    }

    /// Behind a key in the column `column`.
    pub(super) const fn value(column: usize) -> Self {
        Self { outer: Some(column), around: PlainContext::Block, compact: false, dashes: true, scalar: false }
    }

    /// Between brackets.
    pub(super) const fn flow(outer: Option<usize>) -> Self {
        Self { outer, around: PlainContext::Flow, compact: false, dashes: false, scalar: false }
    }
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum LevelKind {
    Document,
    List,
    Map,
    FlowList,
    FlowMap,
    /// The only entry of a mapping without braces: `[a: 1]`.
    Pair,
    /// The node that an alias names, read again at its own place.
    Copy,
}

/// Something that is open.
pub(super) struct YamlLevel {
    pub kind: LevelKind,
    /// Where it starts: its bracket, its first dash or key.
    pub start: usize,
    /// The place of the node in it that comes next.
    pub slot: NodeConstraints,
    /// The name of that node, and where its key is, if it has one.
    pub name: Option<KeyName>,
    pub key: Option<Span>,
    /// Which anchor names it.
    pub anchor: Option<usize>,
    /// The role of the level in a merge of mappings.
    pub merging: Merging,
    /// The first of the mappings that are merged into it, and how many of them have been.
    pub first_merge: usize,
    pub merged: usize,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Merging {
    No,
    /// The nodes in it are mappings that are merged into the one around.
    Sources,
    /// It is such a mapping: its keys are those of the one around.
    Source,
}

/// Where the reading goes on behind a copy.
pub(super) struct Return<'t> {
    pub cursor: YamlCursor<'t>,
    /// Where the copy began.
    pub start: usize,
    pub place: Option<Span>,
    pub end: usize,
}
