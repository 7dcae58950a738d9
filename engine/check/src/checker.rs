//! Compiled rules with the settings of the host, shared by all runs, workers and traces.

use std::cell::Cell;
use std::rc::Rc;

use assay_config::Config;
use assay_document::format::FormatMap;
use assay_document::text::AcceptedProblems;
use assay_report::Diagnostics;
use assay_rule::{RuleFile, RuleSet, RuleSettings};
use assay_script::Limits;
use assay_system::package::PackageLimits;

use super::plans::Plans;
use super::select::Selector;
use super::times::Clock;

/// A function of the host that returns the number of bytes of memory in use.
pub type Gauge = fn() -> usize;

/// Compiled rules, ready to check any number of sources.
///
/// Extraction plans, which adapt to the documents, are kept between runs, so one checker serves one thread.
pub struct Checker {
    pub(super) rules: RuleSet,
    pub(super) diagnostics: Diagnostics,
    pub(super) selector: Selector,
    pub(super) plans: Plans,
    // Cells, because hosts set them when runs and workers already share the checker.
    pub(super) clock: Cell<Option<Clock>>,
    pub(super) measures: Cell<bool>,
    pub(super) packages: Cell<PackageLimits>,
    pub(super) config: Option<Config>,
    /// How files are read.
    pub(super) formats: Rc<FormatMap>,
}

impl Checker {
    /// Loads rule files. `read` returns the text of further files that they name (`extends:`, `collections:`,
    /// `script:`, libraries), by path as they would be named from where the rule files are.
    ///
    /// Problems with the rules are listed in [`Checker::diagnostics`], and in every report.
    #[must_use]
    pub fn new(files: &[RuleFile], read: &dyn Fn(&str) -> Option<String>) -> Self {
        Self::with_settings(Limits::default(), &RuleSettings::default(), files, read)
    }

    /// Like [`Checker::new`], with limits for scripts and with the settings of a project for rules.
    #[must_use]
    pub fn with_settings(
        limits: Limits,
        settings: &RuleSettings,
        files: &[RuleFile],
        read: &dyn Fn(&str) -> Option<String>,
    ) -> Self {
        let (rules, diagnostics) = RuleSet::load_within(limits, settings, files, read);
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
    pub fn with_config(mut self, config: Config) -> Self {
        self.diagnostics.extend(config.diagnostics().clone());
        self.formats = Rc::new(config.formats());
        self.rules.host().set_formats(Rc::clone(&self.formats));
        self.rules.host().set_accepted(Rc::clone(config.accepted()));
        self.config = Some(config);
        self
    }

    /// Sets the clock by which slow scripts are stopped, and by which runs can be measured.
    pub fn set_clock(&self, clock: Clock) {
        self.rules.host().set_clock(clock);
        self.clock.set(Some(clock));
    }

    /// Sets the gauge of the memory in use, by which scripts that use too much are stopped.
    pub fn set_memory_gauge(&self, gauge: Gauge) {
        self.rules.host().set_gauge(gauge);
    }

    /// Measures runs from now on, if there is a clock: how long each step and each rule takes.
    ///
    /// Two reports of the same files then differ, so runs are measured only on request.
    pub fn measure(&self) {
        self.measures.set(true);
    }

    /// Sets whether sources have the previous versions of files, below [`PREVIOUS_FOLDER`](assay_script::PREVIOUS_FOLDER).
    pub fn set_has_previous(&self, has_previous: bool) {
        self.rules.host().set_has_previous(has_previous);
    }

    /// Applies these limits to archives, and to the metadata of packages, from now on.
    pub fn limit_packages(&self, limits: PackageLimits) {
        self.packages.set(limits);
    }

    /// Returns the clock, if runs are measured.
    pub(super) fn run_clock(&self) -> Option<Clock> {
        self.clock.get().filter(|_| self.measures.get())
    }

    /// Returns the problems, warnings and hints from loading the rules.
    pub const fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Returns the problems of files that are warnings in this project, if it has a configuration.
    pub(super) fn accepted(&self) -> Option<&AcceptedProblems> {
        Some(self.config.as_ref()?.accepted())
    }

    /// Returns the rules that can run.
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }
}
