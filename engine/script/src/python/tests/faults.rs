//! Rejected expressions: the codes, places and help of their faults.

use super::read;

/// The expression, and for each fault the code, the text at its place, and a part of its help.
type Refused = (&'static str, &'static [(&'static str, &'static str, &'static str)]);

const REFUSED: &[Refused] = &[
    ("", &[("expression-empty", "", "`d != ''`")]),
    (" # nothing", &[("expression-empty", " # nothing", "`d != ''`")]),
    // Statements, and operators with another spelling.
    ("d = 5", &[("expression-syntax", "=", "`==`")]),
    ("(x := 5)", &[("expression-syntax", ":=", "`==`")]),
    ("d += 1", &[("expression-syntax", "+=", "`==`")]),
    ("d === 5", &[("expression-syntax", "===", "`==`")]),
    ("d =~ '^[a-z]'", &[("expression-syntax", "=~", "matches(d, '…')")]),
    ("d <> 5", &[("expression-syntax", "<>", "`!=`")]),
    ("d ! = 5", &[("expression-syntax", "!", "`!=`")]),
    ("d > 1; d < 5", &[("expression-syntax", ";", "`and`")]),
    ("d ?? 5", &[("expression-syntax", "??", "is not None else")]),
    ("d?.A", &[("expression-syntax", "?.", "is not None")]),
    ("d ? 1 : 2", &[("expression-syntax", "?", "x if condition else y")]),
    ("0..5", &[("expression-syntax", ".5", "range(a, b)")]),
    ("d in 1 .. 5", &[("expression-syntax", "..", "range(a, b)")]),
    ("`text`", &[("expression-syntax", "`", "'…'")]),
    ("d @ d", &[("expression-syntax", "@", "`*`")]),
    ("d => 1", &[("expression-syntax", "=>", "`>=`")]),
    ("d AND 1", &[("expression-unsupported", "AND", "`and`")]),
    ("lambda x: x", &[("expression-unsupported", "lambda", "for x in")]),
    ("sorted(d, key=lambda x: x)", &[("expression-unsupported", "key", "max(f(x) for x in d)")]),
    ("await d", &[("expression-unsupported", "await", "func_str")]),
    ("let x = 5", &[("expression-unsupported", "let", "func_str")]),
    ("return d", &[("expression-unsupported", "return", "func_str")]),
    ("if d: 1", &[("expression-unsupported", "if", "x if condition else y")]),
    ("d if d", &[("expression-syntax", "", "else y")]),
    ("f'{d}'", &[("expression-unsupported", "f", "str(d)")]),
    ("'%s' % d", &[("expression-unsupported", "%", "str(d)")]),
    ("sorted(d, reverse=True)", &[("expression-unsupported", "reverse", "[::-1]")]),
    ("max(d, default=0)", &[("expression-unsupported", "default", "max(x) if x else y")]),
    ("max(*d)", &[("expression-unsupported", "*", "`+`")]),
    ("[*d]", &[("expression-unsupported", "*", "`+`")]),
    ("{**d}", &[("expression-unsupported", "**", "`+`")]),
    ("()", &[("expression-unsupported", "()", "`None`")]),
    ("d == ()", &[("expression-unsupported", "()", "`[]`")]),
    ("d is 5", &[("expression-unsupported", "is", "`==`")]),
    ("d is not 'a'", &[("expression-unsupported", "is not", "`!=`")]),
    ("d[1, 2]", &[("expression-unsupported", ",", "x[a][b]")]),
    ("(x for x in d)", &[("expression-unsupported", "(x for x in d)", "any(…)")]),
    ("len(x for x in d)", &[("expression-unsupported", "x for x in d", "[…]")]),
    ("x for x in d", &[("expression-unsupported", "for", "brackets")]),
    ("zip(d, d)", &[("expression-unsupported", "zip(d, d)", "list(zip(…))")]),
    ("len(zip(d))", &[("expression-unsupported", "zip(d)", "list(zip(…))")]),
    ("d.keys() == ['A']", &[("expression-unsupported", "keys", "list(x.keys())")]),
    ("|x| x", &[("expression-unsupported", "|", "for x in")]),
    ("any(|x| x)", &[("expression-unsupported", "|", "for x in")]),
    ("d.filter(|| 1)", &[("expression-unsupported", "||", "func_str")]),
    ("d == 1 && d == 2", &[("expression-syntax", "&&", "`and`")]),
    ("d == 1 || d == 2", &[("expression-syntax", "||", "`or`")]),
    ("!d", &[("expression-syntax", "!", "`not`")]),
    ("d.contains('a')", &[("expression-unknown-method", "contains", "`x in d`")]),
    (
        "d.to_upper() == d.len()",
        &[("expression-unknown-method", "to_upper", "`upper()`"), ("expression-unknown-method", "len", "`len(d)`")],
    ),
    ("str == d", &[("expression-unsupported", "str", "str(…)")]),
    ("str.lower(d)", &[("expression-unsupported", "str", "str(…)")]),
    // Brackets, strings, numbers.
    ("(d", &[("expression-unclosed", "(d", "")]),
    ("d in [1, (2]", &[("expression-syntax", "]", "`)`")]),
    ("d)", &[("expression-syntax", ")", "")]),
    ("d, 1", &[("expression-syntax", ",", "`and`")]),
    ("'a", &[("expression-unclosed", "'a", "")]),
    ("'a\nb'", &[("expression-unclosed", "'a", "`\\n`")]),
    ("d == 'a\u{2019}", &[("expression-unclosed", "'a\u{2019}", "curly")]),
    ("'''a'", &[("expression-unclosed", "'''a'", "")]),
    ("'\\x4'", &[("expression-text", "\\x", "r'…'")]),
    ("'C:\\users'", &[("expression-text", "\\u", "r'…'")]),
    ("'\\N{DASH}'", &[("expression-text", "\\N", "code")]),
    ("'\\ud800'", &[("expression-text", "\\ud800", "")]),
    ("012", &[("expression-number", "012", "`12`")]),
    ("1__0", &[("expression-number", "1__0", "")]),
    ("0x", &[("expression-number", "0x", "")]),
    ("0b12", &[("expression-number", "0b12", "")]),
    ("1abc", &[("expression-number", "1abc", "")]),
    ("d\u{a0}> 1", &[("expression-syntax", "\u{a0}", "ordinary space")]),
    ("len\u{ff08}d)", &[("expression-syntax", "\u{ff08}", "`(`")]),
    ("d \u{2212} 1", &[("expression-syntax", "\u{2212}", "`-`")]),
    // Missing parts.
    ("d ==", &[("expression-syntax", "", "")]),
    ("d and and d", &[("expression-syntax", "and", "")]),
    ("d == not d", &[("expression-unsupported", "not", "parentheses")]),
    ("d not 5", &[("expression-syntax", "5", "")]),
    ("d[]", &[("expression-syntax", "]", "")]),
    ("d.", &[("expression-syntax", "", "")]),
    ("d.class", &[("expression-syntax", "class", "['class']")]),
    ("{1: 2, 3}", &[("expression-syntax", "}", "")]),
    ("len d", &[("expression-syntax", "d", "len(…)")]),
    ("d 5", &[("expression-syntax", "5", "")]),
    ("[x for x d]", &[("expression-syntax", "d", "")]),
    ("5(1)", &[("expression-syntax", "5", "operator")]),
    ("d(1)", &[("expression-syntax", "d", "operator")]),
    // Names.
    ("D == 1", &[("expression-unknown-name", "D", "`d`")]),
    ("value > 1", &[("expression-unknown-name", "value", "`d`")]),
    ("d == null", &[("expression-unknown-name", "null", "`None`")]),
    ("d == Ture", &[("expression-unknown-name", "Ture", "`True`")]),
    ("d in fruits", &[("expression-unknown-name", "fruits", "`fruit`")]),
    ("d in res_filter.ALL_REZ", &[("expression-unknown-name", "res_filter.ALL_REZ", "`res_filter.ALL_RES`")]),
    ("d in res_store", &[("expression-unknown-name", "res_store", "res_store.ilevels")]),
    ("d in team.allow", &[("expression-unknown-name", "team.allow", "`team.allowed`")]),
    ("any(x for y in d)", &[("expression-unknown-name", "x", "")]),
    ("[x for x in d] + x", &[("expression-unknown-name", "x", "")]),
    // Functions and methods.
    ("lenn(d)", &[("expression-unknown-function", "lenn", "`len`")]),
    ("exist(d)", &[("expression-unknown-function", "exist", "`exists`")]),
    ("textures.is_smal(d)", &[("expression-unknown-function", "textures.is_smal", "`textures.is_small`")]),
    ("other::f(d)", &[("expression-unknown-function", "other::f", "func_str")]),
    ("type(d)", &[("expression-unknown-function", "type", "isinstance")]),
    ("list(map(str, d))", &[("expression-unknown-function", "map", "for x in"), ("expression-unsupported", "str", "")]),
    ("d.startwith('a')", &[("expression-unknown-method", "startwith", "`startswith`")]),
    ("d.title()", &[("expression-unknown-method", "title", "")]),
    ("d.append(1)", &[("expression-unsupported", "append", "`x + […]`")]),
    ("d.trim() == ''", &[("expression-unsupported", "trim", "`strip()`")]),
    ("len()", &[("expression-arguments", "len", "")]),
    ("d.replace('a')", &[("expression-arguments", "replace", "")]),
    ("exists(d, d)", &[("expression-arguments", "exists", "")]),
    ("own(d, 1, 2)", &[("expression-arguments", "own", "")]),
    ("isinstance(d, text)", &[("expression-arguments", "text", "str")]),
    // Several faults, each reported once.
    (
        "foo > 1 and d.lowr() == bar(baz)",
        &[
            ("expression-unknown-name", "foo", ""),
            ("expression-unknown-method", "lowr", "`lower`"),
            ("expression-unknown-function", "bar", ""),
            ("expression-unknown-name", "baz", ""),
        ],
    ),
];

#[test]
fn unsupported_syntax_is_refused_at_its_place() {
    for (text, expected) in REFUSED {
        let Err(faults) = read(text) else { panic!("{text} is understood") };
        let found: Vec<_> = faults.iter().map(|fault| (fault.code.as_str(), &text[fault.span.range()])).collect();
        let places: Vec<_> = expected.iter().map(|(code, place, _)| (*code, *place)).collect();
        assert_eq!(found, places, "{text}: {faults:?}");
        for (fault, (.., help)) in faults.iter().zip(*expected) {
            assert!(fault.help.as_deref().unwrap_or("").contains(help), "{text}: {fault:?}");
            assert!(!fault.message.ends_with('.') && !fault.message.is_empty(), "{text}: {fault:?}");
        }
    }
}

#[test]
fn leniently_read_syntax_is_a_hint() {
    for (text, code, place) in [
        ("\u{2018}a\u{2019} in d", "expression-curly-quotes", "\u{2018}a\u{2019}"),
        ("\u{201c}it's\u{201d} in d", "expression-curly-quotes", "\u{201c}it's\u{201d}"),
        ("\u{2018}a' in d", "expression-curly-quotes", "\u{2018}a'"),
        ("d in ['a' 'b', 'c']", "expression-texts-joined", "'a' 'b'"),
    ] {
        let hints = read(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}")).hints;
        let found: Vec<_> = hints.iter().map(|hint| (hint.code.as_str(), &text[hint.span.range()])).collect();
        assert_eq!(found, [(code, place)], "{text}");
    }
    for text in ["d == 'it\u{2019}s'", "-9223372036854775808 < d", "d < 0x10000000000000000", "d in ['a', 'b']"] {
        assert_eq!(read(text).unwrap_or_else(|faults| panic!("{text}: {faults:?}")).hints, [], "{text}");
    }
}

/// Nested syntax; the middle part is repeated.
const NESTED: &[(&str, &str, &str)] = &[
    ("(", "d", ")"),
    ("[", "d", "]"),
    ("len(", "d", ")"),
    ("d[", "0", "]"),
    ("not ", "d", ""),
    ("-", "d", ""),
    ("1 ** ", "d", ""),
    ("1 if d else ", "d", ""),
    ("1 + (", "d", ")"),
    ("d or (", "d", ")"),
    ("[x for x in ", "d", "]"),
    ("any(x for x in ", "d", ")"),
    ("d < (", "d", ") < 5"),
    ("", "d", "[0]"),
    ("", "d", ".lower()"),
    ("{1: ", "d", "}"),
];

#[test]
fn at_most_sixty_four_levels_are_read() {
    let nested = |(open, inside, close): (&str, &str, &str), levels: usize| {
        format!("{}{inside}{}", open.repeat(levels), close.repeat(levels))
    };
    for &row in NESTED {
        // Some rows take two levels at a time.
        let most = (1..=65).rev().find(|levels| read(&nested(row, *levels)).is_ok()).expect("some levels are read");
        assert!([21, 32, 64].contains(&most), "{row:?}: {most} levels");
        for levels in [most + 1, 200, 100_000] {
            let Err(faults) = read(&nested(row, levels)) else { panic!("{row:?}: {levels} levels are read") };
            assert_eq!(faults[0].code.as_str(), "expression-too-deep", "{row:?}");
        }
    }
}

#[test]
fn long_expressions_are_not_deep() {
    for (text, expected) in [
        (vec!["1"; 5000].join(" + "), "5000"),
        (vec!["d == 1"; 3000].join(" or "), "True"),
        (vec!["d"; 3000].join(" == "), "True"),
        (format!("d in [{}]", vec!["0"; 20_000].join(", ")), "False"),
        (format!("{} == d", "'a' ".repeat(5000)), "False"),
    ] {
        assert_eq!(super::outcome(&text, 1_i64.into()), expected);
    }
}
