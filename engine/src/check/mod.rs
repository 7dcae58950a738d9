//! Rules × documents → report.

mod archive;
mod batch;
mod collect;
mod compared;
mod entries;
mod file;
mod finding_limit;
#[cfg(test)]
mod fixture;
mod focus;
mod gathered;
mod input;
mod judge;
mod knowledge;
mod merge;
mod named;
mod near;
mod overrun;
mod plans;
mod reading;
mod recorder;
mod remark;
mod rule_tests;
mod run;
mod scene;
mod select;
mod selection;
mod share;
mod sieve;
mod summed;
mod sums;
#[cfg(test)]
mod tests;
mod times;
mod trace;
mod unseen;
mod virtual_file;
mod wants;
mod work;
mod worker;

pub use batch::{Batch, Outcome};
pub use merge::{Unmergeable, merge};
pub use rule_tests::{AtTest, TestOptions, run_tests};
pub use run::{Progress, Run};
pub use share::Share;
pub use times::Clock;
pub use trace::Unexplained;
pub use worker::Worker;

use std::cell::Cell;
use std::rc::Rc;

use self::plans::Plans;
use self::select::Selector;
use crate::config::Config;
use crate::format::FormatMap;
use crate::report::{Diagnostics, Report};
use crate::rule::{Override, RuleFile, RuleSet};
use crate::script::Limits;
use crate::source::Source;
use crate::system::package::PackageLimits;

/// A function of the host that returns the number of bytes of memory in use.
pub type Gauge = fn() -> usize;

/// Compiled rules, ready to check any number of sources.
///
/// Extraction plans, which adapt to the documents, are kept between runs, so one checker serves one thread.
pub struct Checker {
    rules: RuleSet,
    diagnostics: Diagnostics,
    selector: Selector,
    plans: Plans,
    clock: Cell<Option<Clock>>,
    measures: Cell<bool>,
    packages: Cell<PackageLimits>,
    config: Option<Config>,
    /// How files are read.
    formats: Rc<FormatMap>,
}

impl Checker {
    /// Loads rule files. `read` gives the text of further files that they name (`extends:`, `collections:`, `script:`,
    /// libraries), by path as they would be named from where the rule files are.
    ///
    /// Problems with the rules are listed in [`Checker::diagnostics`], and in every report.
    #[must_use]
    pub fn new(files: &[RuleFile], read: &dyn Fn(&str) -> Option<String>) -> Self {
        Self::within(Limits::default(), &[], files, read)
    }

    /// Like [`Checker::new`], with limits for scripts and with overrides, which change the severity of rules or switch
    /// them off.
    #[must_use]
    pub fn within(
        limits: Limits,
        overrides: &[Override],
        files: &[RuleFile],
        read: &dyn Fn(&str) -> Option<String>,
    ) -> Self {
        let (rules, diagnostics) = RuleSet::load_within(limits, overrides, files, read);
        let selector = Selector::new(&rules);
        Self {
            rules,
            diagnostics,
            selector,
            plans: Plans::default(),
            clock: Cell::default(),
            measures: Cell::default(),
            packages: Cell::default(),
            config: None,
            formats: Rc::default(),
        }
    }

    /// Applies the project's configuration besides limits and severities: its problems, how files are read, and which
    /// definitions are loaded. Without a call, the definitions follow the configuration at the root of the checked
    /// files.
    #[must_use]
    pub fn configured(mut self, config: Config) -> Self {
        self.diagnostics.extend(config.diagnostics().clone());
        self.formats = Rc::new(config.formats());
        self.rules.host().set_formats(Rc::clone(&self.formats));
        self.config = Some(config);
        self
    }

    /// Sets the clock by which slow scripts are stopped, and by which runs can be measured.
    pub fn lend_clock(&self, clock: Clock) {
        self.rules.host().set_clock(clock);
        self.clock.set(Some(clock));
    }

    /// Sets the gauge of the memory in use, by which scripts that use too much are stopped.
    pub fn lend_gauge(&self, gauge: Gauge) {
        self.rules.host().set_gauge(gauge);
    }

    /// Measures runs from now on, if there is a clock: how long each step and each rule takes.
    ///
    /// Two reports of the same files then differ, so runs are measured only on request.
    pub fn measure(&self) {
        self.measures.set(true);
    }

    /// Applies these limits to archives, and to the metadata of packages, from now on.
    pub fn limit_packages(&self, limits: PackageLimits) {
        self.packages.set(limits);
    }

    /// Returns the clock, if runs are measured.
    fn measured(&self) -> Option<Clock> {
        self.clock.get().filter(|_| self.measures.get())
    }

    /// Returns the problems, warnings and hints from loading the rules.
    #[must_use]
    pub const fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Returns the rules that can run.
    #[must_use]
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Returns the selector, which determines which rules select which files.
    const fn selector(&self) -> &Selector {
        &self.selector
    }

    /// Checks the files at `paths` of `source`, all of it on this thread.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "a source is made for its check, and its maker has no other use")]
    pub fn check(&self, paths: Vec<String>, source: Rc<dyn Source>) -> Report {
        self.checked(paths, &source).finish(self)
    }

    /// Like [`Checker::check`], but returns the run before it ends.
    fn checked(&self, paths: Vec<String>, source: &Rc<dyn Source>) -> Run {
        let mut run = self.run(paths);
        self.complete(&mut run, source);
        run
    }

    /// Does all the work of a run on this thread.
    fn complete(&self, run: &mut Run, source: &Rc<dyn Source>) {
        let mut worker = Worker::default();
        while let Some(batches) = run.batches(self, 1) {
            if let Some(informed) = run.take_worker() {
                worker = informed;
            }
            for batch in batches {
                run.absorb(self.work(&mut worker, &batch, Rc::clone(source)));
            }
        }
    }

    /// Begins a run over the files at `paths`, whose batches can be worked on anywhere.
    #[must_use]
    pub fn run(&self, paths: Vec<String>) -> Run {
        Run::new(self, paths, None)
    }

    /// Processes one batch. The worker needs the knowledge that [`Run::knowledge`] returned when the batch was made.
    #[must_use]
    pub fn work(&self, worker: &mut Worker, batch: &Batch, source: Rc<dyn Source>) -> Outcome {
        work::run(self, worker, source, batch)
    }
}
