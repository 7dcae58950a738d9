//! Rules × documents → report.

mod batch;
mod collect;
mod file;
mod judge;
mod knowledge;
mod plans;
mod run;
mod select;
mod tests;
mod times;
mod work;
mod worker;

pub use batch::{Batch, Outcome};
pub use run::{Progress, Run};
pub use tests::TestResult;
pub use times::Clock;
pub use worker::Worker;

use std::cell::Cell;

use self::plans::Plans;
use self::select::Selector;
use self::work::Work;
use crate::report::{Diagnostics, Report};
use crate::rule::{RuleFile, RuleSet};
use crate::source::Source;

/// Compiled rules, ready to check any number of sources.
///
/// What documents teach about the plans is kept between runs, so one checker serves one thread.
pub struct Checker {
    rules: RuleSet,
    diagnostics: Diagnostics,
    selector: Selector,
    plans: Plans,
    clock: Cell<Option<Clock>>,
}

impl Checker {
    /// Loads rule files. `read` gives the text of further files that they name (`extends:`, `collections:`), by path
    /// as they would be named from where the rule files are.
    ///
    /// What is wrong with the rules is found in [`Checker::diagnostics`], and in every report.
    #[must_use]
    pub fn new(files: &[RuleFile], read: &dyn Fn(&str) -> Option<String>) -> Self {
        let (rules, diagnostics) = RuleSet::load(files, read);
        let selector = Selector::new(&rules);
        Self { rules, diagnostics, selector, plans: Plans::default(), clock: Cell::new(None) }
    }

    /// Has runs measured from now on: how long each step and each rule takes.
    ///
    /// Two reports of the same files are no longer the same then, so nobody measures unless asked to.
    pub fn measure(&self, clock: Clock) {
        self.clock.set(Some(clock));
    }

    /// What loading the rules said.
    #[must_use]
    pub const fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// The rules that can run.
    #[must_use]
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Which rules want which files.
    const fn selector(&self) -> &Selector {
        &self.selector
    }

    /// Checks the files at `paths` of `source`, all of it on this thread.
    #[must_use]
    pub fn check(&self, paths: Vec<String>, source: &dyn Source) -> Report {
        let mut run = self.run(paths);
        let mut worker = Worker::default();
        while let Some(batches) = run.batches(self, 1) {
            if let Some(informed) = run.take_worker() {
                worker = informed;
            }
            for batch in batches {
                run.absorb(self.work(&mut worker, &batch, source));
            }
        }
        run.finish(self)
    }

    /// Begins a run over the files at `paths`, whose batches can be worked on anywhere.
    #[must_use]
    pub fn run(&self, paths: Vec<String>) -> Run {
        Run::new(self, paths)
    }

    /// Works on one batch. The worker has to know what [`Run::knowledge`] said when the batch was made.
    #[must_use]
    pub fn work(&self, worker: &mut Worker, batch: &Batch, source: &dyn Source) -> Outcome {
        Work::new(self, worker, source).run(batch)
    }
}
