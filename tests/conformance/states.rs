//! The three states of a rule, and the exit code: nothing that went wrong is ever green.

use std::rc::Rc;

use assay_engine::report::{Least, Report, Severity};
use assay_engine::source::{MemorySource, Source, SourceError};

use crate::run::{check, report_lines, tree};

/// A run over `<R><A>1</A></R>` (`a.xml`), a broken file (`b.xml`) and a text (`c.txt`).
fn run(rules: &str) -> Report {
    check(&tree(&[("a.xml", "<R><A>1</A></R>"), ("b.xml", "<R>"), ("c.txt", "x")]), "rules.yaml", rules)
}

/// The state of the rule `r`, as reports spell it.
fn state(rules: &str) -> String {
    let report = run(rules);
    let json = serde_json::to_value(&report).expect("a report is JSON");
    let rule = json["stats"]["rules"].as_array().and_then(|rules| rules.iter().find(|rule| rule["name"] == "r"));
    let rule = rule.unwrap_or_else(|| panic!("the rule is not counted: {:?}", report_lines(&report)));
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
        ("{rpath: /a, xpath: '*/A', condition: [Satisfy the expression, 'd ==']}", "unchecked invalid"),
        ("{rpath: /a, xpath: '*/A', condition: [Satisfy the expression, 'd < 1']}", "unchecked incomplete"),
        (
            "{rpath: /a, xpath: '*/A', condition: [func_f], func_str: 'fn f(a, b, c) { throw 1 }'}",
            "unchecked incomplete",
        ),
        ("{rpath: /a, xpath: '*/A', condition: [func_f], func_str: 'fn f(a, b, c) { [] }'}", "passed"),
        ("{rpath: /a, xpath: '*/A', condition: [func_f], func_str: 'fn f(a, b) { [] }'}", "unchecked invalid"),
        ("{rpath: /gone, xpath: '*/A', condition: [Exist]}", "unchecked no-file"),
        ("{rpath: /a, xpath: '*/B', condition: [Exist]}", "unchecked no-value"),
        ("{rpath: /a, xpath: '*/A', subxpath: '*/V', condition: [Exist]}", "unchecked incomplete"),
        ("{rpath: /a, xpath: '{file.path}', subxpath: '*/V', condition: [Exist]}", "unchecked no-value"),
        ("{rpath: /a, xpath: '*/A', condition: [Exist in, artfunc_none]}", "unchecked invalid"),
        ("{rpath: /a, xpath: '*/A', filter: z, condition: [Exist]}", "unchecked filtered"),
        ("{rpath: /a, xpath: '*/A', not_filter: ., condition: [Unique]}", "unchecked filtered"),
        ("{rpath: '/[ab]', xpath: '*/A', filter: z, condition: [Exist]}", "unchecked incomplete"),
        ("{rpath: /a, xpath: '*/A', filter: z, subxpath: '*/V', condition: [Exist]}", "unchecked filtered"),
        ("{rpath: /a, xpath: '{file.path}', subxpath: '*/A', subfilter: z, condition: [Exist]}", "unchecked filtered"),
        (
            "{rpath: /a, xpath: '*/A', filter: z, condition: [func_f], func_str: 'fn f(a, b, c) { [] }'}",
            "unchecked filtered",
        ),
        // What there should be none of, and is not there.
        ("{rpath: /a, xpath: '*/A', filter: z, condition: [Null collection]}", "passed"),
        ("{rpath: /a, xpath: '*/A', filter: z, condition: [Not exist]}", "passed"),
        ("{rpath: /a, xpath: '*/B', filter: z, condition: [Null collection]}", "unchecked no-value"),
        ("{rpath: /a, xpath: '*/B', condition: [Not null collection]}", "failed"),
        ("{rpath: /a, xpath: '*/A', filter: z, condition: [Not null collection]}", "failed"),
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
    const FILTERED: &str = "{rpath: /a, xpath: '*/A', filter: z, condition: [Exist]}";
    for (rules, fail_on, least, code) in [
        (vec![PASS], Severity::Error, Least::Something, 0),
        (vec![FAIL], Severity::Error, Least::Something, 1),
        (vec![PASS, FAIL], Severity::Error, Least::Something, 1),
        (vec![WARN], Severity::Error, Least::Something, 0),
        (vec![WARN], Severity::Warning, Least::Something, 1),
        (vec![HINT], Severity::Info, Least::Something, 0),
        (vec![HINT], Severity::Hint, Least::Something, 1),
        (vec![FAIL], Severity::Hint, Least::Something, 1),
        (vec![PASS, BROKEN], Severity::Error, Least::Something, 2),
        (vec![PASS, INVALID], Severity::Error, Least::Something, 2),
        (vec![FAIL, BROKEN], Severity::Error, Least::Something, 2),
        (vec![FAIL, INVALID], Severity::Error, Least::Nothing, 2),
        (vec![NO_FILE], Severity::Error, Least::Something, 2),
        (vec![NO_FILE], Severity::Error, Least::Nothing, 0),
        (vec![PASS, NO_FILE], Severity::Error, Least::Something, 0),
        (vec![NO_VALUE], Severity::Error, Least::Something, 0),
        (vec![FILTERED], Severity::Error, Least::Something, 0),
        (vec![PASS], Severity::Error, Least::Everything, 0),
        (vec![PASS, FAIL], Severity::Error, Least::Everything, 1),
        (vec![PASS, NO_FILE], Severity::Error, Least::Everything, 2),
        (vec![FAIL, NO_FILE], Severity::Error, Least::Everything, 2),
        (vec![PASS, NO_VALUE], Severity::Error, Least::Everything, 2),
        (vec![PASS, FILTERED], Severity::Error, Least::Everything, 2),
        (vec![PASS, BROKEN], Severity::Error, Least::Everything, 2),
        (vec![PASS, INVALID], Severity::Error, Least::Everything, 2),
    ] {
        let numbered: Vec<String> =
            rules.iter().zip(1..).map(|(rule, number)| format!("r{number}: {rule}\n")).collect();
        let report = run(&numbered.concat());
        assert_eq!(report.exit_code(fail_on, least), code, "{rules:?} {fail_on} {least:?}");
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
        (1, 2, 2),
        "{:?}",
        report_lines(&report)
    );
}

#[test]
fn hints_are_not_counted_as_problems_or_warnings() {
    let report = run("- name: r\n  rpath: /a\n  xpath: */A\n  condition: [Exist]\n");
    assert_eq!((report.problems().len(), report.warnings().len(), report.hints().len()), (0, 0, 1));
    assert_eq!((report.exit_code(Severity::Hint, Least::Something), report.summary().rules_passed), (0, 1));
}

/// A folder in which the host may not read `secret.xml`.
struct Guarded(MemorySource);

impl Source for Guarded {
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        if path == "secret.xml" {
            return Err(SourceError::Unreadable("permission denied".to_owned()));
        }
        self.0.read(path)
    }
}

/// One problem for the run, however many rules want the file; for those led to it one each.
#[test]
fn a_file_that_cannot_be_read_is_a_problem() {
    let files = tree(&[("i.xml", "<R><F>secret.xml</F></R>"), ("secret.xml", ""), ("z.xml", "<R><A>1</A></R>")]);
    let (paths, source) = (files.paths(), Rc::new(Guarded(files)));
    for (rules, problems, findings) in [
        (
            "{r: {rpath: '/[sz]', xpath: '*/A', condition: [Not exist]}, s: {rpath: '/[sz]', xpath: '**', condition: [Unique]}}",
            1,
            1,
        ),
        (
            "{r: {rpath: /i, xpath: '*/F', subxpath: '*/A', condition: [Exist]}, s: {rpath: /i, xpath: '*/F', subxpath: '**', condition: [Exist]}}",
            2,
            0,
        ),
        ("{r: {rpath: /s, xpath: '{file.text}', condition: [Exist]}}", 1, 0),
        ("{r: {rpath: /s, xpath: '{file.md5}', condition: [Exist]}}", 1, 0),
        ("{r: {rpath: /s, xpath: '{image.width}', condition: [Exist]}}", 1, 0),
        ("{r: {rpath: /s, xpath: '{file.name}', condition: [Not exist]}}", 0, 1),
    ] {
        let report = assay_engine::check::check(
            &crate::run::checker(&[("rules.yaml", rules)]),
            paths.clone(),
            Rc::clone(&source) as Rc<dyn Source>,
        );
        let actual = report_lines(&report);
        assert_eq!((report.problems().len(), report.findings().len()), (problems, findings), "{rules}: {actual:#?}");
        let named = |line: &String| line.starts_with("problem secret.xml") && line.contains("permission denied");
        assert!(actual.iter().take(problems).all(named), "{actual:#?}");
        assert_eq!(report.exit_code(Severity::Error, Least::Something), if problems > 0 { 2 } else { 1 });
    }
}

/// A path that was listed and is gone when it is read.
#[test]
fn a_deleted_file_is_a_problem() {
    let checker = crate::run::checker(&[("rules.yaml", "{r: {rpath: ., xpath: '*', condition: [Exist]}}")]);
    let report = assay_engine::check::check(&checker, vec!["gone.xml".to_owned()], Rc::new(tree(&[])));
    assert_eq!((report.problems().len(), report.findings().len()), (1, 0), "{:?}", report_lines(&report));
}

#[test]
fn a_run_without_files_does_not_pass() {
    let checker = crate::run::checker(&[("rules.yaml", "{r: {rpath: ., xpath: '*', condition: [Exist]}}")]);
    let report = assay_engine::check::check(&checker, Vec::new(), Rc::new(tree(&[])));
    assert_eq!(report.exit_code(Severity::Error, Least::Something), 2, "{:?}", report_lines(&report));
}
