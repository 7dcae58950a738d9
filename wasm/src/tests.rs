//! Tests of rules.

use assay_engine::check::{self, TestOptions};
use assay_engine::report;
use assay_engine::script::Limits;
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::checker::{further, memory};
use crate::error::Error;
use crate::input::rule_files;
use crate::life::{clock, report_test};
use crate::limits::limits_over;

/// Runs the tests of the rule files `rules`, each a `{ path, text }`.
///
/// `read` returns the text of another file by its path, or nothing. `limits` are the limits of scripts, numbers by
/// name. With a `filter`, only tests run whose name, or the name of one of their rules, contains it. With `coverage`, a
/// rule without a test counts as a failed test. With `files`, the report contains the files of each test.
/// Fails if `rules` is not such a list, or a limit is not valid.
#[wasm_bindgen(js_name = runTests)]
#[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen hands in optional values by value only")]
pub fn run_tests(
    rules: JsValue,
    read: Option<Function>,
    limits: JsValue,
    filter: Option<String>,
    coverage: bool,
    files: bool,
) -> Result<TestReport, Error> {
    let limits = limits_over(Limits::default(), limits)?;
    let options = TestOptions {
        filter: filter.as_deref(),
        coverage,
        files,
        clock: Some(clock),
        gauge: Some(memory),
        limits,
        at: Some(report_test),
    };
    let inner = check::run_tests(&rule_files(rules)?, &|path| further(read.as_ref(), path), options);
    Ok(TestReport { inner })
}

/// The results of tests.
#[wasm_bindgen]
pub struct TestReport {
    inner: report::TestReport,
}

shown!(TestReport);

#[wasm_bindgen]
impl TestReport {
    /// Returns the exit code: 0, 1 or 2.
    #[wasm_bindgen(js_name = exitCode)]
    pub fn exit_code(&self) -> u8 {
        self.inner.exit_code()
    }
}
