//! Finds the elements that a path selects.
//!
//! Nodes pass through the steps one by one, so that a search for the first node ends early. ElementTree can return a
//! node several times, once for each way to reach it. Here each node is returned once, at its first place, and each
//! step visits a node only once.

use std::collections::BTreeMap;
use std::ops::{ControlFlow, Range};

use rustc_hash::{FxHashMap, FxHashSet};

use super::path::{ElementStep, NamePattern, Path, Predicate};
use super::tree::Tree;

/// A search with a path.
pub(super) struct ElementSelection<'s> {
    tree: &'s Tree,
    /// The element at which the path starts; nothing above it is found.
    start: u32,
    steps: Vec<SelectionStage<'s>>,
}

/// A step, with the state that it keeps about earlier nodes.
struct SelectionStage<'s> {
    step: &'s ElementStep,
    /// For a step to the parent: the parents that were already returned.
    parents: FxHashSet<u32>,
    /// For a step to all nodes below: the ranges below the nodes at which it started.
    covered: Covered,
    /// For a test of the place: the places of the children of the parents that were visited.
    places: SiblingOrdinals,
}

type Flow = ControlFlow<u32>;

impl<'s> ElementSelection<'s> {
    pub fn new(path: &'s Path, tree: &'s Tree, start: u32) -> Self {
        let stage = |step| SelectionStage {
            step,
            parents: FxHashSet::default(),
            covered: Covered::default(),
            places: SiblingOrdinals::default(),
        };
        Self { tree, start, steps: path.steps.iter().map(stage).collect() }
    }

    /// Returns the first node that the path selects.
    pub fn first(mut self) -> Option<u32> {
        let flow = follow(&mut self.steps, self.tree, self.start, self.start, &mut ControlFlow::Break);
        flow.break_value()
    }

    /// Returns all nodes that the path selects.
    pub fn all(mut self) -> Vec<u32> {
        let mut found = Vec::new();
        let _ = follow(&mut self.steps, self.tree, self.start, self.start, &mut |node| {
            found.push(node);
            ControlFlow::Continue(())
        });
        found
    }
}

/// Takes the first step from `node`, and the remaining steps from each node that it reaches.
fn follow(
    stages: &mut [SelectionStage<'_>],
    tree: &Tree,
    start: u32,
    node: u32,
    found: &mut impl FnMut(u32) -> Flow,
) -> Flow {
    let Some((stage, after)) = stages.split_first_mut() else { return found(node) };
    let mut go_on = |node| follow(after, tree, start, node, found);
    match stage.step {
        ElementStep::Stay => go_on(node),
        ElementStep::Parent => match tree.parent(node) {
            Some(parent) if node != start && stage.parents.insert(parent) => go_on(parent),
            _ => ControlFlow::Continue(()),
        },
        ElementStep::Children(name) => tree.children(node).filter(|&child| has(tree, child, name)).try_for_each(go_on),
        ElementStep::Below(name) => {
            stage.covered.sweep(tree, node).filter(|&below| has(tree, below, name)).try_for_each(go_on)
        }
        ElementStep::Keep(predicate) => {
            let holds = match predicate {
                Predicate::FromFirst(place) => node != start && stage.places.of(tree, node).0 == *place,
                Predicate::FromLast(place) => node != start && stage.places.of(tree, node).1 == *place,
                other => holds(tree, node, other),
            };
            if holds { go_on(node) } else { ControlFlow::Continue(()) }
        }
    }
}

fn has(tree: &Tree, node: u32, name: &NamePattern) -> bool {
    name.matches(tree.tag(node))
}

/// Returns true if a node passes a test that depends only on the node and its children.
fn holds(tree: &Tree, node: u32, predicate: &Predicate) -> bool {
    let attribute = |name: &str| tree.attributes(node).find(|(known, _)| *known == name).map(|(_, value)| value);
    let mut children = tree.children(node);
    match predicate {
        Predicate::Attribute(name) => attribute(name).is_some(),
        Predicate::AttributeIs(name, equal, text) => attribute(name).is_some_and(|value| (value == text) == *equal),
        Predicate::Child(name) => children.any(|child| has(tree, child, name)),
        Predicate::ChildIs(name, equal, text) => {
            children.any(|child| has(tree, child, name) && (tree.inner_text(child) == text) == *equal)
        }
        Predicate::SelfIs(equal, text) => (tree.inner_text(node) == text) == *equal,
        Predicate::FromFirst(_) | Predicate::FromLast(_) => false,
    }
}

/// The nodes below the nodes at which a step started, as disjoint ranges: start and end.
#[derive(Default)]
struct Covered(BTreeMap<u32, u32>);

impl Covered {
    /// Returns the nodes below `node` that no earlier call has returned, in document order.
    fn sweep(&mut self, tree: &Tree, node: u32) -> impl Iterator<Item = u32> {
        let Range { start, end } = tree.subtree(node);
        let below = start + 1..end;
        let known = self.0.range(..=node).next_back().is_some_and(|(_, &known)| node < known);
        let inner: Vec<(u32, u32)> = self.0.range(below.clone()).map(|(&start, &end)| (start, end)).collect();
        if !known && !below.is_empty() {
            for (start, _) in &inner {
                self.0.remove(start);
            }
            self.0.insert(below.start, below.end);
        }
        let starts = std::iter::once(below.start).chain(inner.iter().map(|(_, end)| *end)).collect::<Vec<_>>();
        let ends = inner.into_iter().map(|(start, _)| start).chain(std::iter::once(below.end));
        starts.into_iter().zip(ends).filter(move |_| !known).flat_map(|(start, end)| start..end)
    }
}

/// The places of nodes among their siblings of the same name, counted when a sibling is first needed.
#[derive(Default)]
struct SiblingOrdinals {
    visited: FxHashSet<u32>,
    /// For each node, the number of siblings in front of it and after it.
    places: FxHashMap<u32, (usize, usize)>,
}

impl SiblingOrdinals {
    fn of(&mut self, tree: &Tree, node: u32) -> (usize, usize) {
        if let Some(parent) = tree.parent(node)
            && self.visited.insert(parent)
        {
            self.count(tree, parent);
        }
        self.places.get(&node).copied().unwrap_or_default()
    }

    fn count(&mut self, tree: &Tree, parent: u32) {
        let mut by_name: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for child in tree.children(parent) {
            by_name.entry(tree.name(child)).or_default().push(child);
        }
        for namesakes in by_name.into_values() {
            let count = namesakes.len();
            self.places.extend(namesakes.into_iter().enumerate().map(|(at, child)| (child, (at, count - 1 - at))));
        }
    }
}
