//! Tests of baselines: hidden findings, warnings, and invalid files.

use assay_document::text::Region;
use assay_report::{Diagnostics, Finding, Least, Problem, Report, RuleState, RuleStats, Severity, Stats, Value};
use assay_rule::RuleFile;

use super::{Baseline, baseline_of};

fn finding(path: &str, rule: &str, value: Value) -> Finding {
    Finding {
        rule: rule.to_owned(),
        severity: Severity::Error,
        message: "wrong".to_owned(),
        own_message: false,
        incomplete: false,
        path: path.to_owned(),
        region: Region::START,
        value,
        via: None,
        related: Vec::new(),
        excerpt: None,
    }
}

fn text(value: &str) -> Value {
    Value::Text(value.to_owned())
}

/// A finding with a message from a script.
fn said(message: &str, value: Value) -> Finding {
    Finding { message: message.to_owned(), own_message: true, ..finding("x.xml", "a", value) }
}

/// A run of the rules `a` and `b` over two files.
fn report(findings: Vec<Finding>, problems: Vec<Problem>) -> Report {
    let rule = |name: &str| RuleStats { files: 2, values: 2, ..RuleStats::new(name, Severity::Error) }.all_judged();
    let stats = Stats { rules: vec![rule("a"), rule("b")], ..Stats::default() };
    Report::new(findings, Diagnostics::default(), Diagnostics { problems, ..Diagnostics::default() }, stats)
}

fn file(text: &str) -> RuleFile {
    RuleFile { path: "known.json".to_owned(), text: text.to_owned() }
}

/// Applies a baseline with these entries to `report`.
fn behind(entries: &str, mut report: Report) -> Report {
    let file = file(&format!("{{\"version\": 1, \"findings\": [{entries}]}}"));
    Baseline::read(&file).expect("it can be read").hide(&mut report);
    report
}

fn warnings(report: &Report) -> Vec<String> {
    report.warnings().iter().map(|warning| format!("{} {}", warning.code, warning.message)).collect()
}

#[test]
fn what_is_written_hides_all_that_was_found() {
    let found = || {
        vec![
            finding("x.xml", "a", text("6000")),
            finding("x.xml", "a", text("6000")),
            finding("x.xml", "b", Value::Number("5".into())),
            finding("y.xml", "b", Value::Null),
            finding("y.xml", "b", text("\u{e4} \"\\ \u{1}\n")),
            said("no `LOD 1`", text("mesh")),
            said("no `LOD 2`", text("mesh")),
            said("\u{e4} \"\\ \u{1}\n", Value::Null),
            said(&"long ".repeat(100), text("mesh")),
            finding("y.xml", "b", text(&"long ".repeat(100))),
            finding(
                "y.xml",
                "b",
                Value::Record(vec![("n".to_owned(), vec![text("1"), Value::Bool(true), Value::Null])]),
            ),
        ]
    };
    let file = file(&baseline_of(&report(found(), Vec::new()), None));
    let baseline = Baseline::read(&file).expect("what is written can be read");
    let mut hidden = report(found(), Vec::new());
    baseline.hide(&mut hidden);
    assert_eq!(
        (baseline.size(), hidden.findings().len(), hidden.stats().hidden.by_baseline),
        (11, 0, 11),
        "{}",
        file.text
    );
    assert_eq!(warnings(&hidden), [""; 0]);
    assert!(hidden.stats().rules.iter().all(|rule| rule.state == RuleState::Passed && rule.findings == 0));
}

#[test]
fn it_is_one_line_a_finding_in_a_fixed_order() {
    let written = baseline_of(
        &report(
            vec![
                finding("x.xml", "b", Value::Null),
                finding("x.xml", "a", text("2")),
                finding("x.xml", "a", text("2")),
            ],
            Vec::new(),
        ),
        None,
    );
    insta::assert_snapshot!(written, @r#"
    {
      "version": 1,
      "findings": [
        {"path": "x.xml", "rule": "a", "value": "2", "count": 2},
        {"path": "x.xml", "rule": "b"}
      ]
    }
    "#);
    assert_eq!(baseline_of(&report(Vec::new(), Vec::new()), None), "{\n  \"version\": 1,\n  \"findings\": []\n}\n");
}

#[test]
fn one_more_of_the_same_is_told() {
    let found = vec![finding("x.xml", "a", text("1")), finding("x.xml", "a", text("1"))];
    let report = behind(r#"{"path": "x.xml", "rule": "a", "value": "1"}"#, report(found, Vec::new()));
    assert_eq!((report.findings().len(), report.summary().errors, report.summary().hidden), (1, 1, 1));
    assert_eq!(report.stats().rules[0].state, RuleState::Failed);
}

#[test]
fn other_paths_rules_and_values_are_told() {
    for other in [
        r#"{"path": "y.xml", "rule": "a", "value": "1"}"#,
        r#"{"path": "x.xml", "rule": "b", "value": "1"}"#,
        r#"{"path": "x.xml", "rule": "a", "value": 1}"#,
        r#"{"path": "x.xml", "rule": "a"}"#,
    ] {
        let report = behind(other, report(vec![finding("x.xml", "a", text("1"))], Vec::new()));
        assert_eq!((report.findings().len(), report.stats().hidden.total()), (1, 0), "{other}");
    }
}

#[test]
fn what_a_script_says_tells_findings_apart() {
    let entry = |more: &str| format!("{{\"path\": \"x.xml\", \"rule\": \"a\"{more}}}");
    let [one, two, any, any_two] = [
        ", \"value\": \"m\", \"message\": \"no LOD 1\"",
        ", \"value\": \"m\", \"message\": \"no LOD 2\"",
        ", \"value\": \"m\"",
        ", \"value\": \"m\", \"count\": 2",
    ]
    .map(entry);
    let [lod1, lod2] = ["no LOD 1", "no LOD 2"].map(|message| said(message, text("m")));
    for (entries, found, told) in [
        (vec![&one], vec![&lod1], vec![]),
        (vec![&one], vec![&lod2], vec!["no LOD 2"]),
        (vec![&one], vec![&lod1, &lod2], vec!["no LOD 2"]),
        (vec![&one], vec![&lod1, &lod1], vec!["no LOD 1"]),
        (vec![&one, &two], vec![&lod1, &lod2], vec![]),
        // An entry without a message covers findings with any message, up to its count.
        (vec![&any], vec![&lod2], vec![]),
        (vec![&any], vec![&lod1, &lod2], vec!["no LOD 2"]),
        (vec![&any_two], vec![&lod1, &lod2], vec![]),
        (vec![&any, &one], vec![&lod2, &lod1], vec![]),
        (vec![&any, &one], vec![&lod1, &lod1], vec![]),
    ] {
        let entries: Vec<&str> = entries.into_iter().map(String::as_str).collect();
        let report = behind(&entries.join(","), report(found.into_iter().cloned().collect(), Vec::new()));
        let messages: Vec<&str> = report.findings().iter().map(|finding| &*finding.message).collect();
        assert_eq!(messages, told, "{entries:?}");
    }
}

#[test]
fn what_a_rule_or_a_condition_says_does_not() {
    let entry = r#"{"path": "x.xml", "rule": "a", "value": "m"}"#;
    let reworded = Finding { message: "another".to_owned(), ..finding("x.xml", "a", text("m")) };
    assert_eq!(behind(entry, report(vec![reworded], Vec::new())).findings(), []);
}

#[test]
fn what_no_longer_occurs_is_told() {
    let gone = r#"{"path": "x.xml", "rule": "a", "value": "1", "count": 3}, {"path": "x.xml", "rule": "b"},
        {"path": "x.xml", "rule": "b", "value": "1", "message": "it"}, {"path": "x.xml", "rule": "b", "message": "it"}"#;
    let report = behind(gone, report(vec![finding("x.xml", "a", text("1"))], Vec::new()));
    let expected = [
        "baseline-gone `a` no longer reports `\"1\"` in `x.xml` (2 of 3 listed findings)",
        "baseline-gone `b` no longer reports a finding in `x.xml`",
        "baseline-gone `b` no longer reports \"it\" for `\"1\"` in `x.xml`",
        "baseline-gone `b` no longer reports \"it\" in `x.xml`",
    ];
    assert_eq!(warnings(&report), expected);
    assert_eq!(report.summary().exit_code(Severity::Error, Least::Something), 0);
}

#[test]
fn an_entry_without_a_value_covers_none() {
    let entry = r#"{"path": "x.xml", "rule": "a"}"#;
    let found = behind(entry, report(vec![finding("x.xml", "a", text("6000"))], Vec::new()));
    assert_eq!(
        warnings(&found),
        ["baseline-gone an entry without `value` is about the whole file, but `a` reports values in `x.xml`"]
    );
    assert_eq!(found.findings().len(), 1);
    let elsewhere = behind(entry, report(vec![finding("y.xml", "a", text("6000"))], Vec::new()));
    assert_eq!(warnings(&elsewhere), ["baseline-gone `a` no longer reports a finding in `x.xml`"]);
}

#[test]
fn many_that_are_gone_are_counted() {
    let gone: Vec<String> =
        (0..50).map(|at| format!("{{\"path\": \"x.xml\", \"rule\": \"a\", \"value\": \"{at}\"}}")).collect();
    let said = warnings(&behind(&gone.join(","), report(Vec::new(), Vec::new())));
    assert_eq!(said.len(), 21);
    assert_eq!(said[0], "baseline-gone 30 more entries list findings that no longer occur");
}

#[test]
fn what_was_not_checked_is_not_gone() {
    let entries = r#"{"path": "x.xml", "rule": "a"}, {"path": "y.xml", "rule": "a"}"#;
    let broken = Problem::new("xml-unclosed", "never closed").in_file("x.xml");
    let said = warnings(&behind(entries, report(Vec::new(), vec![broken])));
    assert_eq!(said, ["baseline-gone `a` no longer reports a finding in `y.xml`"]);
    for (code, place, entry) in
        [("unreadable-folder", "ui", "ui/icons/x.png"), ("zip-cut-off", "packs/lamp.zip", "packs/lamp.zip!/a/x.xml")]
    {
        let entries = format!(r#"{{"path": "{entry}", "rule": "a"}}, {{"path": "{place}.xml", "rule": "a"}}"#);
        let broken = Problem::new(code, "it cannot be read").in_file(place);
        let said = warnings(&behind(&entries, report(Vec::new(), vec![broken])));
        assert_eq!(said, [format!("baseline-gone `a` no longer reports a finding in `{place}.xml`")]);
    }
    let stopped = Problem::new("script-error", "it stopped").of_rule("a").in_file("rules.yaml");
    assert_eq!(warnings(&behind(entries, report(Vec::new(), vec![stopped]))), [""; 0]);
}

#[test]
fn a_rule_that_is_not_run_is_told_once() {
    let entries = r#"{"path": "x.xml", "rule": "c"}, {"path": "y.xml", "rule": "c"}"#;
    let said = warnings(&behind(entries, report(Vec::new(), Vec::new())));
    assert_eq!(said, ["baseline-unknown-rule this hides nothing, because no rule `c` is run"]);
}

#[test]
fn a_rule_whose_file_cannot_be_read_is_not_gone() {
    let broken = Problem::new("rule-file-syntax", "it is no YAML").in_file("c.yaml").in_rules();
    assert_eq!(warnings(&behind(r#"{"path": "x.xml", "rule": "c"}"#, report(Vec::new(), vec![broken]))), [""; 0]);
}

#[test]
fn the_same_entry_twice_counts_twice() {
    let entry = r#"{"path": "x.xml", "rule": "a", "value": {"n": [ "1", true, null ]}}"#;
    let record = || Value::Record(vec![("n".to_owned(), vec![text("1"), Value::Bool(true), Value::Null])]);
    let found = vec![finding("x.xml", "a", record()), finding("x.xml", "a", record())];
    assert_eq!(behind(&format!("{entry}, {entry}"), report(found, Vec::new())).findings(), []);
}

#[test]
fn what_is_no_baseline_is_refused_with_its_place() {
    for (text, expected) in [
        ("", "baseline-form 1:1 the file is empty"),
        ("[]", "baseline-form 1:1 a baseline must be an object with `version` and `findings`, not a list"),
        ("{\"findings\": []}", "baseline-form 1:1 a baseline needs a `version`"),
        ("{\"version\": 2}", "baseline-form 1:13 `version` must be 1, the only version that this Assay reads"),
        ("{\"version\": 1}", "baseline-form 1:1 a baseline needs `findings`"),
        ("{\"version\": 1,\n \"findings\": {}}", "baseline-form 2:14 `findings` must be a list, not a mapping"),
        (
            "{\"version\": 1, \"findings\": [5]}",
            "baseline-form 1:29 a finding must be an object with `path` and `rule`, not a number",
        ),
        (
            "{\"version\": 1, \"findings\": [{\"path\": \"x\"}]}",
            "baseline-form 1:29 a finding needs a `path` and a `rule`, both strings",
        ),
        (
            "{\"version\": 1, \"findings\": [{\"path\": \"x\", \"rule\": \"a\", \"count\": 0}]}",
            "baseline-form 1:65 `count` must be a whole number of at least 1",
        ),
        (
            "{\"version\": 1, \"findings\": [{\"path\": \"x\", \"rule\": \"a\", \"message\": [1]}]}",
            "baseline-form 1:67 `message` must be a string",
        ),
        (
            "{\"version\": 1, \"findings\": [{\"path\": \"x\", \"rule\": \"a\", \"valeu\": 0}]}",
            "baseline-form 1:56 a finding has no `valeu`",
        ),
    ] {
        let file = file(text);
        let Err(Diagnostics { problems, .. }) = Baseline::read(&file) else { panic!("read: {text}") };
        let start = problems[0].region.expect("a place").start;
        let said = format!("{} {}:{} {}", problems[0].code, start.line, start.column, problems[0].message);
        assert_eq!((said.as_str(), problems.len()), (expected, 1));
    }
    let conflict = "{\n  \"version\": 1,\n  \"findings\": [\n<<<<<<< HEAD\n";
    assert!(Baseline::read(&file(conflict)).is_err_and(|said| said.problems[0].region.is_some()));
}

#[test]
fn one_that_was_cut_off_is_told_where_it_ends() {
    let whole =
        "{\n  \"version\": 1,\n  \"findings\": [\n    {\"path\": \"a.xml\", \"rule\": \"a\", \"value\": null}\n  ]\n}";
    for cut in 1..whole.len() {
        let file = file(&whole[..cut]);
        let Err(Diagnostics { problems, .. }) = Baseline::read(&file) else { panic!("read: {}", file.text) };
        let Problem { code, help, region, .. } = &problems[0];
        assert_eq!((code.as_str(), help.is_some(), problems.len()), ("baseline-json", true, 1), "{}", file.text);
        // An incomplete word is reported at its beginning.
        let last_line = file.text.lines().filter(|line| !line.trim().is_empty()).count();
        assert_eq!(region.expect("a place").start.line as usize, last_line, "{}", file.text);
    }
}

#[test]
fn entries_of_rules_that_are_not_run_stay() {
    let earlier = file(
        r#"{"version": 1, "findings": [
            {"path": "z.xml", "rule": "other", "count": 2},
            {"path": "z.xml", "rule": "a", "value": "gone"}
        ]}"#,
    );
    let earlier = Baseline::read(&earlier).expect("it can be read");
    let written = baseline_of(&report(vec![finding("x.xml", "b", Value::Null)], Vec::new()), Some(&earlier));
    insta::assert_snapshot!(written, @r#"
    {
      "version": 1,
      "findings": [
        {"path": "x.xml", "rule": "b"},
        {"path": "z.xml", "rule": "other", "count": 2}
      ]
    }
    "#);
}

#[test]
fn what_a_rule_cannot_tell_is_not_gone() {
    let vain = || {
        let warning = Problem::new("expression-never-equal", "never equal").of_rule("a");
        let met = Diagnostics { warnings: vec![warning], ..Diagnostics::default() };
        let rule = |name: &str| RuleStats { files: 2, values: 2, ..RuleStats::new(name, Severity::Error) }.all_judged();
        let stats = Stats { rules: vec![rule("a"), rule("b")], ..Stats::default() };
        Report::new(Vec::new(), Diagnostics::default(), met, stats)
    };
    let entries = r#"{"path": "x.xml", "rule": "a"}, {"path": "x.xml", "rule": "b"}"#;
    let said = warnings(&behind(entries, vain()));
    assert_eq!(
        said,
        ["expression-never-equal never equal", "baseline-gone `b` no longer reports a finding in `x.xml`"]
    );
    let earlier = file(&format!("{{\"version\": 1, \"findings\": [{entries}]}}"));
    let earlier = Baseline::read(&earlier).expect("it can be read");
    let written = baseline_of(&vain(), Some(&earlier));
    insta::assert_snapshot!(written, @r#"
    {
      "version": 1,
      "findings": [
        {"path": "x.xml", "rule": "a"}
      ]
    }
    "#);
}

#[test]
fn conflicts_of_a_merge_are_told_as_such() {
    let file = file("{\n<<<<<<< HEAD\n\"version\": 1\n=======\n>>>>>>> main\n}\n");
    let problems = Baseline::read(&file).err().map(|told| told.problems).unwrap_or_default();
    assert_eq!(problems.iter().map(|problem| problem.code.as_str()).collect::<Vec<_>>(), ["merge-conflict"]);
}
