//! The environment in which scripts run.

use std::cell::{OnceCell, RefCell};
use std::fmt;
use std::rc::Rc;

use assay_document::format::FormatMap;
use assay_document::text::AcceptedProblems;
use assay_report::Problem;
use rhai::{Engine, Module, ModuleResolver, Position};

use super::code::Code;
use super::modules::Library;
use super::state::HostState;
use super::{ComparisonResult, Limits, Print, ScriptContext, engine};

/// The environment in which scripts run: the Rhai engine with the library of functions. Each checker has one; clones
/// share it.
#[derive(Clone)]
pub struct Host {
    shared: Rc<SharedHost>,
}

struct SharedHost {
    state: Rc<HostState>,
    /// The engine that runs scripts. Rules without functions and expressions never need an engine.
    engine: OnceCell<Engine>,
    /// Compiled libraries, with their texts. Libraries that use collections of a rule file are not kept.
    libraries: RefCell<Vec<(String, Rc<Code>)>>,
}

impl Host {
    /// Creates a host. The engine is created on first use.
    pub fn new(limits: Limits) -> Self {
        let state = Rc::new(HostState::new(limits));
        Self { shared: Rc::new(SharedHost { state, engine: OnceCell::new(), libraries: RefCell::default() }) }
    }

    /// Sets the clock, in milliseconds. Without a clock, there is no time limit.
    pub fn set_clock(&self, clock: fn() -> f64) {
        self.shared.state.meter.set_clock(clock);
    }

    /// Sets the problems of files that the project accepts. A script that reads such a file cannot judge its values.
    pub fn set_accepted(&self, accepted: Rc<AcceptedProblems>) {
        self.shared.state.project.accepted.replace(accepted);
    }

    /// Sets the formats by which files that scripts open are read.
    pub fn set_formats(&self, formats: Rc<FormatMap>) {
        self.shared.state.project.formats.replace(formats);
    }

    /// Sets whether the source has the previous versions of files, so that `before(path)` leads to them.
    pub fn set_has_previous(&self, has_previous: bool) {
        self.shared.state.project.has_previous.set(has_previous);
    }

    /// Sets the gauge, which returns the number of bytes of memory in use. Without a gauge, there is no memory limit.
    pub fn set_gauge(&self, gauge: fn() -> usize) {
        self.shared.state.meter.set_gauge(gauge);
    }

    /// Returns the limits on the resources that scripts may use.
    pub fn limits(&self) -> &Limits {
        &self.shared.state.meter.limits
    }

    /// Sets the project data that scripts see, until it is set again.
    pub fn set_scene(&self, scene: Rc<ScriptContext>) {
        self.shared.state.set_scene(scene);
    }

    /// Returns the strings that scripts have printed since the last call, in order.
    pub fn take_prints(&self) -> Vec<Print> {
        self.shared.state.prints.take()
    }

    /// Returns the problems of the files that scripts have read since the last call.
    pub fn take_warnings(&self) -> Vec<Problem> {
        self.shared.state.warnings.take()
    }

    /// Returns the results of the comparisons in functions and expressions since the last call.
    pub fn take_comparisons(&self) -> Vec<ComparisonResult> {
        self.shared.state.comparisons.take_results()
    }

    pub(super) fn state(&self) -> &Rc<HostState> {
        &self.shared.state
    }

    pub(super) fn engine(&self) -> &Engine {
        self.shared.engine.get_or_init(|| {
            let mut engine = engine::engine(&self.shared.state);
            engine.set_module_resolver(LibraryResolver(Rc::clone(&self.shared.state)));
            engine
        })
    }

    /// Returns the code of a library that was compiled before.
    pub(super) fn known_library(&self, library: &Library) -> Option<Rc<Code>> {
        // The text is compared, too: the file may have changed since it was compiled.
        let known = self.shared.libraries.borrow();
        let is_it = |(text, code): &&(String, Rc<Code>)| code.is_library(library) && *text == library.text;
        known.iter().find(is_it).map(|(_, code)| Rc::clone(code))
    }

    /// Keeps a library for other programs.
    pub(super) fn keep_library(&self, library: &Library, code: &Rc<Code>) {
        self.shared.libraries.borrow_mut().push((library.text.clone(), Rc::clone(code)));
    }
}

impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Host").field("limits", &self.shared.state.meter.limits).finish_non_exhaustive()
    }
}

/// Finds the libraries of the running script.
struct LibraryResolver(Rc<HostState>);

impl ModuleResolver for LibraryResolver {
    fn resolve(
        &self,
        _engine: &Engine,
        _source: Option<&str>,
        name: &str,
        position: Position,
    ) -> Result<Rc<Module>, Box<rhai::EvalAltResult>> {
        self.0.module(name, position)
    }
}
