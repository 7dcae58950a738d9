//! Expressions over one value.

use std::rc::Rc;

use assay_document::extract::{ValueId, Values};
use assay_document::text::Span;
use assay_store::Demand;

use crate::fixture::{Fixture, format_error, format_values};
use crate::{Limits, Program};

fn judge(fixture: &Fixture, text: &str, program: Option<&Program>, data: &[&str]) -> (Vec<String>, Option<String>) {
    let compiled = crate::Expression::compile(&fixture.host, text, program, &fixture.names);
    let expression = compiled.unwrap_or_else(|faults| panic!("{text}: {faults:?}")).value;
    let mut values = Values::new();
    let list: Vec<ValueId> = data
        .iter()
        .map(|text| match text.parse::<f64>() {
            Ok(_) => values.number(text, Span::at(0)),
            Err(_) => values.text(text, Span::at(0)),
        })
        .collect();
    let judged = expression.judge(&fixture.host, &values, &list);
    let error = judged.error.map(|error| {
        let (first, count) = (values.to_value(judged.unknown[0]), judged.unknown.len());
        format!("{} with {first}, {count} in all", format_error(text, &error))
    });
    (format_values(&values, &judged.failed), error)
}

#[test]
fn values_fail_if_the_expression_is_falsy() {
    let fixture = Fixture::new();
    let program = fixture.program("fn is_odd(x) { x % 2 == 1 } fn f(a, b) { a }").unwrap();
    for (text, failed) in [
        (
            "d in res_filter.ALL_RES and len(res_filter.ALL_RES[d]) == 1",
            &["e081bf41-A561-4750-83af-78c80468bc6c", "x", "7", "4"][..],
        ),
        ("d in res_store.res_in_repo", &["x", "7", "4"]),
        ("not d in fruit", &[]),
        ("exists('a.txt')", &[]),
        ("isinstance(d, str) or is_odd(d)", &["4"]),
        ("isinstance(d, str) or f(d, 1) > 5", &["4"]),
    ] {
        let data = ["914fa3a0-62cd-4b5a-83df-92fdf494534a", "e081bf41-A561-4750-83af-78c80468bc6c", "x", "7", "4"];
        let (found, error) = judge(&fixture, text, Some(&program), &data);
        assert_eq!(error, None, "{text}");
        assert_eq!(found, failed, "{text}");
    }
}

#[test]
fn the_first_error_is_reported_and_further_values_are_judged() {
    let fixture = Fixture::new();
    let (failed, error) = judge(&fixture, "d > 5", None, &["7", "x", "3", "y", "9"]);
    assert_eq!(failed, ["3"]);
    let error = error.unwrap();
    assert!(error.starts_with("expression-type 1:") && error.ends_with("with \"x\", 2 in all"), "{error}");
}

#[test]
fn patterns_are_searched_in_strings_only() {
    let fixture = Fixture::new();
    for (text, failed) in [("matches(d, '^a')", ["pear"]), ("not matches(d[1:], r'\\d$')", ["apple7"])] {
        let (found, error) = judge(&fixture, text, None, &["apple7", "pear"]);
        assert_eq!((found, error), (failed.map(str::to_owned).to_vec(), None), "{text}");
    }
    for (text, expected) in
        [("matches(d, '^7')", "script-error 1:1 "), ("matches('a', '(')", "script-error 1:1 the regular")]
    {
        let (found, error) = judge(&fixture, text, None, &["7"]);
        assert_eq!(found, [""; 0], "{text}");
        assert!(error.as_deref().unwrap_or_default().starts_with(expected), "{text}: {error:?}");
    }
    // A function of the rule takes precedence over one of the library.
    let program = fixture.program("fn matches(a, b) { a == b }").unwrap();
    let (found, error) = judge(&fixture, "matches(d, '.')", Some(&program), &["a", "."]);
    assert_eq!((found, error), (vec!["a".to_owned()], None));
}

#[test]
fn errors_in_functions_have_a_place_in_the_function() {
    let fixture = Fixture::new();
    let program = fixture.program("fn g(x) {\n  x.nope() }").unwrap();
    let compiled = crate::Expression::compile(&fixture.host, "g(d)", Some(&program), &fixture.names).unwrap();
    let mut values = Values::new();
    let list = [values.text("a", Span::at(0))];
    let error = compiled.value.judge(&fixture.host, &values, &list).error.unwrap();
    assert_eq!(format_error("fn g(x) {\n  x.nope() }", &error), "script-error 2:5 no function `nope` takes a string");
}

#[test]
fn limits_stop_the_rule() {
    let fixture = Fixture::with(Limits { operations: 1000, ..Limits::default() });
    let program = fixture.program("fn g(x) { loop {} }").unwrap();
    let (failed, error) = judge(&fixture, "d == 1 or g(d)", Some(&program), &["1", "2", "1", "3"]);
    assert_eq!(failed, [""; 0]);
    let error = error.unwrap();
    assert!(error.starts_with("script-operations 1:"), "{error}");
    assert!(error.ends_with("the script takes more than 1000 operations with 2, 3 in all"), "{error}");
}

/// These call no script: the expression counts its operations itself.
#[test]
fn limits_stop_expressions_without_scripts() {
    let fixture = Fixture::with(Limits { operations: 100, ..Limits::default() });
    for text in ["all(x > 0 for x in range(1, 1000))", "'a' + 'b' * 2 + 'c' in ['x' + str(y) for y in range(200)]"] {
        let error = judge(&fixture, text, None, &["1"]).1.unwrap_or_else(|| panic!("{text}: it ends"));
        assert!(error.starts_with("script-operations 1:"), "{error}");
    }
    let long = format!("len({}) > 0", vec!["d"; 200].join(" + "));
    let error = judge(&fixture, &long, None, &["a"]).1.expect("it is stopped");
    assert!(error.starts_with("script-operations 1:"), "{error}");
}

#[test]
fn the_demand_of_an_expression_is_known() {
    let fixture = Fixture::new();
    let program = "fn g(x) { x in res_store.ilevels }";
    let own = "fn exists(x) { x in res_store.ilevels }";
    // A call of a library function has no demand.
    let nothing = Demand::default();
    let of = |name: &str| Demand::of(fixture.names.resolve(name).unwrap());
    for (text, program, expected) in [
        ("d == 1", program, nothing),
        ("d in res_filter.ALL_RES", program, of("res_store.res_in_repo")),
        ("g(d)", program, of("res_store.ilevels")),
        ("len(files('x')) > 0", program, Demand { paths: true, ..nothing }),
        ("exists(d)", program, nothing),
        ("exists(d)", own, of("res_store.ilevels")),
    ] {
        let program = fixture.program(program).unwrap();
        let expression = crate::Expression::compile(&fixture.host, text, Some(&program), &fixture.names).unwrap().value;
        assert_eq!((expression.demand(), expression.text()), (expected, text));
    }
}

#[test]
fn a_constant_in_place_of_a_comparison_gets_a_suggestion() {
    let fixture = Fixture::new();
    let each = "compare with each: `d == \u{2026} or d == \u{2026}`, or `d in (\u{2026}, \u{2026})`";
    let rest = "remove it: the other operands decide";
    for (text, expected) in [
        ("d == 'a' or 'b'", &[("write `d == 'a' or d == 'b'`", Some("d == 'b'"))][..]),
        (
            "(d.lower() == 'a') or 'b' or 'c'",
            &[
                ("write `d.lower() == 'a' or d.lower() == 'b'`", Some("d.lower() == 'b'")),
                ("write `d.lower() == 'a' or d.lower() == 'c'`", Some("d.lower() == 'c'")),
            ],
        ),
        ("d != 'a' and 'b'", &[("write `d != 'a' and d != 'b'`", Some("d != 'b'"))]),
        // Each of these is always true, or always false, even with the constant replaced by a comparison.
        ("d != 'a' or 'b'", &[(each, None)]),
        ("d == 'a' and 'b'", &[(each, None)]),
        ("d < 'a' or 'b'", &[(each, None)]),
        ("d == 'a' or 5", &[(each, None)]),
        ("'a' or d == 'b'", &[(each, None)]),
        ("d == 'a' or True", &[(rest, None)]),
        ("'a'", &[("use the value, which is `d`", None)]),
        ("True", &[("use the value, which is `d`", None)]),
        ("d == 'a' and True or False", &[]),
        ("1 if d else 0", &[]),
        ("d == ('a' or 'b')", &[]),
    ] {
        let hints = crate::Expression::compile(&fixture.host, text, None, &fixture.names).expect(text).hints;
        let found: Vec<_> =
            hints.iter().map(|hint| (hint.help.as_deref().unwrap_or_default(), hint.suggestion.as_deref())).collect();
        assert_eq!(found, expected, "{text}");
    }
}

#[test]
fn faults_have_a_place() {
    let fixture = Fixture::new();
    for (text, code, at) in [("d ===", "expression-", 2), ("d in res_store.ilevel", "expression-unknown-name", 5)] {
        let faults = crate::Expression::compile(&fixture.host, text, None, &fixture.names).unwrap_err();
        assert!(faults[0].code.as_str().starts_with(code) && faults[0].span.start() >= at, "{faults:?}");
    }
    assert_eq!(Rc::strong_count(&Rc::new(())), 1);
}
