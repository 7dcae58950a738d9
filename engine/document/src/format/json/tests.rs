//! Tables of JSON texts and their nodes. Each test names the sentence of the contract that it checks.

use super::{Dialect, Document};
use crate::format::part::TextPortion;
use crate::format::sink::IgnoredNodes;
use crate::format::{MAX_DEPTH, Notes, Sink, events};
use crate::text::Fault;

/// Checks that each text has these nodes, and is strict JSON.
fn strict(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        assert_eq!(outline(text), (*expected).to_owned(), "{text:?}");
        assert_eq!(lenient(text), None, "{text:?}");
    }
}

/// Checks that each text has these nodes, with this warning at this place.
fn lenient_at(rows: &[(&str, &str, &str)]) {
    for (text, expected, warning) in rows {
        assert_eq!(outline(text), (*expected).to_owned(), "{text:?}");
        let fault = lenient(text).unwrap_or_else(|| panic!("no warning for {text:?}"));
        let what = fault.message.strip_suffix(" is not strict JSON").unwrap();
        assert_eq!(format!("{what} {}..{}", fault.span.start(), fault.span.end()), *warning, "{text:?}");
    }
}

/// Checks that each text is refused with this code and this message at this place.
fn refuses(rows: &[(&str, &str, &str)]) {
    for (text, place, message) in rows {
        let fault = read(text, &mut IgnoredNodes).expect_err(text);
        let found = format!("{} {}..{}", fault.code, fault.span.start(), fault.span.end());
        assert_eq!((found.as_str(), fault.message.as_str()), (*place, *message), "{text:?}");
        assert!(fault.code.as_str().starts_with("json-") && !fault.message.ends_with('.'), "{text:?}");
    }
}

fn read(text: &str, sink: &mut impl Sink) -> Result<Option<Fault>, Fault> {
    notes(text, sink).map(|notes| notes.lenient)
}

fn notes(text: &str, sink: &mut impl Sink) -> Result<Notes, Fault> {
    let mut document = Document::new(Dialect::Strict, false);
    document.read(TextPortion::whole(text), sink)?;
    Ok(document.into_notes())
}

fn outline(text: &str) -> String {
    events::outline(|sink| read(text, sink))
}

fn lenient(text: &str) -> Option<Fault> {
    read(text, &mut IgnoredNodes).unwrap_or_else(|fault| panic!("{text:?}: {fault}"))
}

mod tree {
    use super::{events, read, strict};

    #[test]
    fn the_document_is_a_root_without_a_name() {
        strict(&[("{}", "-()"), (" 5 ", "-(5)"), ("\"x\"", "-(\"x\")"), ("null", "-(null)"), ("\u{feff}{}", "-()")]);
    }

    #[test]
    fn keys_are_child_nodes_in_order() {
        strict(&[
            (r#"{"b": 1, "a": 2}"#, "-(b(1) a(2))"),
            (r#"{"a": {"b": {"c": 1.5}}, "d": 1}"#, "-(a(b(c(1.5))) d(1))"),
            (r#"{"a.b": 1, "a b:c": 2, "": 3, "*": 4}"#, "-(a.b(1) a b:c(2) (3) *(4))"),
        ]);
    }

    #[test]
    fn repeated_keys_are_repeated_nodes() {
        strict(&[(r#"{"a": 1, "a": 2, "b": 3, "a": {}}"#, "-(a(1) a(2) b(3) a())")]);
    }

    #[test]
    fn each_array_element_repeats_its_keys_node() {
        strict(&[
            (r#"{"a": [1, "two", {"k": "v"}], "b": 3}"#, "-(a(1) a(\"two\") a(k(\"v\")) b(3))"),
            (r#"{"a": [{"b": [1, 2]}, {"b": []}]}"#, "-(a(b(1) b(2)) a())"),
        ]);
    }

    #[test]
    fn arrays_of_arrays_flatten() {
        strict(&[
            (r#"{"a": [[1, [2, 3]], [], 4]}"#, "-(a(1) a(2) a(3) a(4))"),
            (r#"{"a": [[{"b": [[5]]}]]}"#, "-(a(b(5)))"),
        ]);
    }

    #[test]
    fn each_element_of_a_top_level_array_is_a_root() {
        strict(&[(r#"[{"n": 1}, 2, [3, null]]"#, "-(n(1)) -(2) -(3) -(null)"), ("[]", ""), ("[[], [[]]]", "")]);
    }

    #[test]
    fn scalars_are_typed_and_strings_are_not_trimmed() {
        strict(&[
            (r#"[true, false, null, -0, "", " x "]"#, r#"-(true) -(false) -(null) -(-0) -("") -(" x ")"#),
            ("123456789012345678901234567890", "-(123456789012345678901234567890)"),
        ]);
    }

    #[test]
    fn nodes_and_values_have_places() {
        let text = "{\"a\": [5,\n {\"b\": \"x\"}, \"\\n\"],\n \"c\": null}";
        let expected = [
            "open - 0..1",
            "open a 7..8",
            "number 5 7..8",
            "close 8",
            "open a 11..12",
            "open b 12..15",
            "text \"x\" 17..20",
            "close 20",
            "close 21",
            "open a 23..24",
            "text~ \"\\n\" 23..27",
            "close 27",
            "open c 31..34",
            "null 36..40",
            "close 40",
            "close 41",
        ];
        assert_eq!(events::of(|sink| read(text, sink)), expected);
    }

    #[test]
    fn decoded_keys_are_kept_until_their_arrays_end() {
        let text = r#"{"\u0061": [1, {"\u0062": 2, "\u0063": [3, {"\u0064": 4}, 5]}, 6], "e": 7}"#;
        strict(&[(text, "-(a(1) a(b(2) c(3) c(d(4)) c(5)) a(6) e(7))")]);
    }
}

mod number {
    use super::{lenient_at, refuses, strict};

    #[test]
    fn strict_numbers_keep_their_spelling() {
        for text in ["0", "-0", "7", "-12", "1.50", "0.0", "1e3", "1E+3", "-1.5e-10", "1e999"] {
            strict(&[(text, &format!("-({text})"))]);
        }
    }

    #[test]
    fn numbers_of_json5_are_read() {
        lenient_at(&[
            ("+5", "-(+5)", "a number with a plus sign 0..2"),
            (".5", "-(.5)", "a number that starts or ends with its decimal point 0..2"),
            ("-5.", "-(-5.)", "a number that starts or ends with its decimal point 0..3"),
            ("5.e3", "-(5.e3)", "a number that starts or ends with its decimal point 0..2"),
            ("0x1F", "-(0x1F)", "a hexadecimal number 0..4"),
            ("-0Xff", "-(-0Xff)", "a hexadecimal number 0..5"),
            (
                "0xffffffffffffffffffffffffffffffff",
                "-(0xffffffffffffffffffffffffffffffff)",
                "a hexadecimal number 0..34",
            ),
        ]);
    }

    #[test]
    fn infinity_and_nan_keep_their_spelling() {
        lenient_at(&[
            ("Infinity", "-(Infinity)", "a number written as a word 0..8"),
            ("[-Infinity]", "-(-Infinity)", "a number written as a word 1..10"),
            ("+Infinity", "-(+Infinity)", "a number written as a word 0..9"),
            ("NaN", "-(NaN)", "a number written as a word 0..3"),
        ]);
    }

    #[test]
    fn other_numbers_are_refused() {
        refuses(&[
            ("007", "json-leading-zero 0..3", "`007` has leading zeros"),
            ("[-01.5]", "json-leading-zero 1..6", "`-01.5` has leading zeros"),
            ("-", "json-bad-number 0..1", "`-` is not a number"),
            ("[+]", "json-bad-number 1..2", "`+` is not a number"),
            (".", "json-bad-number 0..1", "`.` is not a number"),
            ("--5", "json-bad-number 0..3", "`--5` is not a number"),
            ("1.2.3", "json-bad-number 0..5", "`1.2.3` is not a number"),
            ("12px", "json-bad-number 0..4", "`12px` is not a number"),
            ("1_000", "json-bad-number 0..5", "`1_000` is not a number"),
            ("1e", "json-bad-number 0..2", "`1e` has no exponent after its `e`"),
            ("1e+", "json-bad-number 0..3", "`1e+` has no exponent after its `e`"),
            ("0x", "json-bad-number 0..2", "`0x` has no digits after its `0x`"),
            ("0xG", "json-bad-number 0..3", "`0xG` has no digits after its `0x`"),
            (
                "0x100000000000000000000000000000000",
                "json-bad-number 0..35",
                "`0x100000000000000000000000000000…` has more than 128 bits",
            ),
            ("5\u{e4}", "json-bad-number 0..3", "`5\u{e4}` is not a number"),
            ("-Infinityx", "json-bad-number 0..10", "`-Infinityx` is not a number"),
        ]);
    }
}

mod text {
    use super::{Dialect, Document, IgnoredNodes, TextPortion, lenient_at, outline, refuses, strict};

    #[test]
    fn escapes_are_decoded() {
        strict(&[
            (r#""\"\\\/""#, r#"-("\"\\/")"#),
            (r#""\b\f\n\r\t""#, r#"-("\u{8}\u{c}\n\r\t")"#),
            (r#""a\u00e4b""#, "-(\"a\u{e4}b\")"),
            (r#""\ud83d\ude00""#, "-(\"\u{1f600}\")"),
            (r#""\u0000""#, r#"-("\0")"#),
            (r#"{"\u006b\"": 1}"#, "-(k\"(1))"),
            ("\"\u{2028}\u{7f}\u{1f600}\"", "-(\"\\u{2028}\\u{7f}\u{1f600}\")"),
        ]);
    }

    #[test]
    fn strings_without_escapes_are_borrowed() {
        strict(&[("\"// no /* comment */\"", "-(\"// no /* comment */\")"), ("\"'\"", "-(\"'\")")]);
    }

    #[test]
    fn strings_of_json5_are_read() {
        lenient_at(&[
            ("'x'", "-(\"x\")", "a string in single quotes 0..1"),
            ("'\"'", "-(\"\\\"\")", "a string in single quotes 0..1"),
            (r#""it\'s""#, "-(\"it's\")", "a backslash before `'` 3..5"),
            (r#""\v\0\x41""#, r#"-("\u{b}\0A")"#, "a backslash before `v` 1..3"),
            (r#""\q""#, "-(\"q\")", "a backslash before `q` 1..3"),
            ("\"a\\\nb\"", "-(\"ab\")", "a backslash before the end of the line 2..4"),
            ("\"a\\\r\nb\"", "-(\"ab\")", "a backslash before the end of the line 2..5"),
            ("\"a\tb\"", "-(\"a\\tb\")", "the control character U+0009 inside a string 2..3"),
        ]);
    }

    #[test]
    fn a_missing_quote_is_reported_at_the_end_of_the_line() {
        refuses(&[
            ("{\"a\": \"x\ny\"}", "json-unclosed-text 6..8", "the string is not closed before the end of its line"),
            ("[\"x\r\n\"]", "json-unclosed-text 1..3", "the string is not closed before the end of its line"),
            ("[\"x", "json-unclosed-text 1..3", "the string is not closed before the end of the document"),
            ("[\"x\\", "json-unclosed-text 1..4", "the string is not closed before the end of the document"),
            ("{'a: 1}", "json-unclosed-text 1..7", "the string is not closed before the end of the document"),
        ]);
    }

    #[test]
    fn bad_escapes_are_refused() {
        refuses(&[
            (r#""\u12""#, "json-bad-escape 1..3", "`\\u` is not a valid escape (four hexadecimal digits must follow)"),
            (
                r#""\u{41}""#,
                "json-bad-escape 1..3",
                "`\\u` is not a valid escape (four hexadecimal digits must follow)",
            ),
            (
                r#""C:\users""#,
                "json-bad-escape 3..5",
                "`\\u` is not a valid escape (four hexadecimal digits must follow)",
            ),
            (r#""\xg0""#, "json-bad-escape 1..3", "`\\x` is not a valid escape (two hexadecimal digits must follow)"),
            (r#""\1""#, "json-bad-escape 1..3", "`\\1` is not a valid escape"),
            (r#""\01""#, "json-bad-escape 1..3", "`\\0` is not a valid escape"),
        ]);
    }

    #[test]
    fn json_lone_surrogate_is_read_with_a_warning() {
        for (text, expected, place) in [
            (r#""\ud83d""#, "-(\"\u{fffd}\")", 1..7),
            (r#""\ude00x""#, "-(\"\u{fffd}x\")", 1..7),
            (r#""\ud83d\u0041""#, "-(\"\u{fffd}A\")", 1..7),
            (r#""\ud83d\ud83d\ude00""#, "-(\"\u{fffd}\u{1f600}\")", 1..7),
            (r#""a\uDd1e\uD834""#, "-(\"a\u{fffd}\u{fffd}\")", 2..8),
            (r#""\ud83d\n""#, "-(\"\u{fffd}\\n\")", 1..7),
            (r#"{"\uDFFF": 1}"#, "-(\u{fffd}(1))", 2..8),
            (r"{k\ud800: '\udbff'}", "-(k\u{fffd}(\"\u{fffd}\"))", 2..8),
        ] {
            assert_eq!(outline(text), expected, "{text}");
            let warning = super::notes(text, &mut IgnoredNodes).unwrap().lone_surrogate.unwrap();
            assert_eq!((warning.code.as_str(), warning.span.range()), ("json-lone-surrogate", place), "{text}");
        }
        refuses(&[(
            r#""\ud83d\u12""#,
            "json-bad-escape 7..9",
            "`\\u` is not a valid escape (four hexadecimal digits must follow)",
        )]);
    }

    #[test]
    fn a_lone_surrogate_is_reported_at_its_place_in_any_division_into_parts() {
        let text = r#"{"a": ["x", "\ud800"], "b": "\udc00"}"#;
        for cut in 1..text.len() {
            let mut document = Document::new(Dialect::Strict, false);
            let part = TextPortion { text: &text[..cut], base: 0, is_last: false };
            let used = document.read(part, &mut IgnoredNodes).unwrap();
            let part = TextPortion { text: &text[used..], base: u32::try_from(used).unwrap(), is_last: true };
            document.read(part, &mut IgnoredNodes).unwrap();
            let place = document.into_notes().lone_surrogate.unwrap().span.range();
            assert_eq!(&text[place], r"\ud800", "{cut}");
        }
    }
}

mod lenient {
    use super::{lenient_at, strict};

    #[test]
    fn comments_are_skipped() {
        lenient_at(&[
            ("{ // one\n \"a\": 1}", "-(a(1))", "a comment 2..8"),
            ("/**/{}", "-()", "a comment 0..4"),
            ("{}//", "-()", "a comment 2..4"),
            ("[1/*,2*/,3/***/]", "-(1) -(3)", "a comment 2..8"),
            ("{\"a\"/*x*/:/*y*/1}", "-(a(1))", "a comment 4..9"),
            ("// a\r[1]", "-(1)", "a comment 0..4"),
        ]);
    }

    #[test]
    fn trailing_commas_are_read() {
        lenient_at(&[
            ("[1, 2,]", "-(1) -(2)", "a comma after the last value 5..6"),
            ("{\"a\": 1 , }", "-(a(1))", "a comma after the last value 8..9"),
            ("[[1,],]", "-(1)", "a comma after the last value 3..4"),
        ]);
    }

    #[test]
    fn keys_need_no_quotes() {
        lenient_at(&[
            ("{a: 1, $b_2: 2}", "-(a(1) $b_2(2))", "a key without quotes 1..2"),
            ("{'a': 1}", "-(a(1))", "a string in single quotes 1..2"),
            ("{\u{6a21}\u{578b} : 1}", "-(\u{6a21}\u{578b}(1))", "a key without quotes 1..7"),
            ("{\\u0061b: [1, 2]}", "-(ab(1) ab(2))", "a key without quotes 1..8"),
            ("{true: 1, null: 2, Infinity: 3}", "-(true(1) null(2) Infinity(3))", "a key without quotes 1..5"),
        ]);
    }

    #[test]
    fn unicode_white_space_is_read() {
        lenient_at(&[
            ("[\u{a0}1]", "-(1)", "the white-space character U+00A0 1..3"),
            ("[1\u{c}]", "-(1)", "the white-space character U+000C 2..3"),
            ("{}\u{feff}", "-()", "the white-space character U+FEFF 2..5"),
            ("\u{3000}[]", "", "the white-space character U+3000 0..3"),
        ]);
        strict(&[(" \t\r\n[ \t\r\n] \t\r\n", "")]);
    }

    #[test]
    fn only_the_first_place_is_reported() {
        lenient_at(&[("[1,] // x", "-(1)", "a comma after the last value 2..3")]);
    }
}

mod repeated {
    use super::{IgnoredNodes, notes, strict};

    #[test]
    fn repeated_keys_are_reported_at_the_first_place() {
        for (text, place) in [
            (r#"{"a": 1, "a": 2}"#, Some(9..12)),
            (r#"{"a": 1, "b": 2, "a": 3, "b": 4}"#, Some(17..20)),
            (r#"{"a": {"b": 1, "b": 2}, "a": 3}"#, Some(15..18)),
            (r#"{"a": [{"c": 1}, 2], "a": [3]}"#, Some(21..24)),
            (r#"{"": 1, "": 2}"#, Some(8..10)),
            (r#"{"ab": 1, "\u0061b": 2}"#, Some(10..19)),
            (r#"{"\u0061b": 1, "\u0061\u0062": 2}"#, Some(15..29)),
            (r#"{"\u0061": {"\u0062": 1}, "a": 2}"#, Some(26..29)),
            ("{ab: 1, 'ab': 2}", Some(8..12)),
            ("{ab: 1, \"ab\": 2, // x\n}", Some(8..12)),
            (r#"[{"a": 1, "b": 2}, {"a": 1, "b": 2, "a": 3}, {"a": 1, "b": 2, "a": 3}]"#, Some(36..39)),
            (r#"[{"a": {"b": 1}}, {"a": {"b": 1}, "c": [{"b": 1}], "a": 2}]"#, Some(51..54)),
            (r#"{"a": 1, "A": 2, "": 3, "aa": 4, "ba": 5, "ab": 6}"#, None),
            (r#"[{"a": 1}, {"a": 2}]"#, None),
            (r#"{"a": {"a": {"a": 1}}, "b": {"a": 1}}"#, None),
        ] {
            let repeated = notes(text, &mut IgnoredNodes).unwrap().repeated;
            assert_eq!(repeated.first().map(|fault| fault.span.range()), place, "{text}");
        }
    }

    #[test]
    fn repeated_keys_are_reported_in_an_object_that_begins_like_another_one() {
        for count in [2, 31, 32, 33, 127, 128, 129, 300] {
            let members: Vec<String> = (0..count).map(|at| format!("\"key {at}\": {at}")).collect();
            let (all, half) = (members.join(", "), members[..count / 2].join(", "));
            let text = format!("[{{{all}}}, {{{half}}}, {{{all}}}, {{{half}, {all}}}, {{{all}}}]");
            let fault = notes(&text, &mut IgnoredNodes).unwrap().repeated.first().cloned().unwrap();
            assert_eq!(fault.span.start() as usize, text.rfind(&format!("{half}, \"key 0")).unwrap() + half.len() + 2);
        }
    }

    #[test]
    fn repeated_keys_are_reported_among_any_number_of_keys() {
        for count in [1, 2, 16, 63, 64, 65, 66, 300] {
            let members: Vec<String> = (0..count).map(|at| format!("\"key {at}\": {{\"key 0\": {at}}}")).collect();
            let text = format!("{{{}}}", members.join(", "));
            assert_eq!(notes(&text, &mut IgnoredNodes).unwrap().repeated.first(), None, "{count}");
            for at in 0..count {
                let text = format!("{{{}, \"key {at}\": 0}}", members.join(", "));
                let repeated = notes(&text, &mut IgnoredNodes).unwrap().repeated;
                let fault = repeated.first().unwrap();
                assert_eq!(&text[fault.span.range()], format!("\"key {at}\""));
                assert_eq!(fault.span.start() as usize, text.rfind("\"key ").unwrap());
            }
        }
    }

    #[test]
    fn repeated_keys_are_reported_by_name() {
        let repeated = notes(r#"{"\u0061": 1, "a": 2}"#, &mut IgnoredNodes).unwrap().repeated;
        let fault = repeated.first().cloned().unwrap();
        assert_eq!(
            (fault.code.as_str(), fault.message.as_str()),
            ("json-repeated-key", "this object already has the key `a`")
        );
        assert!(fault.help.is_some_and(|help| help.contains("Assay reads each of them as a node")));
    }

    #[test]
    fn repeated_keys_are_strict_json() {
        strict(&[(r#"{"a": 1, "a": 2}"#, "-(a(1) a(2))")]);
    }
}

mod refused {
    use super::{IgnoredNodes, MAX_DEPTH, outline, read, refuses};

    #[test]
    fn an_empty_document() {
        for text in ["", " \n", "\u{feff}", "// nothing"] {
            refuses(&[(text, "json-empty 0..0", "the document is empty")]);
        }
    }

    #[test]
    fn a_truncated_document() {
        refuses(&[
            ("{\"a\": 1", "json-unfinished 7..7", "the document ends before the `}` of the `{` on line 1"),
            ("\n[1,\n[2\n", "json-unfinished 7..7", "the document ends before the `]` of the `[` on line 3"),
            ("{", "json-unfinished 1..1", "the document ends before the `}` of the `{` on line 1"),
            ("[", "json-unfinished 1..1", "the document ends before the `]` of the `[` on line 1"),
            ("[1,", "json-unfinished 3..3", "the document ends before the `]` of the `[` on line 1"),
            ("{\"a\"", "json-unfinished 4..4", "the document ends before the `}` of the `{` on line 1"),
            ("{\"a\":", "json-unfinished 5..5", "the document ends before the `}` of the `{` on line 1"),
            ("{\"a\": 1,", "json-unfinished 8..8", "the document ends before the `}` of the `{` on line 1"),
            ("{ab", "json-unfinished 3..3", "the document ends before the `}` of the `{` on line 1"),
            ("[1 /* x ]", "json-unclosed-comment 3..5", "the comment is never closed: no `*/` follows"),
        ]);
    }

    #[test]
    fn a_missing_comma_or_colon() {
        refuses(&[
            ("{\"a\": 1 \"b\": 2}", "json-missing-comma 8..9", "expected `,` or `}` after the value, found `\"`"),
            ("[1 2]", "json-missing-comma 3..4", "expected `,` or `]` after the value, found `2`"),
            ("[{} {}]", "json-missing-comma 4..5", "expected `,` or `]` after the value, found `{`"),
            ("[1; 2]", "json-missing-comma 2..3", "expected `,` or `]` after the value, found `;`"),
            ("[1: 2]", "json-missing-comma 2..3", "expected `,` or `]`, found `:`"),
            ("{\"a\" 1}", "json-missing-colon 5..6", "expected `:` after the key, found `1`"),
            ("{\"a\"}", "json-missing-colon 4..5", "expected `:` after the key, found `}`"),
            ("{\"a\" = 1}", "json-missing-colon 5..6", "expected `:` after the key, found `=`"),
            ("{a=1}", "json-missing-colon 2..3", "expected `:` after the key, found `=`"),
        ]);
    }

    #[test]
    fn a_missing_value_or_key() {
        refuses(&[
            ("{\"a\":}", "json-missing-value 5..6", "expected a value, found `}`"),
            ("[1,,2]", "json-missing-value 3..4", "expected a value, found `,`"),
            ("[,]", "json-missing-value 1..2", "expected a value, found `,`"),
            ("}", "json-missing-value 0..1", "expected a value, found `}`"),
            ("[\u{0}]", "json-missing-value 1..2", "expected a value, found U+0000"),
            ("[`x`]", "json-missing-value 1..2", "expected a value, found a backtick"),
            ("# x\n{}", "json-missing-value 0..1", "expected a value, found `#`"),
            ("[/1]", "json-missing-value 1..2", "expected a value, found `/`"),
            ("[\u{201c}x\u{201d}]", "json-missing-value 1..4", "expected a value, found `\u{201c}`"),
            ("{,}", "json-missing-key 1..2", "expected a key in double quotes, found `,`"),
            ("{\"a\": 1,,}", "json-missing-key 8..9", "expected a key in double quotes, found `,`"),
            ("{[1]: 2}", "json-missing-key 1..2", "expected a key in double quotes, found `[`"),
            ("{1: 2}", "json-bad-key 1..2", "the key `1` needs double quotes"),
            ("{a-b: 2}", "json-bad-key 1..4", "the key `a-b` needs double quotes"),
            ("{a.b: 2}", "json-bad-key 1..4", "the key `a.b` needs double quotes"),
        ]);
    }

    #[test]
    fn a_closing_bracket_of_the_wrong_kind() {
        refuses(&[
            ("[1}", "json-wrong-bracket 2..3", "expected `]` to close the `[` on line 1, found `}`"),
            ("{\"a\": [1, {\n}}", "json-wrong-bracket 13..14", "expected `]` to close the `[` on line 1, found `}`"),
            ("{\"a\": 1]", "json-wrong-bracket 7..8", "expected `}` to close the `{` on line 1, found `]`"),
        ]);
    }

    #[test]
    fn bare_words_with_a_suggestion() {
        for (word, help) in [
            ("True", "write `true`"),
            ("FALSE", "write `false`"),
            ("ture", "write `true`"),
            ("None", "write `null`"),
            ("undefined", "write `null`"),
            ("yes", "write `true`"),
            ("off", "write `false`"),
            ("nan", "write `NaN`"),
            ("lamp", "write a string in double quotes"),
        ] {
            let text = format!("[{word}]");
            let fault = read(&text, &mut IgnoredNodes).unwrap_err();
            assert_eq!((fault.code.as_str(), fault.span.range()), ("json-bad-word", 1..word.len() + 1), "{word}");
            assert_eq!(fault.help.as_deref(), Some(help), "{word}");
        }
    }

    #[test]
    fn text_after_the_end() {
        refuses(&[
            ("{} {}", "json-trailing-text 3..4", "the document has ended, but `{` follows"),
            ("{}}", "json-trailing-text 2..3", "the document has ended, but `}` follows"),
            ("1,", "json-trailing-text 1..2", "the document has ended, but `,` follows"),
            ("\"a\": 1", "json-trailing-text 3..4", "the document has ended, but `:` follows"),
            ("{}\u{0}", "json-trailing-text 2..3", "the document has ended, but U+0000 follows"),
        ]);
    }

    #[test]
    fn an_ini_section() {
        refuses(&[("[section]\nk=1\n", "json-bad-word 1..8", "`section` is not a value")]);
    }

    #[test]
    fn more_than_the_deepest_nesting() {
        let nested = |open: &str, inner: &str, close: &str, depth: usize| {
            format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
        };
        for (text, fits) in [
            (nested("[", "", "]", MAX_DEPTH), true),
            (nested("[", "", "]", MAX_DEPTH + 1), false),
            (nested("[", "5", "]", MAX_DEPTH), true),
            (nested("{\"a\":", "5", "}", MAX_DEPTH - 1), true),
            (nested("{\"a\":", "5", "}", MAX_DEPTH), false),
            (nested("{\"a\":[", "5", "]}", MAX_DEPTH / 2), true),
            ("[".repeat(1_000_000), false),
            ("{a:".repeat(1_000_000), false),
        ] {
            let code = read(&text, &mut IgnoredNodes).err().map(|fault| fault.code.as_str());
            assert_eq!(code, if fits { None } else { Some("json-too-deep") }, "{}", text.len());
        }
    }

    #[test]
    fn text_outside_strict_json_is_refused_or_reported_and_no_other() {
        let text = r#" {"a": [1, -2.5e+3, "x\u00e4\n", {"b": null, "c": []}], "d" : {}, "e\"": [true, [false]]} "#;
        let pieces = [
            "", "\"", "\\", "{", "}", "[", "]", ",", ":", "/", "//", "'", "+", "-", ".", "0", "00", "1", "e", "E5",
            "u", "x", "null", "\u{0}", "\t", "\n", "\u{c}", "\u{a0}", "\u{e4}", "\\ud800", "#",
        ];
        for at in 0..text.len() {
            for piece in pieces {
                for rest in [at, at + 1, at + 7] {
                    let changed = [&text[..at], piece, text.get(rest..).unwrap_or("")].concat();
                    let ours = read(&changed, &mut IgnoredNodes);
                    let strict = matches!(ours, Ok(None));
                    let peer = serde_json::from_str::<serde::de::IgnoredAny>(&changed);
                    assert_eq!(strict, peer.is_ok(), "{changed} {ours:?} {peer:?}");
                }
            }
        }
    }

    #[test]
    fn truncated_and_changed_text_never_panics() {
        let text = r#"{"a": [1, -2.5e3, "x\u00e4", {'b': null, c: 0x1F,}], /* d */ "e": true} // f"#;
        for at in 0..text.len() {
            outline(&text[..at]);
            for byte in ["", "\"", "\\", "{", "]", ",", ":", "/", "*", "'", "0", "e", "\u{0}", "\n", "\u{e4}"] {
                outline(&format!("{}{byte}{}", &text[..at], &text[at + 1..]));
            }
        }
    }
}
