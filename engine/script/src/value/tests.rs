//! Conversion of values to scripts and back.

use std::rc::Rc;

use assay_document::extract::{ValueId, Values};
use assay_document::format::Document;
use assay_document::text::Span;
use rhai::{Array, Dynamic, Map};

use super::{Adopter, Giver, UnusableValue};
use crate::number::number;
use crate::origin::ValueOrigins;
use crate::{Element, Tree, read_tree};

/// Converts a value for a script.
fn to_dynamic(values: &Values, id: ValueId, tree: Option<&Rc<Tree>>) -> Dynamic {
    Giver { values, tree, origins: &ValueOrigins::default(), is_of_file: true }.value(id)
}

/// Like [`to_dynamic`], but as a value that a script created.
fn to_new(values: &Values, id: ValueId, tree: Option<&Rc<Tree>>) -> Dynamic {
    let mut value = to_dynamic(values, id, tree);
    value.set_tag(0);
    value
}

const TEXT: &str = "<A><B k='1'>x</B><B>y</B></A>";

fn tree() -> Rc<Tree> {
    read_tree(&Document::decode("a.xml", TEXT.as_bytes().to_vec()).unwrap()).unwrap()
}

/// Returns one value of every kind, from 0 to 9.
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
fn every_kind_of_value_is_converted() {
    let (values, list) = values();
    let tree = tree();
    let strings: Vec<String> = list
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
        "assay_script::large::Large assay_script::large::Large",
        "() ()",
        "bool true",
        "assay_script::element::node::Element assay_script::element::node::Element",
        "map #{\"a\": [], \"k\": [\"x\", 5]}",
    ];
    assert_eq!(strings, expected);
    let element = to_dynamic(&values, list[9], Some(&tree)).cast::<Element>();
    assert_eq!((element.tag(), element.origin().start()), ("B", 3));
    assert!(to_dynamic(&values, list[9], None).is_unit(), "without a tree there are no elements");
}

#[test]
fn unchanged_values_keep_their_place() {
    let (mut values, list) = values();
    let tree = tree();
    let given: Vec<Dynamic> = list.iter().map(|&id| to_new(&values, id, Some(&tree))).collect();
    let origins = ValueOrigins::default();
    // In any order: 5 and 5.0 are equal by value, and each place is used in the order of the values.
    for order in [(0..list.len()).collect::<Vec<_>>(), (0..list.len()).rev().collect()] {
        let mut adopter = Adopter::new(&list, Some(&tree), &origins);
        let mut back: Vec<ValueId> = order.iter().map(|&at| adopter.adopt(&mut values, &given[at]).unwrap()).collect();
        back.sort_unstable();
        let mut sorted = list.clone();
        sorted.sort_unstable();
        assert_eq!(back, sorted);
    }
}

#[test]
fn each_value_is_adopted_once_in_order() {
    let mut values = Values::new();
    let list = [("a", 0), ("b", 1), ("a", 2)].map(|(text, at)| values.text(text, Span::new(at, at + 1)));
    let origins = ValueOrigins::default();
    let mut adopter = Adopter::new(&list, None, &origins);
    let returned = ["b", "a", "a", "a", "b", "c"];
    let ids = returned.map(|text| adopter.adopt(&mut values, &Dynamic::from(text)).unwrap());
    let origins = ids.map(|id| values.origin(id));
    let nowhere = Span::at(0);
    assert_eq!(origins, [Span::new(1, 2), Span::new(0, 1), Span::new(2, 3), nowhere, nowhere, nowhere]);
}

#[test]
fn new_values_have_no_place() {
    let mut values = Values::new();
    let origins = ValueOrigins::default();
    let mut adopter = Adopter::new(&[], None, &origins);
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
fn some_results_are_not_values() {
    let mut values = Values::new();
    let (own, other) = (tree(), tree());
    let element = Element::at(&other, Span::new(3, 3)).unwrap();
    for (returned, tree, expected) in [
        (Dynamic::from(element.clone()), Some(&own), Err("an element of another file")),
        (Dynamic::from(element.clone()), None, Err("an element of another file")),
        (Dynamic::from(element), Some(&other), Ok(())),
        (Dynamic::from_array(vec![]), None, Err("a list")),
        (Dynamic::from(0..5_i64), None, Err("a range")),
    ] {
        let origins = ValueOrigins::default();
        let mut adopter = Adopter::new(&[], tree, &origins);
        let outcome = adopter.adopt(&mut values, &returned).map(|_| ());
        assert_eq!(outcome, expected.map_err(|kind| UnusableValue(kind.to_owned())));
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
        (".5", false),
    ] {
        assert_eq!((number(text).is_int(), number(text).is_float()), (is_integer, !is_integer), "{text}");
    }
    assert!(number("9223372036854775808").is_variant());
    assert!(number("x").is_string());
}

#[test]
fn marks_identify_the_exact_value() {
    let mut values = Values::new();
    let origins = ValueOrigins::default();
    let at = |values: &mut Values, text: &str, start: u32| values.text(text, Span::new(start, start + 1));
    let [a, b, c] = [("x", 10), ("x", 20), ("y", 30)].map(|(text, start)| at(&mut values, text, start));
    let number = values.number("10254217550286296355", Span::new(40, 60));
    let labels = values.labels(&["A".to_owned()]);
    let parts = [("p", 71), ("p", 73)].map(|(text, start)| at(&mut values, text, start));
    let record = values.record(labels, [&parts[..]], Span::new(70, 80));
    let list = [a, b, c, number, record];
    let given = Giver { values: &values, tree: None, origins: &origins, is_of_file: true }.list(&list);
    let part = given[4].as_map_ref().unwrap()["A"].as_array_ref().unwrap()[1].clone();
    let whole = given[4].as_map_ref().unwrap()["A"].clone();
    let mut changed = given[1].clone();
    *changed.write_lock::<rhai::ImmutableString>().unwrap() += "!";
    let mut adopter = Adopter::new(&list, None, &origins);
    let rows: [(&Dynamic, &str, u32); 8] = [
        (&given[1], "\"x\"", 20),
        (&given[1], "\"x\"", 20),
        (&given[0], "\"x\"", 10),
        (&part, "\"p\"", 73),
        (&whole, "\"p\"", 71),
        (&changed, "\"x!\"", 20),
        (&given[3], "10254217550286296355", 40),
        (&given[4], "{\"A\":[\"p\",\"p\"]}", 70),
    ];
    for (returned, expected, start) in rows {
        let id = adopter.adopt(&mut values, returned).unwrap();
        assert_eq!((values.to_value(id).to_string().as_str(), values.origin(id).start()), (expected, start));
    }
}

#[test]
fn marks_distinguish_more_values_than_their_number() {
    let mut values = Values::new();
    let origins = ValueOrigins::default();
    let list: Vec<ValueId> =
        (0..100_000_u32).map(|at| values.text(["a", "b", "c"][at as usize % 3], Span::new(at, at + 1))).collect();
    let given = Giver { values: &values, tree: None, origins: &origins, is_of_file: true }.list(&list);
    let mut adopter = Adopter::new(&list, None, &origins);
    for at in [0, 1, 40_000, 70_001, 99_999] {
        let id = adopter.adopt(&mut values, &given[at]).unwrap();
        let mut made = given[at].clone();
        *made.write_lock::<rhai::ImmutableString>().unwrap() += "!";
        let changed = adopter.adopt(&mut values, &made).unwrap();
        let at = u32::try_from(at).unwrap();
        assert_eq!((values.origin(id).start(), values.origin(changed).start()), (at, at));
    }
}
