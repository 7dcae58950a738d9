//! Values both ways.

use std::rc::Rc;

use rhai::{Array, Dynamic, Map};

use super::{Adopter, Unusable, number};
use crate::extract::{ValueId, Values};
use crate::format::Document;
use crate::script::Tree;
use crate::script::spelling::Spellings;
use crate::text::Span;

/// A value as a script gets it.
fn to_dynamic(values: &Values, id: ValueId, tree: Option<&Rc<Tree>>) -> Dynamic {
    super::to_dynamic(values, id, tree, &Spellings::default())
}

const TEXT: &str = "<A><B k='1'>x</B><B>y</B></A>";

fn tree() -> Rc<Tree> {
    Tree::of(&Document::decode("a.xml", TEXT.as_bytes().to_vec()).unwrap()).unwrap()
}

/// One of every kind: 0 to 9.
fn values() -> (Values, Vec<ValueId>) {
    let mut values = Values::new();
    let (x, y) = (values.text("x", Span::new(12, 13)), values.text("y", Span::new(20, 21)));
    let mut list = vec![x, y];
    let nowhere = Span::at(0);
    list.extend(
        ["5", "5.0", "1e3", "9007199254740993", "123456789012345678901234567890"]
            .map(|text| values.number(text, nowhere)),
    );
    list.extend([values.null(nowhere), values.bool(true, nowhere)]);
    let element = values.element("B", Span::new(3, 12));
    let labels = values.labels(&["k".to_owned(), "a".to_owned()]);
    let record = values.record(labels, [&[x, list[2]][..], &[]], Span::new(3, 17));
    list.extend([element, record]);
    (values, list)
}

#[test]
fn every_kind_of_value_becomes_one_of_scripts() {
    let (values, list) = values();
    let tree = tree();
    let shown: Vec<String> = list
        .iter()
        .map(|&id| {
            let value = to_dynamic(&values, id, Some(&tree));
            format!("{} {value:?}", value.type_name())
        })
        .collect();
    let expected = [
        "string \"x\"",
        "string \"y\"",
        "i64 5",
        "f64 5.0",
        "f64 1000.0",
        "i64 9007199254740993",
        "f64 1.2345678901234568e29",
        "() ()",
        "bool true",
        "assay_engine::script::element::Element assay_engine::script::element::Element",
        "map #{\"a\": [], \"k\": [\"x\", 5]}",
    ];
    assert_eq!(shown, expected);
    let element = to_dynamic(&values, list[9], Some(&tree)).cast::<crate::script::Element>();
    assert_eq!((element.tag(), element.origin().start()), ("B", 3));
    assert!(to_dynamic(&values, list[9], None).is_unit(), "without a tree there are no elements");
}

#[test]
fn what_comes_back_as_it_was_keeps_its_place() {
    let (mut values, list) = values();
    let tree = tree();
    let given: Vec<Dynamic> = list.iter().map(|&id| to_dynamic(&values, id, Some(&tree))).collect();
    // In any order: 5 and 5.0 are equal by value, and each place is given away in the order of the values.
    for order in [(0..list.len()).collect::<Vec<_>>(), (0..list.len()).rev().collect()] {
        let mut adopter = Adopter::new(&values, &list, Some(&tree));
        let mut back: Vec<ValueId> = order.iter().map(|&at| adopter.adopt(&mut values, &given[at]).unwrap()).collect();
        back.sort_unstable();
        let mut sorted = list.clone();
        sorted.sort_unstable();
        assert_eq!(back, sorted);
    }
}

#[test]
fn each_value_is_adopted_once_and_in_order() {
    let mut values = Values::new();
    let list = [("a", 0), ("b", 1), ("a", 2)].map(|(text, at)| values.text(text, Span::new(at, at + 1)));
    let mut adopter = Adopter::new(&values, &list, None);
    let returned = ["b", "a", "a", "a", "b", "c"];
    let ids = returned.map(|text| adopter.adopt(&mut values, &Dynamic::from(text)).unwrap());
    let origins = ids.map(|id| values.origin(id));
    let nowhere = Span::at(0);
    assert_eq!(origins, [Span::new(1, 2), Span::new(0, 1), Span::new(2, 3), nowhere, nowhere, nowhere]);
}

#[test]
fn new_values_have_no_place() {
    let mut values = Values::new();
    let mut adopter = Adopter::new(&values, &[], None);
    let map = |entries: &[(&str, Dynamic)]| {
        Dynamic::from_map(entries.iter().map(|(name, value)| ((*name).into(), value.clone())).collect::<Map>())
    };
    let list: Array = vec![1.into(), "x".into()];
    for (returned, expected) in [
        (Dynamic::from("x"), "\"x\""),
        (Dynamic::from(5_i64), "5"),
        (Dynamic::from(-0.5), "-0.5"),
        (Dynamic::from(3.0), "3.0"),
        (Dynamic::from(1e20), "1e+20"),
        (Dynamic::from(f64::NAN), "\"NaN\""),
        (Dynamic::from(f64::INFINITY), "\"inf\""),
        (Dynamic::UNIT, "null"),
        (Dynamic::FALSE, "false"),
        (Dynamic::from('c'), "\"c\""),
        (map(&[("b", list.into()), ("a", Dynamic::from(2_i64))]), "{\"a\":[2],\"b\":[1,\"x\"]}"),
        (map(&[]), "{}"),
    ] {
        let id = adopter.adopt(&mut values, &returned).unwrap();
        assert_eq!((values.to_value(id).to_string().as_str(), values.origin(id)), (expected, Span::at(0)));
    }
}

#[test]
fn some_things_are_no_values() {
    let mut values = Values::new();
    let (own, other) = (tree(), tree());
    let element = other.node_at(Span::new(3, 3)).unwrap();
    for (returned, tree, expected) in [
        (Dynamic::from(element.clone()), Some(&own), Err("an element of another file")),
        (Dynamic::from(element.clone()), None, Err("an element of another file")),
        (Dynamic::from(element), Some(&other), Ok(())),
        (Dynamic::from_array(vec![]), None, Err("a list")),
        (Dynamic::from(0..5_i64), None, Err("a range")),
    ] {
        let mut adopter = Adopter::new(&values, &[], tree);
        let outcome = adopter.adopt(&mut values, &returned).map(|_| ());
        assert_eq!(outcome, expected.map_err(|kind| Unusable(kind.to_owned())));
    }
}

#[test]
fn numbers_by_their_spelling() {
    for (text, is_integer) in [
        ("5", true),
        ("-5", true),
        ("+5", true),
        ("007", true),
        ("5.0", false),
        ("5e0", false),
        ("9223372036854775807", true),
        ("9223372036854775808", false),
        (".5", false),
    ] {
        assert_eq!((number(text).is_int(), number(text).is_float()), (is_integer, !is_integer), "{text}");
    }
    assert!(number("x").is_string());
}
