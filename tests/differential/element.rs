//! Elements say and find what those of Python's ElementTree do, over generated documents and paths.

use std::collections::BTreeMap;
use std::io::Write;
use std::process::{Command, Stdio};

use assay_engine::format::Document;
use assay_engine::script::{Element, read_tree};
use proptest::prelude::{Just, Strategy, prop_oneof};
use proptest::sample::select;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use serde::{Deserialize, Serialize};

use crate::document::{ATTRIBUTES, PREFIXES, TAGS, documents};

/// So many paths are followed in each document.
const PATHS: usize = 12;

/// Parts of paths, and what may be mistaken for one.
const TOKENS: &[&str] = &[
    "/", "//", ".", "..", "*", "[", "]", "@", "=", "!=", "'x'", "\"y\"", "'", "1", "2", "-1", "0", "last()", "-", "()",
    "(", " ", "A", "Item", "p:A", "{*}A", "{*}", "a.b", "key", ":", "[1]", "[last()]", "[@a]", "[A]", "[.='x']",
];
/// What generated documents hold as text.
const VALUES: &[&str] = &["x", "y", "1", "", "xx", "x y", " ", "true"];

/// What the peer is asked.
#[derive(Serialize)]
struct Case {
    document: String,
    prefixes: BTreeMap<&'static str, String>,
    /// The paths, of which the first half are written as they should be.
    paths: Vec<String>,
}

/// What the peer answers.
#[derive(Deserialize)]
struct Answer {
    nodes: Vec<Node>,
    found: Vec<Option<Found>>,
}

/// What one element says of itself.
#[derive(Debug, Deserialize, PartialEq)]
struct Node {
    tag: String,
    text: Option<String>,
    tail: Option<String>,
    attributes: Vec<(String, String)>,
    parent: Option<usize>,
    children: Vec<usize>,
    texts: Vec<String>,
    namesakes: Vec<usize>,
}

/// Where a path leads, as places in the order of the document.
#[derive(Debug, Deserialize, PartialEq)]
struct Found {
    places: Vec<usize>,
    text: Option<String>,
}

#[test]
fn elements_equal_those_of_element_tree() {
    let cases = cases();
    let mut followed = 0;
    for (case, answer) in cases.iter().zip(python_answers(&cases)) {
        let document = Document::decode("a.xml", case.document.clone().into_bytes()).unwrap();
        let root = Element::root(&read_tree(&document).unwrap()).unwrap();
        let elements: Vec<Element> = root.iter().collect();
        let nodes: Vec<Node> = elements.iter().map(|element| node(element, &elements)).collect();
        assert_eq!(nodes, answer.nodes, "{}", case.document);
        for (number, (path, expected)) in case.paths.iter().zip(answer.found).enumerate() {
            let found = found(&root, path, &elements);
            // A quoted tag is read here, and is not a path there.
            let is_quoted = path.contains(['\'', '"']);
            // What is no path here may be one there, which reads some slips as paths that lead nowhere.
            if !is_quoted && (number < PATHS / 2 || found.is_some()) {
                assert_eq!(found, expected, "{path}\n{}", case.document);
                followed += usize::from(found.is_some_and(|found| !found.places.is_empty()));
            }
        }
    }
    assert!(followed > cases.len() / 3, "only {followed} paths led anywhere");
}

fn cases() -> Vec<Case> {
    let config = crate::config(1000);
    let count = config.cases;
    let mut runner = TestRunner::new(config);
    let prefixes: BTreeMap<_, _> = PREFIXES.iter().map(|prefix| (*prefix, format!("urn:{prefix}"))).collect();
    let paths = (proptest::collection::vec(paths(), PATHS / 2), proptest::collection::vec(soups(), PATHS / 2));
    let strategy = (documents(), paths);
    let mut next = || strategy.new_tree(&mut runner).unwrap().current();
    (0..count)
        .map(|_| {
            let (document, (paths, soups)) = next();
            Case { document, prefixes: prefixes.clone(), paths: paths.into_iter().chain(soups).collect() }
        })
        .collect()
}

/// Paths as they should be.
fn paths() -> impl Strategy<Value = String> {
    let name = || prop_oneof![3 => names(), 2 => Just("*".to_owned())];
    let node = || prop_oneof![5 => name(), 1 => select(&[".", ".."][..]).prop_map(str::to_owned)];
    let tested = |node| {
        (node, proptest::collection::vec(predicates(), 0..2))
            .prop_map(|(node, tests)| format!("{node}{}", tests.concat()))
    };
    let further = prop_oneof![
        2 => tested(node().boxed()).prop_map(|step| format!("/{step}")),
        1 => tested(name().boxed()).prop_map(|step| format!("//{step}")),
    ];
    let first =
        prop_oneof![2 => tested(node().boxed()), 3 => tested(name().boxed()).prop_map(|step| format!(".//{step}"))];
    let end = prop_oneof![9 => Just(""), 1 => Just("/")];
    (first, proptest::collection::vec(further, 0..3), end)
        .prop_map(|(first, more, end)| format!("{first}{}{end}", more.concat()))
}

/// Tags as paths name them.
fn names() -> impl Strategy<Value = String> {
    let local = |tag: &str| format!("{{*}}{}", tag.rsplit(':').next().unwrap_or(tag));
    prop_oneof![
        // The tag that documents nest.
        3 => Just("A".to_owned()),
        3 => select(TAGS).prop_map(str::to_owned),
        1 => select(TAGS).prop_map(local),
    ]
}

fn predicates() -> impl Strategy<Value = String> {
    let compared = || {
        let blank = || select(&["", " "][..]);
        let operator = select(&["=", "!="][..]);
        let quote = select(&["'", "\""][..]);
        let text = (blank(), operator, blank(), quote, select(VALUES));
        text.prop_map(|(before, operator, after, quote, value)| {
            format!("{before}{operator}{after}{quote}{value}{quote}")
        })
    };
    let attribute = || select(ATTRIBUTES).prop_map(|name| format!("@{name}"));
    let inner = prop_oneof![
        attribute(),
        (attribute(), compared()).prop_map(|(name, compared)| format!("{name}{compared}")),
        names(),
        (names(), compared()).prop_map(|(name, compared)| format!("{name}{compared}")),
        compared().prop_map(|compared| format!(".{compared}")),
        (1..4_u8).prop_map(|place| place.to_string()),
        select(&["last()", "last()-1", "last()-2"][..]).prop_map(str::to_owned),
    ];
    inner.prop_map(|inner| format!("[{inner}]"))
}

/// Parts of paths in any order.
fn soups() -> impl Strategy<Value = String> {
    proptest::collection::vec(select(TOKENS), 1..7).prop_map(|tokens| tokens.concat())
}

fn python_answers(cases: &[Case]) -> Vec<Answer> {
    let peer = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/peers/element_tree.py");
    let mut python = Command::new(if cfg!(windows) { "python" } else { "python3" })
        .arg(peer)
        .env("PYTHONIOENCODING", "utf-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this test needs Python 3.10 or later");
    let question = serde_json::to_vec(cases).unwrap();
    let mut stdin = python.stdin.take().unwrap();
    stdin.write_all(&question).unwrap();
    drop(stdin);
    let output = python.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", output.status);
    serde_json::from_slice(&output.stdout).unwrap()
}

fn node(element: &Element, elements: &[Element]) -> Node {
    let texts = |text: Option<&str>| text.map(str::to_owned);
    Node {
        tag: element.tag().to_owned(),
        text: texts(element.text()),
        tail: texts(element.tail()),
        attributes: element.attributes().map(|(name, value)| (name.to_owned(), value.to_owned())).collect(),
        parent: element.parent().map(|parent| place(&parent, elements)),
        children: element.children().map(|child| place(&child, elements)).collect(),
        texts: element.inner_strings().map(str::to_owned).collect(),
        namesakes: element
            .iter()
            .filter(|below| below.tag() == element.tag())
            .map(|below| place(&below, elements))
            .collect(),
    }
}

fn found(root: &Element, path: &str, elements: &[Element]) -> Option<Found> {
    let found = root.find_all(path).ok()?;
    assert_eq!(root.find(path).unwrap(), found.first().cloned(), "{path}");
    let text = found.first().map(|first| first.text().unwrap_or_default().to_owned());
    Some(Found { places: found.iter().map(|element| place(element, elements)).collect(), text })
}

fn place(element: &Element, elements: &[Element]) -> usize {
    elements.iter().position(|other| other == element).unwrap()
}
