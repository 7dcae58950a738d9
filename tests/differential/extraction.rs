//! One streaming pass for many expressions yields what the reference yields for each.

use std::fmt::Write;

use assay_engine::extract::{Plan, ValueId, ValueRef, Values, XPath, Yield};
use assay_engine::format::Document;
use proptest::prelude::{Strategy, prop_assert, prop_assert_eq, proptest};
use proptest::sample::select;

use crate::document::documents;
use crate::expression::{Expression, Item, Names, Step, Tag, What, expressions};
use crate::reference::{self, Found, Value};

proptest! {
    #![proptest_config(crate::config(400))]

    #[test]
    fn one_pass_yields_the_values_of_the_simple_evaluator(
        documents in proptest::collection::vec(documents(), 1..3),
        expressions in proptest::collection::vec(expressions(), 1..12),
    ) {
        let mut plan = plan_of(&expressions)?;
        // The plan remembers what the documents before had; that must not show.
        for text in &documents {
            let tree = roxmltree::Document::parse(text).expect("generated documents are well formed");
            let document = Document::decode("a.xml", text.clone().into_bytes()).expect("it is UTF-8");
            let extraction = plan.run(&document).expect("generated documents are well formed");
            prop_assert_eq!(extraction.yields.len(), expressions.len());
            for (expression, yielded) in expressions.iter().zip(&extraction.yields) {
                let Yield::List(ids) = yielded else { panic!("{}: {yielded:?}", expression.print()) };
                let values = &extraction.values;
                let got: Vec<Found> = ids.iter().map(|&id| found(values, id)).collect();
                let expected = reference::evaluate(expression, &tree);
                let same = same(&got, &expected);
                prop_assert!(same, "{}\n{text}\ngot {got:#?}\nexpected {expected:#?}", expression.print());
            }
        }
    }
}

/// A path that has to remember which of the last twelve levels were an `A` leads to thousands of states.
#[test]
fn more_states_than_the_cache_holds_change_nothing() {
    fn tree(depth: usize, text: &mut String) {
        for tag in ["A", "B"].iter().filter(|_| depth > 0) {
            let _ = write!(text, "<{tag}>");
            tree(depth - 1, text);
            let _ = write!(text, "</{tag}>");
        }
    }
    let mut text = String::from("<R>");
    tree(13, &mut text);
    text.push_str("</R>");
    let node = |tag| Step::Node(tag);
    let mut path = vec![node(Tag::Any), Step::Levels, node(Tag::Local("A"))];
    path.extend((0..11).map(|_| node(Tag::Any)));
    assert_agrees(path, &text);
}

/// What nodes held that have closed is not held any more, even while one around them is open.
#[test]
fn closed_nodes_inside_an_open_one_keep_no_memory() {
    let long = "x".repeat(100_000);
    let items = (0..900).map(|number| format!("<I><N>{number}</N><T>{long}{number}</T></I>"));
    let text = format!("<R>{}<V>9</V></R>", items.collect::<String>());
    let xpaths = ["R,I.N,V", "R/I.N!=5,T", "R/I,{dom}"].map(|text| XPath::parse(text).xpath.expect("it parses"));
    let document = Document::decode("a.xml", text.into_bytes()).expect("it is UTF-8");
    let extraction = Plan::new(&xpaths).run(&document).expect("the nodes hold less than 64 MiB at once");
    let counts = extraction.yields.iter().map(|yielded| match yielded {
        Yield::List(ids) => ids.len(),
        other => panic!("{other:?}"),
    });
    assert_eq!(counts.collect::<Vec<_>>(), [1, 899, 900]);
    let Yield::List(records) = &extraction.yields[0] else { unreachable!("it is a list") };
    let record = extraction.values.to_value(records[0]).to_string();
    assert!(
        record.starts_with("{\"I.N\":[\"0\",\"1\",") && record.ends_with("\"899\"],\"V\":[\"9\"]}"),
        "{record:.80}"
    );
    let Yield::List(texts) = &extraction.yields[1] else { unreachable!("it is a list") };
    let last = extraction.values.as_text(texts[898]).expect("it is a text");
    assert!(last.ends_with("x899") && last.len() == 100_003);
}

#[test]
fn more_names_than_the_cache_holds_change_nothing() {
    let elements = (0..10_000).map(|number| format!("<n{number}><A/></n{number}><A/>"));
    let text = format!("<R>{}</R>", elements.collect::<String>());
    assert_agrees(vec![Step::Node(Tag::Any), Step::Node(Tag::Glob("n", "7")), Step::Node(Tag::Local("A"))], &text);
}

/// Asserts that both select the same nodes, and some.
fn assert_agrees(path: Vec<Step>, text: &str) {
    let expression = Expression { path, attribute_test: None, node_test: None, names: Names::None, style: 0 };
    let tree = roxmltree::Document::parse(text).expect("it is well formed");
    let document = Document::decode("a.xml", text.to_owned().into_bytes()).expect("it is UTF-8");
    let mut plan = plan_of(std::slice::from_ref(&expression)).expect("it parses");
    let extraction = plan.run(&document).expect("it is well formed");
    let Yield::List(ids) = &extraction.yields[0] else { panic!("it yields a list") };
    let got: Vec<Found> = ids.iter().map(|&id| found(&extraction.values, id)).collect();
    assert!(got.len() > 100 && same(&got, &reference::evaluate(&expression, &tree)), "{} found", got.len());
}

/// A tree that XML and JSON can both write: children by name, or a text.
#[derive(Clone, Debug)]
enum Tree {
    Text(&'static str),
    Children(Vec<(&'static str, Tree)>),
}

fn trees() -> impl Strategy<Value = Tree> {
    let text = select(vec!["x", "y", "1", "x y", "", "\u{e9}", "A", "&"]).prop_map(Tree::Text);
    text.prop_recursive(5, 40, 5, |inner| {
        let children = proptest::collection::vec((select(vec!["A", "B", "Item", "Items", "a.b"]), inner), 0..5);
        children.prop_map(Tree::Children)
    })
}

fn xml_of(name: &str, tree: &Tree) -> String {
    let content = match tree {
        Tree::Text(text) => text.replace('&', "&amp;"),
        Tree::Children(children) => children.iter().map(|(name, tree)| xml_of(name, tree)).collect(),
    };
    format!("<{name}>{content}</{name}>")
}

/// Neighbours of one name are an array, as people write them.
fn json_of(tree: &Tree) -> String {
    match tree {
        Tree::Text(text) => format!("\"{text}\""),
        Tree::Children(children) => {
            let members = children.chunk_by(|(a, _), (b, _)| a == b).map(|group| match group {
                [(name, tree)] => format!("\"{name}\": {}", json_of(tree)),
                group => {
                    let items: Vec<String> = group.iter().map(|(_, tree)| json_of(tree)).collect();
                    format!("\"{}\": [{}]", group[0].0, items.join(", "))
                }
            });
            format!("{{{}}}", members.collect::<Vec<_>>().join(", "))
        }
    }
}

/// What an expression yields, places and names of nodes left out: a root of JSON has none.
fn values_of(expression: &Expression, path: &str, text: String) -> Vec<Value> {
    fn bare(found: Found) -> Value {
        match found.value {
            Value::Record(lists) => {
                let bare =
                    |list: Vec<Found>| list.into_iter().map(|found| Found { value: bare(found), origin: (0, 0) });
                Value::Record(lists.into_iter().map(|(name, list)| (name, bare(list).collect())).collect())
            }
            other => other,
        }
    }
    let document = Document::decode(path, text.into_bytes()).expect("it is UTF-8");
    let mut plan = plan_of(std::slice::from_ref(expression)).expect("it parses");
    let extraction = plan.run(&document).expect("it is well formed");
    let Yield::List(ids) = &extraction.yields[0] else { panic!("{:?}", extraction.yields) };
    ids.iter().map(|&id| bare(found(&extraction.values, id))).collect()
}

/// Whether the expression asks for what XML and JSON have in common.
fn is_common(expression: &Expression) -> bool {
    let of_nodes = |items: &[Item]| items.iter().all(|item| matches!(item.what, What::Name(_) | What::Word("{text}")));
    matches!(expression.path[0], Step::Levels | Step::Node(Tag::Any))
        && match &expression.names {
            Names::None => true,
            Names::Nodes(items) | Names::Attributes(items) => of_nodes(items),
        }
}

proptest! {
    #![proptest_config(crate::config(1500))]

    #[test]
    fn a_tree_yields_equal_values_as_xml_and_json(tree in trees(), expression in expressions()) {
        if is_common(&expression) {
            let (xml, json) = (xml_of("r", &tree), json_of(&tree));
            let as_xml = values_of(&expression, "a.xml", xml.clone());
            let as_json = values_of(&expression, "a.json", json.clone());
            prop_assert!(as_xml == as_json, "{}\n{xml}\n{json}\n{as_xml:?}\n{as_json:?}", expression.print());
        }
    }
}

pub fn plan_of(expressions: &[Expression]) -> Result<Plan, proptest::test_runner::TestCaseError> {
    let mut xpaths = Vec::new();
    for expression in expressions {
        let parsed = XPath::parse(&expression.print());
        prop_assert!(parsed.faults.is_empty(), "{}: {:?}", expression.print(), parsed.faults);
        xpaths.extend(parsed.xpath);
    }
    Ok(Plan::new(&xpaths))
}

pub fn found(values: &Values, id: ValueId) -> Found {
    let value = match values.get(id) {
        ValueRef::Null => Value::Null,
        ValueRef::Text(text) => Value::Text(text.to_owned()),
        ValueRef::Number(text) => Value::Number(text.parse().expect("only lines are numbers")),
        ValueRef::Bool(_) => unreachable!("XML has none"),
        ValueRef::Element(tag) => Value::Element(tag.to_owned()),
        ValueRef::Record(record) => Value::Record(
            record
                .lists()
                .map(|(name, list)| (name.to_owned(), list.iter().map(|&id| found(values, id)).collect()))
                .collect(),
        ),
    };
    let origin = values.origin(id).range();
    Found { value, origin: (origin.start, origin.end) }
}

/// Equal, places included; of what stands nowhere by itself (a tag, a line, a node) the start has to lie in the node.
fn same(got: &[Found], expected: &[Found]) -> bool {
    got.len() == expected.len()
        && got.iter().zip(expected).all(|(got, expected)| {
            let within = got.origin.0 >= expected.origin.0 && got.origin.1 <= expected.origin.1;
            match (&got.value, &expected.value) {
                (Value::Record(got_lists), Value::Record(lists)) => {
                    got.origin == expected.origin
                        && got_lists.len() == lists.len()
                        && got_lists.iter().zip(lists).all(|((a, x), (b, y))| a == b && same(x, y))
                }
                (Value::Element(a), Value::Element(b)) => a == b && within,
                (Value::Number(a), Value::Number(b)) => a == b && within,
                // A tag's place is that of the name, which the reference does not look for.
                (Value::Text(a), Value::Text(b)) => a == b && (got.origin == expected.origin || within),
                (a, b) => a == b && got.origin == expected.origin,
            }
        })
}
