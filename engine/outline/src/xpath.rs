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

impl Outline {
    /// Returns the extractions that select `node`; `None` if there is no such node.
    pub fn xpaths(&self, node: u32) -> Option<XPaths> {
        if node as usize >= self.nodes.len() {
            return None;
        }
        let target = TargetNode::new(self, node);
        let plain = target.spell(target.path.len() - 1, &[]);
        let refused = |reason| XPaths { plain: plain.clone(), values: 0, exact: None, reason: Some(reason) };
        let (Ok(document), None) = (&self.document, &self.fault) else { return Some(refused(NOT_READ)) };
        let Some(counts) = count(document, std::slice::from_ref(&plain)) else { return Some(refused(TOO_MUCH)) };
        let values = counts[0];
        if values == 1 {
            return Some(XPaths { exact: Some(plain.clone()), plain, values, reason: None });
        }
        // Pairs are tried last: there are more of them, and a single test is easier to read.
        let exact = only_one(document, target.single_tests()).or_else(|| only_one(document, target.pairs()));
        let reason = exact.is_none().then_some(NOT_DISTINCT);
        Some(XPaths { plain, values, exact, reason })
    }
}

/// Reasons why there is no exact extraction.
const NOT_READ: &str = "the file is not well formed: nothing is extracted from it";
const TOO_MUCH: &str = "the nodes contain too much data to extract at once";
const NOT_DISTINCT: &str = "no path with one or two tests was found that selects only this node";

/// Returns the first of `xpaths` that yields a single value.
fn only_one(document: &Document, xpaths: Vec<String>) -> Option<String> {
    let counts = count(document, &xpaths)?;
    xpaths.into_iter().zip(counts).find_map(|(xpath, values)| (values == 1).then_some(xpath))
}

/// Returns the number of values that each of `xpaths` yields; `None` if one does not parse, or if they need too much
/// memory at once.
fn count(document: &Document, xpaths: &[String]) -> Option<Vec<u32>> {
    let parsed: Option<Vec<XPath>> = xpaths.iter().map(|text| XPath::parse(text).xpath).collect();
    // All candidates are extracted in one pass over the document.
    let extraction = Plan::new(&parsed?).run(document).ok()?;
    let length = |yielded: &Yield| match yielded {
        Yield::List(list) => u32::try_from(list.len()).unwrap_or(u32::MAX),
        Yield::Limited(_) | Yield::Special => 0,
    };
    Some(extraction.yields.iter().map(length).collect())
}

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
    fn spell(&self, level: usize, tests: &[&NodeTest]) -> String {
        let mut spelled = String::from("*");
        for &node in &self.path[1..=level] {
            spelled.push('/');
            spelled.push_str(self.step(node));
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
        let below = self.path[level + 1..].iter().chain(&self.attribute).map(|&node| self.step(node));
        let name = below.collect::<Vec<_>>().join(".");
        if !name.is_empty() {
            spelled.extend([if self.attribute.is_some() { ":" } else { "," }, &name]);
        }
        spelled
    }

    /// Returns the levels at which a test may distinguish the target from other nodes, starting with its own.
    fn levels(&self) -> impl Iterator<Item = usize> {
        (0..self.path.len()).rev().take(LEVELS)
    }

    fn single_tests(&self) -> Vec<String> {
        let with = self.levels().flat_map(|level| {
            let tests = self.tests(level);
            tests.iter().map(|test| self.spell(level, &[test])).collect::<Vec<_>>()
        });
        with.collect()
    }

    fn pairs(&self) -> Vec<String> {
        let mut all = Vec::new();
        for level in self.levels() {
            let mut tests = self.tests(level);
            tests.truncate(PAIRED);
            for (at, first) in tests.iter().enumerate() {
                all.extend(tests[at + 1..].iter().map(|second| self.spell(level, &[first, second])));
            }
        }
        all
    }

    /// Returns the tests that the node at `level` passes: of its attributes, of values up to two levels below it, and
    /// of attributes of its children. The test of the target's own value is last, because it is the least useful.
    fn tests(&self, level: usize) -> Vec<NodeTest> {
        let nodes = &self.outline.nodes;
        let mut tests = Vec::new();
        for child in nodes.children(self.path[level]) {
            self.add_test(&mut tests, &[child]);
            if nodes.kinds[child as usize] != OutlineKind::Attribute {
                for grandchild in nodes.children(child) {
                    self.add_test(&mut tests, &[child, grandchild]);
                }
            }
            // Only the best tests are used, and a node can have very many children.
            if tests.len() > 4 * TESTS {
                break;
            }
        }
        tests.sort_by_key(|test| test.rank);
        tests.truncate(TESTS);
        tests
    }

    /// Adds the test of the value of the last node of `way`, if a test can name the value.
    fn add_test(&self, tests: &mut Vec<NodeTest>, way: &[u32]) {
        let nodes = &self.outline.nodes;
        let Some(&last) = way.last() else { return };
        let value = nodes.value(last);
        let is_known =
            matches!(nodes.value_kinds[last as usize], ValueKind::Boolean | ValueKind::Number | ValueKind::Text);
        if !is_known || value.is_empty() {
            return;
        }
        let name: Vec<&str> = way.iter().map(|&node| self.step(node)).collect();
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

    fn step(&self, node: u32) -> &str {
        // Only roots have no name.
        self.outline.name(node).map_or("*", |name| &name.step)
    }
}
