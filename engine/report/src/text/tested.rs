//! Test results for people: each test that did not pass, with its missing and its unexpected findings.
//!
//! ```text
//! rules/faces.yaml:12:13
//!   fail     large meshes are found
//!   -        face-budget in city.xml:2  81000
//!   +        face-budget in city.xml:2  "81000"  `81000` is not <= 5000
//! ```

use super::page::{Ink, Page, Style};
use super::{block, write_diagnostics};
use crate::wording::{clean, clean_path, count, cut, grouped};
use crate::{Diagnostics, ExpectedFinding, Finding, Problem, TestReport, TestResult, TestState, Value};

/// Longest value of an expectation or a finding, in columns.
const LONGEST_VALUE: usize = 100;

/// Renders the tests that did not pass, and the summary; the rules without a test, too, if `coverage` is set.
pub(crate) fn tested(report: &TestReport, style: Style) -> String {
    let mut page = Page::new(style);
    for test in
        report.tests.iter().filter(|test| style.all || test.state() != TestState::Pass || !test.warnings.is_empty())
    {
        page.gap();
        write_test(&mut page, test, &report.diagnostics.problems);
    }
    if report.coverage {
        write_untested(&mut page, report);
    }
    // What is accepted as written is no business of tests.
    write_diagnostics(&mut page, &Diagnostics { hints: Vec::new(), ..report.diagnostics.clone() });
    page.gap();
    write_summary(&mut page, report);
    page.finish()
}

fn write_test(page: &mut Page, test: &TestResult, elsewhere: &[Problem]) {
    let (ink, label) = match test.state() {
        TestState::Pass => (Ink::Good, "pass"),
        TestState::Fail => (Ink::Bad, "fail"),
        TestState::Error => (Ink::Doubtful, "error"),
    };
    page.put(Ink::Place, &block::place(&test.path, Some(test.region))).end();
    page.label(ink, label).put(Ink::Strong, &clean(&test.name)).end();
    for line in diff(test) {
        match line {
            DifferenceLine::Missing(expected) => write_line(page, Ink::Bad, "-", &expected.into()),
            DifferenceLine::Unexpected(finding) => write_line(page, Ink::Good, "+", &finding.into()),
        }
    }
    let (below, here): (Vec<&Problem>, Vec<_>) = test.problems.iter().partition(|problem| elsewhere.contains(problem));
    let mut rules: Vec<&str> = below.iter().filter_map(|problem| problem.rule.as_deref()).collect();
    rules.sort_unstable();
    rules.dedup();
    for rule in rules {
        page.label(Ink::Faint, "see").plain(&format!("what is said of `{}` below", clean(rule))).end();
    }
    for warning in &test.warnings {
        block::write_remark(page, warning, "warning", Ink::Doubtful);
    }
    for problem in here {
        block::write_problem(page, problem, "problem", Ink::Bad, None);
    }
}

/// A line of the difference between what was expected and what was found.
enum DifferenceLine<'t> {
    Missing(&'t ExpectedFinding),
    Unexpected(&'t Finding),
}

/// Returns the lines of the difference by path and rule: first the missing findings, then the unexpected ones.
fn diff(test: &TestResult) -> Vec<DifferenceLine<'_>> {
    let missing = test.missing.iter().map(DifferenceLine::Missing);
    let mut lines: Vec<DifferenceLine<'_>> =
        missing.chain(test.unexpected.iter().map(DifferenceLine::Unexpected)).collect();
    lines.sort_by(|a, b| a.order().cmp(&b.order()));
    lines
}

impl DifferenceLine<'_> {
    fn order(&self) -> (&str, &str, bool, u32) {
        match self {
            Self::Missing(expected) => (&expected.path, &expected.rule, false, expected.line.unwrap_or(0)),
            Self::Unexpected(finding) => (&finding.path, &finding.rule, true, finding.region.start.line),
        }
    }
}

/// The data of a line of the difference.
struct DifferenceFacts<'t> {
    rule: &'t str,
    path: &'t str,
    line: Option<u32>,
    value: Option<&'t Value>,
    message: Option<&'t str>,
}

impl<'t> From<&'t ExpectedFinding> for DifferenceFacts<'t> {
    fn from(expected: &'t ExpectedFinding) -> Self {
        let ExpectedFinding { rule, path, line, value, message } = expected;
        Self { rule, path, line: *line, value: value.as_ref(), message: message.as_deref() }
    }
}

impl<'t> From<&'t Finding> for DifferenceFacts<'t> {
    fn from(finding: &'t Finding) -> Self {
        let Finding { rule, path, region, value, message, .. } = finding;
        Self { rule, path, line: Some(region.start.line), value: Some(value), message: Some(message) }
    }
}

/// `RULE in PATH:LINE  VALUE  MESSAGE`, the value as JSON, which tells a text from a number.
fn write_line(page: &mut Page, ink: Ink, sign: &str, facts: &DifferenceFacts<'_>) {
    let line = facts.line.map(|line| format!(":{line}")).unwrap_or_default();
    page.label(ink, sign).put(ink, &format!("{} in {}{line}", clean(facts.rule), clean_path(facts.path)));
    if let Some(value) = facts.value {
        page.plain("  ").put(ink, &cut(&clean(&value.to_string()), LONGEST_VALUE));
    }
    if let Some(message) = facts.message {
        page.plain("  ").plain(&cut(&clean(message), 2 * LONGEST_VALUE));
    }
    page.end();
}

fn write_untested(page: &mut Page, report: &TestReport) {
    for (at, untested) in report.untested.iter().enumerate() {
        if at == 0 || report.untested[at - 1].path != untested.path {
            page.gap();
        }
        page.put(Ink::Place, &block::place(&untested.path, Some(untested.region))).end();
        let message = format!("no test expects anything of `{}`", clean(&untested.rule));
        page.label(Ink::Doubtful, "missing").put(Ink::Strong, &message).end();
    }
}

fn write_summary(page: &mut Page, report: &TestReport) {
    page.label(Ink::Faint, "tests");
    let mut parts = Vec::new();
    for (state, ink, word) in [
        (TestState::Pass, Ink::Good, "passed"),
        (TestState::Fail, Ink::Bad, "failed"),
        (TestState::Error, Ink::Doubtful, "could not be run"),
    ] {
        let number = report.count(state);
        if number > 0 {
            parts.push((ink, format!("{} {word}", grouped(number))));
        }
    }
    if parts.is_empty() {
        parts.push((Ink::Doubtful, "none".to_owned()));
    }
    let doubtful = report.tests.iter().filter(|test| !test.warnings.is_empty()).count() as u64;
    if doubtful > 0 {
        parts.push((Ink::Doubtful, format!("{} with a warning", grouped(doubtful))));
    }
    super::summary::write_parts(page, &parts);
    page.end();
    let untested = report.untested.len() as u64;
    page.label(Ink::Faint, "rules").plain(&format!("{} tested", grouped(report.rules.saturating_sub(untested))));
    if untested > 0 {
        let ink = if report.coverage { Ink::Bad } else { Ink::Doubtful };
        page.plain(", ").put(ink, &format!("{} without a test", grouped(untested)));
    }
    page.end();
    let problems = report.diagnostics.problems.len() as u64;
    let (ink, result) = match report.exit_code() {
        0 => (Ink::Good, "all tests passed".to_owned()),
        1 => (Ink::Bad, failed(report)),
        _ if report.tests.is_empty() => (Ink::Bad, "no test was run".to_owned()),
        _ if problems > 0 => (Ink::Bad, format!("{}, so the tests are incomplete", count(problems, "problem"))),
        _ => (Ink::Bad, "not every test could be run".to_owned()),
    };
    page.label(Ink::Faint, "result").put(ink, &result).end();
}

fn failed(report: &TestReport) -> String {
    let (failed, untested) = (report.count(TestState::Fail), report.untested.len() as u64);
    let tests = (failed > 0).then(|| format!("{} failed", count(failed, "test")));
    let rules = (report.coverage && untested > 0).then(|| {
        let verb = if untested == 1 { "has" } else { "have" };
        format!("{} {verb} no test", count(untested, "rule"))
    });
    tests.into_iter().chain(rules).collect::<Vec<_>>().join("; ")
}
