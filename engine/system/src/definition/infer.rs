//! Guesses the kinds of fields that no schema describes, from the content of all files of a load at the same path.

use rustc_hash::FxHashMap;

use super::arena::{Arena, ArenaKind, NodeId};
use super::words::SchemaWords;
use crate::texts::{TextId, narrow};

/// A path of element names below a builder type.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub(super) struct PathId(u32);

/// The guessed kind of a field.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Guess {
    Text,
    /// One value that has several parts.
    Struct,
    /// An element with fields.
    Object,
    /// Any number of elements of one name.
    List,
}

#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is seen by itself")]
struct PathFacts {
    name: TextId,
    parent: PathId,
    /// The last element that has it, to detect an element that has it twice.
    last: Option<NodeId>,
    is_repeated: bool,
    has_parts: bool,
    has_attributes: bool,
    /// True if an element without a type has a `Name` or an `Id`.
    is_named: bool,
    is_struct: bool,
    is_no_struct: bool,
    /// The name of all its elements, as long as there is only one name.
    only_child: Option<TextId>,
    has_other_children: bool,
}

/// The facts seen at each path.
#[derive(Debug, Default)]
pub(super) struct InferredPaths {
    by_step: FxHashMap<(PathId, TextId), PathId>,
    facts: Vec<PathFacts>,
    /// The types in which an element of that name is repeated: the first one, and true if there are others.
    repeated: FxHashMap<TextId, (PathId, bool)>,
}

/// The level above builder types.
const TOP: PathId = PathId(u32::MAX);

impl InferredPaths {
    /// Collects the facts of definitions, given by their types and nodes.
    pub fn new(arena: &Arena, words: &SchemaWords, definitions: impl Iterator<Item = (TextId, NodeId)>) -> Self {
        let mut paths = Self::default();
        let classes = Classes::new(arena, words);
        let mut open: Vec<(NodeId, PathId)> = Vec::new();
        for (type_name, node) in definitions {
            open.push((node, paths.step(TOP, type_name)));
            while let Some((node, path)) = open.pop() {
                paths.collect_node(arena, &classes, node, path);
                let elements = arena.parts(node).iter().filter(|&&part| arena.is_element(part));
                for &part in elements {
                    let below = paths.step(path, arena.name(part));
                    let facts = &mut paths.facts[below.0 as usize];
                    // Elements of one node come one after the other, so it is enough to remember the last node.
                    facts.is_repeated |= facts.last == Some(node);
                    facts.last = Some(node);
                    open.push((part, below));
                }
            }
        }
        paths.gather_repeated();
        paths
    }

    fn step(&mut self, parent: PathId, name: TextId) -> PathId {
        let next = PathId(narrow(self.facts.len()));
        let path = *self.by_step.entry((parent, name)).or_insert(next);
        if path == next {
            self.facts.push(PathFacts { name, parent, ..PathFacts::default() });
        }
        path
    }

    fn collect_node(&mut self, arena: &Arena, classes: &Classes, node: NodeId, path: PathId) {
        let facts = &mut self.facts[path.0 as usize];
        let parts = arena.parts(node);
        if parts.is_empty() {
            return;
        }
        facts.has_parts = true;
        let (mut is_named, mut is_typed) = (false, false);
        for &part in parts {
            let name = arena.name(part);
            match arena.kind(part) {
                ArenaKind::Attribute => {
                    facts.has_attributes = true;
                    is_named |= classes.names.contains(&Some(name));
                    is_typed |= name == classes.xsi_type;
                }
                ArenaKind::Leaf | ArenaKind::Parent if facts.only_child.is_none_or(|only| only == name) => {
                    facts.only_child = Some(name);
                }
                ArenaKind::Leaf | ArenaKind::Parent => facts.has_other_children = true,
                ArenaKind::Text => {}
            }
        }
        facts.is_named |= is_named && !is_typed;
        if classes.is_struct(arena, parts) {
            facts.is_struct = true;
        } else {
            facts.is_no_struct = true;
        }
    }

    fn gather_repeated(&mut self) {
        for at in 0..self.facts.len() {
            if self.facts[at].is_repeated {
                let root = self.root(PathId(narrow(at)));
                let known = self.repeated.entry(self.facts[at].name).or_insert((root, false));
                known.1 |= known.0 != root;
            }
        }
    }

    fn root(&self, mut path: PathId) -> PathId {
        while self.facts[path.0 as usize].parent != TOP {
            path = self.facts[path.0 as usize].parent;
        }
        path
    }

    /// Returns the path of a builder type.
    pub fn of_type(&self, type_name: TextId) -> Option<PathId> {
        self.below(TOP, type_name)
    }

    /// Returns the path of an element below another one.
    pub fn below(&self, path: PathId, name: TextId) -> Option<PathId> {
        self.by_step.get(&(path, name)).copied()
    }

    /// Returns the guessed kind of the field at a path. `arena` holds the names.
    pub fn guess(&self, path: PathId, arena: &Arena) -> Guess {
        let facts = &self.facts[path.0 as usize];
        if facts.is_repeated || self.is_plural(facts, arena) || facts.is_named {
            Guess::List
        } else if !facts.has_parts {
            Guess::Text
        } else if facts.is_struct && !facts.is_no_struct {
            Guess::Struct
        } else {
            Guess::Object
        }
    }

    /// Returns the reason why the field at a path is taken for a list.
    pub fn list_reason(&self, path: PathId, arena: &Arena) -> &'static str {
        let facts = &self.facts[path.0 as usize];
        match () {
            () if facts.is_repeated => "one element has several",
            () if self.is_plural(facts, arena) => "the element around is called by its plural",
            () => "it has a Name or an Id",
        }
    }

    /// If the elements at a path contain only a list, returns the name and the path of its entries.
    pub fn only_list(&self, path: PathId, arena: &Arena) -> Option<(TextId, PathId)> {
        let facts = &self.facts[path.0 as usize];
        let entry = facts.only_child.filter(|_| !facts.has_attributes && !facts.has_other_children)?;
        let below = self.below(path, entry)?;
        (self.guess(below, arena) == Guess::List).then_some((entry, below))
    }

    /// Returns true if the parent element has the plural of this element's name, and no other parts.
    fn is_plural(&self, facts: &PathFacts, arena: &Arena) -> bool {
        let Some(parent) = self.facts.get(facts.parent.0 as usize) else { return false };
        // `<Lamps Color="…">` is an element with fields, not the wrapper of a list.
        if parent.has_attributes || parent.has_other_children {
            return false;
        }
        let (one, many) = (arena.texts.get(facts.name), arena.texts.get(parent.name));
        let stem = |ending: &str| many.strip_suffix(ending);
        stem("s") == Some(one)
            || stem("es") == Some(one)
            || stem("ies").is_some_and(|stem| one.strip_suffix('y') == Some(stem))
    }

    /// Returns true if the guess matters: the field may be a list even if the base and the delta each have it once.
    pub fn is_ambiguous(&self, path: PathId, guess: Guess) -> bool {
        let facts = &self.facts[path.0 as usize];
        match guess {
            Guess::List => false,
            Guess::Struct => true,
            Guess::Object => facts.has_attributes,
            Guess::Text => self
                .repeated
                .get(&facts.name)
                .is_some_and(|&(first, has_others)| has_others || first != self.root(path)),
        }
    }
}

/// Attributes that together form one value, one set on each line. Any attribute of a set may be missing.
const ATTRIBUTE_SETS: [&[&str]; 7] = [
    &["x", "y", "z", "w"],
    &["R", "G", "B", "A"],
    &["H", "S", "V"],
    &["Hex"],
    &["Type", "Subtype", "Tag"],
    &["Days", "Hours", "Minutes", "Seconds", "Milliseconds"],
    &["Min", "Max"],
];

/// Elements that together form one value.
const ELEMENT_SETS: [&[&str]; 2] = [&["X", "Y", "Z", "W"], &["TypeId", "SubtypeId"]];

/// The names of values with several parts, as ids of an arena.
struct Classes {
    attributes: FxHashMap<TextId, usize>,
    elements: FxHashMap<TextId, usize>,
    /// Attributes of list entries.
    names: [Option<TextId>; 2],
    xsi_type: TextId,
}

impl Classes {
    fn new(arena: &Arena, words: &SchemaWords) -> Self {
        let known = |sets: &[&[&str]]| {
            let names = sets.iter().enumerate().flat_map(|(set, names)| names.iter().map(move |name| (*name, set)));
            names.filter_map(|(name, set)| Some((arena.texts.find(name)?, set))).collect()
        };
        Self {
            attributes: known(&ATTRIBUTE_SETS),
            elements: known(&ELEMENT_SETS),
            names: ["Name", "Id"].map(|name| arena.texts.find(name)),
            xsi_type: words.xsi_type.name,
        }
    }

    /// Returns true if the parts form one value.
    fn is_struct(&self, arena: &Arena, parts: &[NodeId]) -> bool {
        let class = |&part: &NodeId| match arena.kind(part) {
            ArenaKind::Attribute => self.attributes.get(&arena.name(part)).copied(),
            ArenaKind::Leaf => self.elements.get(&arena.name(part)).map(|set| set + ATTRIBUTE_SETS.len()),
            ArenaKind::Parent | ArenaKind::Text => None,
        };
        let mut classes = parts.iter().map(class);
        match classes.next().flatten() {
            Some(first) => classes.all(|other| other == Some(first)),
            None => false,
        }
    }
}
