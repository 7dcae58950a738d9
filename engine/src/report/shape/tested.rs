//! The shape of test results.

use serde::{Serialize, Serializer};

use super::Region;
use crate::format::hexadecimal;
use crate::report::{self, Finding, Problem, TestState, Value};

/// The results of the tests of some rule files.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestReport<'t> {
    /// The tests that were run, in the order of the files.
    pub tests: Vec<TestResult<'t>>,
    /// The rules from which no test expects anything, whichever tests were run.
    pub untested: Vec<Untested<'t>>,
    /// Whether a rule without a test is as bad as a test that fails.
    pub coverage: bool,
    /// The counts of the tests.
    pub summary: TestSummary,
    /// Problems of the rule files.
    pub problems: &'t [Problem],
    /// Warnings about the rule files.
    pub warnings: &'t [Problem],
}

/// The counts of tests and rules.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestSummary {
    /// Tests that found just what they expect.
    pub pass: u64,
    /// Tests that found something else.
    pub fail: u64,
    /// Tests over which something could not be checked.
    pub error: u64,
    /// Rules from which no test expects anything.
    pub missing: u64,
    /// All rules.
    pub rules: u64,
}

/// The result of one test.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestResult<'t> {
    /// Its name.
    pub name: &'t str,
    /// The result.
    pub state: TestState,
    /// The rule file that carries it.
    pub path: &'t str,
    /// Where in that file.
    #[serde(flatten)]
    pub region: Region,
    /// Expected findings that the run did not report.
    pub missing: Vec<ExpectedFinding<'t>>,
    /// Findings of the run that the test does not expect.
    pub unexpected: &'t [Finding],
    /// Problems that kept the run from being complete.
    pub problems: &'t [Problem],
    /// Warnings, such as the reason why no rule judged any of its files.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub warnings: &'t [Problem],
    /// The files that it holds, where they were asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<TestedFile<'t>>,
}

/// A file that a test holds: a text, or bytes that are none.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestedFile<'t> {
    /// Its path.
    pub path: &'t str,
    /// Its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&'t str"))]
    pub text: Option<&'t str>,
    /// Its bytes in hexadecimal digits, but for zeros at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub hex: Option<String>,
    /// How many bytes it has with those.
    pub size: usize,
}

/// A finding that a test expects. What is left out may be anything.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedFinding<'t> {
    /// Name of the rule.
    pub rule: &'t str,
    /// The file, as a source knows it.
    pub path: &'t str,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub line: Option<u32>,
    /// The value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Value"))]
    pub value: Option<&'t Value>,
    /// The whole message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "&'t str"))]
    pub message: Option<&'t str>,
}

/// A rule from which no test expects anything.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Untested<'t> {
    /// Name of the rule.
    pub rule: &'t str,
    /// Its rule file.
    pub path: &'t str,
    /// Where in that file.
    #[serde(flatten)]
    pub region: Region,
}

impl<'t> From<&'t report::TestReport> for TestReport<'t> {
    fn from(report: &'t report::TestReport) -> Self {
        Self {
            tests: report.tests.iter().map(TestResult::from).collect(),
            untested: report.untested.iter().map(Untested::from).collect(),
            coverage: report.coverage,
            summary: TestSummary {
                pass: report.count(TestState::Pass),
                fail: report.count(TestState::Fail),
                error: report.count(TestState::Error),
                missing: report.untested.len() as u64,
                rules: report.rules,
            },
            problems: &report.diagnostics.problems,
            warnings: &report.diagnostics.warnings,
        }
    }
}

impl<'t> From<&'t report::TestResult> for TestResult<'t> {
    fn from(test: &'t report::TestResult) -> Self {
        Self {
            name: &test.name,
            state: test.state(),
            path: &test.path,
            region: test.region.into(),
            missing: test.missing.iter().map(ExpectedFinding::from).collect(),
            unexpected: &test.unexpected,
            problems: &test.problems,
            warnings: &test.warnings,
            files: test.files.iter().map(TestedFile::from).collect(),
        }
    }
}

impl<'t> From<&'t report::TestedFile> for TestedFile<'t> {
    fn from(report::TestedFile { path, start, size }: &'t report::TestedFile) -> Self {
        let text = std::str::from_utf8(start).ok().filter(|text| text.len() == *size);
        let hex = text.is_none().then(|| hexadecimal(start));
        Self { path, text, hex, size: *size }
    }
}

impl<'t> From<&'t report::ExpectedFinding> for ExpectedFinding<'t> {
    fn from(expected: &'t report::ExpectedFinding) -> Self {
        Self {
            rule: &expected.rule,
            path: &expected.path,
            line: expected.line,
            value: expected.value.as_ref(),
            message: expected.message.as_deref(),
        }
    }
}

impl<'t> From<&'t report::Untested> for Untested<'t> {
    fn from(untested: &'t report::Untested) -> Self {
        Self { rule: &untested.rule, path: &untested.path, region: untested.region.into() }
    }
}

impl Serialize for report::TestReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TestReport::from(self).serialize(serializer)
    }
}
