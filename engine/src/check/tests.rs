//! Tests of rules: runs the `tests:` that rule files carry.

use super::Checker;
use crate::report::{Finding, Problem, Value};
use crate::rule::{Expected, RuleTest};
use crate::source::MemorySource;
use crate::text::Number;

/// What came of one test.
#[derive(Clone, Debug)]
pub struct TestResult<'t> {
    /// The test.
    pub test: &'t RuleTest,
    /// What it expects and the run did not find.
    pub missing: Vec<&'t Expected>,
    /// What the run found and the test does not expect.
    pub unexpected: Vec<Finding>,
    /// What kept the run from being complete.
    pub problems: Vec<Problem>,
}

impl TestResult<'_> {
    /// Whether the run found just what the test expects.
    #[must_use]
    pub const fn passed(&self) -> bool {
        self.missing.is_empty() && self.unexpected.is_empty() && self.problems.is_empty()
    }
}

impl Checker {
    /// Runs the tests of the rule files that this checker was made of, each over its own files with all of its rules.
    #[must_use]
    pub fn test(&self) -> Vec<TestResult<'_>> {
        self.rules().tests().iter().map(|test| self.run_test(test)).collect()
    }

    fn run_test<'t>(&self, test: &'t RuleTest) -> TestResult<'t> {
        let files = test.files.iter().map(|(path, text)| (path.as_str(), text.as_bytes()));
        let source: MemorySource = files.collect();
        let report = self.check(source.paths(), &source);
        let mut unexpected = report.findings().to_vec();
        // What says more about its finding chooses first, so that it is not left without one.
        let mut expected: Vec<&Expected> = test.expect.iter().collect();
        expected.sort_by_key(|expected| std::cmp::Reverse(precision(expected)));
        let mut missing = Vec::new();
        for expected in expected {
            match unexpected.iter().position(|finding| meets(finding, expected)) {
                Some(at) => {
                    unexpected.remove(at);
                }
                None => missing.push(expected),
            }
        }
        TestResult { test, missing, unexpected, problems: report.problems().to_vec() }
    }
}

/// How many facts of its finding an expectation names.
fn precision(expected: &Expected) -> usize {
    usize::from(expected.line.is_some())
        + usize::from(expected.value.is_some())
        + usize::from(expected.message.is_some())
}

fn meets(finding: &Finding, expected: &Expected) -> bool {
    finding.rule == expected.rule
        && finding.path == expected.path
        && expected.line.is_none_or(|line| line == finding.region.start.line)
        && expected.message.as_ref().is_none_or(|message| *message == finding.message)
        && expected.value.as_ref().is_none_or(|value| equal(value, &finding.value))
}

/// Whether two values are equal: of one type, numbers by value.
fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(x), Value::Number(y)) => match (Number::parse(x), Number::parse(y)) {
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
