//! Rule files of version 1 put together at random: whatever they hold, the result loads but for what the notes name.

use assay_engine::rule::{NoteKind, migrate};
use proptest::prelude::*;

use super::{all_problems_are_noted, migrated};

/// What the fields of rules hold, well and badly written, by the name of the field.
const FIELDS: &[(&str, &[&str])] = &[
    ("name", &["r", "rule one", "", "\u{89d2}\u{8272}", "5", "r: #1"]),
    ("Severity", &["Error", "warn", "P1", "", "3", "INFO"]),
    (
        "rpath",
        &[
            ".*\\.xml$",
            "Package\\\\.*",
            "D:\\\\art",
            "artfunc_res_filter.ALL_USED_FILTER",
            "artfunc_no",
            "(",
            "[\\\\/]a",
        ],
    ),
    ("not_rpath", &["", "old", "artfunc_x"]),
    (
        "XPath",
        &[
            "*/A,B",
            "*/A.B=='c',D",
            "*/A.B! =c",
            "*/A.B=='^c`,D",
            "*/A//B",
            "{dom}",
            "*/A.B==a(1),C",
            "",
            "*/A.B==1&C==2|D==3",
        ],
    ),
    (
        "filter",
        &[
            "",
            "artfunc_f",
            "artfunc_g",
            "artfunc_res_filter.guidToRealPath",
            "res_filter.validGUID",
            "^a",
            "artfunc_match",
        ],
    ),
    ("subxpath", &["", "*/B", "\u{201c}x\u{201d}"]),
    ("subfilter", &["", "artfunc_g", "b+"]),
    (
        "condition",
        &[
            "Exist",
            "['<=', '5000']",
            "[\"Exist in\", \"artfunc_res_filter.ALL_RES\"]",
            "('Unique',)",
            "['! =', 1]",
            "['Satisfy the expression', 'f(d) in res_filter.ALL_RES']",
            "['func_f', 1]",
            "func_g",
            "['func_match']",
            "nonsense",
            "",
            "['Exist in', ('a', 'b')]",
            "\u{201c}Null collection\u{201d}",
            "['condfunc.x']",
        ],
    ),
    ("message", &["", "{value} is bad", "condition: [\"a\u{201d}]"]),
    ("owner", &["", "x: y", "- z", "multi\nline\n", "\ttab", "\u{7}"]),
    ("enabled", &["true", "false", "maybe"]),
];

/// Pieces of functions.
const PYTHON: &[&str] = &[
    "def f(**pdict):\n    return pdict['data']\n",
    "def f(**pdict):\n\treturn g(1), []\n",
    "def g(data, filepath=None):\n    '''doc\n    # no comment\n    '''\n    return [x for x in data if x in LIMITS]\n",
    "LIMITS = [\n  1, # one\n]\n",
    "import os, res_filter\n",
    "from a import (b,\n c)\n",
    "# condition: [\"Exist\u{201d}]\n",
    "@cached\ndef match(x, *args): return x\n",
    "class A:\n    def f(self): pass\n",
    "try:\n    import x\nexcept ImportError:\n    x = None\n",
    "x = '''unclosed\n",
    "f = lambda **pdict: []\r\n",
    "def \u{68c0}\u{67e5}(**pdict): pass\n",
    "    indented = 1\n",
    "\u{feff}\u{c}\n",
    "fn f(data, filepath) { data }\n",
    "throw \"not migrated yet: f\";\n",
    "if True:\n  def g(a): return f\n",
];

fn field() -> impl Strategy<Value = (String, serde_json::Value)> {
    (0..FIELDS.len()).prop_flat_map(|at| {
        let (name, values) = FIELDS[at];
        let value = prop::sample::select(values).prop_map(serde_json::Value::from);
        let list = prop::collection::vec(prop::sample::select(values), 0..3).prop_map(|list| serde_json::json!(list));
        let other =
            prop::sample::select(vec![serde_json::json!(null), serde_json::json!(5), serde_json::json!({"a": [1]})]);
        (Just(name.to_owned()), prop_oneof![12 => value, 2 => list, 1 => other])
    })
}

fn rule() -> impl Strategy<Value = serde_json::Value> {
    let python = prop::collection::vec(prop::sample::select(PYTHON), 0..5).prop_map(|pieces| pieces.concat());
    (prop::collection::vec(field(), 3..12), prop::option::of(python)).prop_map(|(fields, python)| {
        let mut rule: serde_json::Map<_, _> = fields.into_iter().collect();
        rule.extend(python.map(|python| ("func_str".to_owned(), python.into())));
        rule.into()
    })
}

fn rules() -> impl Strategy<Value = Vec<serde_json::Value>> {
    prop::collection::vec(rule(), 1..5)
}

/// The rules in one of the forms that exports have.
fn file(rules: &[serde_json::Value], form: usize) -> String {
    let list = serde_json::Value::from(rules.to_vec());
    let names = rules.iter().enumerate().map(|(at, rule)| (format!("rule {at}"), rule.clone()));
    let text = match form {
        0 => serde_json::to_string_pretty(&list),
        1 => serde_json::to_string(&serde_json::json!({"version": 1, "data": list})),
        2 => serde_json::to_string_pretty(&serde_json::Value::Object(names.collect())),
        _ => serde_json::to_string(&rules[0]),
    };
    text.unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: rounds(), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_result_loads_except_for_noted_problems(rules in rules(), form in 0usize..4, json in any::<bool>()) {
        let old = file(&rules, form);
        // What is JSON is YAML, too.
        let first = migrated(if json { "old.json" } else { "old.yaml" }, &old);
        all_problems_are_noted("old.yaml", &first);
        let second = migrated("new.yaml", &first.text);
        prop_assert_eq!(&second.text, &first.text);
        let again: Vec<_> = second.notes.iter().filter(|note| note.kind == NoteKind::Done).collect();
        prop_assert!(again.is_empty(), "{:?} again of\n{}", again, first.text);
        for note in &first.notes {
            prop_assert!(note.line as usize <= old.split('\n').count(), "{:?}", note);
            prop_assert!(note.new_line as usize <= first.text.split('\n').count(), "{:?}", note);
        }
    }

    /// Nobody's work is lost: each line of a function is still there.
    #[test]
    fn every_line_of_python_is_kept(rules in rules(), form in 0usize..3) {
        let text = migrated("old.json", &file(&rules, form)).text;
        for rule in &rules {
            let python = rule.get("func_str").and_then(|python| python.as_str()).unwrap_or("");
            for line in python.lines().filter(|line| line.contains("def ") || line.contains("return")) {
                prop_assert!(text.contains(line.trim()), "{line:?} is lost in\n{}", text);
            }
        }
    }

    /// Any text at all is migrated or refused.
    #[test]
    fn any_text_is_migrated_or_refused(pieces in prop::collection::vec(prop::sample::select(PYTHON), 0..4), json in any::<bool>(), start in "[-{\\[ a:\"'#|>\\n]{0,12}") {
        let text = format!("{start}{}", pieces.concat());
        let path = if json { "r.json" } else { "r.yaml" };
        if let Ok(first) = migrate(path, &text, &|_| None) {
            let second = migrated("new.yaml", &first.text);
            prop_assert_eq!(second.text, first.text);
        }
    }
}

/// More of them: `ASSAY_ROUNDS=100000 cargo test`.
fn rounds() -> u32 {
    option_env!("ASSAY_ROUNDS").and_then(|rounds| rounds.parse().ok()).unwrap_or(100)
}
