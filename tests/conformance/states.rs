//! The three states of a rule, and the exit code: nothing that went wrong is ever green.

use assay_engine::report::{Report, Severity};

use crate::run::{check, report_said, tree};

/// A run over `<R><A>1</A></R>` (`a.xml`), a broken file (`b.xml`) and a text (`c.txt`).
fn run(rules: &str) -> Report {
    check(&tree(&[("a.xml", "<R><A>1</A></R>"), ("b.xml", "<R>"), ("c.txt", "x")]), "rules.yaml", rules)
}

/// The state of the rule `r`, as reports spell it.
fn state(rules: &str) -> String {
    let report = run(rules);
    let json = serde_json::to_value(&report).expect("a report is JSON");
    let rule = json["stats"]["rules"].as_array().and_then(|rules| rules.iter().find(|rule| rule["name"] == "r"));
    let rule = rule.unwrap_or_else(|| panic!("the rule is not counted: {:?}", report_said(&report)));
    [&rule["state"], &rule["reason"]].iter().filter_map(|text| text.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn states_of_rules() {
    for (rule, expected) in [
        ("{rpath: /a, xpath: '*/A', condition: [Exist]}", "passed"),
        ("{rpath: /a, xpath: '*/A', condition: [Not exist]}", "failed"),
        ("{rpath: '/[ab]', xpath: '*/A', condition: [Not exist]}", "failed"),
        ("{rpath: '/[ab]', xpath: '*/A', condition: [Exist]}", "unchecked incomplete"),
        ("{rpath: /c, xpath: '*/A', condition: [Exist]}", "unchecked incomplete"),
        ("{rpath: /a, xpath: '*/A[', condition: [Exist]}", "unchecked invalid"),
        ("{rpath: /a, xpath: '*/A', condition: [Satisfy the expression, 'd == 1']}", "unchecked invalid"),
        ("{rpath: /gone, xpath: '*/A', condition: [Exist]}", "unchecked no-file"),
        ("{rpath: /a, xpath: '*/B', condition: [Exist]}", "unchecked no-value"),
        ("{rpath: /a, xpath: '*/A', subxpath: '*/V', condition: [Exist]}", "unchecked incomplete"),
        ("{rpath: /a, xpath: '{file.path}', subxpath: '*/V', condition: [Exist]}", "unchecked no-value"),
        ("{rpath: /a, xpath: '*/A', condition: [Exist in, artfunc_none]}", "unchecked invalid"),
    ] {
        assert_eq!(state(&format!("r: {rule}\n")), expected, "{rule}");
    }
}

#[test]
fn exit_codes() {
    const PASS: &str = "{rpath: /a, xpath: '*/A', condition: [Exist]}";
    const FAIL: &str = "{rpath: /a, xpath: '*/A', condition: [Not exist]}";
    const WARN: &str = "{rpath: /a, xpath: '*/A', condition: [Not exist], severity: warning}";
    const HINT: &str = "{rpath: /a, xpath: '*/A', condition: [Not exist], severity: hint}";
    const BROKEN: &str = "{rpath: /b, xpath: '*/A', condition: [Exist]}";
    const INVALID: &str = "{rpath: /a, xpath: '*/A[', condition: [Exist]}";
    const NO_FILE: &str = "{rpath: /gone, xpath: '*/A', condition: [Exist]}";
    const NO_VALUE: &str = "{rpath: /a, xpath: '*/B', condition: [Exist]}";
    for (rules, fail_on, allow_empty, code) in [
        (vec![PASS], Severity::Error, false, 0),
        (vec![FAIL], Severity::Error, false, 1),
        (vec![PASS, FAIL], Severity::Error, false, 1),
        (vec![WARN], Severity::Error, false, 0),
        (vec![WARN], Severity::Warning, false, 1),
        (vec![HINT], Severity::Info, false, 0),
        (vec![HINT], Severity::Hint, false, 1),
        (vec![FAIL], Severity::Hint, false, 1),
        (vec![PASS, BROKEN], Severity::Error, false, 2),
        (vec![PASS, INVALID], Severity::Error, false, 2),
        (vec![FAIL, BROKEN], Severity::Error, false, 2),
        (vec![FAIL, INVALID], Severity::Error, true, 2),
        (vec![NO_FILE], Severity::Error, false, 2),
        (vec![NO_FILE], Severity::Error, true, 0),
        (vec![PASS, NO_FILE], Severity::Error, false, 0),
        (vec![NO_VALUE], Severity::Error, false, 0),
    ] {
        let numbered: Vec<String> =
            rules.iter().zip(1..).map(|(rule, number)| format!("r{number}: {rule}\n")).collect();
        let summary = run(&numbered.concat()).summary();
        assert_eq!(summary.exit_code(fail_on, allow_empty), code, "{rules:?} {fail_on} {allow_empty}");
    }
}

/// What could not be checked is counted beside what passed and failed.
#[test]
fn files_not_checked_are_counted() {
    let report = run("- {name: r, rpath: ., xpath: '*/A', condition: [Not exist]}\n\
         - {name: s, rpath: ., xpath: '*/A', condition: [Not exist]}\n");
    let summary = report.summary();
    assert_eq!(
        (summary.files_failed, summary.files_unchecked, summary.problems),
        (1, 2, 3),
        "{:?}",
        report_said(&report)
    );
}

#[test]
fn hints_are_counted_as_neither() {
    let report = run("- name: r\n  rpath: /a\n  xpath: */A\n  condition: [Exist]\n");
    assert_eq!((report.problems().len(), report.warnings().len(), report.hints().len()), (0, 0, 1));
    assert_eq!((report.summary().exit_code(Severity::Hint, false), report.summary().rules_passed), (0, 1));
}
