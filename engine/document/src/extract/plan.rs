//! All extractions for one document, prepared for a single pass.
//!
//! Extractions with the same path form a [`Group`], whose nodes are selected once. The values that the group's tests
//! and names use are its [`NodeSlot`]s: each is captured once for a node, for all extractions that use it. The
//! comparisons of its tests are [`Atom`]s: each is evaluated once for a node.

use rustc_hash::FxHashMap;

use super::XPath;
use super::list::ExtractionList;
use super::streaming_judge::StreamingJudge;
use super::syntax::{ExtractionKind, Item, Name, PathStep, TagPattern, Test, TestValue, TreeWalk, What, Yields};
use crate::text::Pattern;

/// The prepared extractions. They are numbered in the order in which they were first given.
#[derive(Default)]
pub(super) struct Arrangement {
    pub groups: Vec<Group>,
    pub extractions: Vec<Extraction>,
    /// The extraction of each `xpath`; `None` for a special, which does not use the tree.
    pub extraction_by_xpath: Vec<Option<usize>>,
    /// The inverse of `extraction_by_xpath`: for each extraction, the `xpath`s that use it.
    pub xpaths_by_extraction: Vec<Vec<usize>>,
    /// The number of watched slots in all groups.
    pub watches: usize,
}

/// The extractions of one path.
pub(super) struct Group {
    pub path: Vec<PathStep>,
    pub slots: Vec<NodeSlot>,
    /// The number of each slot. A test may have a hundred thousand names, and as many comparisons.
    slot_numbers: FxHashMap<NodeSlot, usize>,
    /// The number of each comparison.
    pub atoms: FxHashMap<Atom, usize>,
    /// For each slot, the atoms that compare it with a string, by that string.
    pub texts: Vec<FxHashMap<String, Vec<usize>>>,
    /// For each slot, the atoms that search it for a pattern.
    pub patterns: Vec<Vec<(Pattern, usize)>>,
    /// The extractions of the group.
    pub extractions: Vec<usize>,
    /// True if a selected node can be inside another selected node.
    pub nests: bool,
    /// The slots of negated comparisons, each with its number among all watched slots. A slot is watched to know
    /// whether it ever had a value.
    pub watched: Vec<(usize, usize)>,
}

/// A property of a selected node that an extraction uses.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) enum NodeSlot {
    /// The value of the node itself.
    Own,
    /// The values of the nodes with a name, relative to the selected node.
    Nodes(Name),
    /// Attributes of the nodes with a name, relative to the selected node. If the name is empty: attributes of the
    /// selected node.
    Attributes(Name, TagPattern),
    AllText,
    Tag,
    Line,
    Element,
}

/// A comparison of a slot with a string or a pattern. It is true if one of the slot's values matches.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct Atom {
    slot: usize,
    is_pattern: bool,
    /// The string, or the source of the pattern.
    text: String,
}

/// An extraction of a group: which nodes it takes, and the values that it yields for each.
pub(super) struct Extraction {
    pub test: Option<Formula>,
    pub takes: NodeTakes,
    /// The watched slots of the negated comparisons, in the order of the test.
    pub negated: Vec<usize>,
}

impl Extraction {
    /// Returns true if the extraction yields a slot of its group, or tests it.
    pub fn uses_slot(&self, group: &Group, slot: usize) -> bool {
        let takes = match &self.takes {
            NodeTakes::Values { slot: taken, .. } => *taken == slot,
            NodeTakes::Record { lists, .. } => lists.iter().any(|(taken, _)| *taken == slot),
        };
        let tests =
            |test: &Formula| group.atoms.iter().any(|(atom, &number)| atom.slot == slot && test.mentions(number));
        takes || self.test.as_ref().is_some_and(tests)
    }
}

/// The values that an extraction yields for a node, as slots.
pub(super) enum NodeTakes {
    /// One value for each value of the slot.
    Values { slot: usize, optional: bool },
    /// One record.
    Record { lists: Vec<(usize, bool)>, labels: Vec<String> },
}

/// A test over a group's atoms.
pub(super) enum Formula {
    All(Vec<Formula>),
    Any(Vec<Formula>),
    Atom { atom: usize, negated: bool },
}

impl Formula {
    /// Returns the result of the test for these results of atoms; `None` if it depends on atoms without a known result.
    pub fn holds(&self, atom_holds: &impl Fn(usize) -> Option<bool>) -> Option<bool> {
        match self {
            Self::All(parts) => combine_results(parts.iter().map(|part| part.holds(atom_holds)), false),
            Self::Any(parts) => combine_results(parts.iter().map(|part| part.holds(atom_holds)), true),
            Self::Atom { atom, negated } => atom_holds(*atom).map(|holds| holds != *negated),
        }
    }

    pub fn mentions(&self, number: usize) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(|part| part.mentions(number)),
            Self::Atom { atom, .. } => *atom == number,
        }
    }
}

/// Combines the results of parts. One part that equals `deciding` decides; otherwise all parts must have the opposite
/// result. Returns `None` if the result depends on a part that is not known.
fn combine_results(parts: impl Iterator<Item = Option<bool>>, deciding: bool) -> Option<bool> {
    let mut known = Some(!deciding);
    for part in parts {
        match part {
            Some(holds) if holds == deciding => return Some(deciding),
            Some(_) => {}
            None => known = None,
        }
    }
    known
}

impl Arrangement {
    pub fn new<'x>(xpaths: impl IntoIterator<Item = &'x XPath>) -> Self {
        let mut arrangement = Self::default();
        let mut known: FxHashMap<&str, usize> = FxHashMap::default();
        let mut groups: FxHashMap<&[PathStep], usize> = FxHashMap::default();
        for xpath in xpaths {
            let ExtractionKind::Tree(tree) = xpath.kind() else {
                arrangement.extraction_by_xpath.push(None);
                continue;
            };
            // Rules with equal `xpath`s share one extraction.
            let extraction = *known.entry(xpath.source()).or_insert_with(|| {
                let group = *groups.entry(&tree.path).or_insert_with(|| {
                    arrangement.groups.push(Group::new(tree.path.clone()));
                    arrangement.groups.len() - 1
                });
                let watches = &mut arrangement.watches;
                let extraction = arrangement.groups[group].extraction(tree, xpath.labels(), watches);
                arrangement.extractions.push(extraction);
                arrangement.xpaths_by_extraction.push(Vec::new());
                let number = arrangement.extractions.len() - 1;
                arrangement.groups[group].extractions.push(number);
                number
            });
            arrangement.xpaths_by_extraction[extraction].push(arrangement.extraction_by_xpath.len());
            arrangement.extraction_by_xpath.push(Some(extraction));
        }
        arrangement
    }

    pub fn begin(&self, lists: &mut Vec<ExtractionList>, judge: &dyn StreamingJudge) {
        lists.resize_with(self.xpaths_by_extraction.len(), ExtractionList::default);
        for (list, xpaths) in lists.iter_mut().zip(&self.xpaths_by_extraction) {
            list.begin(xpaths, judge);
        }
    }
}

impl Group {
    fn new(path: Vec<PathStep>) -> Self {
        // Without `**`, all selected nodes are on the same level.
        let nests = path.contains(&PathStep::Levels);
        Self {
            path,
            slots: Vec::new(),
            slot_numbers: FxHashMap::default(),
            atoms: FxHashMap::default(),
            texts: Vec::new(),
            patterns: Vec::new(),
            extractions: Vec::new(),
            nests,
            watched: Vec::new(),
        }
    }

    fn extraction(&mut self, tree: &TreeWalk, labels: &[String], watches: &mut usize) -> Extraction {
        let attributes = tree.attribute_test.as_ref().map(|test| self.formula(test, true));
        let nodes = tree.node_test.as_ref().map(|test| self.formula(test, false));
        let negated = tree.negated_names().into_iter().map(|(name, attributes)| {
            let slot = self.slot(NodeSlot::of_name(name, attributes));
            self.watch(slot, watches)
        });
        let negated = negated.collect();
        let test = match (attributes, nodes) {
            (Some(attributes), Some(nodes)) => Some(Formula::All(vec![attributes, nodes])),
            (one, other) => one.or(other),
        };
        let takes = match &tree.yields {
            Yields::Node => NodeTakes::Values { slot: self.slot(NodeSlot::Own), optional: false },
            Yields::Items { attributes, items } => {
                let mut lists: Vec<(usize, bool)> = Vec::with_capacity(items.len());
                for Item { what, optional } in items {
                    lists.push((self.slot(NodeSlot::of(what, *attributes)), *optional));
                }
                match lists[..] {
                    [(slot, optional)] => NodeTakes::Values { slot, optional },
                    _ => NodeTakes::Record { lists, labels: labels.to_vec() },
                }
            }
        };
        Extraction { test, takes, negated }
    }

    /// Watches a slot. Returns its number among all watched slots.
    fn watch(&mut self, slot: usize, watches: &mut usize) -> usize {
        if let Some((_, known)) = self.watched.iter().find(|(watched, _)| *watched == slot) {
            return *known;
        }
        self.watched.push((slot, *watches));
        *watches += 1;
        *watches - 1
    }

    fn formula(&mut self, test: &Test, attributes: bool) -> Formula {
        match test {
            Test::All(tests) => Formula::All(tests.iter().map(|test| self.formula(test, attributes)).collect()),
            Test::Any(tests) => Formula::Any(tests.iter().map(|test| self.formula(test, attributes)).collect()),
            Test::Compare { name, negated, value } => {
                let slot = self.slot(NodeSlot::of_name(name, attributes));
                Formula::Atom { atom: self.atom(slot, value), negated: *negated }
            }
        }
    }

    fn slot(&mut self, slot: NodeSlot) -> usize {
        if let Some(&known) = self.slot_numbers.get(&slot) {
            return known;
        }
        let number = self.slots.len();
        self.slots.push(slot.clone());
        self.slot_numbers.insert(slot, number);
        self.texts.push(FxHashMap::default());
        self.patterns.push(Vec::new());
        number
    }

    fn atom(&mut self, slot: usize, value: &TestValue) -> usize {
        let (is_pattern, text) = match value {
            TestValue::Text(text) => (false, text.as_str()),
            TestValue::Pattern(pattern) => (true, pattern.source()),
        };
        let atom = Atom { slot, is_pattern, text: text.to_owned() };
        if let Some(&known) = self.atoms.get(&atom) {
            return known;
        }
        let number = self.atoms.len();
        match value {
            TestValue::Text(text) => self.texts[slot].entry(text.clone()).or_default().push(number),
            TestValue::Pattern(pattern) => self.patterns[slot].push((pattern.clone(), number)),
        }
        self.atoms.insert(atom, number);
        number
    }
}

impl NodeSlot {
    fn of(what: &What, attributes: bool) -> Self {
        match what {
            What::Name(name) => Self::of_name(name, attributes),
            What::Element => Self::Element,
            What::AllText => Self::AllText,
            What::Tag => Self::Tag,
            What::Line => Self::Line,
        }
    }

    fn of_name(name: &Name, attributes: bool) -> Self {
        match name.split_last() {
            Some((attribute, nodes)) if attributes => Self::Attributes(nodes.to_vec(), attribute.clone()),
            _ => Self::Nodes(name.clone()),
        }
    }

    /// Returns the name that leads from the selected node to the captured nodes; empty for the selected node itself.
    pub fn name(&self) -> &[TagPattern] {
        match self {
            Self::Nodes(name) | Self::Attributes(name, _) => name,
            Self::Own | Self::AllText | Self::Tag | Self::Line | Self::Element => &[],
        }
    }
}
