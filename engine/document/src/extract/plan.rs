//! All extractions wanted of one document, arranged so that one pass serves them all.
//!
//! Extractions with the same path form a [`Group`]: its nodes are selected once. What the group's tests and names look
//! at are its [`NodeSlot`]s: each is captured once for a node, however many extractions ask for it. The comparisons of its
//! tests are [`Atom`]s: each is made once for a node.

use rustc_hash::FxHashMap;

use super::XPath;
use super::list::ExtractionList;
use super::sieve::Sieve;
use super::syntax::{ExtractionKind, Item, Name, PathStep, TagPattern, Test, TestValue, TreeWalk, What, Yields};
use crate::text::Pattern;

/// The arrangement. Extractions are numbered in the order in which they were first given.
#[derive(Default)]
pub(super) struct Arrangement {
    pub groups: Vec<Group>,
    pub extractions: Vec<Extraction>,
    /// For each `xpath` given, its extraction; `None` for a special, which asks nothing of the tree.
    pub asked: Vec<Option<usize>>,
    /// The other way round: for each extraction the `xpath`s that are it.
    pub askers: Vec<Vec<usize>>,
    /// How many slots are watched, of all groups together.
    pub watches: usize,
}

/// The extractions of one path.
pub(super) struct Group {
    pub path: Vec<PathStep>,
    pub slots: Vec<NodeSlot>,
    /// By slot: its number. A test may have a hundred thousand names, and as many comparisons.
    slot_numbers: FxHashMap<NodeSlot, usize>,
    /// Each comparison with its number.
    pub atoms: FxHashMap<Atom, usize>,
    /// For each slot the atoms that compare it with a text, by that text.
    pub texts: Vec<FxHashMap<String, Vec<usize>>>,
    /// For each slot the atoms that search it for a pattern.
    pub patterns: Vec<Vec<(Pattern, usize)>>,
    /// The extractions of the group.
    pub extractions: Vec<usize>,
    /// Whether a selected node can lie inside another one.
    pub nests: bool,
    /// The slots of negated comparisons, each with its number among all that are watched: whether they ever held anything.
    pub watched: Vec<(usize, usize)>,
}

/// Something of a selected node that is looked at.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) enum NodeSlot {
    /// Its own value.
    Own,
    /// The values of the nodes at a name below it.
    Nodes(Name),
    /// The attributes of a name, of the nodes at a name below it (an empty name: of itself).
    Attributes(Name, TagPattern),
    AllText,
    Tag,
    Line,
    Element,
}

/// One comparison: a slot with a text or a pattern. True when one of the slot's values meets it.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(super) struct Atom {
    slot: usize,
    value: AtomValue,
}

#[derive(Clone, Debug, Eq, Hash, PartialEq)]
enum AtomValue {
    Text(String),
    /// By its source.
    Pattern(String),
}

/// One extraction of a group: which of its nodes it takes, and what it yields of each.
pub(super) struct Extraction {
    pub test: Option<Formula>,
    pub takes: NodeTakes,
    /// The watched slots of its negated comparisons, in the order of the test.
    pub negated: Vec<usize>,
}

impl Extraction {
    /// Returns true if the extraction takes a slot of its group, or tests it.
    pub fn looks_at(&self, group: &Group, slot: usize) -> bool {
        let takes = match &self.takes {
            NodeTakes::Values { slot: taken, .. } => *taken == slot,
            NodeTakes::Record { lists, .. } => lists.iter().any(|(taken, _)| *taken == slot),
        };
        let tests =
            |test: &Formula| group.atoms.iter().any(|(atom, &number)| atom.slot == slot && test.mentions(number));
        takes || self.test.as_ref().is_some_and(tests)
    }
}

/// The values that an extraction yields for a node, by slots.
pub(super) enum NodeTakes {
    /// One value for each of a slot's.
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
    /// Whether the test holds, given which atoms do; `None` when it hangs on atoms of which that is not known.
    pub fn holds(&self, atom_holds: &impl Fn(usize) -> Option<bool>) -> Option<bool> {
        match self {
            Self::All(parts) => decided(parts.iter().map(|part| part.holds(atom_holds)), false),
            Self::Any(parts) => decided(parts.iter().map(|part| part.holds(atom_holds)), true),
            Self::Atom { atom, negated } => atom_holds(*atom).map(|holds| holds != *negated),
        }
    }

    /// Whether the test looks at `atom`.
    pub fn mentions(&self, wanted: usize) -> bool {
        match self {
            Self::All(parts) | Self::Any(parts) => parts.iter().any(|part| part.mentions(wanted)),
            Self::Atom { atom, .. } => *atom == wanted,
        }
    }
}

/// Combines the results of parts: one part that equals `deciding` decides, and only all parts together give the
/// opposite. `None` if the result depends on a part that is not known.
fn decided(parts: impl Iterator<Item = Option<bool>>, deciding: bool) -> Option<bool> {
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
                arrangement.asked.push(None);
                continue;
            };
            let extraction = *known.entry(xpath.source()).or_insert_with(|| {
                let group = *groups.entry(&tree.path).or_insert_with(|| {
                    arrangement.groups.push(Group::new(tree.path.clone()));
                    arrangement.groups.len() - 1
                });
                let watches = &mut arrangement.watches;
                let extraction = arrangement.groups[group].extraction(tree, xpath.labels(), watches);
                arrangement.extractions.push(extraction);
                arrangement.askers.push(Vec::new());
                let number = arrangement.extractions.len() - 1;
                arrangement.groups[group].extractions.push(number);
                number
            });
            arrangement.askers[extraction].push(arrangement.asked.len());
            arrangement.asked.push(Some(extraction));
        }
        arrangement
    }

    /// Begins with an empty list for each extraction.
    pub fn begin(&self, lists: &mut Vec<ExtractionList>, sieve: &dyn Sieve) {
        lists.resize_with(self.askers.len(), ExtractionList::default);
        for (list, xpaths) in lists.iter_mut().zip(&self.askers) {
            list.begin(xpaths, sieve);
        }
    }
}

impl Group {
    fn new(path: Vec<PathStep>) -> Self {
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
        let negated = tree.negated().into_iter().map(|(name, attributes)| {
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

    /// Watches a slot; its number among all that are watched.
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
        let atom = Atom {
            slot,
            value: match value {
                TestValue::Text(text) => AtomValue::Text(text.clone()),
                TestValue::Pattern(pattern) => AtomValue::Pattern(pattern.source().to_owned()),
            },
        };
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

    /// The name that leads from the selected node to the nodes captured; empty for the node itself.
    pub fn name(&self) -> &[TagPattern] {
        match self {
            Self::Nodes(name) | Self::Attributes(name, _) => name,
            Self::Own | Self::AllText | Self::Tag | Self::Line | Self::Element => &[],
        }
    }
}
