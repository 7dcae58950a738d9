//! What an outline offers to reach a node does reach it, and what is to reach it alone reaches nothing else.

use assay_engine::extract::{Plan, XPath, Yield};
use assay_engine::format::Document;
use assay_engine::outline::{NONE, Outline};
use proptest::prelude::{Just, Strategy, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::select;
use proptest::test_runner::TestCaseError;
use serde_json::Value;

use crate::document::documents;

/// Keys and texts, with everything that the language uses for itself.
const NASTY: &[&str] = &[
    "a",
    "b",
    "id",
    "Name",
    "",
    " ",
    "a b",
    "a.b",
    "*",
    "**",
    "a*",
    "p:a",
    "\"",
    "\"\"",
    "a\"b",
    "'",
    "`",
    "a`\"",
    "{dom}",
    "[@a==1]",
    "a=b",
    "1",
    "x|y",
    "x&y",
    "(x)",
    "\u{201c}",
    "<",
    "?",
    "!",
    "/",
    ",",
    "\u{6750}",
    "\u{1f600}",
    "a\nb",
    "\\d",
    "true",
    "null",
    "\u{a0}",
    "\t",
];

/// Any value, small and with few names, so that there are many of each.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        4 => select(NASTY).prop_map(Value::from),
        2 => (0..4).prop_map(Value::from),
        1 => select(vec![Value::Null, Value::from(true), Value::from(-0.5)]),
    ];
    leaf.prop_recursive(4, 30, 4, |inner| {
        let keys = || prop_oneof![2 => select(&NASTY[..4]), 1 => select(NASTY)];
        let members = proptest::collection::vec((keys(), inner.clone()), 0..4);
        let object = members
            .prop_map(|members| members.into_iter().map(|(key, value)| (key.to_owned(), value)).collect::<Value>());
        prop_oneof![2 => object, 1 => proptest::collection::vec(inner, 0..4).prop_map(Value::from)]
    })
}

/// Any document with its path: JSON is YAML, too.
fn files() -> impl Strategy<Value = (&'static str, String)> {
    let json = (select(vec!["a.json", "a.yaml"]), values()).prop_map(|(path, value)| (path, value.to_string()));
    prop_oneof![(Just("a.xml"), documents()), json]
}

/// Where the values stand that an `xpath` yields.
fn places(document: &Document, xpath: &str) -> Result<Vec<(u32, u32)>, TestCaseError> {
    let parsed = XPath::parse(xpath);
    prop_assert!(
        parsed.faults.is_empty() && parsed.warnings.is_empty() && parsed.hints.is_empty(),
        "{xpath}: {parsed:?}"
    );
    let xpath = parsed.xpath.expect("it has no fault");
    let extraction = Plan::new([&xpath]).run(document).expect("generated documents are well formed");
    let Yield::List(ids) = &extraction.yields[0] else { panic!("{:?}", extraction.yields) };
    let place = |&id| {
        let origin = extraction.values.origin(id);
        (origin.start(), origin.end())
    };
    Ok(ids.iter().map(place).collect())
}

proptest! {
    #![proptest_config(crate::config(400))]

    #[test]
    fn suggested_extractions_select_their_node((path, text) in files()) {
        let outline = Outline::of(path, text.clone().into_bytes());
        let document = Document::decode(path, text.clone().into_bytes()).expect("it is UTF-8");
        prop_assert!(outline.fault().is_none(), "{text}: {:?}", outline.fault());
        let nodes = outline.nodes();
        for node in (0..).take(nodes.len()) {
            let at = node as usize;
            let place = (nodes.value_starts[at], nodes.value_stops[at]);
            let found = outline.xpaths(node).expect("there is such a node");
            let plain = places(&document, &found.plain)?;
            prop_assert!(plain.contains(&place), "{} does not reach {place:?} of\n{text}", found.plain);
            prop_assert_eq!(plain.len(), found.values as usize);
            match &found.exact {
                Some(exact) => prop_assert_eq!(places(&document, exact)?, [place], "{} of\n{}", exact, text),
                None => prop_assert!(found.reason.is_some() && found.values > 1),
            }
        }
    }

    #[test]
    fn nodes_are_nested((path, text) in files()) {
        let outline = Outline::of(path, text.clone().into_bytes());
        let nodes = outline.nodes();
        let mut previous = 0;
        for at in 0..nodes.len() {
            let (start, stop) = (nodes.starts[at], nodes.stops[at]);
            prop_assert!(start <= stop && text.get(start as usize..stop as usize).is_some(), "{at} of\n{text}");
            prop_assert!(previous <= start, "nodes stand in the order of the document: {at} of\n{text}");
            previous = start;
            let parent = nodes.parents[at];
            prop_assert!(nodes.ends[at] as usize <= nodes.len() && nodes.ends[at] as usize > at);
            if parent != NONE {
                let parent = parent as usize;
                prop_assert!(parent < at && nodes.ends[at] <= nodes.ends[parent]);
                prop_assert!(nodes.starts[parent] <= start && stop <= nodes.stops[parent], "{at} of\n{text}");
            }
        }
    }

    /// Of a document that is cut off there are the nodes up to there, in the same order.
    #[test]
    fn a_truncated_document_has_the_first_nodes((path, text) in files(), cut in 0..200_usize) {
        let cut = text.floor_char_boundary(cut.min(text.len()));
        let whole = Outline::of(path, text.clone().into_bytes());
        let part = Outline::of(path, text.as_bytes()[..cut].to_vec());
        // The last node may be read as far as it goes: `12` of `123`.
        let sure = part.nodes().len().saturating_sub(1);
        prop_assert!(sure <= whole.nodes().len());
        prop_assert_eq!(&part.nodes().starts[..sure], &whole.nodes().starts[..sure]);
        prop_assert_eq!(&part.nodes().parents[..sure], &whole.nodes().parents[..sure]);
    }
}
