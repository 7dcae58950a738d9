//! The levels around a node: open lists and mappings, and copies of aliases.

use super::cursor::YamlCursor;
use super::plain::PlainContext;
use crate::format::key::KeyName;
use crate::text::Span;

/// The constraints on a node because of its place.
#[derive(Clone, Copy)]
pub(super) struct NodeConstraints {
    /// The minimum indentation of the node's lines, exclusive; `None` if there is no minimum.
    pub outer: Option<usize>,
    pub around: PlainContext,
    /// True if a list or mapping without brackets may begin on the line of the indicator before it: `- a: 1`.
    pub compact: bool,
    /// True if the dashes of a list may be in the column `outer`.
    pub dashes: bool,
    /// True if the node must be a scalar, even if a colon follows, because it is an anchored key.
    pub scalar: bool,
}

impl NodeConstraints {
    /// The constraints of a whole document. `compact` is false on the line of its `---`.
    pub(super) const fn document(compact: bool) -> Self {
        Self { outer: None, around: PlainContext::Block, compact, dashes: false, scalar: false }
    }

    /// The constraints after a dash in the column `column`.
    pub(super) const fn item(column: usize) -> Self {
        Self { outer: Some(column), around: PlainContext::Block, compact: true, dashes: false, scalar: false }
    }

    /// The constraints after a key in the column `column`.
    pub(super) const fn value(column: usize) -> Self {
        Self { outer: Some(column), around: PlainContext::Block, compact: false, dashes: true, scalar: false }
    }

    /// The constraints between brackets.
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
    /// The node that an alias refers to, which is read again.
    Copy,
}

/// An open level.
pub(super) struct YamlLevel {
    pub kind: LevelKind,
    /// The start: its bracket, its first dash or its first key.
    pub start: usize,
    /// The constraints of its next node.
    pub slot: NodeConstraints,
    /// The name of the next node, and the place of its key, if it has one.
    pub name: Option<KeyName>,
    pub key: Option<Span>,
    /// The anchor of the level.
    pub anchor: Option<usize>,
    /// The role of the level in a merge of mappings.
    pub merging: Merging,
    /// The index of the first mapping to merge into it, and the number of mappings that have been merged.
    pub first_merge: usize,
    pub merged: usize,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Merging {
    No,
    /// The nodes in it are mappings that are merged into the mapping around it.
    Sources,
    /// The level is such a mapping: its keys are added to the mapping around it.
    Source,
}

/// The position after a copy, where reading continues.
pub(super) struct Return<'t> {
    pub cursor: YamlCursor<'t>,
    /// The start of the copy.
    pub start: usize,
    pub place: Option<Span>,
    pub end: usize,
}
