//! The calm lines that long work prints: what it does, and how long that took.

use std::cell::Cell;
use std::io::{self, Write};
use std::time::Instant;

use anyhow::Result;

use crate::run::human_time;

/// The steps of one piece of work, counted so that it can tell when there was nothing to do.
pub struct Progress {
    work: &'static str,
    steps: Cell<usize>,
}

impl Progress {
    /// The steps of the work with this name; nothing is printed before the first of them.
    pub fn of(work: &'static str) -> Self {
        Self { work, steps: Cell::new(0) }
    }

    /// Takes one step, with a line that says what it is and how long it took.
    ///
    /// # Errors
    /// Passes on the error of the step.
    pub fn step<T>(&self, what: &str, step: impl FnOnce() -> Result<T>) -> Result<T> {
        self.steps.set(self.steps.get() + 1);
        print!("{}: {what} … ", self.work);
        // Only a closed terminal makes this fail, and then nobody reads the line.
        let _ = io::stdout().flush();
        let start = Instant::now();
        let result = step();
        let verdict = if result.is_ok() { "" } else { "failed after " };
        println!("{verdict}{}", human_time(start.elapsed()));
        result
    }

    /// Whether no step was needed so far.
    pub fn is_idle(&self) -> bool {
        self.steps.get() == 0
    }
}
