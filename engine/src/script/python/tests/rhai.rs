//! Rhai's own spellings, and the way to functions that are written in it.

use ::rhai::{Dynamic, Engine, Map, Module, Scope};

use super::super::lower::Wanted;
use super::super::{Callable, Names, lower_as};
use super::{engine, evaluate};
use crate::store::CollectionNames;

/// Expressions in spellings of Rhai, `d`, and what they give.
const CASES: &[(&str, &str, &str)] = &[
    ("d.filter(|x| x > 1).len()", "[1, 2, 3]", "2"),
    ("d.filter(|x| x and x != 2)", "[0, 1, 2, 3]", "[1, 3]"),
    ("d.filter(|x| x != d[0])", "[0, 1, 0]", "[1]"),
    ("d.filter(|x| x != d[0]) == d[1:2] and len(d) == 3", "[0, 1, 0]", "true"),
    ("d.some(|x| x == 'b')", "['a', 'b']", "true"),
    ("d.all(|x| x.len() == 1 || x == '')", "['a', '']", "true"),
    ("d.map(|x| x.to_upper())", "['a', 'b']", "[\"A\", \"B\"]"),
    ("d.map(|x, i| i)", "['a', 'b']", "[0, 1]"),
    ("d.map(|x| (x, 1))", "['a']", "[[\"a\", 1]]"),
    ("d.reduce(|sum, x| sum + x, 0)", "[1, 2, 3]", "6"),
    ("d.find(|x| x > 1)", "[1, 2, 3]", "2"),
    ("d.len() == len(d)", "'\u{e9}'", "true"),
    ("d.len", "'ab'", "2"),
    ("d.to_upper()", "'ab'", "\"AB\""),
    ("d.contains('b')", "'ab'", "true"),
    ("d.contains('b')", "['a', 'b']", "true"),
    ("d.starts_with('a')", "'ab'", "true"),
    ("d.is_empty()", "[]", "true"),
    ("d.index_of('b')", "'ab'", "1"),
    ("d.to_string() + '!'", "5", "\"5!\""),
    ("d.sub_string(1)", "'abc'", "\"bc\""),
    ("[x.len() + len(x) for x in d]", "['ab']", "[4]"),
    ("d.A[0]", "{'A': [1]}", "1"),
    ("#{a: 1, 'b c': d}.a", "0", "1"),
    ("#{a: 1} == {'a': 1}", "0", "true"),
    ("d.values().len()", "{'A': 1}", "1"),
    ("(1, 2).len()", "0", "2"),
    ("sorted({2, 1}).len()", "0", "2"),
    ("d !in [1] && !(d == 3) || false", "2", "true"),
    // Python's meaning wins where both have one.
    ("d.replace('a', 'b')", "'aa'", "\"bb\""),
    ("d.split('/')", "'a/b'", "[\"a\", \"b\"]"),
    ("7 / 2", "0", "3.5"),
    ("-7 % 3", "0", "2"),
    ("'a' == d[0]", "'abc'", "true"),
    ("1 == '1'", "0", "false"),
    ("d[0:1] + 'x'", "'abc'", "\"ax\""),
];

#[test]
fn spellings_of_rhai_mean_what_they_mean_there() {
    let engine = engine();
    for (text, d, expected) in CASES {
        // Values of Python become those of Rhai: a dict a map.
        let d = evaluate(&engine, &format!("[{d}].map(|x| x)[0]"), Dynamic::UNIT, Wanted::Value).unwrap();
        let found = evaluate(&engine, text, d, Wanted::Value)
            .map_or_else(|error| error.to_string(), |value| format!("{value:?}"));
        assert_eq!(found, *expected, "{text}");
    }
}

/// Functions that a program has, and one of a module; called with values as Rhai knows them.
#[test]
fn functions_of_a_rule_come_before_those_of_python() {
    let functions = [("double", 1), ("len", 1), ("shown", 1), ("shapes.area", 2)]
        .map(|(name, parameters)| Callable { name, parameters: Some(parameters) });
    let names = Names { collections: &CollectionNames::new(), functions: &functions };
    let mut engine = engine();
    let mut shapes = Module::new();
    shapes.set_native_fn("area", |width: i64, height: i64| Ok(width * height));
    engine.register_static_module("shapes", shapes.into());
    let program = Engine::new().compile("fn double(x) { x * 2 } fn len(x) { 42 } fn shown(x) { type_of(x) }").unwrap();
    for (text, expected) in [
        ("double(4)", "8"),
        ("d.double()", "function"),
        ("len('a')", "42"),
        ("[len(x) for x in 'ab']", "[42, 42]"),
        ("shapes.area(2, 3)", "6"),
        ("shapes::area(2, 3) == 6", "true"),
        ("shown((1, 2))", "\"array\""),
        ("shown({1, 2})", "\"array\""),
        ("shown({'a': (1, 2)})", "\"map\""),
        ("shown([x for x in d])", "\"array\""),
        ("shown(d.keys())", "\"array\""),
        ("shown('a' in d)", "\"bool\""),
    ] {
        let lowered = lower_as(text, &names, Wanted::Value).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        let ast = program.merge(&lowered.compile().unwrap());
        let mut scope = Scope::new();
        scope.push_dynamic("d", Map::from([("A".into(), 1_i64.into())]).into());
        let found = engine.eval_ast_with_scope::<Dynamic>(&mut scope, &ast);
        let found = found.map_or_else(|error| error.to_string(), |value| format!("{value:?}"));
        assert!(found == expected || (expected == "function" && found.contains("double")), "{text}: {found}");
    }
}
