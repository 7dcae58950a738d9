//! Warnings about comparisons of values that are never equal, and comparisons without a warning.

use assay_document::extract::{ValueId, Values};
use assay_document::text::Span;

use crate::fixture::{Fixture, format_place};
use crate::{ComparisonResult, TypeMismatch};

/// Runs code. Returns `line:column message | help` for comparisons with a warning, and `line:column` for those without.
fn compared(fixture: &Fixture, code: &str) -> Vec<String> {
    let describe = |comparison: ComparisonResult| match comparison.unlike {
        Some(TypeMismatch { compared, outcome, help, place, .. }) => {
            format!("{} {compared}: {outcome} | {help}", format_place(code, &place))
        }
        None => "alike".to_owned(),
    };
    fixture.host.take_comparisons().into_iter().map(describe).collect()
}

fn values(data: &[&str]) -> (Values, Vec<ValueId>) {
    let mut values = Values::new();
    let list = data.iter().map(|text| match text.strip_prefix('#') {
        Some(number) => values.number(number, Span::at(0)),
        None => values.text(text, Span::at(0)),
    });
    let list = list.collect();
    (values, list)
}

/// Like [`compared`], for a function over `data`, where `#1` is a number.
fn of_function(body: &str, data: &[&str]) -> Vec<String> {
    let fixture = Fixture::new();
    let code = format!("fn f(data, p) {{ {body} }}");
    let function = fixture.program(&code).expect(&code).filter("f").expect(&code);
    let (mut values, list) = values(data);
    function.filter(&fixture.host, &mut values, &list, "a.xml").unwrap_or_else(|error| panic!("{code}: {error}"));
    compared(&fixture, &code)
}

fn of_expression(text: &str, data: &[&str]) -> Vec<String> {
    let fixture = Fixture::new();
    let expression = crate::Expression::compile(&fixture.host, text, None, &fixture.names).expect(text).value;
    let (values, list) = values(data);
    let judged = expression.judge(&fixture.host, &values, &list);
    assert_eq!(judged.error, None, "{text}");
    compared(&fixture, text)
}

#[test]
fn comparisons_of_different_types_in_functions_are_reported() {
    let mut wrong = Vec::new();
    for (body, data, expected) in [
        (
            "data.filter(|d| d == 350)",
            &["x", "350"][..],
            "1:35 `==` compared the string `350` with the number 350: the two are never equal \
             | convert the string to a number: `d.to_int() == 350`",
        ),
        (
            "data.filter(|d| 2.5 != d)",
            &["2"],
            "1:37 `!=` compared the number 2.5 with the string `2`: the two are never equal, so this is always true \
             | convert the string to a number: `2.5 != d.to_float()`",
        ),
        (
            "if data.len() == \"2\" { [] } else { data }",
            &["x"],
            "1:31 `==` compared the number 1 with the string `2`: the two are never equal \
             | remove the quotes of the number",
        ),
        (
            "data.filter(|d| d.trim() == 1)",
            &["1"],
            "1:42 `==` compared the string `1` with the number 1: the two are never equal \
             | convert the string to a number: `\u{2026}.to_int()`",
        ),
        (
            "data.filter(|d| d == true)",
            &["true"],
            "1:35 `==` compared the string `true` with the boolean `true`: the two are never equal \
             | compare strings: put `true` or `false` in quotes, as in the document",
        ),
        (
            "let m = #{deps: [\"a\"]}; if m.deps != \"b\" { data } else { [] }",
            &["x"],
            "1:51 `!=` compared a list with the string `b`: the two are never equal, so this is always true \
             | search the list: `!(\"b\" in m.deps)`",
        ),
        (
            "data.filter(|d| d > \"5000\")",
            &["900"],
            "1:35 `>` compared the string `900` with the string `5000`: strings are ordered differently than numbers \
             | compare numbers: `\u{2026}.to_float()`",
        ),
        (
            "let condition = [\"f\", 5]; data.filter(|d| d == condition[0])",
            &["5"],
            "1:61 `==` compared the string `5` with the string `f`: that is the name of the method \
             | `condition[0]` is the name of the method: the first parameter is `condition[1]`",
        ),
        (
            "let condition = [\"f\", 5]; data.filter(|d| d > condition[0])",
            &["5"],
            "1:61 `>` compared the string `5` with the string `f`: that is the name of the method \
             | `condition[0]` is the name of the method: the first parameter is `condition[1]`",
        ),
        (
            "let m = #{sizes: [\"1\"]}; if m[\"sizes\"] == 1 { data } else { [] }",
            &["x"],
            "1:56 `==` compared a list with the number 1: the two are never equal \
             | search the list: `\"1\" in m[\"sizes\"]`",
        ),
    ] {
        let found = of_function(body, data);
        if found != [expected] {
            wrong.push(format!("{body}\n  {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn comparisons_of_different_types_in_expressions_are_reported() {
    let mut wrong = Vec::new();
    for (text, data, expected) in [
        (
            "d == 350",
            &["x", "350"][..],
            "1:3 `==` compared the string `350` with the number 350: the two are never equal \
             | convert the string to a number: `int(d) == 350`",
        ),
        (
            "d.strip() != 3",
            &["3.5"],
            "1:11 `!=` compared the string `3.5` with the number 3: the two are never equal, so this is always true \
             | convert the string to a number: `float(d.strip()) != 3`",
        ),
        (
            "d not in (1, 2)",
            &["1"],
            "1:3 `not in` searched for the string `1` in a list of numbers: it never contains the value, so this is always true \
             | convert the string to a number: `int(d) not in (1, 2)`",
        ),
        (
            "d in {1, 2}",
            &["1"],
            "1:3 `in` searched for the string `1` in a list of numbers: it never contains the value \
             | convert the string to a number: `int(d) in {1, 2}`",
        ),
        (
            "d in range(5)",
            &["1"],
            "1:3 `in` searched for the string `1` in a list of numbers: it never contains the value \
             | convert the string to a number: `int(d) in range(5)`",
        ),
        (
            "3 in d.split(',')",
            &["1,3"],
            "1:3 `in` searched for the number 3 in a list of strings: it never contains the value \
             | put the number in quotes, because the list contains strings",
        ),
        (
            "d.split(',') == 'b'",
            &["a,b"],
            "1:14 `==` compared a list with the string `b`: the two are never equal \
             | search the list: `'b' in d.split(',')`",
        ),
        (
            "d.split(',') != 'b'",
            &["a,b"],
            "1:14 `!=` compared a list with the string `b`: the two are never equal, so this is always true \
             | search the list: `'b' not in d.split(',')`",
        ),
        (
            "d < '9000'",
            &["8", "12000"],
            "1:3 `<` compared the string `12000` with the string `9000`: strings are ordered differently than numbers \
             | compare numbers: `float(d) < 9000`",
        ),
        (
            "d == True",
            &["true"],
            "1:3 `==` compared the string `true` with the boolean `true`: the two are never equal \
             | compare strings: put `true` or `false` in quotes, as in the document",
        ),
        (
            "d != 5 != 7",
            &["6"],
            "1:3 `!=` compared the string `6` with the number 5: the two are never equal, so this is always true \
             | convert the string to a number: `int(d) != 5`",
        ),
    ] {
        let found = of_expression(text, data);
        if found.first().map(String::as_str) != Some(expected) {
            wrong.push(format!("{text}\n  {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn comparisons_that_may_succeed_are_not_reported() {
    for (body, data) in [
        ("data.filter(|d| d == 350)", &["350", "#351"][..]),
        ("data.filter(|d| d == 350)", &["#351", "350"]),
        ("data.filter(|d| d == 350)", &["n/a", ""]),
        ("data.filter(|d| d == \"350\")", &["350"]),
        ("data.filter(|d| d == () || d != ())", &["350"]),
        ("let condition = [\"f\"]; if condition[0] == \"f\" { [] } else { data }", &["1"]),
        ("data.filter(|d| d > \"2020\")", &["2024"]),
        ("data.filter(|d| d > \"m\")", &["12"]),
        ("data.filter(|d| d.to_int() == 350)", &["350"]),
        ("if data == [] { [] } else { data }", &["350"]),
        // Rhai's `in` is not recorded: only `==`, `!=`, and `in` of expressions are.
        ("data.filter(|d| d in [350])", &["350"]),
        ("data.filter(|d| [350].contains(d))", &["350"]),
        ("data.filter(|d| switch d { 350 => true, _ => false })", &["350"]),
    ] {
        let actual = of_function(body, data);
        assert!(actual.iter().all(|line| line == "alike"), "{body}: {actual:?}");
    }
    for (text, data) in [
        ("d == 350", &["350", "#350"][..]),
        ("d in (1, 'a')", &["1"]),
        ("d is not None and d != None", &["1"]),
        ("'3' in d.split(',')", &["1,3"]),
        ("len(d) == 3", &["1,3"]),
        ("d == 1 or True", &["a"]),
        // These have the same order as strings and as numbers.
        ("d < '9000'", &["1000", "8999"]),
        ("d >= '2020'", &["2019", "2024"]),
        ("d < '1.9'", &["1.10"]),
        ("d < '0100'", &["0099"]),
        // Not all are numbers.
        ("d < '9000'", &["12000", "none"]),
        ("d < 'm'", &["12000", "a"]),
    ] {
        let actual = of_expression(text, data);
        assert!(actual.iter().all(|line| line == "alike"), "{text}: {actual:?}");
    }
}

#[test]
fn comparisons_have_the_results_of_rhai() {
    let fixture = Fixture::new();
    for (expression, expected) in [
        ("1 == 1.0", "true"),
        ("1 != 1.0", "false"),
        ("data[0] == 'a'", "true"),
        ("'a' == data[0]", "true"),
        ("data[0] == \"a\"", "true"),
        ("data[0] != \"a\"", "false"),
        ("data == [\"a\", \"b\"]", "true"),
        ("data != [\"a\"]", "true"),
        ("data[0] == 1", "false"),
        ("data[0] != 1", "true"),
        ("data == \"a\"", "false"),
        ("true == (data[0] == \"a\")", "true"),
        ("#{a: 1} == #{a: 1}", "true"),
        ("let x = (); x == data[0]", "false"),
        ("let x = 2; x in [1, 2]", "true"),
        ("let x = 2; let list = [1, 2]; x in list", "true"),
        ("let x = 3; let list = [1, 2]; x !in list", "true"),
        ("let x = \"a\"; let map = #{a: 1}; x in map", "true"),
        ("let x = \"a\"; let text = \"bab\"; x in text", "true"),
        ("data[0] in [1, 2]", "false"),
        ("data[0] !in [1, 2]", "true"),
        ("[1, 2].contains(data[0])", "false"),
        ("let x = 2; [1, 2].contains(x)", "true"),
        ("let x = 2; [1, 2].contains(x) && ![1].contains(x)", "true"),
        ("let x = 2; switch x { 1 => 'a', 2 if false => 'b', 2 => 'c', _ => 'd' }", "c"),
        ("switch data[0] { \"b\" => 1, \"a\" => { let y = 2; y + 1 } }", "3"),
        ("let x = 7; switch x { 1..=7 => 1, _ => 2 }", "1"),
    ] {
        let expression = format!("{{ {expression} }}");
        assert_eq!(fixture.value(&expression).as_deref(), Ok(expected), "{expression}");
    }
}
