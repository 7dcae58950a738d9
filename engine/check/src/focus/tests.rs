use std::collections::BTreeSet;

use assay_report::{Finding, Least, Problem, Reason, Report, RuleState, Severity};
use proptest::prelude::*;

use crate::fixture::{RULES, files, run_over};

/// Returns the report over these files, some of which the user named.
fn focused(rules: &str, files: &[(String, String)], named: &[&str], parts: usize) -> Report {
    run_over(rules, files, parts, |run| run.focus(named.iter().map(|&path| path.to_owned()).collect()))
}

fn owned(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect()
}

/// Returns the findings without the values that led to them. If several values lead to a finding, one in a named file
/// is reported.
fn without_via(findings: &[&Finding]) -> Vec<Finding> {
    findings.iter().map(|&finding| Finding { via: None, ..finding.clone() }).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn named_files_have_the_findings_of_a_whole_run(
        files in files(), picks in prop::collection::vec(any::<prop::sample::Index>(), 0..4), workers in 1..4usize,
    ) {
        let whole = run_over(RULES, &files, workers, |_| {});
        let named: BTreeSet<&str> =
            picks.iter().filter(|_| !files.is_empty()).map(|pick| pick.get(&files).0.as_str()).collect();
        let named: Vec<&str> = named.into_iter().collect();
        let report = focused(RULES, &files, &named, workers);
        // Several files may contain a value that names a file. The finding is reported for the first of them.
        let leads = |path: &str, to: &str| {
            files.iter().any(|(file, text)| file == path && text.contains(&format!("<Uses>{to}</Uses>")))
        };
        let is_of = |finding: &&Finding| {
            named.iter().any(|path| *path == finding.path || finding.via.is_some() && leads(path, &finding.path))
        };
        let (whole_findings, findings) = (whole.stored().to_vec(), report.stored().to_vec());
        let expected: Vec<&Finding> = whole_findings.iter().filter(is_of).collect();
        prop_assert_eq!(without_via(&findings.iter().collect::<Vec<_>>()), without_via(&expected));
        let is_known = |problem: &&Problem| whole.problems().iter().any(|known| (&known.code, &known.path, &known.rule) == (&problem.code, &problem.path, &problem.rule));
        let problems: Vec<_> = report.problems().iter().filter(|problem| !is_known(problem)).collect();
        prop_assert!(problems.is_empty(), "{problems:?}");
        // A model that cannot be read may name a named file.
        let is_named = |path: Option<&str>| path.is_some_and(|path| named.contains(&path) || path.starts_with("models/"));
        for problem in whole.problems().iter().filter(|problem| problem.rule.is_none() && is_named(problem.path.as_deref())) {
            prop_assert!(report.problems().contains(problem), "{problem:?} is lost");
        }
        prop_assert_eq!(report.stats().files_named, Some(named.len() as u64));
    }
}

const TWO: &str = r"
- { name: faces, rpath: '\.xml$', xpath: Model/Faces, condition: ['<=', 50] }
- { name: pictures, rpath: '\.tga$', xpath: '{file.size}', condition: ['<=', 50] }
- { name: nowhere, rpath: '\.fbx$', xpath: '{file.size}', condition: ['<=', 50] }
- { name: bare, rpath: '\.xml$', xpath: Model/Bones, condition: ['<=', 50] }
";

const MODEL: &str = "<Model><Faces>9</Faces></Model>";

#[test]
fn rules_for_other_files_are_omitted_and_rules_without_files_are_reported() {
    let files = owned(&[("a.xml", MODEL), ("b.tga", "b")]);
    let report = focused(TWO, &files, &["a.xml"], 1);
    let states: Vec<_> = report.stats().rules.iter().map(|rule| (rule.name.as_str(), rule.state)).collect();
    let no_file = RuleState::Unchecked(Reason::NoFile);
    assert_eq!(states, [("faces", RuleState::Passed), ("nowhere", no_file), ("bare", RuleState::Passed)]);
    let warned: Vec<_> =
        report.warnings().iter().map(|warning| (warning.code.as_str(), warning.rule.as_deref())).collect();
    assert_eq!(warned, [("rule-no-file", Some("nowhere"))]);
    assert_eq!(report.hints(), []);
}

#[test]
fn a_named_file_that_no_rule_selects_is_reported() {
    let files = owned(&[("a.xml", MODEL), ("read.me", ""), ("see.me", "")]);
    for (named, expected, code) in [
        (&["a.xml"][..], None, 0),
        (&["a.xml", "read.me"], Some("no rule looks at `read.me`"), 0),
        (&["read.me", "see.me"], Some("no rule looks at `read.me` and 1 more file"), 2),
        (&[], None, 2),
    ] {
        let report = focused(TWO, &files, named, 1);
        let actual: Vec<_> = report.hints().iter().map(|hint| hint.message.as_str()).collect();
        assert_eq!(actual, Vec::from_iter(expected), "{named:?}");
        assert_eq!(report.exit_code(Severity::Error, Least::Something), code, "{named:?}");
    }
}

#[test]
fn a_named_file_that_does_not_exist_is_a_problem() {
    let report = focused(TWO, &owned(&[("a.xml", MODEL)]), &["A.xml", "a.xml"], 1);
    let actual: Vec<_> =
        report.problems().iter().map(|it| (it.code.as_str(), it.path.as_deref(), it.help.as_deref())).collect();
    assert_eq!(actual, [("file-missing", Some("A.xml"), Some("there is `a.xml`, which differs in letter case"))]);
}

#[test]
fn collections_that_only_other_files_need_are_not_read() {
    let rules = r"
collections:
  names: { rpath: names/, xpath: List/Name }
rules:
  - { name: listed, rpath: '\.txt$', xpath: '{file.name}', condition: [Exist in, artfunc_names] }
  - { name: faces, rpath: '\.xml$', not_rpath: names/, xpath: Model/Faces, condition: ['<=', 50] }
";
    let files = owned(&[("a.xml", MODEL), ("b.xml", "<Model"), ("c.txt", ""), ("names/n.xml", "<List")]);
    assert_eq!(focused(rules, &files, &["a.xml"], 1).problems(), []);
    let report = focused(rules, &files, &["c.txt"], 1);
    let paths: Vec<_> = report.problems().iter().filter_map(|problem| problem.path.as_deref()).collect();
    assert_eq!(paths, ["names/n.xml"]);
}

#[test]
fn damaged_archives_are_reported_if_their_content_is_used() {
    let asking = TWO.to_owned()
        + "- { name: there, rpath: '\\.txt$', xpath: '{file.name}', condition: [func_there], func_str: 'fn there(d, p, c) { if files(`a`).len() > 5 { d } else { [] } }' }\n";
    let files = owned(&[("a.xml", MODEL), ("c.txt", ""), ("p.zip", "no archive")]);
    let exists =
        "- { name: there, rpath: '\\.txt$', xpath: '{file.name}', condition: [Satisfy the expression, 'exists(d)'] }\n";
    for (rules, named, is_reported) in [
        (&*asking, "a.xml", false),
        (&asking, "p.zip", true),
        (&asking, "p.zip!/a.xml", true),
        (&asking, "c.txt", true),
        (exists, "a.xml", false),
        (exists, "c.txt", true),
    ] {
        let report = focused(rules, &files, &[named], 1);
        let actual = report.problems().iter().any(|problem| problem.path.as_deref() == Some("p.zip"));
        assert_eq!(actual, is_reported, "{named}: {:?}", report.problems());
    }
}

#[test]
fn comments_in_other_files_are_not_reported() {
    let comment = "<Model><!-- assay-ignore faces none --><Faces>9</Faces><!-- assay-ignore other none --><A/></Model>";
    let rules = r"
- { name: other, rpath: '^/a/', xpath: Model/Faces, condition: ['<=', 50] }
- { name: faces, rpath: '^/b/', xpath: Model/Faces, condition: ['<=', 50] }
- { name: cited, rpath: '^/a/', xpath: Model/Uses, subxpath: Model/Faces, condition: ['<=', 5] }
";
    let files = owned(&[("a/a.xml", "<Model><Uses>b/b.xml</Uses></Model>"), ("b/b.xml", comment)]);
    let codes = |named: &[&str]| {
        let report = focused(rules, &files, named, 1);
        report.warnings().iter().map(|warning| warning.code.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(codes(&["a/a.xml"]), Vec::<String>::new());
    assert_eq!(
        codes(&["b/b.xml"]),
        ["ignore-unused", "ignore-unused"],
        "also where the rule looks at other files only"
    );
    assert_eq!(focused(rules, &files, &["b/b.xml"], 1).stats().rules[1].files, 1, "the file that leads there");
}

const BASE: &str = "<Definitions xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\
    <Definition xsi:type=\"LampDefinition\"><Id Type=\"Lamp\" Subtype=\"Small\"/><Mass>-6</Mass></Definition></Definitions>";

#[test]
fn definitions_are_checked_merged_and_reported_in_their_files_or_where_they_are_cited() {
    let rules = r"
- { name: mass, rpath: '^/@definitions/Lamp/', xpath: '*/Definition/Mass', condition: ['>', 0] }
- { name: cites, rpath: 'xml$', xpath: M/Uses, subxpath: '*/Definition/Mass', condition: ['>', 0] }
- { name: other, rpath: 'xml$', xpath: M/Faces, condition: ['>', 0] }
";
    let files = owned(&[
        ("assay.yaml", "definitions: {base: game}\n"),
        ("game/a.sbc", BASE),
        ("a.xml", "<M><Uses>@definitions/Lamp/Small.sbc</Uses></M>"),
        ("b.xml", "<M><Faces>2</Faces></M>"),
        ("c.xml", "<M><Uses>@definitions/Lamp/Small.sbc</Uses></M>"),
    ]);
    let found = |named: &[&str]| {
        let report = focused(rules, &files, named, 1);
        assert_eq!(report.warnings(), [], "{named:?}");
        report.stored().iter().map(|finding| format!("{} {}", finding.rule(), finding.path())).collect::<Vec<_>>()
    };
    assert_eq!(found(&["game/a.sbc"]), ["cites game/a.sbc", "mass game/a.sbc"]);
    assert_eq!(found(&["a.xml"]), ["cites game/a.sbc"]);
    assert_eq!(found(&["c.xml"]), ["cites game/a.sbc"], "it is told of the first, and is found again by this one");
    assert_eq!(found(&["b.xml"]), Vec::<String>::new());
}

#[test]
fn warnings_about_rules_are_dropped_for_named_files() {
    let rules = r"
- { name: ordered, rpath: 'xml$', xpath: M/F, condition: ['<=', x9] }
- { name: textless, rpath: 'xml$', xpath: M, condition: [Exist] }
- { name: filtered, rpath: 'xml$', xpath: M/F, filter: a, condition: ['==', a] }
";
    let files = owned(&[("a.xml", "<M>m<F>a</F><F>9</F></M>"), ("b.xml", "<M><F>9</F></M>")]);
    let report = focused(rules, &files, &["b.xml"], 1);
    assert_eq!((report.warnings(), report.hints()), (&[][..], &[][..]));
    assert_eq!(report.exit_code(Severity::Error, Least::Everything), 1, "{:?}", report.stored().to_vec());
}

#[test]
fn a_rule_is_unchecked_if_a_citing_file_cannot_be_read() {
    let rules = "- { name: cites, rpath: '^/m/', xpath: M/Uses, subxpath: P/Size, condition: ['<', 5] }";
    let files = owned(&[("m/a.xml", "<M><Uses>"), ("p.xml", "<P><Size>9</Size></P>")]);
    let report = focused(rules, &files, &["p.xml"], 1);
    assert_eq!(report.problems().len(), 1);
    assert_eq!((report.warnings(), report.hints()), (&[][..], &[][..]));
    assert_eq!(report.stats().rules[0].state, RuleState::Unchecked(Reason::Incomplete));
}

#[test]
fn a_rule_whose_collection_names_no_file_is_reported() {
    let rules = "
collections: { none: { rpath: 'list$', xpath: List/Name } }
rules: [{ name: listed, rpath: artfunc_none, xpath: M, condition: [Exist] }]
";
    let files = |names: &str| owned(&[("a.xml", "<M>m</M>"), ("b.xml", "<M>m</M>"), ("x.list", names)]);
    let states = |names: &str| {
        let report = focused(rules, &files(names), &["a.xml"], 1);
        report.stats().rules.iter().map(|rule| rule.state).collect::<Vec<_>>()
    };
    assert_eq!(states("<List/>"), [RuleState::Unchecked(Reason::NoFile)]);
    assert_eq!(states("<List><Name>b.xml</Name></List>"), []);
    assert_eq!(states("<List><Name>a.xml</Name></List>"), [RuleState::Passed]);
}
