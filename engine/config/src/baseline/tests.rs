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
fn scripted_finding(message: &str, value: Value) -> Finding {
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
fn apply_baseline(entries: &str, mut report: Report) -> Report {
    let file = file(&format!("{{\"version\": 1, \"findings\": [{entries}]}}"));
    Baseline::read(&file).expect("it can be read").hide(&mut report);
    report
}

fn warnings(report: &Report) -> Vec<String> {
    report.warnings().iter().map(|warning| format!("{} {}", warning.code, warning.message)).collect()
}

#[test]
fn a_written_baseline_hides_all_findings() {
    let found = || {
        vec![
            finding("x.xml", "a", text("6000")),
            finding("x.xml", "a", text("6000")),
            finding("x.xml", "b", Value::Number("5".into())),
            finding("y.xml", "b", Value::Null),
            finding("y.xml", "b", text("\u{e4} \"\\ \u{1}\n")),
            scripted_finding("no `LOD 1`", text("mesh")),
            scripted_finding("no `LOD 2`", text("mesh")),
            scripted_finding("\u{e4} \"\\ \u{1}\n", Value::Null),
            scripted_finding(&"long ".repeat(100), text("mesh")),
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
        (baseline.size(), hidden.stored().len(), hidden.stats().hidden.by_baseline),
        (11, 0, 11),
        "{}",
        file.text
    );
    assert_eq!(warnings(&hidden), [""; 0]);
    assert!(hidden.stats().rules.iter().all(|rule| rule.state == RuleState::Passed && rule.findings == 0));
}

#[test]
fn a_baseline_has_one_line_per_finding_in_a_fixed_order() {
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
fn one_more_equal_finding_is_reported() {
    let found = vec![finding("x.xml", "a", text("1")), finding("x.xml", "a", text("1"))];
    let report = apply_baseline(r#"{"path": "x.xml", "rule": "a", "value": "1"}"#, report(found, Vec::new()));
    assert_eq!((report.stored().len(), report.summary().errors, report.summary().hidden), (1, 1, 1));
    assert_eq!(report.stats().rules[0].state, RuleState::Failed);
}

#[test]
fn findings_with_other_paths_rules_or_values_are_reported() {
    for other in [
        r#"{"path": "y.xml", "rule": "a", "value": "1"}"#,
        r#"{"path": "x.xml", "rule": "b", "value": "1"}"#,
        r#"{"path": "x.xml", "rule": "a", "value": 1}"#,
        r#"{"path": "x.xml", "rule": "a"}"#,
    ] {
        let report = apply_baseline(other, report(vec![finding("x.xml", "a", text("1"))], Vec::new()));
        assert_eq!((report.stored().len(), report.stats().hidden.total()), (1, 0), "{other}");
    }
}

#[test]
fn messages_of_scripts_distinguish_findings() {
    let entry = |more: &str| format!("{{\"path\": \"x.xml\", \"rule\": \"a\"{more}}}");
    let [one, two, any, any_two] = [
        ", \"value\": \"m\", \"message\": \"no LOD 1\"",
        ", \"value\": \"m\", \"message\": \"no LOD 2\"",
        ", \"value\": \"m\"",
        ", \"value\": \"m\", \"count\": 2",
    ]
    .map(entry);
    let [lod1, lod2] = ["no LOD 1", "no LOD 2"].map(|message| scripted_finding(message, text("m")));
    for (entries, found, expected) in [
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
        let report = apply_baseline(&entries.join(","), report(found.into_iter().cloned().collect(), Vec::new()));
        let messages: Vec<String> = report.stored().iter().map(|stored| stored.read().message).collect();
        assert_eq!(messages, expected, "{entries:?}");
    }
}

#[test]
fn messages_of_rules_and_conditions_do_not_distinguish_findings() {
    let entry = r#"{"path": "x.xml", "rule": "a", "value": "m"}"#;
    let reworded = Finding { message: "another".to_owned(), ..finding("x.xml", "a", text("m")) };
    assert_eq!(apply_baseline(entry, report(vec![reworded], Vec::new())).stored().to_vec(), []);
}

#[test]
fn findings_that_no_longer_occur_are_reported() {
    let gone = r#"{"path": "x.xml", "rule": "a", "value": "1", "count": 3}, {"path": "x.xml", "rule": "b"},
        {"path": "x.xml", "rule": "b", "value": "1", "message": "it"}, {"path": "x.xml", "rule": "b", "message": "it"}"#;
    let report = apply_baseline(gone, report(vec![finding("x.xml", "a", text("1"))], Vec::new()));
    let expected = [
        "baseline-gone `a` no longer reports `\"1\"` in `x.xml` (2 of 3 listed findings)",
        "baseline-gone `b` no longer reports a finding about the whole file `x.xml`",
        "baseline-gone `b` no longer reports \"it\" for `\"1\"` in `x.xml`",
        "baseline-gone `b` no longer reports \"it\" in `x.xml`",
    ];
    assert_eq!(warnings(&report), expected);
    assert_eq!(report.exit_code(Severity::Error, Least::Something), 0);
}

#[test]
fn an_entry_without_a_value_does_not_hide_a_finding_with_a_value() {
    let entry = r#"{"path": "x.xml", "rule": "a"}"#;
    let found = apply_baseline(entry, report(vec![finding("x.xml", "a", text("6000"))], Vec::new()));
    assert_eq!(warnings(&found), ["baseline-gone `a` no longer reports a finding about the whole file `x.xml`"]);
    assert_eq!(found.stored().len(), 1);
    let elsewhere = apply_baseline(entry, report(vec![finding("y.xml", "a", text("6000"))], Vec::new()));
    assert_eq!(warnings(&elsewhere), ["baseline-gone `a` no longer reports a finding about the whole file `x.xml`"]);
}

#[test]
fn many_outdated_entries_are_counted() {
    let gone: Vec<String> =
        (0..50).map(|at| format!("{{\"path\": \"x.xml\", \"rule\": \"a\", \"value\": \"{at}\"}}")).collect();
    let actual = warnings(&apply_baseline(&gone.join(","), report(Vec::new(), Vec::new())));
    assert_eq!(actual.len(), 21);
    assert_eq!(actual[0], "baseline-gone 30 more entries list findings that no longer occur");
}

#[test]
fn entries_of_unchecked_files_are_not_outdated() {
    let entries = r#"{"path": "x.xml", "rule": "a"}, {"path": "y.xml", "rule": "a"}"#;
    let broken = Problem::new("xml-unclosed", "never closed").in_file("x.xml");
    let actual = warnings(&apply_baseline(entries, report(Vec::new(), vec![broken])));
    assert_eq!(actual, ["baseline-gone `a` no longer reports a finding about the whole file `y.xml`"]);
    for (code, place, entry) in
        [("unreadable-folder", "ui", "ui/icons/x.png"), ("zip-cut-off", "packs/lamp.zip", "packs/lamp.zip!/a/x.xml")]
    {
        let entries = format!(r#"{{"path": "{entry}", "rule": "a"}}, {{"path": "{place}.xml", "rule": "a"}}"#);
        let broken = Problem::new(code, "it cannot be read").in_file(place);
        let actual = warnings(&apply_baseline(&entries, report(Vec::new(), vec![broken])));
        assert_eq!(
            actual,
            [format!("baseline-gone `a` no longer reports a finding about the whole file `{place}.xml`")]
        );
    }
    let stopped = Problem::new("script-error", "it stopped").of_rule("a").in_file("rules.yaml");
    assert_eq!(warnings(&apply_baseline(entries, report(Vec::new(), vec![stopped]))), [""; 0]);
}

#[test]
fn a_rule_that_is_not_run_is_reported_once() {
    let entries = r#"{"path": "x.xml", "rule": "c"}, {"path": "y.xml", "rule": "c"}"#;
    let actual = warnings(&apply_baseline(entries, report(Vec::new(), Vec::new())));
    assert_eq!(actual, ["baseline-unknown-rule this hides nothing, because no rule `c` is run"]);
}

#[test]
fn entries_of_rules_that_cannot_be_read_are_not_outdated() {
    let broken = Problem::new("rule-file-syntax", "it is no YAML").in_file("c.yaml").in_rules();
    assert_eq!(
        warnings(&apply_baseline(r#"{"path": "x.xml", "rule": "c"}"#, report(Vec::new(), vec![broken]))),
        [""; 0]
    );
}

#[test]
fn a_repeated_entry_hides_two_findings() {
    let entry = r#"{"path": "x.xml", "rule": "a", "value": {"n": [ "1", true, null ]}}"#;
    let record = || Value::Record(vec![("n".to_owned(), vec![text("1"), Value::Bool(true), Value::Null])]);
    let found = vec![finding("x.xml", "a", record()), finding("x.xml", "a", record())];
    assert_eq!(apply_baseline(&format!("{entry}, {entry}"), report(found, Vec::new())).stored().to_vec(), []);
}

#[test]
fn invalid_baselines_are_refused_with_a_place() {
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
        let actual = format!("{} {}:{} {}", problems[0].code, start.line, start.column, problems[0].message);
        assert_eq!((actual.as_str(), problems.len()), (expected, 1));
    }
    let conflict = "{\n  \"version\": 1,\n  \"findings\": [\n<<<<<<< HEAD\n";
    assert!(Baseline::read(&file(conflict)).is_err_and(|diagnostics| diagnostics.problems[0].region.is_some()));
}

#[test]
fn truncated_baselines_are_reported_at_their_end() {
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
fn entries_of_rules_that_are_not_run_are_kept() {
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
fn entries_of_rules_without_a_verdict_are_not_outdated() {
    let without_verdict = || {
        let warning = Problem::new("expression-never-equal", "never equal").of_rule("a");
        let met = Diagnostics { warnings: vec![warning], ..Diagnostics::default() };
        let rule = |name: &str| RuleStats { files: 2, values: 2, ..RuleStats::new(name, Severity::Error) }.all_judged();
        let stats = Stats { rules: vec![rule("a"), rule("b")], ..Stats::default() };
        Report::new(Vec::new(), Diagnostics::default(), met, stats)
    };
    let entries = r#"{"path": "x.xml", "rule": "a"}, {"path": "x.xml", "rule": "b"}"#;
    let actual = warnings(&apply_baseline(entries, without_verdict()));
    assert_eq!(
        actual,
        [
            "expression-never-equal never equal",
            "baseline-gone `b` no longer reports a finding about the whole file `x.xml`"
        ]
    );
    let earlier = file(&format!("{{\"version\": 1, \"findings\": [{entries}]}}"));
    let earlier = Baseline::read(&earlier).expect("it can be read");
    let written = baseline_of(&without_verdict(), Some(&earlier));
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
fn merge_conflicts_are_reported() {
    let file = file("{\n<<<<<<< HEAD\n\"version\": 1\n=======\n>>>>>>> main\n}\n");
    let problems = Baseline::read(&file).err().map(|diagnostics| diagnostics.problems).unwrap_or_default();
    assert_eq!(problems.iter().map(|problem| problem.code.as_str()).collect::<Vec<_>>(), ["merge-conflict"]);
}
