//! Runs the tests in rule files (`tests:`).

use std::collections::{HashSet, VecDeque};
use std::rc::Rc;

use assay_document::source::{MemorySource, Source};
use assay_document::text::{IssueCode, Number};
use assay_report::{
    Diagnostics, ExpectedFinding, Finding, Problem, REPEATED_KEY, Report, TestReport, TestResult, TestState,
    TestSummary, TestedFile, Untested, Value,
};
use assay_rule::{Expected, ExpectedProblem, RuleFile, RuleSettings, RuleTest, Site, is_pack};
use assay_script::{Limits, PREVIOUS_FOLDER};

use super::checker::{Checker, Gauge};
use super::run::Run;
use super::times::Clock;
use super::unexercised::{find_unexercised, needs_hints};
use super::whole::check_with;

/// The options of a run of tests.
#[derive(Clone, Copy, Debug, Default)]
pub struct TestOptions<'o> {
    /// Runs only tests for which this string, in any letter case, is part of their name or of the name of a rule that
    /// they expect findings of.
    pub filter: Option<&'o str>,
    /// True if a rule without a test counts as a failure.
    pub coverage: bool,
    /// True if the report lists the files of each test.
    pub files: bool,
    /// The clock that is used to stop scripts that take too long.
    pub clock: Option<Clock>,
    /// The gauge that is used to stop scripts that take too much memory.
    pub gauge: Option<Gauge>,
    /// The limits of scripts.
    pub limits: Limits,
    /// Called before each rule file is read, and before each test is run, so that the host knows which one a crash was
    /// in.
    pub at: Option<fn(&AtTest<'_>)>,
}

/// The progress of a run of tests.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct AtTest<'t> {
    /// The current rule file.
    pub path: &'t str,
    /// The test that is run next; `None` while the file is read.
    pub name: Option<&'t str>,
    /// The number of tests that have been run.
    pub done: usize,
    /// The number of tests in the files that have been read.
    pub total: usize,
}

/// Runs the tests of rule files, and of the files that they extend. Each test uses only the rules of its file and of
/// the files that this file extends.
///
/// `read` returns the text of further files, as for [`Checker::new`].
#[must_use]
pub fn run_tests(files: &[RuleFile], read: &dyn Fn(&str) -> Option<String>, options: TestOptions<'_>) -> TestReport {
    let mut run = TestRun { options, ..TestRun::default() };
    let settings = RuleSettings { uses_examples: true, ..RuleSettings::default() };
    // The description of a pack has no rules; it is read with the rule files of its folder.
    let is_pack = |file: &&RuleFile| is_pack(&file.path, &file.text);
    let mut waiting: VecDeque<RuleFile> = files.iter().filter(|file| !is_pack(file)).cloned().collect();
    let mut met: HashSet<String> = HashSet::new();
    while let Some(file) = waiting.pop_front() {
        run.report_progress(&file.path, None);
        let checker = Checker::with_settings(options.limits, &settings, std::slice::from_ref(&file), read);
        // The file itself follows the files that it extends; its path is the one that the rules use.
        let Some(path) = checker.rules().files().last().map(|file| file.path.clone()) else { continue };
        // Several files may extend the same file.
        if met.insert(path.clone()) {
            if let Some(clock) = options.clock {
                checker.set_clock(clock);
            }
            if let Some(gauge) = options.gauge {
                checker.set_memory_gauge(gauge);
            }
            run.test_file(&checker, &path);
            let extended = checker.rules().files().iter().filter(|file| !met.contains(&file.path) && !is_pack(file));
            waiting.extend(extended.cloned());
        }
    }
    run.finish()
}

/// A run of the tests of some rule files.
#[derive(Default)]
struct TestRun<'r> {
    options: TestOptions<'r>,
    /// The number of tests to run.
    total: usize,
    tests: Vec<TestResult>,
    diagnostics: Diagnostics,
    rules: Vec<Untested>,
    /// The rules that a test expects findings of, or problems with their files.
    tested: HashSet<String>,
}

impl TestRun<'_> {
    /// Runs the tests in the rule file at `path`.
    fn test_file(&mut self, checker: &Checker, path: &str) {
        let rules = checker.rules();
        self.diagnostics.extend(checker.diagnostics().clone());
        let filter = self.options.filter;
        let mut tests: Vec<&RuleTest> = rules.tests().iter().filter(|test| test.site.path == path).collect();
        self.tested.extend(tests.iter().flat_map(|test| &test.expect).map(|expected| expected.finding.rule.clone()));
        // A rule that a document can be read never has a finding: it is tested by the problem of a document.
        let mut search = checker.selector.search();
        for problem in tests.iter().filter(|test| test.expect.is_empty()).flat_map(|test| &test.problems) {
            let (selected, _) = search.select(&problem.path);
            let names = selected.rules.iter().map(|&rule| rules.rules()[rule as usize].name().to_owned());
            self.tested.extend(names);
        }
        tests.retain(|test| filter.is_none_or(|filter| is_chosen(test, filter)));
        self.total += tests.len();
        for test in tests {
            self.report_progress(path, Some(&test.name));
            let files = if self.options.files { files_of(test) } else { Vec::new() };
            self.tests.push(TestResult { files, ..run_test(checker, test) });
        }
        for rule in rules.rules() {
            let Site { path: file, region, .. } = rules.site(rule, "name");
            if file == path {
                self.rules.push(Untested { rule: rule.name().to_owned(), path: file, region });
            }
        }
    }

    fn report_progress(&self, path: &str, name: Option<&str>) {
        if let Some(at) = self.options.at {
            at(&AtTest { path, name, done: self.tests.len(), total: self.total });
        }
    }

    fn finish(self) -> TestReport {
        let Self { options, tests, mut diagnostics, rules, tested, .. } = self;
        let count = rules.len();
        let untested: Vec<Untested> = rules.into_iter().filter(|rule| !tested.contains(&rule.rule)).collect();
        diagnostics.settle();
        // Hints do not change a result, so tests do not expect them.
        let Diagnostics { problems, warnings, .. } = diagnostics;
        let summary = TestSummary::new(&tests, &untested, count);
        TestReport { tests, untested, coverage: options.coverage, summary, problems, warnings }
    }
}

fn run_test(checker: &Checker, test: &RuleTest) -> TestResult {
    let files = test.files.iter().map(|(path, file)| (path.as_str(), file.bytes()));
    let source: MemorySource = files.collect();
    let (previous, paths): (Vec<_>, Vec<_>) =
        source.paths().into_iter().partition(|path| path.starts_with(PREVIOUS_FOLDER));
    checker.set_has_previous(!previous.is_empty());
    let source: Rc<dyn Source> = Rc::new(source);
    // Hints take longer than most tests, and most tests pass.
    let report = check_with(checker, paths.clone(), &source, Run::omit_hints).finish(checker);
    let (missing, _) = compare(&test.expect, report.stored().to_vec());
    if !needs_hints(checker, test, &missing, &report) {
        return test_result(checker, test, &report, &[]);
    }
    let run = check_with(checker, paths, &source, |_| {});
    let wrong_case = run.rules_in_other_case(checker);
    test_result(checker, test, &run.finish(checker), &wrong_case)
}

/// Returns the result of a test, given the report on its files.
fn test_result(checker: &Checker, test: &RuleTest, report: &Report, wrong_case: &[&str]) -> TestResult {
    let (missing, mut unexpected) = compare(&test.expect, report.stored().to_vec());
    // A test is about the rules of its file, so this finding need not be expected, but may be.
    unexpected.retain(|finding| finding.rule != REPEATED_KEY);
    let Site { path, region, .. } = test.site.clone();
    let name = test.name.clone();
    let problems = problems_of(checker, test, report);
    let warnings = find_unexercised(checker, test, &missing, report, wrong_case);
    let state = TestState::of(&missing, &unexpected, &problems);
    TestResult { name, state, path, region, missing, unexpected, problems, warnings, files: Vec::new() }
}

/// Returns the problems that made the run of a test incomplete, and one for each problem that the test expects and that
/// did not occur. A rule that could not be used is reported only by tests that expect findings of it.
fn problems_of(checker: &Checker, test: &RuleTest, report: &Report) -> Vec<Problem> {
    let loading = &checker.diagnostics().problems;
    let is_relevant = |problem: &Problem| {
        test.expect.iter().any(|expected| problem.rule.as_deref() == Some(expected.finding.rule.as_str()))
    };
    let problems = report.problems().iter();
    let kept = problems.filter(|problem| is_relevant(problem) || !loading.contains(problem));
    let (expected, mut kept): (Vec<&Problem>, Vec<&Problem>) =
        kept.partition(|problem| test.problems.iter().any(|expected| is_met(expected, problem)));
    let unmet = test.problems.iter().filter(|sought| !expected.iter().any(|problem| is_met(sought, problem)));
    let unmet: Vec<Problem> = unmet.map(|sought| missing_problem(sought, test)).collect();
    kept.extend(&unmet);
    kept.into_iter().cloned().collect()
}

/// Returns the files of a test.
fn files_of(test: &RuleTest) -> Vec<TestedFile> {
    let files = test.files.iter().map(|(path, file)| {
        let (start, size) = file.written_bytes();
        TestedFile::new(path, start, size)
    });
    files.collect()
}

/// The limits that an endless script may hit. Which one it hits first depends on the speed of the machine.
const ENDLESS: &[IssueCode] = &[IssueCode::ScriptOperations, IssueCode::ScriptTime];

/// Returns true if a problem is the one that a test expects.
fn is_met(expected: &ExpectedProblem, problem: &Problem) -> bool {
    let paths = [&problem.path, &problem.document];
    let codes = [IssueCode::named(&expected.code), problem.code.known()];
    let is_endless = || codes.iter().flatten().filter(|code| ENDLESS.contains(code)).count() == codes.len();
    let is_such = expected.code == problem.code.as_str() || is_endless();
    is_such && paths.into_iter().any(|path| path.as_deref() == Some(expected.path.as_str()))
}

/// Returns the problem that an expected problem did not occur.
fn missing_problem(expected: &ExpectedProblem, test: &RuleTest) -> Problem {
    let message = format!("expected the problem `{}` in `{}`, which did not occur", expected.code, expected.path);
    Problem::new(IssueCode::TestProblemMissing, message).in_file(&*test.site.path).at(test.site.region, None)
}

/// Returns true if the filter selects a test.
fn is_chosen(test: &RuleTest, filter: &str) -> bool {
    let filter = filter.to_lowercase();
    let names = test.expect.iter().map(|expected| &expected.finding.rule).chain([&test.name]);
    names.into_iter().any(|name| name.to_lowercase().contains(&filter))
}

/// Returns the expected findings that are missing, and the findings that were not expected.
fn compare(expected: &[Expected], mut found: Vec<Finding>) -> (Vec<ExpectedFinding>, Vec<Finding>) {
    // More precise expectations are matched first, so that a vague one does not take their finding.
    let mut expected: Vec<&ExpectedFinding> = expected.iter().map(|expected| &expected.finding).collect();
    expected.sort_by_key(|expected| std::cmp::Reverse(precision(expected)));
    let mut missing = Vec::new();
    for expected in expected {
        match found.iter().position(|finding| is_expected(finding, expected)) {
            Some(at) => _ = found.remove(at),
            None => missing.push(expected.clone()),
        }
    }
    (missing, found)
}

/// Returns the number of properties of the finding that an expectation specifies.
fn precision(expected: &ExpectedFinding) -> usize {
    let given = [expected.line.is_some(), expected.value.is_some(), expected.message.is_some()];
    given.into_iter().filter(|is_given| *is_given).count()
}

fn is_expected(finding: &Finding, expected: &ExpectedFinding) -> bool {
    finding.rule == expected.rule
        && finding.path == expected.path
        && expected.line.is_none_or(|line| line == finding.region.start.line)
        && expected.message.as_ref().is_none_or(|message| *message == finding.message)
        && expected.value.as_ref().is_none_or(|value| equal(value, &finding.value))
}

/// Returns true if two values have the same type and are equal. Numbers are compared by value.
fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => match (Number::of_document(x), Number::of_document(y)) {
            (Some(x), Some(y)) => x == y,
            _ => x == y,
        },
        (Value::Record(x), Value::Record(y)) => {
            x.len() == y.len()
                && x.iter().all(|(name, list)| {
                    let other = y.iter().find(|(other, _)| other == name);
                    other.is_some_and(|(_, others)| {
                        list.len() == others.len() && list.iter().zip(others).all(|(a, b)| equal(a, b))
                    })
                })
        }
        _ => a == b,
    }
}

#[cfg(test)]
mod tests;
