//! The results of the tests in rule files.

use assay_document::format::hexadecimal;
use assay_document::text::Region;
use serde::Serialize;

use super::{Finding, Problem, Value};

/// The results of the tests of some rule files.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestReport {
    /// The tests that were run, in the order of the files.
    pub tests: Vec<TestResult>,
    /// The rules for which no test expects a finding, including tests that were not run.
    pub untested: Vec<Untested>,
    /// True if a rule without a test counts as a failed test.
    pub coverage: bool,
    /// The counts of the tests.
    pub summary: TestSummary,
    /// Problems of the rule files.
    pub problems: Vec<Problem>,
    /// Warnings about the rule files.
    pub warnings: Vec<Problem>,
}

/// The counts of tests and rules.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestSummary {
    /// The number of tests whose findings equal the expected ones.
    pub pass: u64,
    /// The number of tests with missing or unexpected findings.
    pub fail: u64,
    /// The number of tests in which something could not be checked.
    pub error: u64,
    /// The number of rules for which no test expects a finding.
    pub missing: u64,
    /// The number of all rules.
    pub rules: u64,
}

impl TestSummary {
    /// Counts the tests by state; `rules` is the number of all rules.
    pub fn new(tests: &[TestResult], untested: &[Untested], rules: usize) -> Self {
        let count = |state| tests.iter().filter(|test| test.state == state).count() as u64;
        Self {
            pass: count(TestState::Pass),
            fail: count(TestState::Fail),
            error: count(TestState::Error),
            missing: untested.len() as u64,
            rules: rules as u64,
        }
    }
}

/// The result of one test.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestResult {
    /// The name of the test.
    pub name: String,
    /// The result.
    pub state: TestState,
    /// The rule file that contains the test.
    pub path: String,
    /// The place in that file.
    #[serde(flatten)]
    pub region: Region,
    /// Expected findings that the run did not report.
    pub missing: Vec<ExpectedFinding>,
    /// Findings of the run that the test does not expect.
    pub unexpected: Vec<Finding>,
    /// Problems that kept the run from being complete.
    pub problems: Vec<Problem>,
    /// Warnings, such as the reason why no rule judged any of its files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<Problem>,
    /// The files of the test, if they were requested.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<TestedFile>,
}

/// A file of a test: a string, or bytes.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestedFile {
    /// The path of the file.
    pub path: String,
    /// The content, if it is a string.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The bytes in hexadecimal digits, without the zeros at the end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// The number of bytes, including these zeros.
    pub size: usize,
}

impl TestedFile {
    /// Creates a file of `size` bytes: `start`, followed by zeros.
    pub fn new(path: impl Into<String>, start: &[u8], size: usize) -> Self {
        let text = std::str::from_utf8(start).ok().filter(|text| text.len() == size).map(str::to_owned);
        let hex = text.is_none().then(|| hexadecimal(start));
        Self { path: path.into(), text, hex, size }
    }
}

/// A finding that a test expects. Fields that are left out match anything.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedFinding {
    /// Name of the rule.
    pub rule: String,
    /// The path of the file, as in its source.
    pub path: String,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// The value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
    /// The whole message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

/// A rule for which no test expects a finding.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Untested {
    /// The name of the rule.
    pub rule: String,
    /// The rule file.
    pub path: String,
    /// The place in that file.
    #[serde(flatten)]
    pub region: Region,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TestState {
    /// The findings equal the expected ones.
    Pass,
    /// Findings are missing or unexpected.
    Fail,
    /// Something could not be checked.
    Error,
}

impl TestState {
    /// Returns the state of a test with these missing and unexpected findings and these problems.
    pub const fn of(missing: &[ExpectedFinding], unexpected: &[Finding], problems: &[Problem]) -> Self {
        // An incomplete check may hide findings, so such a test has not passed.
        match (problems, missing, unexpected) {
            ([], [], []) => Self::Pass,
            ([], ..) => Self::Fail,
            _ => Self::Error,
        }
    }
}

impl TestReport {
    /// Returns the exit code: 2 if something could not be tested or there are no tests. Else 1 if a test failed, or if
    /// coverage is required and a rule has no test. Else 0.
    pub fn exit_code(&self) -> u8 {
        if self.tests.is_empty() || self.summary.error > 0 || !self.problems.is_empty() {
            2
        } else {
            u8::from(self.summary.fail > 0 || self.coverage && !self.untested.is_empty())
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_document::text::Region;

    use super::{TestReport, TestResult, TestState, TestSummary, Untested};
    use crate::{ExpectedFinding, Problem};

    fn test(missing: usize, problems: usize) -> TestResult {
        let expected =
            ExpectedFinding { rule: "r".to_owned(), path: "a".to_owned(), line: None, value: None, message: None };
        let (missing, problems) = (vec![expected; missing], vec![Problem::new("x", "y"); problems]);
        TestResult {
            name: "t".to_owned(),
            state: TestState::of(&missing, &[], &problems),
            path: "r.yaml".to_owned(),
            region: Region::START,
            missing,
            unexpected: Vec::new(),
            problems,
            warnings: Vec::new(),
            files: Vec::new(),
        }
    }

    #[test]
    fn exit_codes() {
        let untested = || vec![Untested { rule: "r".to_owned(), path: "r.yaml".to_owned(), region: Region::START }];
        let of = |tests: Vec<TestResult>| TestReport {
            summary: TestSummary::new(&tests, &[], 1),
            tests,
            ..TestReport::default()
        };
        for (name, report, code, with_coverage) in [
            ("nothing", of(vec![]), 2, 2),
            ("a pass", of(vec![test(0, 0)]), 0, 0),
            ("a fail", of(vec![test(0, 0), test(1, 0)]), 1, 1),
            ("an error", of(vec![test(0, 1), test(1, 0)]), 2, 2),
            ("a rule without a test", TestReport { untested: untested(), ..of(vec![test(0, 0)]) }, 0, 1),
            ("a broken rule", TestReport { problems: vec![Problem::new("x", "y")], ..of(vec![test(0, 0)]) }, 2, 2),
        ] {
            let covered = TestReport { coverage: true, ..report.clone() };
            assert_eq!((report.exit_code(), covered.exit_code()), (code, with_coverage), "{name}");
        }
    }
}
