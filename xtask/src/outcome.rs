//! The outcomes of the stages of a test or lint run.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::failures;
use crate::run::{Run, human_time};
use crate::tally::{self, Tally};

/// The outcome of one stage.
pub struct Outcome {
    name: String,
    passed: bool,
    tally: Tally,
    /// The failed tests, if its output lists them.
    failures: Vec<String>,
    time: Duration,
}

impl Outcome {
    /// Runs a command as a stage, and shows its output. A command that cannot be run counts as failed.
    pub fn of(name: &str, run: Run) -> Self {
        let mut failures = Vec::new();
        let outcome = Self::of_work(name, || {
            let (status, output) = run.tee()?;
            failures = failures::read(&output);
            Ok((status.success(), tally::read(&output)))
        });
        Self { failures, ..outcome }
    }

    /// Runs `work` as a stage. It returns true if it succeeded, and the number of tests.
    pub fn of_work(name: &str, work: impl FnOnce() -> Result<(bool, Tally)>) -> Self {
        println!("\n── {name}");
        let start = Instant::now();
        let (passed, mut tally) = work().unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            (false, Tally::default())
        });
        if !passed && tally.failed == 0 {
            // A stage may fail without a failed test, for example if it does not compile. The count must show this.
            tally.failed = 1;
        }
        Self { name: name.to_owned(), passed, tally, failures: Vec::new(), time: start.elapsed() }
    }

    /// Returns true if nothing failed.
    pub fn passed(&self) -> bool {
        self.passed
    }

    /// Returns the number of tests.
    pub fn tally(&self) -> Tally {
        self.tally
    }
}

/// Prints a line for each stage and the failures, and returns the exit code of the command.
pub fn summarise(outcomes: &[Outcome]) -> ExitCode {
    println!("\n── summary");
    for Outcome { name, passed, tally, time, .. } in outcomes {
        let verdict = if *passed { "passed" } else { "FAILED" };
        let tests = match tally {
            Tally { passed: 0, failed: 0 } => String::new(),
            Tally { passed, failed } => format!("  {passed} passed, {failed} failed"),
        };
        println!("{verdict}  {name:<24}{:>10}{tests}", human_time(*time));
    }
    for Outcome { name, failures, .. } in outcomes.iter().filter(|outcome| !outcome.failures.is_empty()) {
        println!("\n── failed in {name}");
        for failure in failures {
            println!("{failure}");
        }
    }
    if outcomes.iter().all(Outcome::passed) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
