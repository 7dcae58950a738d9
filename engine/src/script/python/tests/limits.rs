//! What would take too much memory or time ends in an error, and soon.

use rhai::{Dynamic, EvalAltResult};

use super::super::lower::Wanted;
use super::{engine, evaluate};

/// Expressions that would make too much.
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
fn what_would_be_too_large_is_refused() {
    let engine = engine();
    for text in TOO_LARGE {
        let error = evaluate(&engine, text, Dynamic::UNIT, Wanted::Value).expect_err(text);
        assert!(matches!(*error, EvalAltResult::ErrorDataTooLarge(..)), "{text}: {error}");
    }
    let mut doubled = "[0]".to_owned();
    for level in 0..21 {
        doubled = format!("[(x{level}, x{level}) for x{level} in {doubled}]");
    }
    let error = evaluate(&engine, &doubled, Dynamic::UNIT, Wanted::Value).expect_err("it doubles");
    assert!(matches!(*error, EvalAltResult::ErrorDataTooLarge(..)), "{error}");
}

#[test]
fn large_numbers_take_no_time() {
    let engine = engine();
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
        ("5 in range(0, 9223372036854775807, 5)", Some("true")),
        ("'abc'[9223372036854775807:-9223372036854775808:-9223372036854775808]", Some("\"c\"")),
        ("'abc'.find('a', -9223372036854775808, 9223372036854775807)", Some("0")),
        ("'a,b'.split(',', 9223372036854775807)", Some("[\"a\", \"b\"]")),
        ("'aa'.replace('a', 'b', 9223372036854775807)", Some("\"bb\"")),
        ("-9223372036854775808 % -1", Some("0")),
        ("int('9' * 100000)", None),
        ("float('9' * 100000)", Some("inf")),
    ] {
        let found = evaluate(&engine, text, Dynamic::UNIT, Wanted::Value).ok().map(|value| format!("{value:?}"));
        assert_eq!(found.as_deref(), expected, "{text}");
    }
}
