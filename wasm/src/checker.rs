//! Compiled rules, and the workers that use them.

use std::alloc::System;
use std::borrow::Cow;
use std::rc::Rc;

use assay_engine::check;
use assay_engine::config::Config;
use assay_engine::rule::RuleSettings;
use assay_engine::script::Limits;
use assay_engine::text::json::for_javascript;
use cap::Cap;
use js_sys::Function;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Error;
use crate::input;
use crate::life::clock;
use crate::limits::{limits_over, package_limits_of};
use crate::run::Run;
use crate::source::make_room;
use crate::worker::Worker;

/// The approximate memory of a run, as a multiple of the bytes of its files' paths: the paths, the rules that select
/// them, and batches of them.
const ROOM: u64 = 24;

/// Compiled rules.
#[wasm_bindgen]
pub struct Checker {
    pub(crate) inner: Rc<check::Checker>,
}

#[wasm_bindgen]
impl Checker {
    /// Compiles the rule files `rules`, each a `{ path, text }`. `read` returns the text of another file by its path,
    /// or nothing. `limits` are the limits of scripts, numbers by name. They override the limits of `config`, which may
    /// be missing: see [`input::config`]. Only rules run that every entry of `choices` selects: see [`input::choices`].
    /// Fails if `rules` is not such a list, `config` is not a configuration file, or a limit is not valid.
    #[wasm_bindgen(constructor)]
    #[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen hands in optional values by value only")]
    pub fn new(
        rules: JsValue,
        read: Option<Function>,
        limits: JsValue,
        config: Option<JsValue>,
        choices: JsValue,
    ) -> Result<Self, Error> {
        let config = config.map(input::config).transpose()?;
        let configured = config.as_ref();
        let limits = limits_over(configured.map_or_else(Limits::default, Config::limits), limits)?;
        let choices = input::choices(choices)?;
        let settings = match configured {
            Some(config) => config.rule_settings(choices),
            None => RuleSettings { choices, ..RuleSettings::default() },
        };
        let read = |path: &str| further(read.as_ref(), path);
        let inner = check::Checker::with_settings(limits, &settings, &input::rule_files(rules)?, &read);
        let inner = match config {
            Some(config) => inner.with_config(config),
            None => inner,
        };
        inner.set_clock(clock);
        inner.set_memory_gauge(memory);
        Ok(Self { inner: Rc::new(inner) })
    }

    /// Measures all later runs: their reports contain the time of each step and each rule.
    pub fn measure(&self) {
        self.inner.measure();
    }

    /// Notes that the source of all later runs has the previous versions of files, for functions.
    #[wasm_bindgen(js_name = setHasPrevious)]
    pub fn set_has_previous(&self) {
        self.inner.set_has_previous(true);
    }

    /// Sets the limits of archives and of the metadata of packages: a JSON object of numbers by name. Fails if a limit
    /// is unknown.
    #[wasm_bindgen(js_name = limitPackages)]
    pub fn limit_packages(&self, limits: &str) -> Result<(), Error> {
        self.inner.limit_packages(package_limits_of(limits)?);
        Ok(())
    }

    /// Returns the problems and warnings of the rules, as JSON.
    pub fn diagnostics(&self) -> String {
        for_javascript(self.inner.diagnostics())
    }

    /// Returns the paths of the rule files that were used.
    #[wasm_bindgen(js_name = ruleFiles)]
    pub fn rule_files(&self) -> Vec<String> {
        self.inner.rules().files().iter().map(|file| file.path.clone()).collect()
    }

    /// Returns a run over the files of `paths`: a string in UTF-8, in which paths are separated by NUL.
    pub fn run(&self, paths: &[u8]) -> Run {
        make_room(paths.len() as u64 * ROOM);
        let text = str::from_utf8(paths).map_or_else(|_| String::from_utf8_lossy(paths), Cow::Borrowed);
        Run::of(Rc::clone(&self.inner), check::Run::new(&self.inner, input::split_paths(&text)))
    }

    /// Returns a run of one rule over one file of `paths`. [`Run::finish_trace`] ends it. Fails if the rule or the file
    /// does not exist.
    pub fn explain(&self, rule: &str, path: &str, paths: &str) -> Result<Run, Error> {
        let inner = check::Run::explaining(&self.inner, rule, path, input::split_paths(paths))?;
        Ok(Run::of(Rc::clone(&self.inner), inner))
    }

    /// Returns a worker with the shared index of a run, as [`Run::knowledge`] returns it. Fails if the bytes are not
    /// the index of a run.
    pub fn worker(&self, knowledge: &[u8]) -> Result<Worker, Error> {
        Ok(Worker::new(Rc::clone(&self.inner), check::Worker::new(knowledge)?))
    }
}

/// Counts the memory that is allocated and freed.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Returns the number of bytes in use. The memory of the instance only grows, so its size depends on earlier work.
pub(crate) fn memory() -> usize {
    ALLOCATOR.allocated()
}

/// Returns the text that `read` returns for a path.
pub(crate) fn further(read: Option<&Function>, path: &str) -> Option<String> {
    read?.call1(&JsValue::NULL, &path.into()).ok()?.as_string()
}
