//! The shape of test results.

use assay_document::text::Region;
use serde::{Serialize, Serializer};

use crate::{ExpectedFinding, Finding, Problem, TestState, TestedFile, Untested};

/// The results of the tests of some rule files.
#[derive(Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestReport<'t> {
    /// The tests that were run, in the order of the files.
    pub tests: Vec<TestResult<'t>>,
    /// The rules from which no test expects anything, whichever tests were run.
    pub untested: &'t [Untested],
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
    pub missing: &'t [ExpectedFinding],
    /// Findings of the run that the test does not expect.
    pub unexpected: &'t [Finding],
    /// Problems that kept the run from being complete.
    pub problems: &'t [Problem],
    /// Warnings, such as the reason why no rule judged any of its files.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub warnings: &'t [Problem],
    /// The files that it holds, where they were asked for.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub files: &'t [TestedFile],
}

impl<'t> From<&'t crate::TestReport> for TestReport<'t> {
    fn from(report: &'t crate::TestReport) -> Self {
        Self {
            tests: report.tests.iter().map(TestResult::from).collect(),
            untested: &report.untested,
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

impl<'t> From<&'t crate::TestResult> for TestResult<'t> {
    fn from(test: &'t crate::TestResult) -> Self {
        Self {
            name: &test.name,
            state: test.state(),
            path: &test.path,
            region: test.region,
            missing: &test.missing,
            unexpected: &test.unexpected,
            problems: &test.problems,
            warnings: &test.warnings,
            files: &test.files,
        }
    }
}

impl Serialize for crate::TestReport {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        TestReport::from(self).serialize(serializer)
    }
}
