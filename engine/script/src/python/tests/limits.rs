//! Expressions that would take too much memory or time end early, with an error.

use super::evaluate;
use crate::python::{Stopped, Value};

/// Expressions that would create values that are too large.
const TOO_LARGE: &[&str] = &[
    "'ab' * 10000000",
    "'ab' * 9223372036854775807",
    "'a' * 9000000 + 'b' * 9000000",
    "('a' * 9000000).replace('a', 'bb')",
    "('a' * 9000000).replace('', 'b')",
    "'x'.zfill(100000000)",
    "'x'.center(9223372036854775807)",
    "('b' * 1000000).join('a' * 100)",
    "[0] * 1000001",
    "(0,) * 9223372036854775807",
    "[[0] * 1000] * 1001",
    "[[0] * 600000] + [[0] * 600000]",
    "list(range(1000001))",
    "list(range(-9223372036854775807, 9223372036854775807))",
    "[x for x in range(1001) for y in range(1001)]",
    "[[0] * 1000 for x in range(1001)]",
    "list('a' * 1000001)",
    "[c for c in 'a' * 1000001]",
    "('a ' * 1000001).split()",
    "('a,' * 1000001).split(',')",
    "('a,' * 1000001).rsplit(',')",
    "('a\\n' * 1000001).splitlines()",
    "repr(['a' * 9000000, 'b' * 9000000])",
    "str('\\x00' * 9000000) + repr('\\x00' * 9000000)",
];

#[test]
fn results_that_are_too_large_are_refused() {
    let mut doubled = "[0]".to_owned();
    for level in 0..21 {
        doubled = format!("[(x{level}, x{level}) for x{level} in {doubled}]");
    }
    for text in TOO_LARGE.iter().copied().chain([doubled.as_str()]) {
        let halt = evaluate(text, Value::None).expect_err(text);
        assert!(matches!(halt.stopped, Stopped::Script(_)), "{text}: {halt:?}");
    }
}

#[test]
fn operations_on_large_numbers_are_fast() {
    for (text, expected) in [
        ("2 ** 9223372036854775807", None),
        ("1 ** 9223372036854775807", Some("1")),
        ("(-1) ** 9223372036854775807", Some("-1")),
        ("0 << 9223372036854775807", Some("0")),
        ("1 << 9223372036854775807", None),
        ("-1 >> 9223372036854775807", Some("-1")),
        ("round(1.5, 9223372036854775807)", Some("1.5")),
        ("round(1.5, -9223372036854775807)", Some("0.0")),
        ("round(15, -9223372036854775807)", Some("0")),
        ("5 in range(0, 9223372036854775807, 5)", Some("True")),
        ("'abc'[9223372036854775807:-9223372036854775808:-9223372036854775808]", Some("'c'")),
        ("'abc'.find('a', -9223372036854775808, 9223372036854775807)", Some("0")),
        ("'a,b'.split(',', 9223372036854775807)", Some("['a', 'b']")),
        ("'aa'.replace('a', 'b', 9223372036854775807)", Some("'bb'")),
        ("-9223372036854775808 % -1", Some("0")),
        ("int('9' * 100000)", None),
        ("float('9' * 100000)", Some("inf")),
    ] {
        let found = evaluate(&format!("repr({text})"), Value::None).ok();
        let found = found.as_ref().and_then(Value::text);
        assert_eq!(found, expected, "{text}");
    }
}
