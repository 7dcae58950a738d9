//! What came of the stages of a test or lint run.

use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::Result;

use crate::run::{Run, human_time};
use crate::tally::{self, Tally};

/// One stage that was run, and what came of it.
pub struct Outcome {
    name: String,
    passed: bool,
    tally: Tally,
    time: Duration,
}

impl Outcome {
    /// Runs a command as a stage, its output shown live. One that cannot be run has failed, and says why.
    pub fn of(name: &str, run: Run) -> Self {
        Self::of_work(name, || {
            let (status, output) = run.tee()?;
            Ok((status.success(), tally::read(&output)))
        })
    }

    /// Does work as a stage: whether it succeeded, and how many tests it counted.
    pub fn of_work(name: &str, work: impl FnOnce() -> Result<(bool, Tally)>) -> Self {
        println!("\n── {name}");
        let start = Instant::now();
        let (passed, mut tally) = work().unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            (false, Tally::default())
        });
        if !passed && tally.failed == 0 {
            // A stage may fail without any test that did, such as one that does not compile; the count must tell.
            tally.failed = 1;
        }
        Self { name: name.to_owned(), passed, tally, time: start.elapsed() }
    }

    /// Whether nothing in it failed.
    pub fn passed(&self) -> bool {
        self.passed
    }

    /// How many tests it counted.
    pub fn tally(&self) -> Tally {
        self.tally
    }
}

/// Prints a line for each stage, and returns what the command exits with.
pub fn summarise(outcomes: &[Outcome]) -> ExitCode {
    println!("\n── summary");
    for Outcome { name, passed, tally, time } in outcomes {
        let verdict = if *passed { "passed" } else { "FAILED" };
        let tests = match tally {
            Tally { passed: 0, failed: 0 } => String::new(),
            Tally { passed, failed } => format!("  {passed} passed, {failed} failed"),
        };
        println!("{verdict}  {name:<24}{:>10}{tests}", human_time(*time));
    }
    if outcomes.iter().all(Outcome::passed) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
