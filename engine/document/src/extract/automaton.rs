//! Merges the paths of all groups into one automaton over the names of nodes. The state of a node determines what is
//! extracted from it.
//!
//! States are created when a document first reaches them, and kept for later documents. A state is a set of positions
//! in paths and names, so the number of states depends on the documents, not on the possible paths of rules.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::names::KnownNames;
use super::plan::{Group, NodeSlot};
use super::syntax::{PathStep, TagPattern};
use crate::format::Tag;

/// The number of states to remember. When it is exceeded, all states that are not in use are forgotten. The limit grows
/// if more than half of the states are in use.
const MAX_STATES: usize = 2048;
/// A transition that has not been taken yet.
const UNKNOWN: u32 = u32::MAX;

/// The number of a state.
pub(super) type StateId = u32;

/// The state of nodes in which nothing can be selected.
pub(super) const DEAD: StateId = 0;

/// A position in a group's path or in the name of one of its slots: the first `at` parts have matched.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
enum PathPosition {
    Path { group: u32, at: u32 },
    Name { group: u32, slot: u32, at: u32 },
}

/// The actions at a node, and the states of its children.
#[derive(Debug, Default)]
pub(super) struct AutomatonState {
    items: Rc<[PathPosition]>,
    /// The groups that select the node.
    pub selects: Vec<u32>,
    /// The slots that take the value of the node itself.
    pub captures: Vec<SlotTarget>,
    /// The slots that take attributes of the node, with the patterns of the attributes.
    pub attributes: Vec<(SlotTarget, TagPattern)>,
    /// The states of children, by the numbers of their names.
    next: Vec<u32>,
}

/// A slot of a group that selected the node `up` levels above.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) struct SlotTarget {
    pub group: u32,
    pub slot: u32,
    pub up: u32,
}

pub(super) struct Automaton {
    states: Vec<AutomatonState>,
    by_items: FxHashMap<Rc<[PathPosition]>, StateId>,
    names: KnownNames,
    start: StateId,
    /// The number of states to remember. It is at least twice the number of states that were in use at the last call of
    /// [`Automaton::forget`]. A deep document may use thousands, so that forgetting at each of its nodes would take too
    /// long.
    limit: usize,
    /// A temporary buffer, kept for its memory.
    scratch: Vec<PathPosition>,
}

impl Automaton {
    pub fn new(groups: &[Group]) -> Self {
        let mut automaton = Self {
            states: Vec::new(),
            by_items: FxHashMap::default(),
            names: KnownNames::new(),
            start: DEAD,
            limit: MAX_STATES,
            scratch: Vec::new(),
        };
        automaton.reset(groups);
        automaton
    }

    /// Returns the state above the root.
    pub const fn start(&self) -> StateId {
        self.start
    }

    pub fn state(&self, id: StateId) -> &AutomatonState {
        &self.states[id as usize]
    }

    /// Prepares for the next document.
    pub fn begin(&mut self) {
        self.names.begin();
    }

    /// Returns the state of a child with the name `tag` of a node in the state `from`.
    pub fn child(&mut self, groups: &[Group], from: StateId, tag: Option<Tag<'_>>) -> StateId {
        if from == DEAD {
            return DEAD;
        }
        let name = self.names.number(tag);
        if let Some(name) = name
            && let Some(&next) = self.states[from as usize].next.get(name as usize)
            && next != UNKNOWN
        {
            return next;
        }
        // A name beyond the limit of names has no place in the table, so its step is computed each time.
        let next = self.step(groups, from, tag);
        if let Some(name) = name {
            let table = &mut self.states[from as usize].next;
            if table.len() <= name as usize {
                table.resize(name as usize + 1, UNKNOWN);
            }
            table[name as usize] = next;
        }
        next
    }

    /// Returns true if the number of states is so large that [`Automaton::forget`] should be called.
    pub const fn is_full(&self) -> bool {
        self.states.len() > self.limit
    }

    /// Forgets all states except those in `kept`, which get new numbers.
    pub fn forget<'k>(&mut self, groups: &[Group], kept: impl Iterator<Item = &'k mut StateId>) {
        let old = std::mem::take(&mut self.states);
        self.reset(groups);
        for id in kept {
            // Transitions are forgotten, too, because they contain old numbers.
            *id = self.intern(groups, &old[*id as usize].items);
        }
        self.limit = MAX_STATES.max(2 * self.states.len());
    }

    fn reset(&mut self, groups: &[Group]) {
        self.states.clear();
        self.by_items.clear();
        let dead = self.intern(groups, &[]);
        debug_assert_eq!(dead, DEAD, "the state without items is the first");
        let mut items = Vec::new();
        for (number, group) in (0..).zip(groups) {
            advance(&mut items, number, group, 0);
        }
        // There is no node above the root, so a path that consists only of `**` selects nothing there.
        items.retain(
            |item| matches!(*item, PathPosition::Path { group, at } if (at as usize) < groups[group as usize].path.len()),
        );
        items.sort_unstable();
        self.start = self.intern(groups, &items);
    }

    fn step(&mut self, groups: &[Group], from: StateId, tag: Option<Tag<'_>>) -> StateId {
        let mut items = std::mem::take(&mut self.scratch);
        items.clear();
        let state = &self.states[from as usize];
        for &item in &*state.items {
            match item {
                PathPosition::Path { group: number, at } => {
                    let group = &groups[number as usize];
                    match group.path.get(at as usize) {
                        Some(PathStep::Levels) => advance(&mut items, number, group, at),
                        Some(PathStep::Node(pattern)) if pattern.matches(tag) => {
                            advance(&mut items, number, group, at + 1);
                        }
                        Some(PathStep::Node(_)) | None => {}
                    }
                }
                PathPosition::Name { group, slot, at } => step_name(&mut items, groups, group, slot, at, tag),
            }
        }
        for &group in &state.selects {
            // Names of slots are relative to the selected node, so they begin at its children.
            for slot in (0..).take(groups[group as usize].slots.len()) {
                step_name(&mut items, groups, group, slot, 0, tag);
            }
        }
        items.sort_unstable();
        // `**` can reach the same position in several ways.
        items.dedup();
        let next = self.intern(groups, &items);
        self.scratch = items;
        next
    }

    fn intern(&mut self, groups: &[Group], items: &[PathPosition]) -> StateId {
        if let Some(&known) = self.by_items.get(items) {
            return known;
        }
        let items: Rc<[PathPosition]> = items.into();
        let number = u32::try_from(self.states.len()).unwrap_or(DEAD);
        self.states.push(AutomatonState::new(groups, Rc::clone(&items)));
        self.by_items.insert(items, number);
        number
    }
}

/// Adds the position `at` of a group's path, and the positions that `**` reaches from it without going down a level.
fn advance(items: &mut Vec<PathPosition>, number: u32, group: &Group, mut at: u32) {
    items.push(PathPosition::Path { group: number, at });
    while group.path.get(at as usize) == Some(&PathStep::Levels) {
        at += 1;
        items.push(PathPosition::Path { group: number, at });
    }
}

/// Adds the position after `at` in the name of a slot, if that part of the name matches `tag`.
fn step_name(items: &mut Vec<PathPosition>, groups: &[Group], group: u32, slot: u32, at: u32, tag: Option<Tag<'_>>) {
    let name = groups[group as usize].slots[slot as usize].name();
    if name.get(at as usize).is_some_and(|pattern| pattern.matches(tag)) {
        items.push(PathPosition::Name { group, slot, at: at + 1 });
    }
}

impl AutomatonState {
    fn new(groups: &[Group], items: Rc<[PathPosition]>) -> Self {
        let mut state = Self::default();
        for &item in &*items {
            match item {
                PathPosition::Path { group, at } if at as usize == groups[group as usize].path.len() => {
                    state.selects.push(group);
                    for (slot, what) in (0..).zip(&groups[group as usize].slots) {
                        if what.name().is_empty() {
                            state.take(SlotTarget { group, slot, up: 0 }, what);
                        }
                    }
                }
                PathPosition::Name { group, slot, at } => {
                    let what = &groups[group as usize].slots[slot as usize];
                    if at as usize == what.name().len() {
                        state.take(SlotTarget { group, slot, up: at }, what);
                    }
                }
                PathPosition::Path { .. } => {}
            }
        }
        state.items = items;
        state
    }

    /// Records what a slot takes from the node. Tags, lines and similar values are taken when the node is selected.
    fn take(&mut self, target: SlotTarget, what: &NodeSlot) {
        match what {
            NodeSlot::Own | NodeSlot::Nodes(_) => self.captures.push(target),
            NodeSlot::Attributes(_, attribute) => self.attributes.push((target, attribute.clone())),
            NodeSlot::AllText | NodeSlot::Tag | NodeSlot::Line | NodeSlot::Element => {}
        }
    }
}
