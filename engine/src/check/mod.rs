//! Rules × documents → report.

mod archive;
mod batch;
mod collect;
mod compared;
mod entries;
mod file;
#[cfg(test)]
mod fixture;
mod focus;
mod gathered;
mod judge;
mod knowledge;
mod merge;
mod named;
mod near;
mod overrun;
mod plans;
mod publish;
mod reading;
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
mod times;
mod trace;
mod unseen;
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
use self::work::Work;
use crate::config::Config;
use crate::format::FormatMap;
use crate::report::{Diagnostics, Report};
use crate::rule::{Override, RuleFile, RuleSet};
use crate::script::Limits;
use crate::source::Source;
use crate::system::package::PackageLimits;

/// What a host tells by how many bytes of memory are in use.
pub type Gauge = fn() -> usize;

/// Compiled rules, ready to check any number of sources.
///
/// What documents teach about the plans is kept between runs, so one checker serves one thread.
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
    /// What is wrong with the rules is found in [`Checker::diagnostics`], and in every report.
    #[must_use]
    pub fn new(files: &[RuleFile], read: &dyn Fn(&str) -> Option<String>) -> Self {
        Self::within(Limits::default(), &[], files, read)
    }

    /// The same for rules whose scripts have these limits, and of which some matter more or less than they say.
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

    /// Takes what the project's configuration says besides limits and severities: what is wrong with it, how files are read, and
    /// which definitions are loaded. Without one that is looked for at the root of what is checked.
    #[must_use]
    pub fn configured(mut self, config: Config) -> Self {
        self.diagnostics.extend(config.diagnostics().clone());
        self.formats = Rc::new(config.formats());
        self.rules.host().set_formats(Rc::clone(&self.formats));
        self.config = Some(config);
        self
    }

    /// Lends the clock by which scripts are ended that take too long, and runs measured that are to be.
    pub fn lend_clock(&self, clock: Clock) {
        self.rules.host().set_clock(clock);
        self.clock.set(Some(clock));
    }

    /// Lends a gauge of the bytes of memory in use, by which scripts are ended that take too many.
    pub fn lend_gauge(&self, gauge: Gauge) {
        self.rules.host().set_gauge(gauge);
    }

    /// Has runs measured from now on, if there is a clock: how long each step and each rule takes.
    ///
    /// Two reports of the same files are no longer the same then, so nobody measures unless asked to.
    pub fn measure(&self) {
        self.measures.set(true);
    }

    /// Has archives, and what packages say of themselves, held to these limits from now on.
    pub fn limit_packages(&self, limits: PackageLimits) {
        self.packages.set(limits);
    }

    /// The clock, when runs are measured.
    fn measured(&self) -> Option<Clock> {
        self.clock.get().filter(|_| self.measures.get())
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
    #[expect(clippy::needless_pass_by_value, reason = "a source is made for its check, and its maker has no other use")]
    pub fn check(&self, paths: Vec<String>, source: Rc<dyn Source>) -> Report {
        self.checked(paths, &source).finish(self)
    }

    /// The same before the end of the run.
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

    /// Works on one batch. The worker has to know what [`Run::knowledge`] said when the batch was made.
    #[must_use]
    pub fn work(&self, worker: &mut Worker, batch: &Batch, source: Rc<dyn Source>) -> Outcome {
        Work::new(self, worker, source).run(batch)
    }
}
