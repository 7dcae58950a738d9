//! Runs all tests and lints, stage by stage.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

use crate::outcome::{self, Outcome};
use crate::places;
use crate::run::Run;
use crate::setup::{self, chromium};
use crate::tally::Tally;
use crate::{build, lint};

/// Runs every stage, even if earlier ones fail, and ends with a count of all tests.
///
/// # Errors
/// Fails if the set-up fails.
pub fn run() -> Result<ExitCode> {
    let tools = setup::for_tests()?;
    let build =
        Outcome::of_work("build", || build::with(&tools, build::Effort::Full).map(|()| (true, Tally::default())));
    let is_built = build.passed();
    let mut outcomes = vec![build];
    let (python, missing) = match setup::for_peers() {
        Ok(python) => (Some(python), None),
        Err(error) => (None, Some(Outcome::of_work("a Python with packages", || Err(error)))),
    };
    outcomes.extend([rust(python.as_deref()), examples()]);
    outcomes.extend(missing);
    outcomes.push(if is_built { typescript(python.as_deref())? } else { not_run("tests in TypeScript") });
    outcomes.extend(lint::stages(false));
    let code = outcome::summarise(&outcomes);
    let Tally { passed, failed } = outcomes.iter().map(Outcome::tally).sum();
    // A separate line at the end, where people look for it.
    println!("\n{passed} passed, {failed} failed");
    Ok(code)
}

/// Runs the tests in Rust. Some of them compare with a Python that has packages.
fn rust(python: Option<&Path>) -> Outcome {
    let mut run = if places::on_path("cargo-nextest").is_some() {
        Run::cargo().args(["nextest", "run", "--workspace", "--no-fail-fast", "--no-tests", "pass"])
    } else {
        // The examples in the documentation are left out, because they are a separate stage.
        Run::cargo().args(["test", "--workspace", "--lib", "--bins", "--tests", "--no-fail-fast"])
    };
    if let Some(python) = python {
        run = run.env("ASSAY_PYTHON", python);
    }
    Outcome::of("tests in Rust", run)
}

fn examples() -> Outcome {
    Outcome::of("examples in the docs", Run::cargo().args(["test", "--doc", "--workspace"]))
}

/// Runs the tests in TypeScript. Those of the driver for Dask need a Python that has packages.
fn typescript(python: Option<&Path>) -> Result<Outcome> {
    let mut run = Run::npm_bin("vitest").arg("run");
    if let Some(python) = python {
        run = run.env("ASSAY_PYTHON", python);
    }
    if let Some(browser) = chromium::find()? {
        run = run.env("ASSAY_CHROMIUM", browser);
    }
    Ok(Outcome::of("tests in TypeScript", run))
}

/// Returns the outcome of a stage that cannot run without the build, and counts as failed.
fn not_run(name: &str) -> Outcome {
    Outcome::of_work(name, || anyhow::bail!("not run, because the build failed"))
}
