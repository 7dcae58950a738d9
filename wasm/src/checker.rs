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

/// The approximate number of bytes that a run takes for each byte of the paths of its files: the paths, the rules that
/// select them, and batches of them.
const ROOM: u64 = 24;

/// Rules, compiled.
#[wasm_bindgen]
pub struct Checker {
    inner: Rc<check::Checker>,
}

#[wasm_bindgen]
impl Checker {
    /// Compiles the rule files `rules`, each a `{ path, text }`. `read` gives the text of a further file by its path,
    /// or nothing. `limits` are numbers by the names of limits of scripts, which count over those of `config`, which may be
    /// missing: see [`input::config`]. Only rules run that each of `choices` selects: see [`input::choices`].
    ///
    /// # Errors
    /// `rules` is not such a list, `config` is no such file, or a limit cannot be set so.
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
        let said = config.as_ref();
        let limits = limits_over(said.map_or_else(Limits::default, Config::limits), limits)?;
        let choices = input::choices(choices)?;
        let settings = match said {
            Some(config) => config.rule_settings(choices),
            None => RuleSettings { choices, ..RuleSettings::default() },
        };
        let read = |path: &str| further(read.as_ref(), path);
        let inner = check::Checker::within(limits, &settings, &input::rule_files(rules)?, &read);
        let inner = match config {
            Some(config) => inner.configured(config),
            None => inner,
        };
        inner.lend_clock(clock);
        inner.lend_gauge(memory);
        Ok(Self { inner: Rc::new(inner) })
    }

    /// Has runs measured from now on: their reports say how long each step and each rule took.
    pub fn measure(&self) {
        self.inner.measure();
    }

    /// Has archives, and what packages say of themselves, held to the limits of a JSON object of numbers by their names.
    ///
    /// # Errors
    /// There is no such limit.
    #[wasm_bindgen(js_name = limitPackages)]
    pub fn limit_packages(&self, limits: &str) -> Result<(), Error> {
        self.inner.limit_packages(package_limits_of(limits)?);
        Ok(())
    }

    /// Returns the problems and warnings of the rules, as JSON.
    #[must_use]
    pub fn diagnostics(&self) -> String {
        for_javascript(self.inner.diagnostics())
    }

    /// The rule files that were used.
    #[wasm_bindgen(js_name = ruleFiles)]
    #[must_use]
    pub fn rule_files(&self) -> Vec<String> {
        self.inner.rules().files().iter().map(|file| file.path.clone()).collect()
    }

    /// A run over the files of `paths`, which stand in one text of UTF-8 with a NUL between each two.
    #[must_use]
    pub fn run(&self, paths: &[u8]) -> Run {
        make_room(paths.len() as u64 * ROOM);
        let text = str::from_utf8(paths).map_or_else(|_| String::from_utf8_lossy(paths), Cow::Borrowed);
        Run::of(Rc::clone(&self.inner), check::Run::new(&self.inner, listed(&text)))
    }

    /// A run of one rule over one file of `paths`, which ends with [`Run::finish_trace`].
    ///
    /// # Errors
    /// There is no such rule, or no such file.
    pub fn explain(&self, rule: &str, path: &str, paths: &str) -> Result<Run, Error> {
        let inner = check::Run::explaining(&self.inner, rule, path, listed(paths))?;
        Ok(Run::of(Rc::clone(&self.inner), inner))
    }

    /// Returns a worker with the shared knowledge of a run, as [`Run::knowledge`] returns it.
    ///
    /// # Errors
    /// The bytes are no run's knowledge.
    pub fn worker(&self, knowledge: &[u8]) -> Result<Worker, Error> {
        Ok(Worker::new(Rc::clone(&self.inner), check::Worker::new(knowledge)?))
    }
}

/// Counts what is allocated and given back.
#[global_allocator]
static ALLOCATOR: Cap<System> = Cap::new(System, usize::MAX);

/// Bytes of memory that are in use. That of the instance grows only: what a call finds of it depends on what ran before.
pub(crate) fn memory() -> usize {
    ALLOCATOR.allocated()
}

/// The paths in one text with a NUL between each two.
fn listed(paths: &str) -> Vec<String> {
    paths.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect()
}

/// The text that `read` gives for a path.
pub(crate) fn further(read: Option<&Function>, path: &str) -> Option<String> {
    read?.call1(&JsValue::NULL, &path.into()).ok()?.as_string()
}
