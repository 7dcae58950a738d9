use super::super::{RuleDocument, RuleValue, WrittenNode};
use crate::fields::lenience;

/// Formats a tree on one line: strings in quotes, numbers as spelled.
pub fn format_node(node: &WrittenNode) -> String {
    let list = |parts: Vec<String>| parts.join(", ");
    match &node.value {
        RuleValue::Null => "null".to_owned(),
        RuleValue::Bool(value) => value.to_string(),
        RuleValue::Number(number) => number.text.clone(),
        RuleValue::Text(text) => format!("{:?}", text.text),
        RuleValue::List(items) => format!("[{}]", list(items.iter().map(format_node).collect())),
        RuleValue::Map(entries) => {
            let entry = |(key, node): &(_, _)| -> String {
                let key: &super::RuleScalar = key;
                format!("{}: {}", key.text, format_node(node))
            };
            format!("{{{}}}", list(entries.iter().map(entry).collect()))
        }
        RuleValue::Unusable => "?".to_owned(),
    }
}

fn read(yaml: &str) -> RuleDocument {
    RuleDocument::read("r.yaml", yaml, lenience)
}

#[test]
fn scalars_have_the_types_of_the_core_schema() {
    for (scalar, tree) in [
        ("", "null"),
        ("~", "null"),
        ("null", "null"),
        ("NULL", "null"),
        ("nUll", "\"nUll\""),
        ("true", "true"),
        ("False", "false"),
        ("yes", "\"yes\""),
        ("off", "\"off\""),
        ("5", "5"),
        ("-5", "-5"),
        ("+5", "+5"),
        ("007", "007"),
        ("0x1F", "0x1F"),
        ("0o17", "0o17"),
        ("0x", "\"0x\""),
        ("-0x1F", "\"-0x1F\""),
        ("5.", "5."),
        (".5", ".5"),
        ("1e3", "1e3"),
        ("1_000", "\"1_000\""),
        (".inf", ".inf"),
        ("-.INF", "-.INF"),
        (".nan", ".nan"),
        ("-.nan", "\"-.nan\""),
        ("12345678901234567890123", "12345678901234567890123"),
        ("2024-01-01", "\"2024-01-01\""),
        ("5 5", "\"5 5\""),
        ("'5'", "\"5\""),
        ("\"null\"", "\"null\""),
        ("''", "\"\""),
        ("|\n  5", "\"5\\n\""),
        ("\u{ff15}", "\"\u{ff15}\""),
    ] {
        let document = read(&format!("- {scalar}\n"));
        assert_eq!(format_node(&document.root.unwrap()), format!("[{tree}]"), "{scalar}");
    }
}

#[test]
fn trees_keep_order_and_repeated_keys() {
    for (yaml, tree) in [
        ("b: 1\na: 2\nb: 3\n", "{b: 1, a: 2, b: 3}"),
        ("- a\n-\n  - b\n  - {c: [d, e], f}\n", "[\"a\", [\"b\", {c: [\"d\", \"e\"], f: null}]]"),
        ("1: a\ntrue: b\nnull: c\n", "{1: \"a\", true: \"b\", : \"c\"}"),
        ("? a\n: b\n", "{a: \"b\"}"),
        ("---\na: b\n...\n", "{a: \"b\"}"),
        ("%YAML 1.2\n---\na: b\n", "{a: \"b\"}"),
        ("    a: b\n    c: d\n", "{a: \"b\", c: \"d\"}"),
        ("\u{feff}# c\r\na: b\r\n", "{a: \"b\"}"),
        ("[]", "[]"),
        ("{}", "{}"),
        ("just text", "\"just text\""),
    ] {
        let document = read(yaml);
        assert_eq!(document.faults, [], "{yaml:?}");
        assert_eq!(format_node(&document.root.unwrap()), tree, "{yaml:?}");
    }
    for yaml in ["", "\n\n", "# only a comment\n", "\u{feff}"] {
        assert_eq!(read(yaml).root, None, "{yaml:?}");
    }
}

#[test]
fn spans_of_values_include_first_and_last_byte() {
    for (yaml, spans) in [
        ("a: b c  # x\nd: [1, 2] # y\n", ["b c", "[1, 2]"]),
        ("a: 'b''\\' # c \nd: [1, \"]\"  ] # y\n", ["'b''\\'", "[1, \"]\"  ]"]),
        ("a: 'b'   \nd:\n  e: 1\n  f: |\n    x\n    y\n\n", ["'b'", "e: 1\n  f: |\n    x\n    y"]),
        ("a: {b: 1,\n  c: 2}\nd:\n- 1\n-  two\n\n# z\n", ["{b: 1,\n  c: 2}", "1\n-  two"]),
        ("a:\nd: \"x\\\"\"  ", ["", "\"x\\\"\""]),
    ] {
        let Some(WrittenNode { value: RuleValue::Map(entries), span }) = read(yaml).root else { panic!("{yaml:?}") };
        let found: Vec<&str> = entries.iter().map(|(_, node)| &yaml[node.span.range()]).collect();
        assert_eq!(found, spans, "{yaml:?}");
        assert_eq!((span.start(), span.end()), (0, entries[1].1.span.end()));
    }
}

/// Formats each fault as line and column, code, message and underlined text.
fn faults(yaml: &str) -> Vec<String> {
    let lines = assay_document::text::LineIndex::new(yaml);
    let actual = read(yaml).faults.into_iter().map(|fault| {
        let place = lines.place(fault.span.start());
        let raw = &yaml[fault.span.range()];
        format!("{}:{} {} {} <{raw}>", place.line, place.char_column, fault.code, fault.message)
    });
    actual.collect()
}

#[test]
fn unsupported_yaml_syntax_is_a_fault() {
    for (yaml, expected) in [
        ("a: &x b\n", "1:4 rule-file-anchor anchors are not supported <&x>"),
        ("a: &x\n  b: c\n", "1:4 rule-file-anchor anchors are not supported <&x>"),
        ("a: !t b\n", "1:4 rule-file-tag tags are not supported <!t>"),
        ("a: !!str 5\n", "1:4 rule-file-tag tags are not supported <!!str>"),
        ("a: ! b\n", "1:4 rule-file-tag tags are not supported <!>"),
        ("a: [! =, 5]\n", "1:5 rule-file-tag tags are not supported <!>"),
        ("able: *x\n", "1:7 rule-file-alias aliases are not supported <*x>"),
        ("[a, b]: c\n", "1:1 rule-file-key a key must be a string, not a list <[a, b]>"),
        ("{a: b}: c\n", "1:1 rule-file-key a key must be a string, not a mapping <{a: b}>"),
        (
            "a: b\n---\nc: d\n",
            "2:1 rule-file-documents a file can contain only one document; everything after it is ignored <--->",
        ),
    ] {
        assert_eq!(faults(yaml), [expected], "{yaml:?}");
    }
}

#[test]
fn a_value_after_an_anchor_is_read_but_a_scalar_after_a_tag_is_not() {
    for (yaml, tree) in [
        ("a: &x b\nc: *x\n", "{a: \"b\", c: ?}"),
        ("a: &x # c\n  b\n", "{a: \"b\"}"),
        ("a: &x\n", "{a: null}"),
        ("a: &x [b, &y c]\n", "{a: [\"b\", \"c\"]}"),
        ("a: &x\n  b: c\n", "{a: {b: \"c\"}}"),
        ("a: &x |\n  b\n", "{a: \"b\\n\"}"),
        ("a: &x 'b'\n", "{a: \"b\"}"),
        ("a: !t &x {b: c}\n", "{a: {b: \"c\"}}"),
        ("a: !t b\nc: !!str 5\nd: &x !t e\n", "{a: ?, c: ?, d: ?}"),
    ] {
        let document = read(yaml);
        assert!(!document.faults.is_empty(), "{yaml:?}");
        assert_eq!(format_node(&document.root.unwrap()), tree, "{yaml:?}");
    }
}

#[test]
fn a_broken_file_is_one_fault_at_its_place() {
    for (yaml, expected) in [
        ("a: b: c\n", "1:5 rule-file-yaml this is not YAML: a `:` is not allowed here <:>"),
        ("a: b\n c: d\n", "2:3 rule-file-yaml this is not YAML: a `:` is not allowed here <:>"),
        (
            "- a: b\n  c /d\n  e: f\n",
            "3:3 rule-file-yaml this is not YAML: a `:` is missing after a key, on this line or above <e>",
        ),
        ("- a b\n  c: d\n", "2:4 rule-file-yaml this is not YAML: a `:` is not allowed here <:>"),
        ("a: b\n  c d\n  e: f\n", "3:4 rule-file-yaml this is not YAML: a `:` is not allowed here <:>"),
        ("a: @x\n", "1:4 rule-file-yaml this is not YAML: unexpected character: `@' <@>"),
        ("a: \"x\nb: c\n", "1:4 rule-file-yaml this is not YAML: this quote is not closed <\">"),
        ("a: 'x\n", "1:4 rule-file-yaml this is not YAML: this quote is not closed <'>"),
        ("a: 'x' y\n", "1:8 rule-file-yaml this is not YAML: nothing may follow the closing quote <y>"),
        ("a: [x\nb: c\n", "1:4 rule-file-yaml this is not YAML: `[` is not closed <[>"),
        ("a: [x", "1:4 rule-file-yaml this is not YAML: `[` is not closed <[>"),
        ("a: {x: 1\n", "1:4 rule-file-yaml this is not YAML: `{` is not closed <{>"),
        ("a: ]\n", "1:4 rule-file-yaml this is not YAML: misplaced bracket <]>"),
        ("a: \"\\\\x\\.x\"\n", "1:8 rule-file-yaml this is not YAML: unknown escape <\\.>"),
        ("a: [^/]+$\n", "1:8 rule-file-yaml this is not YAML: a key was expected here <+>"),
        ("- a: 1\n -b\n", "2:2 rule-file-yaml this is not YAML: a `-` was expected here <->"),
        ("a: b\n\tc: d\n", "2:1 rule-file-yaml this is not YAML: a tab is not allowed here <\t>"),
        ("able: *nope\n", "1:7 rule-file-alias aliases are not supported <*nope>"),
        ("a: \u{0}\n", "1:4 rule-file-yaml this is not YAML: found unprintable character <\u{0}>"),
        (
            "- >= 5\n",
            "1:3 rule-file-yaml this is not YAML: while scanning a block scalar, did not find expected comment \
             or line break <>>",
        ),
    ] {
        let document = read(yaml);
        assert_eq!(faults(yaml), [expected], "{yaml:?}");
        assert_eq!(document.root, None, "{yaml:?}");
    }
}

#[test]
fn nesting_is_limited() {
    for (path, open) in [("r.yaml", "["), ("r.yaml", "{a: "), ("r.yaml", "- "), ("r.json", "["), ("r.json", "{\"a\":")]
    {
        for depth in [65, 300, 20_000] {
            let document = RuleDocument::read(path, &open.repeat(depth), lenience);
            assert_eq!(
                document.faults.iter().map(|fault| fault.code.as_str()).collect::<Vec<_>>(),
                ["rule-file-depth"]
            );
            assert_eq!(document.root, None);
        }
        let place = RuleDocument::read(path, &open.repeat(65), lenience).faults[0].span.start();
        assert_eq!(place as usize, 64 * open.len(), "{path} {open}");
    }
    assert_eq!(read(&format!("{}x{}", "[".repeat(64), "]".repeat(64))).faults, []);
}
