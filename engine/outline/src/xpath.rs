//! The extractions that select a node: a plain one, and one that selects nothing else.

use assay_document::extract::{Plan, XPath, Yield, spell_text};
use assay_document::format::Document;

use super::outline::Outline;
use super::{OutlineKind, ValueKind};

/// The extractions that select one node.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct XPaths {
    /// The shortest plain extraction. It yields the values of all nodes with the same names from the root down.
    pub plain: String,
    /// The number of values that it yields for the document; 0 if the document is not well-formed.
    pub values: u32,
    /// An extraction that yields only the node's value.
    pub exact: Option<String>,
    /// The reason why there is no exact extraction.
    pub reason: Option<&'static str>,
}

/// The number of levels, from a node upward, at which a property is searched that distinguishes the node from others.
const LEVELS: usize = 8;
/// The maximum number of tests of one node that are tried, in the order of their ranks.
const TESTS: usize = 24;
/// The number of tests of one node that are also tried in pairs.
const PAIRED: usize = 6;

/// Names that usually identify things, the best first. Names that end with them are also used.
const IDENTIFYING_NAMES: &[&str] = &["guid", "uuid", "id", "name", "key"];

/// A test that a node passes, written after a path.
#[derive(Clone, Debug)]
struct NodeTest {
    /// True if the test is in `[@…]`.
    of_attribute: bool,
    spelled: String,
    /// The rank: 0 identifies the node best.
    rank: usize,
}

/// True if names are written in quotes with their prefixes.
type Whole = bool;

impl Outline {
    /// Returns the extractions that select `node`; `None` if there is no such node.
    #[must_use]
    pub fn xpaths(&self, node: u32) -> Option<XPaths> {
        if node as usize >= self.nodes.len() {
            return None;
        }
        let target = TargetNode::new(self, node);
        let plain = target.spell(target.path.len() - 1, &[], false);
        let refused = |reason| XPaths { plain: plain.clone(), values: 0, exact: None, reason: Some(reason) };
        let (Ok(document), None) = (&self.document, &self.fault) else { return Some(refused(NOT_READ)) };
        let Ok(counts) = count(document, std::slice::from_ref(&plain)) else { return Some(refused(TOO_MUCH)) };
        let values = counts[0];
        if values == 1 {
            return Some(XPaths { exact: Some(plain.clone()), plain, values, reason: None });
        }
        let mut is_tried = true;
        let exact = target.rounds().find_map(|round| {
            only_one(document, round).unwrap_or_else(|TooMuch| {
                is_tried = false;
                None
            })
        });
        let reason = exact.is_none().then_some(if is_tried { NOT_DISTINCT } else { NOT_TRIED });
        Some(XPaths { plain, values, exact, reason })
    }
}

/// Reasons why there is no exact extraction.
const NOT_READ: &str = "the file is not well formed: nothing is extracted from it";
const TOO_MUCH: &str = "the nodes contain too much data to extract at once";
const NOT_TRIED: &str = "the nodes contain too much data to try all paths that may select only this node";
const NOT_DISTINCT: &str =
    "other nodes with the same names have the same attributes, and the same values in and beside them";

/// The error that the nodes contain too much data to extract at once.
struct TooMuch;

/// Returns the first of `xpaths` that yields a single value.
fn only_one(document: &Document, xpaths: Vec<String>) -> Result<Option<String>, TooMuch> {
    let counts = count(document, &xpaths)?;
    Ok(xpaths.into_iter().zip(counts).find_map(|(xpath, values)| (values == 1).then_some(xpath)))
}

/// Returns the number of values that each of `xpaths` yields.
fn count(document: &Document, xpaths: &[String]) -> Result<Vec<u32>, TooMuch> {
    let parsed: Option<Vec<XPath>> = xpaths.iter().map(|text| XPath::parse(text).xpath).collect();
    let extraction = Plan::new(&parsed.ok_or(TooMuch)?).run(document).map_err(|_| TooMuch)?;
    let length = |yielded: &Yield| match yielded {
        Yield::List(list) => u32::try_from(list.len()).unwrap_or(u32::MAX),
        Yield::Limited(_) | Yield::Special => 0,
    };
    Ok(extraction.yields.iter().map(length).collect())
}

/// The node to select.
struct TargetNode<'o> {
    outline: &'o Outline,
    /// The nodes from the root down to the target, or to the node that has the target as an attribute.
    path: Vec<u32>,
    attribute: Option<u32>,
}

impl<'o> TargetNode<'o> {
    fn new(outline: &'o Outline, node: u32) -> Self {
        let mut path = outline.nodes.path(node);
        let is_attribute = outline.nodes.kinds[node as usize] == OutlineKind::Attribute;
        let attribute = if is_attribute { path.pop() } else { None };
        Self { outline, path, attribute }
    }

    /// Returns the extraction that selects the node at `level` of the path if it passes these tests, and yields the
    /// target.
    fn spell(&self, level: usize, tests: &[&NodeTest], whole: Whole) -> String {
        let mut spelled = String::from("*");
        for &node in &self.path[1..=level] {
            spelled.push('/');
            spelled.push_str(self.step(node, whole));
        }
        let of = |of_attribute: bool| {
            let of_kind = tests.iter().filter(|test| test.of_attribute == of_attribute);
            of_kind.map(|test| test.spelled.as_str()).collect::<Vec<_>>().join("&")
        };
        let (of_attributes, of_nodes) = (of(true), of(false));
        if !of_attributes.is_empty() {
            spelled.extend(["[@", &of_attributes, "]"]);
        }
        if !of_nodes.is_empty() {
            spelled.extend([".", &of_nodes]);
        }
        let below = self.path[level + 1..].iter().chain(&self.attribute).map(|&node| self.step(node, whole));
        let name = below.collect::<Vec<_>>().join(".");
        if !name.is_empty() {
            spelled.extend([if self.attribute.is_some() { ":" } else { "," }, &name]);
        }
        spelled
    }

    /// Returns extractions that may select only the target, in rounds. A later round is used if none of the earlier
    /// rounds succeeds.
    fn rounds(&self) -> impl Iterator<Item = Vec<String>> {
        let are_prefixed =
            self.outline.names.iter().any(|name| name.written != name.step && name.written.contains(':'));
        let ways = [Some(false), are_prefixed.then_some(true)];
        ways.into_iter().flatten().flat_map(move |whole| [self.single_tests(whole), self.pairs(whole)])
    }

    /// Returns the levels at which a test may distinguish the target from other nodes, starting with its own.
    fn levels(&self) -> impl Iterator<Item = usize> {
        (0..self.path.len()).rev().take(LEVELS)
    }

    /// Returns extractions with a single test. With whole names, one without a test is added.
    fn single_tests(&self, whole: Whole) -> Vec<String> {
        let without = whole.then(|| self.spell(self.path.len() - 1, &[], whole));
        let with = self.levels().flat_map(|level| {
            let tests = self.tests(level, whole);
            tests.iter().map(|test| self.spell(level, &[test], whole)).collect::<Vec<_>>()
        });
        without.into_iter().chain(with).collect()
    }

    /// Extractions with two tests.
    fn pairs(&self, whole: Whole) -> Vec<String> {
        let mut all = Vec::new();
        for level in self.levels() {
            let mut tests = self.tests(level, whole);
            tests.truncate(PAIRED);
            for (at, first) in tests.iter().enumerate() {
                all.extend(tests[at + 1..].iter().map(|second| self.spell(level, &[first, second], whole)));
            }
        }
        all
    }

    /// Returns the tests that the node at `level` passes: of its attributes, of values up to two levels below it, and
    /// of attributes of its children. The test of the target's own value is last, because it is the least useful.
    fn tests(&self, level: usize, whole: Whole) -> Vec<NodeTest> {
        let nodes = &self.outline.nodes;
        let mut tests = Vec::new();
        for child in nodes.children(self.path[level]) {
            self.add_test(&mut tests, &[child], whole);
            if nodes.kinds[child as usize] != OutlineKind::Attribute {
                for grandchild in nodes.children(child) {
                    self.add_test(&mut tests, &[child, grandchild], whole);
                }
            }
            if tests.len() > 4 * TESTS {
                break;
            }
        }
        tests.sort_by_key(|test| test.rank);
        tests.truncate(TESTS);
        tests
    }

    /// Adds the test of the value of the last node of `way`, if a test can name the value.
    fn add_test(&self, tests: &mut Vec<NodeTest>, way: &[u32], whole: Whole) {
        let nodes = &self.outline.nodes;
        let Some(&last) = way.last() else { return };
        let value = nodes.value(last);
        let is_known =
            matches!(nodes.value_kinds[last as usize], ValueKind::Boolean | ValueKind::Number | ValueKind::Text);
        if !is_known || value.is_empty() {
            return;
        }
        let name: Vec<&str> = way.iter().map(|&node| self.step(node, whole)).collect();
        let spelled = format!("{}=={}", name.join("."), spell_text(value));
        let is_target = Some(&last) == self.attribute.as_ref().or(self.path.last());
        let rank = if is_target { usize::MAX } else { 2 * self.identity_rank(last) + way.len() };
        tests.push(NodeTest { of_attribute: nodes.kinds[last as usize] == OutlineKind::Attribute, spelled, rank });
    }

    /// Returns how well the name of a node identifies it: 0 is best.
    fn identity_rank(&self, node: u32) -> usize {
        let name = self.outline.name(node).map(|name| name.written.to_ascii_lowercase()).unwrap_or_default();
        IDENTIFYING_NAMES.iter().position(|telling| name.ends_with(telling)).unwrap_or(IDENTIFYING_NAMES.len())
    }

    fn step(&self, node: u32, whole: Whole) -> &str {
        match self.outline.name(node) {
            Some(name) if whole => &name.whole_step,
            Some(name) => &name.step,
            // Only roots have no name.
            None => "*",
        }
    }
}
