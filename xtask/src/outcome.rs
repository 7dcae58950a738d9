//! What came of the stages of a test or lint run.

use std::process::{ExitCode, ExitStatus};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};

use crate::failures;
use crate::run::{Run, human_time};
use crate::tally::{self, Tally};

/// One stage that was run, and what came of it.
pub struct Outcome {
    name: String,
    passed: bool,
    tally: Tally,
    /// What failed in it, where its output tells.
    failures: Vec<String>,
    time: Duration,
}

impl Outcome {
    /// Runs a command as a stage, its output shown live. One that cannot be run has failed, and says why.
    pub fn of(name: &str, run: Run) -> Self {
        let mut failures = Vec::new();
        let outcome = Self::of_work(name, || {
            let (status, output) = run.tee()?;
            failures = failures::read(&output);
            Ok((status.success(), tally::read(&output)))
        });
        Self { failures, ..outcome }
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
        Self { name: name.to_owned(), passed, tally, failures: Vec::new(), time: start.elapsed() }
    }

    /// Starts a command as a stage that runs beside others, which have precedence.
    pub fn beside(name: &str, run: Run) -> Beside {
        let work = thread::spawn(move || {
            let start = Instant::now();
            (run.gently().captured(), start.elapsed())
        });
        Beside { name: name.to_owned(), work }
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

/// A stage that runs beside others.
pub struct Beside {
    name: String,
    work: JoinHandle<(Result<(ExitStatus, String)>, Duration)>,
}

impl Beside {
    /// Waits until the stage ends, and shows its output.
    pub fn join(self) -> Outcome {
        let mut failures = Vec::new();
        let mut spent = Duration::ZERO;
        let outcome = Outcome::of_work(&self.name, || {
            let (result, time) = self.work.join().map_err(|_| anyhow!("the thread of the stage panicked"))?;
            spent = time;
            let (status, output) = result?;
            print!("{output}");
            failures = failures::read(&output);
            Ok((status.success(), tally::read(&output)))
        });
        Outcome { failures, time: spent, ..outcome }
    }
}

/// Prints a line for each stage, what failed in them, and returns what the command exits with.
pub fn summarise(outcomes: &[Outcome]) -> ExitCode {
    println!("\n── summary");
    for Outcome { name, passed, tally, time, .. } in outcomes {
        let verdict = if *passed { "passed" } else { "FAILED" };
        let tests = match tally {
            Tally { passed: 0, failed: 0 } => String::new(),
            Tally { passed, failed } => format!("  {passed} passed, {failed} failed"),
        };
        println!("{verdict}  {name:<30}{:>10}{tests}", human_time(*time));
    }
    for Outcome { name, failures, .. } in outcomes.iter().filter(|outcome| !outcome.failures.is_empty()) {
        println!("\n── failed in {name}");
        for failure in failures {
            println!("{failure}");
        }
    }
    if outcomes.iter().all(Outcome::passed) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
