//! Where errors at run time are: at the operator, call or element that raised them.

use rhai::{Dynamic, Scope};

use super::super::lower::Wanted;
use super::super::run::Raised;
use super::super::{Names, lower};
use super::{engine, evaluate};
use crate::store::CollectionNames;

/// An expression, `d`, the part that the error is at, and a part of its message.
const CASES: &[(&str, &str, &str, &str)] = &[
    ("1 < d", "'a'", "<", "does not order an integer and a text"),
    ("d > 0 and d < None", "5", "<", "an integer and `None`"),
    ("1 < 2 < len(d) < d", "'abc'", "<", "a text"),
    ("len(d) > 3", "5", "len(d)", "an integer has no length"),
    ("'\u{e9}\u{1f600}' + d", "5", "+", "a text and an integer"),
    ("1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + d", "'x'", "+", "an integer and a text"),
    ("d['B'] == []", "{'A': 1}", "d['B']", "has no `B`"),
    ("d.B", "{'A': 1}", "d.B", "no field `B`"),
    ("d['Tpye']", "{'Type': 1}", "d['Tpye']", "has `Type`"),
    ("d[0][5]", "['abc']", "d[0][5]", "has no element 5"),
    ("d[::0]", "'abc'", "d[::0]", "step"),
    ("d.lower() == 'a'", "5", "lower", "an integer has no method `lower`"),
    ("any(x > 1 for x in d)", "[1, 'a']", ">", "a text and an integer"),
    ("any(x > 1 for x in d)", "5", "d", "no elements"),
    ("[a for a, b in d]", "[[1]]", "a, b", "2 names"),
    ("d.filter(|x| x > 1)", "['a']", ">", "a text"),
    ("1 if d else 1 / d", "0", "/", "division by zero"),
    ("int(d) > 5", "'x'", "int(d)", "the text `x` is no integer"),
    ("-d", "'x'", "-d", "not for a text"),
    ("2 ** d", "'x'", "**", "`**` is not for"),
    ("'a' in d", "5", "in", "nothing is in an integer"),
    ("d * 1000000000", "'ab'", "*", "too large"),
];

#[test]
fn an_error_is_at_the_part_that_raised_it() {
    let engine = engine();
    let names = Names { collections: &CollectionNames::new(), functions: &[] };
    for (text, d, place, message) in CASES {
        let lowered = lower(text, &names).unwrap_or_else(|faults| panic!("{text}: {faults:?}"));
        let mut scope = Scope::new();
        scope.push_dynamic("d", evaluate(&engine, d, Dynamic::UNIT, Wanted::Value).unwrap());
        let result = engine.eval_ast_with_scope::<Dynamic>(&mut scope, &lowered.compile().unwrap());
        let mut error = &*result.expect_err(text);
        while let rhai::EvalAltResult::ErrorInFunctionCall(_, _, inner, _) = error {
            error = inner;
        }
        let said = Raised::of(error).map_or_else(|| error.to_string(), |raised| raised.message);
        assert!(said.contains(message), "{text}: {said}");
        assert_eq!(&text[lowered.place(error.position()).range()], *place, "{text}: {said} in {}", lowered.code);
    }
}

#[test]
fn places_are_found_in_code_of_many_lines() {
    let engine = engine();
    let names = Names { collections: &CollectionNames::new(), functions: &[] };
    let text = format!("d in [{}] or d < 'a'", vec!["123456"; 30_000].join(", "));
    let lowered = lower(&text, &names).unwrap();
    let mut scope = Scope::new();
    scope.push("d", 5_i64);
    let error = engine.eval_ast_with_scope::<Dynamic>(&mut scope, &lowered.compile().unwrap()).unwrap_err();
    assert_eq!(&text[lowered.place(error.position()).range()], "<");
}
