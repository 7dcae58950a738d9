//! Tables of YAML texts and their nodes, in the order of the chapters of YAML 1.2.2.

use super::read;
use crate::format::events;
use crate::text::Fault;

/// Checks that each text has these nodes, without a warning.
fn reads(rows: &[(&str, &str)]) {
    for (text, expected) in rows {
        assert_eq!(outline(text), (*expected).to_owned(), "{text:?}");
        assert_eq!(repeated(text), None, "{text:?}");
    }
}

/// Checks that each text is refused with this code and this message at this place.
fn refuses(rows: &[(&str, &str, &str)]) {
    for (text, place, message) in rows {
        let fault = read(text, &mut Nothing).expect_err(text);
        let found = format!("{} {}..{}", fault.code, fault.span.start(), fault.span.end());
        assert_eq!((found.as_str(), fault.message.as_str()), (*place, *message), "{text:?}");
        assert!(fault.code.as_str().starts_with("yaml-") && !fault.message.ends_with('.'), "{text:?}");
    }
}

fn outline(text: &str) -> String {
    events::outline(|sink| read(text, sink))
}

fn repeated(text: &str) -> Option<Fault> {
    let repeated = read(text, &mut Nothing).unwrap_or_else(|fault| panic!("{text:?}: {fault}"));
    repeated.first().cloned()
}

struct Nothing;

impl crate::format::Sink for Nothing {
    fn open(&mut self, _: Option<crate::format::Tag<'_>>, _: crate::text::Span) {}
    fn attribute(&mut self, _: crate::format::Tag<'_>, _: std::borrow::Cow<'_, str>, _: crate::text::Span) {}
    fn text(&mut self, _: std::borrow::Cow<'_, str>, _: crate::text::Span) {}
    fn scalar(&mut self, _: crate::format::Scalar<'_>, _: crate::text::Span) {}
    fn close(&mut self, _: u32) {}
}

/// Chapters 5 and 6: characters, white space, comments, line breaks, directives.
mod characters {
    use super::{reads, refuses};

    #[test]
    fn three_kinds_of_line_breaks_are_read() {
        reads(&[
            ("a: 1\nb: 2\n", "-(a(1) b(2))"),
            ("a: 1\r\nb: 2\r\n", "-(a(1) b(2))"),
            ("a: 1\rb: 2\r", "-(a(1) b(2))"),
            ("a: x\r\n  y\r\nb: |\r\n  p\r\n  q\r\n", "-(a(\"x y\") b(\"p\\nq\\n\"))"),
            ("a: 1", "-(a(1))"),
        ]);
    }

    #[test]
    fn a_byte_order_mark_is_skipped_before_a_document() {
        reads(&[
            ("\u{feff}a: 1", "-(a(1))"),
            ("\u{feff}# c\na: 1", "-(a(1))"),
            ("a\n...\n\u{feff}b", "-(\"a\") -(\"b\")"),
            ("\u{feff}%YAML 1.2\n---\na", "-(\"a\")"),
            ("a: \"\u{feff}\"\nb: '\u{feff}'\n# \u{feff}\n", "-(a(\"\\u{feff}\") b(\"\\u{feff}\"))"),
        ]);
    }

    #[test]
    fn yaml_bom_before_the_end_makes_no_further_document() {
        for (before, nodes) in [("", ""), ("# x\n", ""), ("a: 1\n", "-(a(1)) "), ("a: 1\n...\n", "-(a(1)) ")] {
            for (after, more) in [
                ("", ""),
                ("\n", ""),
                ("  ", ""),
                (" # y", ""),
                ("# y\n", ""),
                ("\u{feff}# y\n", ""),
                ("...\n", ""),
                ("---", "-(null)"),
                ("---\nb: 1", "-(b(1))"),
                ("# y\n---\nb: 1", "-(b(1))"),
                ("# y\n\u{feff}---\nb: 1", "-(b(1))"),
            ] {
                let (text, nodes) = (format!("{before}\u{feff}{after}"), format!("{nodes}{more}"));
                reads(&[(&text, nodes.trim_end())]);
            }
        }
        reads(&[("\u{feff}&a", "-(null)"), ("\u{feff}  !t", "-(null)"), ("# x\n\u{feff}&a !t # y", "-(null)")]);
    }

    #[test]
    fn yaml_bom_inside_a_document_is_refused() {
        let inside = "a byte order mark (U+FEFF) inside a document";
        refuses(&[
            ("a: 1\n\u{feff}b: 2\n", "yaml-trailing-text 8..9", "the document has ended, but `b` follows"),
            ("a: 1\n\u{feff}# y\nb: 2\n", "yaml-trailing-text 12..13", "the document has ended, but `b` follows"),
            ("a:\n  \u{feff}b: 2\n", "yaml-control-character 5..8", inside),
            ("a: \u{feff}b", "yaml-control-character 3..6", inside),
            ("a: b\u{feff}", "yaml-control-character 4..7", inside),
            ("a: b\n  \u{feff}c", "yaml-control-character 7..10", inside),
            ("- \u{feff}- b", "yaml-control-character 2..5", inside),
            ("[\u{feff}]", "yaml-control-character 1..4", inside),
            ("a: |\n  b\u{feff}c", "yaml-control-character 8..11", inside),
            ("a: [\n\u{feff}b]", "yaml-unfinished 4..4", "the document ends before the `]` of the `[` on line 1"),
        ]);
        reads(&[("a: \u{ff01}\u{fffd}\n", "-(a(\"\u{ff01}\u{fffd}\"))")]);
    }

    #[test]
    fn comments_are_skipped() {
        reads(&[
            ("# c\na: 1 # d\n  # e\n# f\nb: 2", "-(a(1) b(2))"),
            ("a: x#y\nb: #z\n  c", "-(a(\"x#y\") b(\"c\"))"),
            ("- # c\n  a\n- | # d\n  b\n# e\n", "-(\"a\") -(\"b\\n\")"),
            ("[a, # c\n b]", "-(\"a\") -(\"b\")"),
        ]);
    }

    #[test]
    fn tabs_separate_and_do_not_indent() {
        reads(&[
            ("aa\tb: c\nd\te : f", "-(aa\tb(\"c\") d\te(\"f\"))"),
            ("a:\t1\t# c\nb:\t\n  \tx", "-(a(1) b(\"x\"))"),
            ("-\ta\n-\t[\t1\t,\n \t2]", "-(\"a\") -(1) -(2)"),
            ("a: 1\n\t\nb: 2\n\t# c", "-(a(1) b(2))"),
        ]);
        refuses(&[
            ("a:\n  b: 1\n\tc: 2", "yaml-tab 10..11", "a tab cannot be used for indentation"),
            ("\ta: 1", "yaml-tab 0..1", "a tab cannot be used for indentation"),
            ("-\t- a", "yaml-tab 1..2", "a tab cannot be used for indentation"),
            ("a:\n \tb: 1", "yaml-tab 4..5", "a tab cannot be used for indentation"),
            ("foo: |\n\t\nbar: 1", "yaml-tab 7..8", "a tab cannot be used for indentation"),
            ("foo: |\n x\n\t\nbar: 1", "yaml-tab 10..11", "a tab cannot be used for indentation"),
        ]);
    }

    #[test]
    fn control_characters_are_refused() {
        refuses(&[
            ("a: \u{0}", "yaml-control-character 3..4", "the control character U+0000 is not allowed"),
            ("a: 'x\u{7}'", "yaml-control-character 5..6", "the control character U+0007 is not allowed"),
            ("a: |\n  x\u{1b}", "yaml-control-character 8..9", "the control character U+001B is not allowed"),
        ]);
    }

    #[test]
    fn directives_precede_a_document() {
        reads(&[
            ("%YAML 1.2\n---\na: 1", "-(a(1))"),
            ("%YAML 1.1 # c\n--- a", "-(\"a\")"),
            ("%FOO bar baz\n--- a", "-(\"a\")"),
            ("%TAG !e! tag:example.com,2024:\n---\n- !e!x 1\n- !y 2", "-(1) -(2)"),
            ("a\n...\n%YAML 1.2\n---\nb", "-(\"a\") -(\"b\")"),
            ("%TAG !! tag:example.com,2024:\n--- !!str 1", "-(1)"),
            ("%TAG !t! tag:yaml.org,2002:\n--- !t!str 1", "-(\"1\")"),
        ]);
        refuses(&[
            (
                "%YAML 2.0\n---\na",
                "yaml-bad-directive 0..9",
                "expected `%YAML 1.1` or `%YAML 1.2`, once before a document",
            ),
            ("%YAML\n---\na", "yaml-bad-directive 0..5", "expected `%YAML 1.1` or `%YAML 1.2`, once before a document"),
            (
                "%YAML 1.2 x\n---\na",
                "yaml-bad-directive 0..11",
                "expected `%YAML 1.1` or `%YAML 1.2`, once before a document",
            ),
            (
                "%YAML 1.2\n%YAML 1.2\n---\na",
                "yaml-bad-directive 10..19",
                "expected `%YAML 1.1` or `%YAML 1.2`, once before a document",
            ),
            (
                "%YAML 1.2\na",
                "yaml-bad-directive 0..9",
                "a directive must be followed by a document that begins with `---`",
            ),
            ("%TAG !e!\n---\na", "yaml-bad-directive 0..8", "`%TAG` needs a handle and a prefix"),
            ("%TAG !e! x\n%TAG !e! y\n---\na", "yaml-bad-directive 11..21", "`!e!` is declared a second time"),
            ("%\n---\n", "yaml-bad-directive 0..1", "`%` begins a directive, but the name of the directive is missing"),
            ("a: 1\n%YAML 1.2\n---\nb", "yaml-missing-value 5..6", "expected a value, found `%`"),
        ]);
    }
}

/// Chapter 6.9: tags and anchors; chapter 7.1: aliases.
mod properties {
    use super::{reads, refuses};

    #[test]
    fn tags_of_the_core_schema_determine_the_type_of_a_scalar() {
        reads(&[
            (
                "- !!str 12\n- ! 12\n- !<tag:yaml.org,2002:str> true\n- !!str\n",
                "-(\"12\") -(\"12\") -(\"true\") -(\"\")",
            ),
            ("- !!int \"5\"\n- !!bool 'true'\n- !!null ''\n- !!int 'x'\n", "-(5) -(true) -(null) -(\"x\")"),
            ("!!map {a: !!seq [1]}", "-(a(1))"),
        ]);
    }

    #[test]
    fn other_tags_are_ignored() {
        reads(&[("- !a%41 1\n- !ruby/object:A::B 2\n- !<!a,[b]> 3\n", "-(1) -(2) -(3)")]);
        reads(&[("- !x 12\n- !u!114 {a: 1}\n- !<x:y> b\n- !!binary aGk=\n", "-(12) -(a(1)) -(\"b\") -(\"aGk=\")")]);
    }

    #[test]
    fn aliases_are_copies() {
        reads(&[
            ("a: &x 1\nb: *x\n", "-(a(1) b(1))"),
            ("a: &x [1, {k: v}]\nb: *x", "-(a(1) a(k(\"v\")) b(1) b(k(\"v\")))"),
            ("a: &x\n  k: &y v\n  l: *y\nb: *x\nc: *y", "-(a(k(\"v\") l(\"v\")) b(k(\"v\") l(\"v\")) c(\"v\"))"),
            ("- &x a\n- *x\n- &x b\n- *x", "-(\"a\") -(\"a\") -(\"b\") -(\"b\")"),
            ("a: &x\nb: *x", "-(a(null) b(null))"),
            ("&x a: 1\nb: *x", "-(a(1) b(\"a\"))"),
            ("a: &x k\n*x : 2", "-(a(\"k\") k(2))"),
            ("[&x a: 1, *x , {*x : 3}]", "-(a(1)) -(\"a\") -(a(3))"),
            ("a: &x |\n  text\nb: *x", "-(a(\"text\\n\") b(\"text\\n\"))"),
        ]);
    }

    #[test]
    fn aliases_in_a_copy_refer_to_earlier_anchors() {
        reads(&[("a: &x 1\nl: &l [*x]\nb: &x 2\nc: *l", "-(a(1) l(1) b(2) c(1))")]);
    }

    #[test]
    fn properties_precede_their_node() {
        reads(&[
            ("a: &x !t\n  k: 1\nb: *x", "-(a(k(1)) b(k(1)))"),
            ("a: !t\n  &x\n  k: 1\nb: *x", "-(a(k(1)) b(k(1)))"),
            ("&m\n&k a: 1\nb: *k", "-(a(1) b(\"a\"))"),
            ("a: &x\n- 1\nb: *x", "-(a(1) b(1))"),
            ("? &k a\n: &v b\n? *v\n: *k", "-(a(\"b\") b(\"a\"))"),
        ]);
    }

    #[test]
    fn errors_in_properties() {
        refuses(&[
            ("a: *x", "yaml-unknown-alias 3..5", "no anchor `&x` is defined before it"),
            ("lamp: &lamp 1\nb: *lmap", "yaml-unknown-alias 17..22", "no anchor `&lmap` is defined before it"),
            ("a: &x 1\n*x: 2", "yaml-unknown-alias 8..11", "no anchor `&x:` is defined before it"),
            ("a: &x [1, *x]", "yaml-endless-alias 10..12", "`*x` is inside the node that it refers to"),
            ("a: 1\n---\nb: *x", "yaml-unknown-alias 12..14", "no anchor `&x` is defined before it"),
            ("a: &x 1\n---\nb: *x", "yaml-unknown-alias 15..17", "no anchor `&x` is defined before it"),
            ("a: &x &y 1", "yaml-second-property 6..8", "the value already has an anchor"),
            ("a: !x !y 1", "yaml-second-property 6..8", "the value already has a tag"),
            ("a: &x 1\n&y *x : 2", "yaml-second-property 11..13", "an alias cannot have an anchor or a tag"),
            ("a: &x 1\n? !t *x\n: 2", "yaml-second-property 13..15", "an alias cannot have an anchor or a tag"),
            ("a: &x b\nc: {&y *x : 2}", "yaml-second-property 15..17", "an alias cannot have an anchor or a tag"),
            ("k: !\"> a", "yaml-bad-tag 4..5", "a tag cannot contain `\"`"),
            ("k: !a<b> c", "yaml-bad-tag 5..6", "a tag cannot contain `<`"),
            ("k: !<a|b> c", "yaml-bad-tag 6..7", "a tag cannot contain `|`"),
            ("k: !\u{e4} c", "yaml-bad-tag 4..6", "a tag cannot contain `\u{e4}`"),
            ("k: !a%4 c", "yaml-bad-tag 5..6", "a tag cannot contain `%`"),
            ("a: &x 1\nb: &y *x", "yaml-second-property 14..16", "an alias cannot have an anchor or a tag"),
            ("a: & 1", "yaml-bad-name 3..4", "the anchor `&` has no name"),
            (
                "a: !<x 1",
                "yaml-bad-tag 3..5",
                "a tag between `<` and `>` must end on the same line and cannot contain spaces",
            ),
            ("a: !e! 1", "yaml-bad-tag 3..6", "the tag `!e!` has no name after its handle"),
            ("a: &x,y 1", "yaml-bad-name 5..6", "`,` is not allowed directly after the anchor `&x`"),
            ("a: &x - 1", "yaml-nested-line 6..7", "a list must begin on a new line after a key, an anchor or a tag"),
            ("a: &x [1]\n*x : 2", "yaml-complex-key 10..12", "a key must be a string, not a list or a mapping"),
        ]);
    }

    #[test]
    fn the_size_of_copies_is_limited() {
        // Comments inside a copy are read again as well, which is fast.
        let mut bomb = format!("a0: &a0 [ #{}\n x, x, x, x, x, x, x, x, x]\n", "c".repeat(100_000));
        for level in 1..12 {
            let inner = format!("*a{}, ", level - 1).repeat(9);
            bomb.extend([format!("a{level}: &a{level} [{inner}]\n")]);
        }
        is_refused(&bomb);
    }

    fn is_refused(bomb: &str) {
        let fault = super::read(bomb, &mut super::Nothing).unwrap_err();
        assert_eq!(fault.code.as_str(), "yaml-too-many-copies");
        assert!(bomb[fault.span.range()].starts_with('*'), "{fault:?}");
    }

    #[test]
    fn yaml_laughs() {
        let mut bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\n".to_owned();
        for (inner, name) in ('a'..'j').zip('b'..) {
            let aliases = vec![format!("*{inner}"); 10].join(",");
            bomb.extend([format!("{name}: &{name} [{aliases}]\n")]);
        }
        is_refused(&bomb);
    }

    #[test]
    fn yaml_merge_64k() {
        let keys: Vec<String> = (0..2000).map(|key| format!("k{key}: 1")).collect();
        let merges = |merge: &dyn Fn(usize) -> String| (0..2000).map(merge).collect::<String>();
        let mapping = format!("m: &m {{{}}}\n", keys.join(", "));
        is_refused(&format!("{mapping}{}", merges(&|at| format!("n{at}: {{<<: *m}}\n"))));
        // Repeated keys are also read.
        is_refused(&format!("{mapping}n:\n  <<: [{}*m]\n", "*m, ".repeat(2000)));
        // A key that is an alias is also read.
        is_refused(&format!("k: &k {}\n{}", "x".repeat(100_000), merges(&|at| format!("? *k\n: {at}\n"))));
    }

    /// A shorter file is refused earlier: any machine can handle 100,000 nodes.
    #[test]
    fn yaml_laughs_end_early() {
        for (copies, is_refused) in [(8_000, false), (11_000, true)] {
            let text = format!("a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [{}*a]\nc: *b\n", "*a,".repeat(copies / 200 - 1));
            let text = format!("{text}d: [{}*b]\n", "*b,".repeat(198));
            let read = super::read(&text, &mut super::Nothing);
            assert_eq!(read.is_err(), is_refused, "{copies}");
        }
    }

    #[test]
    fn thousands_of_aliases_are_fine() {
        let keys: Vec<String> = (0..50).map(|key| format!("k{key}: 1")).collect();
        let mut text = format!("m: &m {{{}}}\n", keys.join(", "));
        for at in 0..5000 {
            text.extend([format!("a{at}: *m\nb{at}: {{<<: *m, c: 1}}\n")]);
        }
        assert!(super::read(&text, &mut super::Nothing).is_ok());
    }
}

/// `<<`, as in YAML 1.1.
mod merge {
    use super::{reads, refuses};

    #[test]
    fn merged_keys_follow_the_keys_of_the_mapping() {
        reads(&[
            ("b: &b {k: 1, l: 2}\nc:\n  <<: *b\n  m: 3", "-(b(k(1) l(2)) c(m(3) k(1) l(2)))"),
            ("b: &b {k: 1, l: 2}\nc: {<<: *b, k: 3}", "-(b(k(1) l(2)) c(k(3) l(2)))"),
            ("- &a {k: 1}\n- &b {k: 2, l: 3}\n- <<: [*a, *b]", "-(k(1)) -(k(2) l(3)) -(k(1) l(3))"),
            ("a: {<<: {k: 1}, l: 2}", "-(a(l(2) k(1)))"),
            ("a:\n  <<:\n    k: 1\n    l: [2, 3]\n  l: 4", "-(a(l(4) k(1)))"),
            ("- &a {k: 1}\n- &b {<<: *a, l: 2}\n- {<<: *b, m: 3}", "-(k(1)) -(l(2) k(1)) -(m(3) l(2) k(1))"),
            ("[<<: {k: 1}]", "-(k(1))"),
        ]);
    }

    #[test]
    fn a_key_in_quotes_or_with_a_tag_merges_nothing() {
        reads(&[("a: {\"<<\": {k: 1}}", "-(a(<<(k(1))))"), ("a: {!!str <<: {k: 1}}", "-(a(<<(k(1))))")]);
    }

    #[test]
    fn only_mappings_are_merged() {
        refuses(&[
            ("a: {<<: 1}", "yaml-bad-merge 8..9", "`<<` merges mappings, but this value is not a mapping"),
            ("a:\n  <<:\n  b: 1", "yaml-bad-merge 11..12", "`<<` merges mappings, but this value is not a mapping"),
            ("- &x 1\n- {<<: [*x]}", "yaml-bad-merge 15..17", "`<<` merges mappings, but this value is not a mapping"),
        ]);
    }
}

/// Chapter 7.3: scalars in quotes and without.
mod scalar {
    use super::{reads, refuses};

    #[test]
    fn double_quotes_decode_escapes() {
        reads(&[
            (
                r#""\0\a\b\t\n\v\f\r\e\"\/\\\N\_\L\P""#,
                r#"-("\0\u{7}\u{8}\t\n\u{b}\u{c}\r\u{1b}\"/\\\u{85}\u{a0}\u{2028}\u{2029}")"#,
            ),
            (r#""\x41\u00e4\U0001F600\ud83d\ude00""#, "-(\"A\u{e4}\u{1f600}\u{1f600}\")"),
            ("\"plain # : [] {}\"", "-(\"plain # : [] {}\")"),
            ("\"a\\\n  b\\  \\\n c\"", "-(\"ab  c\")"),
            ("\"a\n\n  b \n \t c\"", "-(\"a\\nb c\")"),
            ("\" a \"", "-(\" a \")"),
            ("\"\"", "-(\"\")"),
        ]);
        refuses(&[
            (r#""\q""#, "yaml-bad-escape 1..3", "`\\q` is not a valid escape"),
            (r#""\x4""#, "yaml-bad-escape 1..3", "`\\x` is not a valid escape (two hexadecimal digits must follow)"),
            (r#""\u12""#, "yaml-bad-escape 1..3", "`\\u` is not a valid escape (four hexadecimal digits must follow)"),
            (r#""\ud83d""#, "yaml-bad-escape 1..7", "`\\ud83d` is not a valid character"),
            (r#""\U00110000""#, "yaml-bad-escape 1..11", "`\\U00110000` is not a valid character"),
            (
                "a: \"x\nb: 1",
                "yaml-inner-indent 6..6",
                "this line continues a string in quotes and must be indented further",
            ),
            ("a: \"x", "yaml-unclosed-text 3..5", "the string is not closed before the end of the document"),
            ("\"x\n---\n\"", "yaml-unclosed-text 0..2", "the string is not closed before the document ends"),
            ("\"x\" y", "yaml-trailing-text 4..5", "the document has ended, but `y` follows"),
            ("a: \"x\"y", "yaml-trailing-text 6..7", "`y` is not allowed after the value"),
        ]);
    }

    #[test]
    fn single_quotes_are_escaped_by_doubling() {
        reads(&[
            ("'it''s'", "-(\"it's\")"),
            ("''", "-(\"\")"),
            ("''''", "-(\"'\")"),
            ("'a\\n'", "-(\"a\\\\n\")"),
            ("'a\n  b\n\n  c'", "-(\"a b\\nc\")"),
            ("'\u{e4}'", "-(\"\u{e4}\")"),
        ]);
        refuses(&[
            ("a: 'x", "yaml-unclosed-text 3..5", "the string is not closed before the end of the document"),
            ("'x''", "yaml-unclosed-text 0..4", "the string is not closed before the end of the document"),
        ]);
    }

    #[test]
    fn plain_scalars_continue_on_further_lines() {
        reads(&[
            ("a b\n  c\n\n  d", "-(\"a b c\\nd\")"),
            ("a: b\n  c # d\ne: f", "-(a(\"b c\") e(\"f\"))"),
            ("- a\n b\n- c", "-(\"a b\") -(\"c\")"),
            ("[a\n b, c]", "-(\"a b\") -(\"c\")"),
            ("a\n- b", "-(\"a - b\")"),
        ]);
    }

    #[test]
    fn indicators_inside_plain_scalars_are_characters() {
        reads(&[
            (
                "- a:b\n- a#b\n- -1a\n- ?x\n- :x\n- a, [b]\n- http://x.y/z",
                "-(\"a:b\") -(\"a#b\") -(\"-1a\") -(\"?x\") -(\":x\") -(\"a, [b]\") -(\"http://x.y/z\")",
            ),
            ("[a:b, -x, a b]", "-(\"a:b\") -(\"-x\") -(\"a b\")"),
            ("- <<\n- =\n- ~x", "-(\"<<\") -(\"=\") -(\"~x\")"),
        ]);
        refuses(&[
            ("a: @x", "yaml-missing-value 3..4", "expected a value, found `@`"),
            ("a: `x", "yaml-missing-value 3..4", "expected a value, found a backtick"),
            ("a: %x", "yaml-missing-value 3..4", "expected a value, found `%`"),
            ("a: , x", "yaml-missing-value 3..4", "expected a value, found `,`"),
            ("a: ]", "yaml-missing-value 3..4", "expected a value, found `]`"),
            ("[a, -]", "yaml-missing-value 4..5", "expected a value, found `-`"),
            ("[|]", "yaml-missing-value 1..2", "expected a value, found `|`"),
            ("a # c\n b", "yaml-trailing-text 7..8", "the document has ended, but `b` follows"),
        ]);
    }

    #[test]
    fn the_core_schema_determines_the_type() {
        reads(&[
            (
                "[~, null, true, False, 12, 1.5, 0x1F, 0o17, .inf, yes]",
                "-(null) -(null) -(true) -(false) -(12) -(1.5) -(0x1F) -(0o17) -(.inf) -(\"yes\")",
            ),
            ("['12', \"true\", 12\n 13]", "-(\"12\") -(\"true\") -(\"12 13\")"),
        ]);
    }
}

/// Chapter 7.4: lists and mappings between brackets.
mod flow {
    use super::{reads, refuses};

    #[test]
    fn flow_collections_extend_json() {
        reads(&[
            (r#"{"a": [1, {"b": null}], "c": "x"}"#, "-(a(1) a(b(null)) c(\"x\"))"),
            ("{a: 1, b: [x, y,], }", "-(a(1) b(\"x\") b(\"y\"))"),
            ("{}", "-()"),
            ("[]", ""),
            ("a: [[1, [2]], []]", "-(a(1) a(2))"),
            ("{a, b: , c: 1}", "-(a(null) b(null) c(1))"),
            ("{\"a\":1,'b':2}", "-(a(1) b(2))"),
            ("{? a : 1, ? b, ? : 2}", "-(a(1) b(null) (2))"),
            ("{: 1}", "-((1))"),
            ("[?]", "-((null))"),
            ("[?, a]", "-((null)) -(\"a\")"),
            ("{?}", "-((null))"),
            ("{?, a: 1}", "-((null) a(1))"),
            ("[?a]", "-(\"?a\")"),
            ("[a: 1, ? b : 2, \"c\": 3, : 4]", "-(a(1)) -(b(2)) -(c(3)) -((4))"),
            ("{a\n: \n1,\nb c\n d: 2}", "-(a(1) b c d(2))"),
            ("a: {\n  b: 1,\n  c: [\n    2\n  ]\n}", "-(a(b(1) c(2)))"),
        ]);
    }

    #[test]
    fn errors_in_flow_collections() {
        refuses(&[
            ("[1, 2", "yaml-unfinished 5..5", "the document ends before the `]` of the `[` on line 1"),
            ("{a: [1, 2}", "yaml-wrong-bracket 9..10", "expected `]` to close the `[` on line 1, found `}`"),
            (
                "a: {b: 1\nc: 2",
                "yaml-inner-indent 9..9",
                "a line inside the brackets of the `{` on line 1 must be indented further than the lines around them",
            ),
            ("[\"a\" b]", "yaml-missing-comma 5..6", "expected `,` or `]` after the value, found `b`"),
            ("[1,, 2]", "yaml-missing-value 3..4", "expected a value, found `,`"),
            ("[, 1]", "yaml-missing-value 1..2", "expected a value, found `,`"),
            ("{, a: 1}", "yaml-missing-value 1..2", "expected a value, found `,`"),
            ("[1]]", "yaml-trailing-text 3..4", "the document has ended, but `]` follows"),
            ("[1] x", "yaml-trailing-text 4..5", "the document has ended, but `x` follows"),
            ("{a: 1}: 2", "yaml-complex-key 0..6", "a key must be a string, not a list or a mapping"),
            ("{[a]: 1}", "yaml-complex-key 1..2", "a key must be a string, not a list or a mapping"),
            ("[[a]: 1]", "yaml-complex-key 1..4", "a key must be a string, not a list or a mapping"),
            (
                "a: [\nb]",
                "yaml-inner-indent 5..5",
                "a line inside the brackets of the `[` on line 1 must be indented further than the lines around them",
            ),
            ("[a\nb: 1]", "yaml-missing-comma 4..5", "expected `,` or `]` after the value, found `:`"),
            ("[\n---\n]", "yaml-unfinished 1..1", "the document ends before the `]` of the `[` on line 1"),
            ("[- 1]", "yaml-missing-value 1..2", "expected a value, found `-`"),
        ]);
    }
}

/// Chapter 8.1: block scalars.
mod lines {
    use super::{reads, refuses};

    #[test]
    fn line_ends_are_kept_or_folded() {
        reads(&[
            ("|\n a\n  b\n\n c\n", "-(\"a\\n b\\n\\nc\\n\")"),
            (">\n a\n b\n\n c\n", "-(\"a b\\nc\\n\")"),
            (">\n a\n  b\n c\n", "-(\"a\\n b\\nc\\n\")"),
            (">\n\n a\n\n\n b\n\n  c\n\n d", "-(\"\\na\\n\\nb\\n\\n c\\n\\nd\")"),
            ("|\n\ta\n", "-(\"\\ta\\n\")"),
        ]);
    }

    #[test]
    fn the_end_is_clipped_stripped_or_kept() {
        reads(&[
            ("a: |\n  x\n\n\nb: 1", "-(a(\"x\\n\") b(1))"),
            ("a: |-\n  x\n\n\nb: 1", "-(a(\"x\") b(1))"),
            ("a: |+\n  x\n\n\nb: 1", "-(a(\"x\\n\\n\\n\") b(1))"),
            ("a: >-\n  x\n  y\n", "-(a(\"x y\"))"),
            ("a: |\nb: |-\nc: |+\n\nd: 1", "-(a(\"\") b(\"\") c(\"\\n\") d(1))"),
            ("|\n x", "-(\"x\")"),
            ("foo: |\n  x\n   ", "-(foo(\"x\\n \\n\"))"),
            ("- |+\n   ", "-(\"\\n\")"),
            ("- |+\n  x\n ", "-(\"x\\n\\n\")"),
        ]);
    }

    #[test]
    fn indentation_is_detected_or_stated() {
        reads(&[
            ("a: |2\n    x\n   y\n", "-(a(\"  x\\n y\\n\"))"),
            ("- |1-\n  x\n", "-(\" x\")"),
            ("- >-1\n x\n", "-(\"x\")"),
            ("a:\n- |\n x\n- y", "-(a(\"x\\n\") a(\"y\"))"),
            ("|\ntext\n", "-(\"text\\n\")"),
            ("a: |\n  x\n # c\nb: 1", "-(a(\"x\\n\") b(1))"),
            ("--- |\n x\n--- >\n y\n", "-(\"x\\n\") -(\"y\\n\")"),
        ]);
        refuses(&[
            ("a: | x", "yaml-bad-header 5..6", "`x` cannot follow `|`: the text begins on the next line"),
            ("a: |0\n x", "yaml-bad-header 4..5", "`0` cannot follow `|`: the text begins on the next line"),
            ("a: |12\n x", "yaml-bad-header 5..6", "`2` cannot follow `|`: the text begins on the next line"),
            ("a: |+-\n x", "yaml-bad-header 5..6", "`-` cannot follow `|`: the text begins on the next line"),
            ("a: |#c\n x", "yaml-bad-header 4..5", "`#` cannot follow `|`: the text begins on the next line"),
            (
                "a: |\n   \n x",
                "yaml-bad-indent 8..8",
                "this empty line has more spaces than the first line of the text that follows it",
            ),
            (
                "a: |\n   x\n  y",
                "yaml-bad-indent 12..13",
                "this line is indented by 2 spaces, but the other entries by 0",
            ),
        ]);
    }
}

/// Chapter 8.2: lists with dashes, and mappings without braces.
mod block {
    use super::{reads, refuses};

    #[test]
    fn lists_repeat_the_node_of_their_key() {
        reads(&[
            ("- a\n- b", "-(\"a\") -(\"b\")"),
            ("a:\n  - 1\n  - 2\nb:\n- 3\n- 4\nc: 5", "-(a(1) a(2) b(3) b(4) c(5))"),
            ("- - 1\n  - 2\n-\n  - 3\n- [4]", "-(1) -(2) -(3) -(4)"),
            ("a:\n- k: 1\n  l: 2\n- k: 3", "-(a(k(1) l(2)) a(k(3)))"),
            ("-\n- \n-   # c\n- x", "-(null) -(null) -(null) -(\"x\")"),
            ("a:\n  -\n    k: 1\n  -\n", "-(a(k(1)) a(null))"),
        ]);
    }

    #[test]
    fn mappings_have_child_nodes_in_order() {
        reads(&[
            ("b: 1\na:\n  d: 2\n  c:\n    e: 3\nf: 4", "-(b(1) a(d(2) c(e(3))) f(4))"),
            ("a:\nb:", "-(a(null) b(null))"),
            (
                "a: ~\n\"b c\": 1\n'd': 2\n3: x\ntrue: y\nnull: z",
                "-(a(null) b c(1) d(2) 3(\"x\") true(\"y\") null(\"z\"))",
            ),
            ("a b : 1", "-(a b(1))"),
            ("? a\n: 1\n? b\n? |-\n  c\n: - 2\n  - 3", "-(a(1) b(null) c(2) c(3))"),
            (": 1", "-((1))"),
            ("  a: 1\n  b: 2", "-(a(1) b(2))"),
            ("\"a\\u00e4\": 1\n'it''s': 2", "-(a\u{e4}(1) it's(2))"),
            ("a:\n  b: 1\n\n  # c\n\nd: 2", "-(a(b(1)) d(2))"),
        ]);
    }

    #[test]
    fn errors_in_block_collections() {
        refuses(&[
            ("a: b: c", "yaml-nested-line 4..5", "a mapping cannot begin on this line"),
            (
                "a:\n  b: 1\n c: 2",
                "yaml-bad-indent 11..12",
                "this line is indented by 1 space, but the other entries by 0",
            ),
            (
                "a: 1\n  b: 2",
                "yaml-bad-indent 7..8",
                "this line contains a key, but it continues the value of the line before",
            ),
            (
                "a: \"x\"\n  b: 2",
                "yaml-bad-indent 9..10",
                "this line is indented by 2 spaces, but the other entries by 0",
            ),
            ("a: 1\nb", "yaml-missing-colon 6..6", "expected `:` after the key"),
            ("a: 1\n- b", "yaml-bad-indent 5..6", "a list item is between the keys of a mapping"),
            ("- a\nb: 1", "yaml-trailing-text 4..5", "the document has ended, but `b` follows"),
            ("- a: 1\n - b", "yaml-bad-indent 8..9", "this line is indented by 1 space, but the other entries by 0"),
            ("a: - b", "yaml-nested-line 3..4", "a list must begin on a new line after a key, an anchor or a tag"),
            ("\"a\nb\": 1", "yaml-long-key 0..5", "a key and its `:` must be on one line"),
            (
                "a\nb: 1",
                "yaml-bad-indent 2..3",
                "this line contains a key, but it continues the value of the line before",
            ),
            (
                "a: 1\n\"b\nc\": 2",
                "yaml-inner-indent 8..8",
                "this line continues a string in quotes and must be indented further",
            ),
            ("? [a]\n: 1", "yaml-complex-key 2..3", "a key must be a string, not a list or a mapping"),
            ("? - a\n: 1", "yaml-complex-key 2..3", "a key must be a string, not a list or a mapping"),
            ("? a: b\n: 1", "yaml-complex-key 2..3", "a key must be a string, not a list or a mapping"),
            ("a: 1\n[b]: 2", "yaml-complex-key 5..6", "a key must be a string, not a list or a mapping"),
        ]);
    }
}

/// Chapter 9: documents.
mod documents {
    use super::reads;

    #[test]
    fn each_document_is_a_root() {
        reads(&[
            ("a: 1\n---\nb: 2\n", "-(a(1)) -(b(2))"),
            ("--- 1\n--- 2\n...\n", "-(1) -(2)"),
            ("1\n...\n2\n...\n# c\n", "-(1) -(2)"),
            ("---\na: 1\n...\n---\n- 2", "-(a(1)) -(2)"),
            ("--- # c\na: 1", "-(a(1))"),
            ("---a: 1", "-(---a(1))"),
        ]);
    }

    #[test]
    fn an_empty_document_is_null_and_an_empty_file_has_no_root() {
        reads(&[
            ("", ""),
            (" \n# c\n", ""),
            ("...\n", ""),
            ("---\n", "-(null)"),
            ("---\n---\n1\n---\n...\n", "-(null) -(1) -(null)"),
            ("--- !!str\n", "-(\"\")"),
        ]);
    }

    #[test]
    fn documents_of_unity_are_read() {
        reads(&[
            (
                "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n--- !u!1 &10\nA:\n  x: 1\n\
                 --- !u!4 &-20 stripped\nB:\n  y: {fileID: 10}\n",
                "-(A(x(1))) -(B(y(fileID(10))))",
            ),
            (
                "--- !u!1 &1\nA:\n  l:\n  - {fileID: 1, guid: 0a,\n    type: 3}\n  s: \n  e: []\n",
                "-(A(l(fileID(1) guid(\"0a\") type(3)) s(null)))",
            ),
        ]);
    }

    #[test]
    fn text_after_a_document_is_refused() {
        super::refuses(&[
            ("[1]\n2", "yaml-trailing-text 4..5", "the document has ended, but `2` follows"),
            ("--- a: 1", "yaml-nested-line 5..6", "a mapping cannot begin on this line"),
            ("a: 1\n... x", "yaml-trailing-text 9..10", "`x` is not allowed after the end of the document"),
            ("|\n x\ny", "yaml-trailing-text 5..6", "the document has ended, but `y` follows"),
        ]);
    }
}

mod places {
    use super::{Nothing, events, read};
    use crate::format::MAX_DEPTH;

    #[test]
    fn nodes_and_values_have_places_in_bytes() {
        let text = "\u{e4}: &x 5\nb:\n- \"q\"\n- c: |\n    t\nd: *x\ne:\n";
        let expected = [
            "open - 0..2",
            "open \u{e4} 0..2",
            "number 5 7..8",
            "close 8",
            "open b 14..15",
            "text \"q\" 14..17",
            "close 17",
            "open b 20..21",
            "open c 20..21",
            "text~ \"t\\n\" 29..30",
            "close 30",
            "close 30",
            "open d 31..32",
            "made~ 5 34..36",
            "close 36",
            "open e 37..38",
            "null 37..38",
            "close 39",
            "close 39",
        ];
        assert_eq!(events::of(|sink| read(text, sink)), expected);
    }

    #[test]
    fn all_nodes_of_a_copy_have_the_place_of_the_alias() {
        let text = "a: &x {k: [1, 'y']}\nb: *x";
        let found = events::of(|sink| read(text, sink));
        let copy = &found[found.iter().position(|line| line == "open b 20..21").unwrap()..];
        let expected = [
            "open b 20..21",
            "open k 23..25",
            "made~ 1 23..25",
            "close 25",
            "open k 23..25",
            "text~ \"y\" 23..25",
            "close 25",
            "close 25",
            "close 25",
        ];
        assert_eq!(copy, expected);
    }

    #[test]
    fn a_repeated_key_is_a_warning_at_its_first_place() {
        for (text, place) in [
            ("a: 1\nb: 2\na: 3\nb: 4", Some(10..11)),
            ("a: {k: 1, 'k': 2}", Some(10..13)),
            ("- {a: 1}\n- {a: 2}", None),
            ("a: {a: {a: 1}}", None),
            ("\"\\x61\": 1\na: 2", Some(10..11)),
            ("a: &x {k: 1}\nb: {<<: *x, k: 2}\nc: {k: 2, <<: *x}", None),
            // Unity repeats keys in its old form of lists.
            ("fileFormatVersion: 2\nPluginImporter:\n  platformData:\n    data: 1\n    data: 2", None),
        ] {
            assert_eq!(super::repeated(text).map(|fault| fault.span.range()), place, "{text}");
        }
    }

    #[test]
    fn more_than_the_deepest_nesting() {
        let nested = |open: &str, inner: &str, close: &str, depth: usize| {
            format!("{}{inner}{}", open.repeat(depth), close.repeat(depth))
        };
        let indented: Vec<String> = (0..400).map(|depth| " ".repeat(depth) + "a:\n").collect();
        for (text, expected) in [
            (nested("[", "", "]", MAX_DEPTH), None),
            (nested("[", "", "]", MAX_DEPTH + 1), Some("yaml-too-deep")),
            (nested("{a: ", "5", "}", MAX_DEPTH - 1), None),
            (nested("{a: ", "5", "}", MAX_DEPTH), Some("yaml-too-deep")),
            (nested("- ", "5", "", MAX_DEPTH), None),
            (nested("- ", "5", "", MAX_DEPTH + 1), Some("yaml-too-deep")),
            ("[".repeat(1_000_000), Some("yaml-too-deep")),
            ("? ".repeat(1_000_000), Some("yaml-complex-key")),
            (indented.concat(), None),
        ] {
            let code = read(&text, &mut Nothing).err().map(|fault| fault.code.as_str());
            assert_eq!(code, expected, "{}", text.len());
        }
    }

    #[test]
    fn truncated_and_changed_text_never_panics() {
        let text = "%YAML 1.2\n--- &r\na: [1, 'x', {k: \"\\u00e4\"}] # c\nb: &x !!str\n  - |2-\n    t\n  - >\n   f\n\
            ? c\n: {<<: *x, *x : 2}\n...\n";
        let pieces = [
            "", "\"", "\\", "{", "]", ",", ":", "- ", "? ", "*x", "&y ", "!", "|", "\n", "\n\n", " ", "\t", "\u{0}",
            "\u{e4}", "#",
        ];
        for at in 0..text.len() {
            super::outline(&text[..at]);
            for piece in pieces {
                super::outline(&format!("{}{piece}{}", &text[..at], &text[at + 1..]));
            }
        }
    }
}
