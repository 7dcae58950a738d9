//! Test results for people: each test that did not pass, with its missing and its unexpected findings.
//!
//! ```text
//! rules/faces.yaml:12:13
//!   fail     large meshes are found
//!   -        face-budget in city.xml:2  81000
//!   +        face-budget in city.xml:2  "81000"  `81000` is not <= 5000
//! ```

use super::page::{Ink, Page, Style};
use super::summary::{states, write_parts};
use super::{block, write_diagnostics};
use crate::wording::{clean, clean_path, count, cut, group_digits};
use crate::{Diagnostics, ExpectedFinding, Problem, TestReport, TestResult, TestState, TestSummary};

/// The maximum length of a value in an expectation or a finding, in columns.
const LONGEST_VALUE: usize = 100;

/// Renders the tests that did not pass and the summary, and if `coverage` is set, the rules without a test.
pub(crate) fn render_tests(report: &TestReport, style: Style) -> String {
    let mut page = Page::new(style);
    let mut shown = Vec::new();
    for test in
        report.tests.iter().filter(|test| style.all || test.state != TestState::Pass || !test.warnings.is_empty())
    {
        page.gap();
        write_test(&mut page, test, &report.problems, &mut shown);
    }
    if report.coverage {
        write_untested(&mut page, report);
    }
    let (problems, warnings) = (report.problems.clone(), report.warnings.clone());
    write_diagnostics(&mut page, &Diagnostics { problems, warnings, ..Diagnostics::default() });
    page.gap();
    write_summary(&mut page, report);
    page.take()
}

/// Writes one test. `shown` has the problems of earlier tests: an error in a function usually stops several tests.
fn write_test<'t>(page: &mut Page, test: &'t TestResult, elsewhere: &[Problem], shown: &mut Vec<&'t Problem>) {
    let (ink, label) = match test.state {
        TestState::Pass => (Ink::Good, "pass"),
        TestState::Fail => (Ink::Bad, "fail"),
        TestState::Error => (Ink::Doubtful, "error"),
    };
    page.put(Ink::Place, &block::place(&test.path, Some(test.region))).end();
    page.label(ink, label).put(Ink::Strong, &clean(&test.name)).end();
    for (line, is_found) in diff(test) {
        let (ink, mark) = if is_found { (Ink::Good, "+") } else { (Ink::Bad, "-") };
        write_line(page, ink, mark, &line);
    }
    // A problem of a rule file stops all of its tests, and is written once.
    let (below, here): (Vec<&Problem>, Vec<_>) = test.problems.iter().partition(|problem| elsewhere.contains(problem));
    let (above, here): (Vec<&Problem>, Vec<_>) = here.into_iter().partition(|problem| {
        let Problem { rule, message, region, path, .. } = problem;
        let is_same = |it: &&Problem| (&it.rule, &it.message, &it.region, &it.path) == (rule, message, region, path);
        problem.in_rules && rule.is_some() && shown.iter().any(is_same)
    });
    for (problems, place) in [(above, "above"), (below, "below")] {
        let mut rules: Vec<&str> = problems.iter().filter_map(|problem| problem.rule.as_deref()).collect();
        rules.sort_unstable();
        rules.dedup();
        for rule in rules {
            page.label(Ink::Faint, "see").plain(&format!("the problems of rule `{}` {place}", clean(rule))).end();
        }
    }
    for warning in &test.warnings {
        block::write_remark(page, warning, "warning", Ink::Doubtful);
    }
    shown.extend(&here);
    for problem in here {
        block::write_problem(page, problem, "problem", Ink::Bad, None);
    }
}

/// Returns the differences by path and rule: missing findings, with false, then unexpected ones, with true.
fn diff(test: &TestResult) -> Vec<(ExpectedFinding, bool)> {
    let unexpected = test.unexpected.iter().map(|finding| ExpectedFinding {
        rule: finding.rule.clone(),
        path: finding.path.clone(),
        line: Some(finding.region.start.line),
        value: Some(finding.value.clone()),
        message: Some(finding.message.clone()),
    });
    let missing = test.missing.iter().map(|expected| (expected.clone(), false));
    let mut lines: Vec<_> = missing.chain(unexpected.map(|finding| (finding, true))).collect();
    // The sort is stable: equal lines stay in the order of their values.
    lines.sort_by(|(a, a_is_found), (b, b_is_found)| {
        (&a.path, &a.rule, a_is_found, a.line).cmp(&(&b.path, &b.rule, b_is_found, b.line))
    });
    lines
}

/// Writes `RULE in PATH:LINE  VALUE  MESSAGE`. The value is JSON, so that strings and numbers differ.
fn write_line(page: &mut Page, ink: Ink, mark: &str, facts: &ExpectedFinding) {
    let line = facts.line.map(|line| format!(":{line}")).unwrap_or_default();
    page.label(ink, mark).put(ink, &format!("{} in {}{line}", clean(&facts.rule), clean_path(&facts.path)));
    if let Some(value) = &facts.value {
        page.plain("  ").put(ink, &cut(&clean(&value.to_string()), LONGEST_VALUE));
    }
    if let Some(message) = &facts.message {
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
        let message = format!("no test expects a finding of `{}`", clean(&untested.rule));
        page.label(Ink::Doubtful, "missing").put(Ink::Strong, &message).end();
    }
}

fn write_summary(page: &mut Page, report: &TestReport) {
    page.label(Ink::Faint, "tests");
    let mut parts = states([
        (report.summary.pass, Ink::Good, "passed"),
        (report.summary.fail, Ink::Bad, "failed"),
        (report.summary.error, Ink::Doubtful, "could not be run"),
    ]);
    let doubtful = report.tests.iter().filter(|test| !test.warnings.is_empty()).count() as u64;
    if doubtful > 0 {
        parts.push((Ink::Doubtful, format!("{} with a warning", group_digits(doubtful))));
    }
    write_parts(page, &parts);
    page.end();
    let TestSummary { missing: untested, rules, .. } = report.summary;
    page.label(Ink::Faint, "rules").plain(&format!("{} tested", group_digits(rules.saturating_sub(untested))));
    if untested > 0 {
        let ink = if report.coverage { Ink::Bad } else { Ink::Doubtful };
        page.plain(", ").put(ink, &format!("{} without a test", group_digits(untested)));
    }
    page.end();
    let problems = report.problems.len() as u64;
    let (ink, result) = match report.exit_code() {
        0 => (Ink::Good, "all tests passed".to_owned()),
        1 => (Ink::Bad, describe_failed(report)),
        _ if report.tests.is_empty() => (Ink::Bad, "no test was run".to_owned()),
        _ if problems > 0 => (Ink::Bad, format!("{}, so the tests are incomplete", count(problems, "problem"))),
        _ => (Ink::Bad, "not every test could be run".to_owned()),
    };
    page.label(Ink::Faint, "result").put(ink, &result).end();
}

fn describe_failed(report: &TestReport) -> String {
    let TestSummary { fail: failed, missing: untested, .. } = report.summary;
    let tests = (failed > 0).then(|| format!("{} failed", count(failed, "test")));
    let rules = (report.coverage && untested > 0).then(|| {
        let verb = if untested == 1 { "has" } else { "have" };
        format!("{} {verb} no test", count(untested, "rule"))
    });
    tests.into_iter().chain(rules).collect::<Vec<_>>().join("; ")
}
