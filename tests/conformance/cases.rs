//! The cases of `rules.json`: a tree of files, rules, and what a run over them returns.
//!
//! Findings are compared as a multiset of rule, path and value; where a line is expected, the finding has it too.
//! Problems and warnings are compared by their number.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::rc::Rc;

use assay_engine::report::{Fate, Finding, Report, StepKind};
use assay_engine::source::MemorySource;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::run;
use crate::section_9::check_with_workers;
use crate::value::Value;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Case {
    name: String,
    section: String,
    files: BTreeMap<String, Content>,
    #[serde(default)]
    files_b64: BTreeMap<String, String>,
    rules: Box<RawValue>,
    collections: Option<Box<RawValue>>,
    expect: Expect,
}

/// A file's text, or texts with how often each is repeated.
#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Repeated(Vec<(String, usize)>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expect {
    findings: Vec<Expected>,
    problems: usize,
    warnings: Option<usize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    rule: String,
    path: String,
    value: Box<RawValue>,
    line: Option<u32>,
}

impl Case {
    fn source(&self) -> MemorySource {
        let text = |content: &Content| match content {
            Content::Text(text) => text.clone(),
            Content::Repeated(parts) => parts.iter().map(|(text, times)| text.repeat(*times)).collect(),
        };
        let decode = |text: &String| BASE64_STANDARD.decode(text).expect("the case is base64");
        let texts = self.files.iter().map(|(path, content)| (path.clone(), text(content).into_bytes()));
        texts.chain(self.files_b64.iter().map(|(path, text)| (path.clone(), decode(text)))).collect()
    }

    /// The rule file `rules.json`: a mapping from names to rules as it is, a list with the collections beside it.
    fn rule_file(&self) -> String {
        match &self.collections {
            Some(collections) => format!("{{\"collections\": {collections}, \"rules\": {}}}", self.rules),
            None => self.rules.get().to_owned(),
        }
    }

    /// Whether a rule of the case has an expression.
    fn has_expression(&self) -> bool {
        self.rules.get().contains("Satisfy the expression")
    }

    /// What is wrong with what the case returned; empty when nothing is.
    fn faults(&self) -> String {
        let report = run::check(&self.source(), "rules.json", &self.rule_file());
        let mut faults = String::new();
        for missing in missing(&self.expect.findings, report.findings()) {
            let _ = writeln!(faults, "  missing {missing}");
        }
        if report.findings().len() > self.expect.findings.len() || !faults.is_empty() {
            for finding in report.findings() {
                let _ = writeln!(faults, "  got     {}", run::finding_line(finding));
            }
        }
        let Expect { problems, warnings, .. } = &self.expect;
        if report.problems().len() != *problems || warnings.is_some_and(|count| report.warnings().len() != count) {
            let _ = writeln!(faults, "  expected {problems} problems and {warnings:?} warnings");
            for line in run::report_lines(&report) {
                let _ = writeln!(faults, "  got     {line}");
            }
        }
        faults
    }

    fn report(&self) -> Report {
        run::check(&self.source(), "rules.json", &self.rule_file())
    }
}

/// The expected findings that were not found, those with a line matched first.
fn missing(expected: &[Expected], findings: &[Finding]) -> Vec<String> {
    let mut left: Vec<&Finding> = findings.iter().collect();
    let mut missing = Vec::new();
    let (with_line, without): (Vec<_>, Vec<_>) = expected.iter().partition(|expected| expected.line.is_some());
    for expected in with_line.into_iter().chain(without) {
        let value = Value::parse(&expected.value);
        let found = left.iter().position(|finding| {
            finding.rule == expected.rule
                && finding.path == expected.path.trim_start_matches('/')
                && Value::from(&finding.value) == value
                && expected.line.is_none_or(|line| finding.region.start.line == line)
        });
        match found {
            Some(at) => drop(left.remove(at)),
            None => missing.push(format!("{} {} {value} on line {:?}", expected.rule, expected.path, expected.line)),
        }
    }
    missing
}

fn cases() -> Vec<Case> {
    serde_json::from_str(include_str!("rules.json")).expect("the cases are JSON")
}

/// Runs the cases that `expected` says, and names all that fail.
fn assert_hold(expected: impl Fn(&Case) -> bool) {
    let (mut count, mut failed) = (0, Vec::new());
    for case in cases().iter().filter(|case| expected(case)) {
        count += 1;
        let faults = case.faults();
        if !faults.is_empty() {
            failed.push(format!("section {}, {}\n{faults}  rules   {}", case.section, case.name, case.rule_file()));
        }
    }
    assert!(failed.is_empty(), "{} of {count} cases fail:\n{}", failed.len(), failed.join("\n"));
    assert!(count > 0, "there are cases");
}

#[test]
fn cases_have_the_expected_findings() {
    assert_hold(|case| !case.has_expression());
}

#[test]
fn cases_with_expressions_have_the_expected_findings() {
    assert_hold(Case::has_expression);
}

/// A checker that has run before, and workers that know only what they are told, find the same.
#[test]
fn cases_are_repeatable_with_any_number_of_workers() {
    for case in cases() {
        let rule_file = case.rule_file();
        let (checker, files) = (run::checker(&[("rules.json", &rule_file)]), case.source());
        let report = case.report();
        assert_eq!(run::check_by(&checker, &files), report, "{}", case.name);
        for parts in [1, 2, 8] {
            assert_eq!(check_with_workers(&checker, &files, parts), report, "{} with {parts} workers", case.name);
        }
        assert_eq!(run::check_by(&checker, &files), report, "{} again", case.name);
    }
}

/// The traces of a rule on all files reject what a check finds by it, and nothing else.
#[test]
fn traces_of_cases_agree_with_their_checks() {
    for case in cases() {
        let (checker, source) = (run::checker(&[("rules.json", &case.rule_file())]), case.source());
        let report = case.report();
        for rule in checker.rules().rules() {
            let mut failed = BTreeSet::new();
            for path in source.paths() {
                let trace =
                    assay_engine::check::trace(&checker, rule.name(), &path, source.paths(), Rc::new(source.clone()));
                let trace = trace.expect("rule and file are there");
                for step in trace.steps.iter().filter(|step| step.kind == StepKind::Condition) {
                    let values = step.values.iter().filter(|traced| traced.fate == Fate::Failed);
                    failed.extend(values.map(|traced| format!("{} {}", step.path, Value::from(&traced.value))));
                }
            }
            let of_rule = report.findings().iter().filter(|finding| finding.rule == rule.name());
            let found = of_rule.map(|finding| format!("{} {}", finding.path, Value::from(&finding.value)));
            assert_eq!(failed, found.collect::<BTreeSet<_>>(), "{}: {}", case.name, rule.name());
        }
    }
}
