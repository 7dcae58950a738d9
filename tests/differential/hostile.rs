//! Whatever a rule file holds, loading it and running what is left of it ends with a report that can be shown.

use std::rc::Rc;

use assay_engine::check::Checker;
use assay_engine::report::{FORMATS, Problem, Style};
use assay_engine::rule::RuleFile;
use assay_engine::source::MemorySource;
use proptest::prelude::{Strategy, any, prop_assert, prop_oneof, proptest};
use proptest::sample::{Index, select};

use crate::damage::{Edit, damaged};

const YAML: &str = "extends: [more.yaml]
collections:
  fruit: [apple, 'pear', 5]
  lines: {file: lines.txt}
  found: {rpath: /a, xpath: */A}
rules:
  - name: one # first
    severity: Warning
    rpath: ^/(?!skip/).*\\.(xml|json)$
    not_rpath: '[[&&]'
    xpath: */I[@a==1].(T==\u{201c}M\u{201d}|N! =`^x,{y`)&B.\"c.d\"!=5,A?,{line}
    filter: artfunc_res_filter.guidToRealPath
    not_filter: \"\\u00e4|\\x41\"
    condition: [\u{2018}Exist in', \"['a', \\\"b\\\", 1.5, None,]\"]
    message: >-
      {value} of {path}
      is no {expected}
  - {name: two, rpath: ., xpath: {file.name}, condition: [\"<=\",  5000 ]}
  - rpath: artfunc_res_store.ilevels
    xpath: |
      **/A:b
    subxpath: '*/V'
    subfilter: x{,3}
    condition:
      - Not null collection
tests:
  - {name: t, files: {a.xml: <R/>}, expect: [{rule: two, path: a.xml}]}
";

const JSON: &str = "{ // rules
  \"one\": {\"rpath\": \".\", \"xpath\": \"*/A\", \"condition\": [\"Unique\"], \"tags\": [\"a\", \"b\"],},
  'two': {rpath: '\\x41', \"xpath\": \"{image.width}\", \"filter\": null, \"condition\": [\"Exist in\", [1, \"a\", null, 1e3]]},
}";

const TOKENS: &[&str] = &[
    "'",
    "\"",
    "[",
    "]",
    "{",
    "}",
    ":",
    ": ",
    ",",
    "#",
    " #",
    "-",
    "- ",
    "|",
    ">",
    "&a",
    "*a",
    "!t",
    "%",
    "@",
    "`",
    "\\",
    "\\u",
    "\n",
    "\n  ",
    "\n\t",
    "\r",
    "---\n",
    "...\n",
    "? ",
    "<<: ",
    "~",
    "null",
    "true",
    "1e999",
    "0x",
    "(",
    ")",
    "(?",
    "(?<=a+)",
    "(?P<n>",
    "\\1",
    "[z-a]",
    "{3,1}",
    "{99999}",
    "a{999}{999}",
    "**",
    "//",
    "==",
    "!=",
    ".",
    "?",
    ",A,A",
    "{dom}",
    "{file.",
    "artfunc_",
    "func_x",
    "rules:",
    "name: one",
    "xpath:",
    "condition:",
    "enabled: false",
    "extends: rules.yaml",
    "\u{201c}",
    "\u{2019}",
    "\u{feff}",
    "\0",
    "\u{1f600}",
    "\u{85}",
];

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let place = any::<Index>;
    let edit = prop_oneof![
        2 => (place(), 1..8_usize).prop_map(|(at, length)| Edit::Delete(at, length)),
        4 => (place(), select(TOKENS)).prop_map(|(at, token)| Edit::Insert(at, token)),
        1 => (place(), 1..40_usize).prop_map(|(at, length)| Edit::Double(at, length)),
        1 => (place(), place()).prop_map(|(a, b)| Edit::Swap(a, b)),
        1 => place().prop_map(Edit::Cut),
    ];
    proptest::collection::vec(edit, 0..4)
}

fn files() -> MemorySource {
    let guid = "914fa3a0-62cd-4b5a-83df-92fdf494534a";
    [
        ("a.xml".to_owned(), format!("<R><I a='1'><T>M</T><A>{guid}</A><b/></I><A b='l.ilevel'>x</A></R>")),
        ("b.json".to_owned(), "{\"A\": [1, \"\u{e4}\", null], \"I\": {\"A\": true}}".to_owned()),
        ("w.iworld".to_owned(), "<W>l.ilevel</W>".to_owned()),
        ("l.ilevel".to_owned(), format!("<L>{guid}</L>")),
        (format!("r/{guid}/resource.xml"), "<R><V>1</V></R>".to_owned()),
    ]
    .into_iter()
    .collect()
}

fn has_place(problem: &Problem, text: &str) -> bool {
    problem.region.is_none_or(|region| {
        let (start, end) = (region.start.offset as usize, region.end.offset as usize);
        start <= end && end <= text.len() && text.is_char_boundary(start) && text.is_char_boundary(end)
    })
}

proptest! {
    #![proptest_config(crate::config(400))]

    #[test]
    fn damaged_rule_files_are_loaded_and_run(json in any::<bool>(), edits in edits()) {
        let (path, text) = if json { ("rules.json", JSON) } else { ("rules.yaml", YAML) };
        let text = damaged(text, &edits);
        let read = |path: &str| match path {
            "more.yaml" => Some("more: {rpath: ., xpath: '*', condition: [Exist]}\n".to_owned()),
            "lines.txt" => Some("apple # red\n".to_owned()),
            _ => None,
        };
        let checker = Checker::new(&[RuleFile { path: path.to_owned(), text: text.clone() }], &read);
        let source = files();
        let report = assay_engine::check::check(&checker, source.paths(), Rc::new(source));
        for problem in report.problems().iter().chain(report.warnings()).chain(report.hints()) {
            prop_assert!(problem.path.as_deref() != Some(path) || has_place(problem, &text), "{problem:?}\n{text}");
        }
        for format in FORMATS {
            prop_assert!(!format.render(&report, Style::default()).is_empty());
        }
    }
}
