//! The places of run-time errors: at the operator, call or element that raised them.

use super::{holds, spelled};
use crate::python::{Halt, Stopped};

/// An expression, `d`, the part at the place of the error, and a part of the message.
const CASES: &[(&str, &str, &str, &str)] = &[
    ("1 < d", "'a'", "<", "cannot compare an integer and a string"),
    ("d > 0 and d < None", "5", "<", "an integer and `None`"),
    ("1 < 2 < len(d) < d", "'abc'", "<", "a string"),
    ("len(d) > 3", "5", "len(d)", "an integer has no length"),
    ("'\u{e9}\u{1f600}' + d", "5", "+", "a string and an integer"),
    ("1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + 1 + d", "'x'", "+", "an integer and a string"),
    ("d['B'] == []", "{'A': 1}", "d['B']", "has no `B`"),
    ("d.B", "{'A': 1}", "d.B", "no field `B`"),
    ("d['Tpye']", "{'Type': 1}", "d['Tpye']", "has `Type`"),
    ("d[0][5]", "['abc']", "d[0][5]", "has no element 5"),
    ("d[::0]", "'abc'", "d[::0]", "step"),
    ("d.lower() == 'a'", "5", "lower", "an integer has no method `lower`"),
    ("any(x > 1 for x in d)", "[1, 'a']", ">", "a string and an integer"),
    ("any(x > 1 for x in d)", "5", "d", "no elements"),
    ("[a for a, b in d]", "[[1]]", "a, b", "2 names"),
    ("1 if d else 1 / d", "0", "/", "division by zero"),
    ("int(d) > 5", "'x'", "int(d)", "the string `x` is not an integer"),
    ("-d", "'x'", "-d", "not support a string"),
    ("2 ** d", "'x'", "**", "`**` does not support"),
    ("'a' in d", "5", "in", "an integer has no elements"),
    ("any(x for x in d.lower().find('a'))", "'a'", "d.lower().find('a')", "no elements"),
    ("[x for x in len(d) if x]", "'a'", "len(d)", "no elements"),
    ("d * 1000000000", "'ab'", "*", "terminated"),
];

#[test]
fn an_error_is_at_the_part_that_raised_it() {
    for (text, d, place, message) in CASES {
        let halt = holds(text, spelled(d)).expect_err(text);
        let raised = message_of(&halt);
        assert!(raised.contains(message), "{text}: {raised}");
        assert_eq!(&text[halt.span.range()], *place, "{text}: {raised}");
    }
}

#[test]
fn places_are_found_in_long_expressions() {
    let text = format!("d in [{}] or d < 'a'", vec!["123456"; 30_000].join(", "));
    let halt = holds(&text, 5_i64.into()).expect_err("it is not ordered");
    assert_eq!(&text[halt.span.range()], "<");
}

fn message_of(halt: &Halt) -> String {
    match &halt.stopped {
        Stopped::Raised(raised) => raised.message.clone(),
        Stopped::Script(error) => error.to_string(),
    }
}
