//! The lines that long work prints: each step, and its time.

use std::cell::Cell;
use std::io::{self, Write};
use std::time::Instant;

use anyhow::Result;

use crate::run::human_time;

/// The steps of one piece of work, counted to detect that no step was needed.
pub struct Progress {
    work: &'static str,
    steps: Cell<usize>,
}

impl Progress {
    /// Starts the work with this name. Nothing is printed before the first step.
    pub fn of(work: &'static str) -> Self {
        Self { work, steps: Cell::new(0) }
    }

    /// Runs one step, and prints a line with its description and its time.
    ///
    /// # Errors
    /// Returns the error of the step.
    pub fn step<T>(&self, what: &str, step: impl FnOnce() -> Result<T>) -> Result<T> {
        self.steps.set(self.steps.get() + 1);
        print!("{}: {what} … ", self.work);
        // This fails only if the terminal is closed, and then the line is not needed.
        let _ = io::stdout().flush();
        let start = Instant::now();
        let result = step();
        let verdict = if result.is_ok() { "" } else { "failed after " };
        println!("{verdict}{}", human_time(start.elapsed()));
        result
    }

    /// Returns true if no step was needed so far.
    pub fn is_idle(&self) -> bool {
        self.steps.get() == 0
    }
}
