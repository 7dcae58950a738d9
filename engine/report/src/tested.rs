//! The results of the tests that rule files carry.

use assay_document::format::hexadecimal;
use assay_document::text::Region;
use serde::Serialize;

use super::{Diagnostics, Finding, Problem, Value};

/// The results of the tests of some rule files.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TestReport {
    /// The tests that were run, in the order of the files.
    pub tests: Vec<TestResult>,
    /// The rules from which no test expects anything, whichever tests were run.
    pub untested: Vec<Untested>,
    /// The number of rules.
    pub rules: u64,
    /// Whether a rule without a test is as bad as a test that fails.
    pub coverage: bool,
    /// The problems, warnings and hints about the rule files.
    pub diagnostics: Diagnostics,
}

/// The result of one test.
#[derive(Clone, Debug, PartialEq)]
pub struct TestResult {
    /// Its name.
    pub name: String,
    /// The rule file that carries it.
    pub path: String,
    /// Where in that file.
    pub region: Region,
    /// The expected findings that the run did not have.
    pub missing: Vec<ExpectedFinding>,
    /// The findings of the run that the test does not expect.
    pub unexpected: Vec<Finding>,
    /// The problems that made the run incomplete.
    pub problems: Vec<Problem>,
    /// The warnings for the author of the test: why no rule evaluated its files.
    pub warnings: Vec<Problem>,
    /// The files that it holds, where they were asked for.
    pub files: Vec<TestedFile>,
}

/// A file that a test holds: a text, or bytes that are none.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TestedFile {
    /// Its path.
    pub path: String,
    /// Its text.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub text: Option<String>,
    /// Its bytes in hexadecimal digits, but for zeros at its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub hex: Option<String>,
    /// How many bytes it has with those.
    pub size: usize,
}

impl TestedFile {
    /// A file of `size` bytes: those of `start`, and zeros.
    #[must_use]
    pub fn new(path: impl Into<String>, start: &[u8], size: usize) -> Self {
        let text = std::str::from_utf8(start).ok().filter(|text| text.len() == size).map(str::to_owned);
        let hex = text.is_none().then(|| hexadecimal(start));
        Self { path: path.into(), text, hex, size }
    }
}

/// A finding that a test expects. What is left out may be anything.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ExpectedFinding {
    /// Name of the rule.
    pub rule: String,
    /// The file, as a source knows it.
    pub path: String,
    /// The line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "u32"))]
    pub line: Option<u32>,
    /// The value.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "Value"))]
    pub value: Option<Value>,
    /// The whole message.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schemars(with = "String"))]
    pub message: Option<String>,
}

/// A rule from which no test expects anything.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Untested {
    /// Name of the rule.
    pub rule: String,
    /// Its rule file.
    pub path: String,
    /// Where in that file.
    #[serde(flatten)]
    pub region: Region,
}

/// The result of a test, in one word.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum TestState {
    /// Just what it expects was found.
    Pass,
    /// Something else was found.
    Fail,
    /// Something could not be checked.
    Error,
}

impl TestResult {
    /// Returns the state of the test.
    #[must_use]
    pub const fn state(&self) -> TestState {
        if !self.problems.is_empty() {
            TestState::Error
        } else if self.missing.is_empty() && self.unexpected.is_empty() {
            TestState::Pass
        } else {
            TestState::Fail
        }
    }
}

impl TestReport {
    /// Returns the number of tests in that state.
    #[must_use]
    pub fn count(&self, state: TestState) -> u64 {
        self.tests.iter().filter(|test| test.state() == state).count() as u64
    }

    /// 2 when something could not be tested or there is no test at all, else 1 when a test failed or, where that
    /// counts, a rule has none, else 0.
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        if self.tests.is_empty() || self.count(TestState::Error) > 0 || !self.diagnostics.problems.is_empty() {
            2
        } else {
            u8::from(self.count(TestState::Fail) > 0 || self.coverage && !self.untested.is_empty())
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_document::text::Region;

    use super::{TestReport, TestResult, Untested};
    use crate::{Diagnostics, ExpectedFinding, Problem};

    fn test(missing: usize, problems: usize) -> TestResult {
        let expected =
            ExpectedFinding { rule: "r".to_owned(), path: "a".to_owned(), line: None, value: None, message: None };
        TestResult {
            name: "t".to_owned(),
            path: "r.yaml".to_owned(),
            region: Region::START,
            missing: vec![expected; missing],
            unexpected: Vec::new(),
            problems: vec![Problem::new("x", "y"); problems],
            warnings: Vec::new(),
            files: Vec::new(),
        }
    }

    #[test]
    fn exit_codes() {
        let untested = || vec![Untested { rule: "r".to_owned(), path: "r.yaml".to_owned(), region: Region::START }];
        let broken = Diagnostics { problems: vec![Problem::new("x", "y")], ..Diagnostics::default() };
        let of = |tests: Vec<TestResult>| TestReport { tests, ..TestReport::default() };
        for (name, report, code, with_coverage) in [
            ("nothing", of(vec![]), 2, 2),
            ("a pass", of(vec![test(0, 0)]), 0, 0),
            ("a fail", of(vec![test(0, 0), test(1, 0)]), 1, 1),
            ("an error", of(vec![test(0, 1), test(1, 0)]), 2, 2),
            ("a rule without a test", TestReport { untested: untested(), ..of(vec![test(0, 0)]) }, 0, 1),
            ("a broken rule", TestReport { diagnostics: broken, ..of(vec![test(0, 0)]) }, 2, 2),
        ] {
            let covered = TestReport { coverage: true, ..report.clone() };
            assert_eq!((report.exit_code(), covered.exit_code()), (code, with_coverage), "{name}");
        }
    }
}
