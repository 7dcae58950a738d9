//! What went wrong in rule files of real projects, each test named for its row.

use assay_engine::check::Checker;
use assay_engine::config::{Baseline, baseline_of};
use assay_engine::report::{Finding, Report};
use assay_engine::rule::RuleFile;

use crate::run::{check, check_by, checker, finding_line, report_lines, tree};

/// The report of rule files that are all given, over files.
fn check_all(rules: &[(&str, &str)], files: &[(&str, &str)]) -> Report {
    let rules: Vec<RuleFile> =
        rules.iter().map(|(path, text)| RuleFile { path: (*path).to_owned(), text: (*text).to_owned() }).collect();
    check_by(&Checker::new(&rules, &|_| None), &tree(files))
}

fn found(report: &Report) -> Vec<String> {
    report.findings().iter().map(finding_line).collect()
}

mod same_collection_two_files {
    use super::{check_all, checker, found, report_lines, tree};
    use crate::run::check_by;

    /// Each way in which a rule can use a collection sees that of its own file.
    #[test]
    fn each_rule_uses_the_collection_of_its_file() {
        let file = |name: &str, elements: &str| {
            format!(
                "collections: {{ids: {elements}, paths: ['{name}.xml']}}\nrules:\n\
                 - {{name: {name}-list, rpath: '\\.xml$', xpath: R/id, condition: [Exist in, artfunc_ids]}}\n\
                 - {{name: {name}-expression, rpath: '\\.xml$', xpath: R/id, condition: [Satisfy the expression, 'd in ids']}}\n\
                 - {{name: {name}-function, rpath: '\\.xml$', xpath: R/id, condition: [func_f],\n\
                 \x20  func_str: 'fn f(data, filepath, condition) {{ let out = []; for d in data {{ if !ids.contains(d) {{ out.push(d); }} }} out }}'}}\n\
                 - {{name: {name}-filter, rpath: '\\.xml$', xpath: R/id, filter: artfunc_known, condition: [Exist in, [a]],\n\
                 \x20  func_str: 'fn known(data, filepath) {{ let out = []; for d in data {{ if ids.contains(d) {{ out.push(d); }} }} out }}'}}\n\
                 - {{name: {name}-files, rpath: artfunc_paths, xpath: R/id, condition: [Null collection]}}\n"
            )
        };
        let (one, two) = (file("one", "[a]"), file("two", "[b]"));
        let files = [("one.xml", "<R><id>a</id></R>"), ("two.xml", "<R><id>b</id></R>")];
        let report = check_all(&[("one.yaml", &one), ("two.yaml", &two)], &files);
        assert_eq!(report_lines(&report), Vec::<String>::new());
        let expected = [
            "one-files one.xml:1:8 \"a\"",
            "two-expression one.xml:1:8 \"a\"",
            "two-function one.xml:1:8 \"a\"",
            "two-list one.xml:1:8 \"a\"",
            "one-expression two.xml:1:8 \"b\"",
            "one-function two.xml:1:8 \"b\"",
            "one-list two.xml:1:8 \"b\"",
            "two-files two.xml:1:8 \"b\"",
            "two-filter two.xml:1:8 \"b\"",
        ];
        assert_eq!(found(&report), expected);
    }

    #[test]
    fn collections_of_another_file_cannot_be_named() {
        let rules = [
            ("one.yaml", "collections: {ids: [a]}\nrules: [{name: r, rpath: x, xpath: R/id, condition: [Exist]}]"),
            ("two.yaml", "rules: [{name: s, rpath: x, xpath: R/id, condition: [Exist in, artfunc_ids]}]"),
        ];
        let actual = report_lines(&check_all(&rules, &[("a.xml", "<R><id>a</id></R>")]));
        assert!(actual[0].starts_with("problem two.yaml:1:64 (s) there is no collection `ids`"), "{actual:?}");
    }

    #[test]
    fn files_that_extend_a_file_can_use_its_collections() {
        const BASE: &str = "collections: {ids: [a]}\nrules: []";
        const RULE: &str = "rules: [{name: r, rpath: x, xpath: R/id, condition: [Exist in, artfunc_ids]}]";
        let files = tree(&[("a.xml", "<R><id>a</id><id>b</id></R>")]);
        let extends = |names: &str, more: &str| format!("extends: [{names}]\n{more}{RULE}");
        for (main, others, expected) in [
            (extends("base.yaml", ""), vec![("base.yaml", BASE)], vec!["r a.xml:1:18 \"b\""]),
            // Through another file.
            (
                extends("mid.yaml", ""),
                vec![("mid.yaml", "extends: base.yaml\nrules: []"), ("base.yaml", BASE)],
                vec!["r a.xml:1:18 \"b\""],
            ),
            // Its own hides that of the other.
            (extends("base.yaml", "collections: {ids: [b]}\n"), vec![("base.yaml", BASE)], vec!["r a.xml:1:8 \"a\""]),
            // The same file by two ways is no clash.
            (
                extends("base.yaml, mid.yaml", ""),
                vec![("mid.yaml", "extends: base.yaml\nrules: []"), ("base.yaml", BASE)],
                vec!["r a.xml:1:18 \"b\""],
            ),
        ] {
            let mut rules = vec![("main.yaml", main.as_str())];
            rules.extend(others);
            let report = check_by(&checker(&rules), &files);
            assert_eq!(
                (found(&report), report.problems().len()),
                (expected.iter().map(|it| (*it).to_owned()).collect(), 0),
                "{main}"
            );
        }
    }

    #[test]
    fn ambiguous_collections_of_extended_files_are_refused_if_used() {
        let named =
            "extends: [a.yaml, b.yaml]\nrules: [{name: r, rpath: x, xpath: R/id, condition: [Exist in, artfunc_ids]}]";
        let unnamed = "extends: [a.yaml, b.yaml]\nrules: [{name: r, rpath: x, xpath: R/id, condition: [Exist]}]";
        let files = tree(&[("a.xml", "<R><id>a</id></R>")]);
        for (main, problems) in [(named, 1), (unnamed, 0)] {
            let rules = [
                ("main.yaml", main),
                ("a.yaml", "collections: {ids: [a]}\nrules: []"),
                ("b.yaml", "collections: {ids: [b]}\nrules: []"),
            ];
            let report = check_by(&checker(&rules), &files);
            assert_eq!(report.problems().len(), problems, "{:?}", report_lines(&report));
        }
    }
}

/// Filters of collections work as those of rules do, whatever the collection is made of; what a collection does not know is a
/// problem, and its rules do not run.
#[test]
fn collection_filter_ignored() {
    let of = |collection: &str| {
        let rules = format!(
            "collections:\n  c: {collection}\nrules: [{{name: r, rpath: '\\.xml$', xpath: R/use, condition: [Exist in, artfunc_c]}}]"
        );
        let files = [
            ("g/a.xml", "<R><id>ui_a</id><id>dev_b</id><use>ui_a</use><use>dev_b</use></R>"),
            ("lines.txt", "ui_a\ndev_b\n"),
        ];
        let report = check(&tree(&files), "rules.yaml", &rules);
        let actual = report_lines(&report).into_iter().filter(|line| line.starts_with("problem")).collect::<Vec<_>>();
        (found(&report), actual)
    };
    let dev = vec!["r g/a.xml:1:51 \"dev_b\"".to_owned()];
    for collection in [
        "{rpath: 'xml$', xpath: R/id, filter: '^ui_'}",
        "{rpath: 'xml$', xpath: R/id, not_filter: dev}",
        "{rpath: 'xml$', xpath: R/id, filter: _, not_filter: '^dev'}",
        "{file: lines.txt, filter: '^ui_'}",
        "{file: lines.txt, Filter: '^ui_'}",
    ] {
        assert_eq!(of(collection), (dev.clone(), vec![]), "{collection}");
    }
    assert_eq!(of("{rpath: 'xml$', xpath: R/id, filter: null, not_filter: ''}"), (vec![], vec![]));
    for (collection, problem) in [
        (
            "{rpath: 'xml$', xpath: R/id, filtr: '^ui_'}",
            "problem rules.yaml:2:35 unknown key `filtr`; did you mean `filter`?",
        ),
        ("{rpath: 'xml$', xpath: R/id, subfilter: x}", "problem rules.yaml:2:35 unknown key `subfilter`"),
        ("{rpath: 'xml$', xpath: R/id, filter: '(ui'}", "problem rules.yaml:2:4"),
        (
            "{rpath: 'xml$', xpath: R/id, filter: artfunc_f}",
            "problem rules.yaml:2:43 a filter of a collection must be a regular",
        ),
        ("{rpath: 'xml$', xpath: R/id, filter: [ui]}", "problem rules.yaml:2:43 `filter` must be a regular expression"),
    ] {
        let (findings, actual) = of(collection);
        assert_eq!(findings, Vec::<String>::new(), "{collection}");
        assert!(actual[0].starts_with(problem), "{collection}: {actual:?}");
        assert!(actual[1].contains("the collection `c` cannot be used, so this rule is not run"), "{actual:?}");
    }
}

/// Rules that nothing can fail, or no value of the kinds that came, are not green.
mod greens {
    use assay_engine::report::{Reason, RuleState};

    use super::{check, report_lines, tree};

    const XML: &str = "<M><Name a='x ' sizes='1'>Lamp_01</Name><N>9000</N></M>";
    const JSON: &str = "{\"Name\": \"Lamp_01\", \"N\": 9000}";

    /// The warnings on a rule over a file, and its state.
    fn warnings(head: &str, path: &str, document: &str, rule: &str) -> (Vec<String>, RuleState) {
        let rules = format!("{head}\nrules: [{{name: n, rpath: '^/m', {rule}}}]");
        let report = check(&tree(&[(path, document)]), "rules.yaml", &rules);
        (report_lines(&report), report.stats().rules[0].state)
    }

    #[test]
    fn vacuous_conditions_are_reported_and_do_not_pass() {
        for (head, rule, expected) in [
            (
                "",
                "xpath: M/Name, condition: [Not exist in, []]",
                "no value can fail this condition, because the list is empty",
            ),
            ("", "xpath: M/Name, condition: [Not exist in, '[]']", "because the list is empty"),
            (
                "collections: {c: []}",
                "xpath: M/Name, condition: [Not exist in, artfunc_c]",
                "because the collection `c` is empty",
            ),
            (
                "",
                "xpath: M/Name, condition: ['!=', 'Lamp_01 ']",
                "no value can equal `Lamp_01 `: it begins or ends with white space",
            ),
            ("", "xpath: M/Name, condition: ['!=', ' Lamp_01']", "it begins or ends with white space"),
            ("", "xpath: M/Name, condition: [Not exist in, ['a ', 'b ']]", "no value can equal an element of the list"),
            (
                "",
                "xpath: M/Name, condition: ['!=', 'Lamp*']",
                "no value can equal `Lamp*`, which is compared as an exact string",
            ),
            ("", "xpath: M/Name, condition: ['!=', '*_01']", "no value can equal `*_01`"),
            (
                "collections: {c: ['^Lamp', 'meshes/Lamp*']}",
                "xpath: M/Name, condition: [Not exist in, artfunc_c]",
                "no value can equal an element of `c`",
            ),
            (
                "",
                "xpath: M/N, condition: ['<=', .inf]",
                "every value is a number, and no number can fail this condition",
            ),
            ("", "xpath: M/N, condition: ['<', .inf]", "every value is a number"),
            ("", "xpath: M/Name, condition: ['!=', 'Lamp_0?']", "no value can equal `Lamp_0?`"),
            (
                "",
                "xpath: M/Name, condition: [Not exist in, ['Lamp_??', 'L*_?']]",
                "no value can equal an element of the list",
            ),
            ("", "xpath: M/Name, condition: [Satisfy the expression, 'd not in []']", "because the list is empty"),
            (
                "",
                "xpath: M/Name, condition: [Satisfy the expression, 'd not in [] or d == \"x\"']",
                "because the list is empty",
            ),
            ("", "xpath: M/N, condition: ['>=', -.inf]", "every value is a number"),
            (
                "",
                "xpath: 'M.Nam!=Lamp_01,N', condition: [Exist]",
                "no node has `Nam`, so this test with `!=` is true for every node; did you mean `Name`?",
            ),
            ("", "xpath: 'M/Name[@size!=x]', condition: [Exist]", "no node has `@size`"),
        ] {
            let (warnings, state) = warnings(head, "m.xml", XML, rule);
            assert!(
                warnings.iter().any(|line| line.starts_with("warning") && line.contains(expected)),
                "{rule}: {warnings:?}"
            );
            assert_eq!(state, RuleState::Unchecked(Reason::NoVerdict), "{rule}");
        }
    }

    #[test]
    fn conditions_that_can_fail_are_not_reported() {
        for (head, path, rule) in [
            ("", "m.xml", "xpath: M/Name, condition: [Not exist in, [Lamp_02]]"),
            ("", "m.xml", "xpath: M/Name, condition: ['!=', Lamp_02]"),
            ("", "m.xml", "xpath: M/Name, condition: [Not exist in, ['Lamp*', Lamp_02]]"),
            // An attribute, and a text of JSON, may have white space at its ends.
            ("", "m.xml", "xpath: 'M/Name:a', condition: ['!=', 'y ']"),
            ("", "m.json", "xpath: '*/Name', condition: ['!=', 'Lamp ']"),
            // A value that is no number fails; some are none.
            ("", "m.json", "xpath: '*/N', condition: ['<=', 1e9]"),
            // A package and a kind of data, whose names have a star of their own.
            ("", "m.xml", "xpath: M/Name, condition: ['!=', 'com.example.*']"),
            ("", "m.xml", "xpath: M/Name, condition: ['!=', 'image/*']"),
            ("", "m.xml", "xpath: M/Name, condition: ['!=', '*']"),
            // A question is none of a name.
            ("", "m.xml", "xpath: M/Name, condition: ['!=', 'Ready?']"),
            ("", "m.xml", "xpath: M/Name, condition: ['!=', 'What is it? 1']"),
            // Nodes may lack the name of a test, if it is like no other.
            ("", "m.xml", "xpath: 'M.Hidden!=true,N', condition: [Exist]"),
            ("", "m.xml", "xpath: 'M.Name!=Lamp_02,N', condition: [Exist]"),
            ("collections: {c: [Lamp_02]}", "m.xml", "xpath: M/Name, condition: [Not exist in, artfunc_c]"),
        ] {
            let document = if path == "m.xml" { XML } else { JSON };
            let (warnings, state) = warnings(head, path, document, rule);
            assert_eq!((warnings, state), (vec![], RuleState::Passed), "{rule}");
        }
        let document = "<M><Name>Lamp_*</Name><N>many</N></M>";
        for rule in ["xpath: M/Name, condition: ['!=', 'Lam*']", "xpath: M/Name, condition: [Not exist in, ['Lam*']]"] {
            assert_eq!(warnings("", "m.xml", document, rule), (vec![], RuleState::Passed), "{rule}");
        }
        assert_eq!(warnings("", "m.xml", document, "xpath: M/N, condition: ['<=', .inf]").1, RuleState::Failed);
    }

    #[test]
    fn an_empty_extends_is_a_warning() {
        for head in ["extends:", "extends: []", "extends: ''", "extends: ~"] {
            let (actual, _) = warnings(head, "m.xml", XML, "xpath: M/N, condition: ['>', 1]");
            let expected = "warning rules.yaml:1:1 `extends` names no rule file, so none is read; name a rule file, or remove the key";
            assert_eq!(actual, [expected], "{head}");
        }
    }
}

/// A file that cannot be read changes no message: what a baseline lists stays hidden, and the report says that it is incomplete.
#[test]
fn baseline_and_broken_file() {
    const RULES: &str = r"
collections:
  ids: {rpath: 'json$', xpath: '*,id'}
rules:
  - name: by-script
    rpath: json$
    xpath: '*,id'
    condition: [func_once]
    func_str: |
      fn once(data, filepath, condition) {
        let failed = [];
        for d in data { if ids.paths(d).len() > 1 { failed.push(finding(d, `${d} is in several files`)); } }
        failed
      }
  - {name: by-message, rpath: json$, xpath: '*,id', message: '{value} again', condition: [Satisfy the expression, 'len(ids.paths(d)) == 1']}
";
    let sound = [("one.json", "[{\"id\": \"a\"}, {\"id\": \"b\"}]"), ("two.json", "[{\"id\": \"a\"}]")];
    let mut broken = sound.to_vec();
    broken.push(("three.json", "[{\"id\": \"c\""));
    let before = check(&tree(&sound), "rules.yaml", RULES);
    let mut after = check(&tree(&broken), "rules.yaml", RULES);
    assert_eq!(before.findings().len(), 4);
    let plain = |finding: &Finding| Finding { incomplete: false, ..finding.clone() };
    assert_eq!(after.findings().iter().map(plain).collect::<Vec<_>>(), before.findings());
    assert!(after.findings().iter().all(|finding| finding.incomplete));
    assert!(before.findings().iter().all(|finding| !finding.incomplete));
    let text = baseline_of(&before, None);
    let file = RuleFile { path: "known.json".to_owned(), text };
    Baseline::read(&file).expect("it is a baseline").hide(&mut after);
    assert_eq!(found(&after), Vec::<String>::new());
    assert_eq!(after.problems().len(), 1);
}
