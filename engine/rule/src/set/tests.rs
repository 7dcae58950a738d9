use assay_report::Diagnostics;
use assay_store::{CollectionId, CollectionNames, Demand, ListId};

use super::super::{CollectionOrigin, SelectedFiles, TestFile};
use super::{RuleFile, RuleSet, resolve_beside};

const BODY: &str = "{rpath: ., xpath: a, condition: [Exist]}";

/// Loads the first of `files`, which can read the other files.
fn load(files: &[(&str, &str)]) -> (RuleSet, Diagnostics) {
    let (path, text) = files[0];
    let read = |path: &str| files[1..].iter().find(|(known, _)| *known == path).map(|(_, text)| (*text).to_owned());
    RuleSet::load(&[RuleFile { path: path.to_owned(), text: text.to_owned() }], &read)
}

fn names(set: &RuleSet) -> Vec<&str> {
    set.rules().iter().map(super::Rule::name).collect()
}

fn codes(out: &Diagnostics) -> Vec<&str> {
    out.problems.iter().map(|problem| problem.code.as_str()).collect()
}

#[test]
fn regex_300() {
    let rule = |name: usize, pattern: &str| format!("r{name}: {{rpath: '{pattern}', xpath: a, condition: [Exist]}}\n");
    let large = |number: usize| format!("(?:x{{900}}y{number}){{50}}|a");
    let different: String = (0..300).map(|number| rule(number, &large(number))).collect();
    let (set, out) = load(&[("r.yaml", &different)]);
    let count = set.rules().len();
    assert!((200..300).contains(&count), "{count}");
    assert_eq!(codes(&out), vec!["pattern-too-large"; 300 - count]);
    let first = format!("r{count}");
    assert_eq!(out.problems[0].rule.as_deref(), Some(&*first));
    let equal: String = (0..300).map(|number| rule(number, &large(0))).collect();
    let (set, out) = load(&[("r.yaml", &equal)]);
    assert_eq!((set.rules().len(), codes(&out)), (300, Vec::new()));
}

mod extends {
    use super::{BODY, RuleFile, RuleSet, codes, load, names, resolve_beside};

    #[test]
    fn paths_are_relative_to_their_file() {
        for (file, path, seen) in [
            ("r.yaml", "base.yaml", "base.yaml"),
            ("r.yaml", "./x/../base.yaml", "base.yaml"),
            ("r.yaml", "../base.yaml", "../base.yaml"),
            ("a/b/r.yaml", "../base.yaml", "a/base.yaml"),
            ("a/r.yaml", "..\\base.yaml", "base.yaml"),
            ("a/r.yaml", "../../base.yaml", "../base.yaml"),
            ("../pack/r.yaml", "base.yaml", "../pack/base.yaml"),
            ("../pack/r.yaml", "../../base.yaml", "../../base.yaml"),
            ("/pack/a/r.yaml", "../base.yaml", "/pack/base.yaml"),
            ("/r.yaml", "base.yaml", "/base.yaml"),
            ("C:/pack/r.yaml", "base.yaml", "C:/pack/base.yaml"),
            ("a/r.yaml", "/base.yaml", "/base.yaml"),
            ("a/r.yaml", "D:/base.yaml", "D:/base.yaml"),
        ] {
            assert_eq!(resolve_beside(file, path), seen, "{path} from {file}");
        }
    }

    #[test]
    fn extended_rules_come_first_and_each_file_is_read_once() {
        let (set, out) = load(&[
            ("p/r.yaml", &format!("extends: [a.yaml, sub/b.yaml, ./a.yaml]\nrules: {{r: {BODY}}}")),
            ("p/a.yaml", &format!("a: {BODY}")),
            ("p/sub/b.yaml", &format!("extends: ../a.yaml\nrules: {{b: {BODY}}}")),
        ]);
        assert_eq!(codes(&out), [""; 0]);
        assert_eq!(names(&set), ["a", "b", "r"]);
        let files: Vec<&str> = set.files().iter().map(|file| file.path.as_str()).collect();
        assert_eq!(files, ["p/a.yaml", "p/sub/b.yaml", "p/r.yaml"]);
    }

    #[test]
    fn a_given_file_is_not_read_again() {
        let file = |path: &str, text: String| RuleFile { path: path.to_owned(), text };
        let given = [
            file("p\\r.yaml", format!("extends: a.yaml\nrules: {{r: {BODY}}}")),
            file("p/a.yaml", format!("a: {BODY}")),
            file("./p/r.yaml", String::new()),
        ];
        let read = |path: &str| {
            assert!(path.contains("p/pack."), "asked for {path}");
            None
        };
        let (set, out) = RuleSet::load(&given, &read);
        assert_eq!((names(&set), codes(&out)), (vec!["a", "r"], vec![]));
    }

    #[test]
    fn a_cycle_is_a_problem_and_the_rules_run() {
        let (set, out) = load(&[
            ("r.yaml", &format!("extends: a.yaml\nrules: {{r: {BODY}}}")),
            ("a.yaml", &format!("extends: r.yaml\nrules: {{a: {BODY}}}")),
        ]);
        assert_eq!((names(&set), codes(&out)), (vec!["a", "r"], vec!["extends-cycle"]));
        assert_eq!(out.problems[0].path.as_deref(), Some("a.yaml"));
        assert_eq!(out.problems[0].message, "`r.yaml` extends this file, so this file cannot extend it");
    }

    #[test]
    fn depth_is_limited() {
        let read = |path: &str| {
            let number: usize = path.trim_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
            Some(format!("extends: {}.yaml\nrules: {{r{number}: {BODY}}}", number + 1))
        };
        let first = RuleFile { path: "0.yaml".to_owned(), text: "extends: 1.yaml".to_owned() };
        let (set, out) = RuleSet::load(&[first], &read);
        assert_eq!((set.rules().len(), codes(&out)), (31, vec!["extends-depth"]));
    }

    #[test]
    fn equal_names_in_two_files_are_a_problem() {
        let (set, out) =
            load(&[("r.yaml", &format!("extends: a.yaml\nrules: {{x: {BODY}}}")), ("a.yaml", &format!("\nx: {BODY}"))]);
        assert_eq!((names(&set), codes(&out)), (vec!["x"], vec!["rule-repeated-name"]));
        assert_eq!(out.problems[0].message, "there is a rule `x` already, in a.yaml:2; this one is not run");
        assert_eq!(out.problems[0].path.as_deref(), Some("r.yaml"));
    }
}

mod collections {
    use super::{BODY, CollectionId, CollectionOrigin, ListId, SelectedFiles, codes, load};

    #[test]
    fn each_collection_has_an_origin() {
        let yaml = format!(
            "collections:\n  a: [x, 5, 1.50, true]\n  b: {{file: lists/b.txt}}\n  c: {{file: c.txt}}\n  \
             d: {{RPATH: e, xpath: {{file.name}}}}\n  e: []\nrules: {{r: {BODY}}}"
        );
        let (set, out) = load(&[("p/r.yaml", &yaml), ("p/lists/b.txt", "# all\nx\n\n y \n")]);
        assert_eq!(codes(&out), [""; 0]);
        let names: Vec<&str> = set.collections().iter().map(super::super::RuleCollection::name).collect();
        assert_eq!(names, ["a", "b", "c", "d", "e"]);
        let origin = |at: usize| set.collections()[at].origin();
        let values = |at: usize| match origin(at) {
            CollectionOrigin::Values(values) => values.join("|"),
            other => panic!("{other:?}"),
        };
        assert_eq!((values(0), values(1), values(4)), ("x|5|1.50|true".into(), "x|y".into(), String::new()));
        assert!(matches!(origin(2), CollectionOrigin::Pending { path } if path == "p/c.txt"));
        assert!(
            matches!(origin(3), CollectionOrigin::Extracted { rpath, xpath } if rpath.source() == "e" && xpath.source() == "{file.name}")
        );
        assert_eq!(set.collection_site(&set.collections()[2]).region.start.line, 4);
    }

    #[test]
    fn numbers_of_collections_skip_invalid_ones() {
        let yaml = "collections:\n  a: 5\n  b: [x]\n  res_store.ilevels: []\n  b: []\n  c: [y]\nrules:\n  \
                    r: {rpath: artfunc_c, xpath: a, condition: [Exist in, artfunc_b]}";
        let (set, out) = load(&[("r.yaml", yaml)]);
        assert_eq!(codes(&out), ["collection-kind", "collection-built-in", "collection-repeated"]);
        let rule = &set.rules()[0];
        assert!(matches!(rule.rpath(), SelectedFiles::Collection(CollectionId::Own(ListId(1)))));
        assert_eq!(rule.condition().collection(), Some(CollectionId::Own(ListId(0))));
        assert_eq!(set.collections()[1].name(), "c");
    }

    #[test]
    fn collections_of_an_extended_file_can_be_used() {
        let rule = "rules: {r: {rpath: artfunc_a, xpath: a, condition: [Exist]}}";
        let (set, out) = load(&[("r.yaml", &format!("extends: a.yaml\n{rule}")), ("a.yaml", "collections: {a: [x]}")]);
        assert_eq!((set.rules().len(), codes(&out)), (1, vec![]));
    }

    #[test]
    fn built_in_collections_are_read_only_for_rules_that_use_them() {
        let demand = |rule: &str| {
            let (set, out) = load(&[("r.yaml", &format!("r: {{{rule}}}\ns: {{rpath: [], enabled: false}}"))]);
            assert_eq!(codes(&out), [""; 0]);
            let demand = set.demand();
            (demand.needs_file("resource.repository"), demand.needs_file("a.iworld"))
        };
        assert_eq!(demand("rpath: ., xpath: a, condition: [Exist]"), (false, false));
        assert_eq!(demand("rpath: artfunc_res_store.ilevels, xpath: a, condition: [Exist]"), (false, true));
        assert_eq!(demand("rpath: ., xpath: a, condition: [Exist in, artfunc_res_store.res_in_repo]"), (true, false));
    }
}

/// The two rules as printed in the documentation of the art checker, with their indentation and typographic quotes.
#[test]
fn printed_rules_can_be_loaded() {
    let unique = "    rpath: .*Repository.*resource.repository\n    xpath: */Items/Item/GUID\n    condition: \
                  [\u{2018}Satisfy the expression','d in res_filter.ALL_RES and len(res_filter.ALL_RES[d]) == 1']\n    ";
    let (set, out) = load(&[("unique.yaml", unique)]);
    assert_eq!((names(&set), codes(&out)), (vec!["unique.yaml#1"], vec![]));
    assert!(set.rules()[0].demand().needs_file("resource.repository"));

    let faces = "    rpath: .*Repository.*resource.repository\n    xpath: */Items/Item.Type==Model,GUID\n    filter: \
                 artfunc_res_filter.guidToRealPath\n    subxpath: */ModelInfo/Root/Entity/NumFaces\n    condition: \
                 [\"<=\",  5000 ]\n    ";
    let (set, out) = load(&[("faces.yaml", faces)]);
    assert_eq!((names(&set), codes(&out)), (vec!["faces.yaml#1"], vec![]));
    assert_eq!((out.warnings.len(), out.hints.len()), (1, 3));
    let rule = &set.rules()[0];
    assert_eq!(rule.xpath().source(), "*/Items/Item.Type==Model,GUID");
    assert_eq!(rule.sub().unwrap().xpath.source(), "*/ModelInfo/Root/Entity/NumFaces");
    assert_eq!(rule.demand(), Demand::of(CollectionNames::new().resolve("res_store.res_in_disk").unwrap()));
}

#[test]
fn no_rule_files_are_a_problem() {
    let (_, out) = RuleSet::load(&[], &|_| None);
    assert_eq!(codes(&out), ["no-rule-files"]);
}

#[test]
fn a_rule_keeps_all_fields_of_its_file() {
    let yaml = "\
- Name: r
  SEVERITY: Warning
  description: what
  why: [a, b]
  tags: [x, 5]
  url: ~
  message: '{value}!'
  rpath: a
  not_rpath: b
  xpath: a,b
  filter: c
  not_filter: d
  subxpath: e
  subfilter: f
  condition: [Exist]
";
    let (set, out) = load(&[("r.yaml", yaml)]);
    assert_eq!(out, Diagnostics::default());
    let rule = &set.rules()[0];
    assert_eq!((rule.name(), rule.severity().to_string()), ("r", "warning".to_owned()));
    assert_eq!(rule.display_field("description").as_deref(), Some("what"));
    assert_eq!(
        (rule.display_field("why").as_deref(), rule.display_field("url"), rule.tags()),
        (Some("a, b"), None, &["x".to_owned(), "5".to_owned()][..])
    );
    assert!(matches!(rule.rpath(), SelectedFiles::Pattern(pattern) if pattern.source() == "a"));
    assert_eq!(rule.not_rpath().map(assay_document::text::Pattern::source), Some("b"));
    assert!(rule.filter().is_some() && rule.not_filter().is_some() && rule.message().is_some());
    let sub = rule.sub().unwrap();
    assert_eq!((rule.xpath().source(), sub.xpath.source(), sub.filter.is_some()), ("a,b", "e", true));
    let line = |field: &str| set.site(rule, field).region.start.line;
    assert_eq!((line("xpath"), line("condition"), line("func_str"), line("name")), (10, 15, 1, 1));
    assert_eq!(set.site(rule, "filter").excerpt.text, "  filter: c");
}

#[test]
fn a_number_with_too_many_digits_is_a_string() {
    let hash = "0xda39a3ee5e6b4b0d3255bfef95601890afd80709";
    for condition in [format!("['==', {hash}]"), format!("[Not exist in, [{hash}]]")] {
        let (_, out) = load(&[("r.yaml", &format!("[{{name: r, rpath: ., xpath: a, condition: {condition}}}]"))]);
        assert_eq!(out, Diagnostics::default(), "{condition}");
    }
}

#[test]
fn an_optional_field_may_be_empty() {
    let yaml = "r:\n  rpath: a\n  xpath: a\n  condition: [Exist]\n  severity:\n  message: ''\n  tags: []\n  \
                filter: null\n  not_filter: ~\n  not_rpath: \"\"\n  subxpath:\n  subfilter: ''\n  func_str: ''\n  \
                enabled:\n  fixable: {}\n";
    let (set, out) = load(&[("r.yaml", yaml)]);
    assert_eq!(out, Diagnostics::default());
    let rule = &set.rules()[0];
    assert!(rule.filter().is_none() && rule.sub().is_none() && rule.message().is_none() && rule.tags().is_empty());
}

#[test]
fn a_rule_that_is_off_is_not_validated() {
    for off in ["false", "False", "'false'", "no", "off", "\"OFF\""] {
        let (set, out) = load(&[(
            "r.yaml",
            &format!(
                "ok: {BODY}\nr:\n  enabled: {off}\n  xpath: '['\n  xpath: 5\n  colour: red\n  filter: *x\nok: {{enabled: no}}\n"
            ),
        )]);
        assert_eq!((names(&set), out), (vec!["ok"], Diagnostics::default()), "{off}");
    }
    for on in ["true", "yes", "'on'", "null"] {
        let (_, out) = load(&[("r.yaml", &format!("r:\n  enabled: {on}\n"))]);
        assert_eq!(out.problems.len(), 3, "{on}");
    }
}

#[test]
fn generated_names_count_all_rules_of_the_file() {
    let yaml = format!("rules:\n- {BODY}\n- 5\n- {{enabled: false}}\n- {{name: x}}\n- {BODY}\n");
    let (set, out) = load(&[("p/q/rules.yaml", &yaml)]);
    assert_eq!(names(&set), ["rules.yaml#1", "rules.yaml#5"]);
    assert_eq!(out.warnings.len(), 2);
    assert_eq!(out.problems.len(), 4);
}

#[test]
fn all_forms_of_a_file_have_the_same_rules() {
    let rule = "name: r, rpath: ., xpath: a, condition: [Exist]";
    for (yaml, hints) in [
        (format!("rules: [{{{rule}}}]"), 0),
        (format!("RULES:\n- {{{rule}}}"), 0),
        (format!("- {{{rule}}}"), 0),
        (format!("r: {BODY}"), 0),
        (format!("rules: {{r: {BODY}}}"), 0),
        (format!("rules: {{{rule}}}"), 0),
        (format!("{{{rule}}}"), 1),
        (format!("collections: {{a: [x]}}\nr: {BODY}"), 0),
        ("name: r\nrpath: .\nxpath: a\ncondition: [Exist]\ntests: []\n".to_owned(), 1),
        ("  name: r\n  rpath: .\n  xpath: a\n  condition: [Exist]\n".to_owned(), 1),
    ] {
        let (set, out) = load(&[("r.yaml", &yaml)]);
        assert_eq!((names(&set), codes(&out), out.hints.len()), (vec!["r"], vec![], hints), "{yaml}");
        assert_eq!(out.warnings, [], "{yaml}");
    }
    // A rule may have the name of a key of the file.
    let (set, out) = load(&[("r.yaml", &format!("tests: {BODY}\nxpath: {BODY}\n"))]);
    assert_eq!((names(&set), codes(&out)), (vec!["tests", "xpath"], vec![]));
}

#[test]
fn json_and_yaml_have_the_same_rules() {
    let json = r#"{"rules": [{"name": "r", "rpath": "\\.xml$", "xpath": "*/A", "condition": ["Exist"],},], /* c */}"#;
    let (set, out) = load(&[("r.json", json)]);
    assert_eq!(out, Diagnostics::default());
    assert!(matches!(set.rules()[0].rpath(), SelectedFiles::Pattern(pattern) if pattern.source() == "\\.xml$"));
}

#[test]
fn tests_are_read_with_their_expectations() {
    use assay_report::Value;
    let yaml = format!(
        "r: {BODY}\ns: {BODY}\ntests:\n- name: fails\n  files: {{/s/a.xml: <A/>, b.xml: }}\n  expect:\n  \
         - {{rule: r, path: s\\a.xml, line: 3, value: 5, message: m}}\n  - {{rule: r, path: b.xml, value: null}}\n  \
         - {{rule: r, path: b.xml, value: {{A: [x, 1], B: []}}}}\n- {{files: {{}}, expect: []}}\n"
    );
    let (set, out) = load(&[("p/r.yaml", &yaml)]);
    assert_eq!(out, Diagnostics::default());
    let [fails, clean] = set.tests() else { panic!("{:?}", set.tests()) };
    assert_eq!((fails.name.as_str(), clean.name.as_str()), ("fails", "r.yaml:10"));
    let files = [("s/a.xml".to_owned(), b"<A/>".to_vec().into()), ("b.xml".to_owned(), TestFile::default())];
    assert_eq!(fails.files, files);
    assert_eq!((&clean.files[..], clean.expect.len()), (&[][..], 0));
    let findings: Vec<_> = fails.expect.iter().map(|expected| &expected.finding).collect();
    let [first, second, third] = findings[..] else { panic!("{findings:?}") };
    assert_eq!((first.rule.as_str(), first.path.as_str(), first.line), ("r", "s/a.xml", Some(3)));
    assert_eq!((&first.value, first.message.as_deref()), (&Some(Value::Number("5".to_owned())), Some("m")));
    assert_eq!((&second.value, second.line, &second.message), (&Some(Value::Null), None, &None));
    assert_eq!(third.value.as_ref().unwrap().to_string(), r#"{"A":["x",1],"B":[]}"#);
}

/// In any file, each rule that is on either runs or is named by a problem.
#[test]
fn no_rule_is_dropped_without_a_problem() {
    const PARTS: &[&str] = &[
        "name: r",
        "rpath: a",
        "rpath: '('",
        "rpath: artfunc_a",
        "xpath: a",
        "xpath: a//",
        "xpath: *a",
        "xpath:",
        "xpath: [a]",
        "condition: [Exist]",
        "condition: [Exist]",
        "condition: Exist",
        "condition: [!x]",
        "condition: [*x]",
        "filter: x",
        "filter: artfunc_x",
        "not_filter: artfunc_x",
        "subxpath: a",
        "subfilter: b",
        "func_str: f",
        "colour: red",
        "rpath: &x a",
        "<<: {a: b}",
        "enabled: 5",
        "message: '{x}'",
        "tags: [[a]]",
        "? [a]\n  : b",
    ];
    let mut seed = 7u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(seed >> 33).unwrap() % below
    };
    for _ in 0..2000 {
        let mut yaml = "- rpath: a\n  xpath: a\n  condition: [Exist]\n".to_owned();
        for _ in 0..=random(3) {
            let fields: Vec<&str> = (0..=random(6)).map(|_| PARTS[random(PARTS.len())]).collect();
            yaml = format!("{yaml}- {}\n", fields.join("\n  "));
        }
        let (set, out) = load(&[("r.yaml", &yaml)]);
        let file = super::FileText::new("r.yaml", &yaml);
        for spec in crate::file::FileSpec::read(&file, &mut Diagnostics::default()).rules {
            let is_named = |name: &str| out.problems.iter().any(|problem| problem.rule.as_deref() == Some(name));
            assert!(names(&set).contains(&spec.called.as_str()) || is_named(&spec.called), "{}\n{yaml}", spec.called);
        }
    }
}
