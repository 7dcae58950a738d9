//! Definitions. They stay in the engine; JavaScript gets them as JSON and XML, some at a time.

use std::rc::Rc;

use assay_engine::config::{Config, project_of};
use assay_engine::script;
use assay_engine::source::Source;
use assay_engine::system::definition as definitions;
use assay_engine::system::definition::{DefinitionEntry, Load, MergedDefinitions, Schema, load_project};
use assay_engine::system::{Project, VirtualFiles};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::checker::memory;
use crate::error::Error;
use crate::input;
use crate::life::clock;
use crate::limits::limits_over;
use crate::source::{Host, HostSource};
use assay_engine::text::json::for_javascript;

/// Definitions that are being loaded.
#[wasm_bindgen]
pub struct DefinitionLoad {
    inner: Load,
}

#[wasm_bindgen]
impl DefinitionLoad {
    /// A load of files of `source`, by the schema with that path and content where there is one, whose functions run within
    /// `limits`.
    ///
    /// # Errors
    /// There is no such limit, or it does not take that value.
    #[wasm_bindgen(constructor)]
    pub fn new(schema_path: Option<String>, schema: &[u8], source: HostSource, limits: JsValue) -> Result<Self, Error> {
        let scripts = script_host(limits_over(script::Limits::default(), limits)?);
        let (schema, said) = schema_path.map_or_else(Default::default, |path| Schema::read(&path, schema));
        Ok(Self { inner: Load::new(schema, said, Rc::new(Host::new(source)), Some(&scripts)) })
    }

    /// Adds a context behind those that there are.
    pub fn context(&mut self, name: &str) {
        self.inner.context(name);
    }

    /// Reads a file into the context added last.
    pub fn read(&mut self, path: &str) {
        self.inner.read(path);
    }

    /// Merges and copies what was read.
    #[must_use]
    pub fn finish(mut self) -> Definitions {
        self.inner.check_contexts();
        Definitions { inner: self.inner.finish() }
    }
}

/// Returns the script host that runs the functions named by schemas.
fn script_host(limits: script::Limits) -> script::Host {
    let scripts = script::Host::new(limits);
    scripts.set_clock(clock);
    scripts.set_gauge(memory);
    scripts
}

/// Definitions, merged and copied.
#[wasm_bindgen]
pub struct Definitions {
    inner: definitions::Definitions,
}

#[wasm_bindgen]
impl Definitions {
    /// Those of a project in `source`, of which these are the files, in load order as `config` says, or without it the
    /// `assay.yaml` at the root; where that does not say which folders are loaded, these are `folders`. By the schema at
    /// `schema` where there is one, in place of the project's. Functions run within `limits`, which count over those of
    /// `config`.
    ///
    /// # Errors
    /// There is no such limit, or it does not take that value, or `config` is no configuration.
    #[wasm_bindgen(js_name = ofProject)]
    pub fn of_project(
        source: HostSource,
        mut files: Vec<String>,
        folders: Vec<String>,
        limits: JsValue,
        config: Option<JsValue>,
        schema: Option<String>,
    ) -> Result<Self, Error> {
        let config = config.map(input::config).transpose()?;
        let own = config.as_ref().map_or_else(script::Limits::default, Config::limits);
        let scripts = script_host(limits_over(own, limits)?);
        files.retain(|path| MergedDefinitions.needs(path));
        let source: Rc<dyn Source> = Rc::new(Host::new(source));
        let mut project = project_of(&MergedDefinitions, config.as_ref(), source.as_ref(), &files);
        if let Some(config) = config {
            project.problems.splice(0..0, config.diagnostics().problems.iter().cloned());
        }
        if !project.is_configured {
            project.folders = folders;
        }
        project.schema = schema.or(project.schema);
        Ok(Self { inner: load_project(&source, &files, project, Some(&scripts)) })
    }

    /// Which of the folders, by its place, each of the files belongs to; the number of folders for one that is in none.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen hands in lists by value only")]
    pub fn homes(folders: Vec<String>, files: Vec<String>) -> Vec<usize> {
        files.iter().map(|file| Project::home(&folders, file).unwrap_or(folders.len())).collect()
    }

    /// Returns a suggestion for an id that does not exist; nothing if no existing id is similar.
    #[must_use]
    pub fn meant(&self, id: &str) -> Option<String> {
        self.inner.meant(id)
    }

    /// Values that are none of their kind, as JSON.
    #[wasm_bindgen(js_name = badValues)]
    #[must_use]
    pub fn bad_values(&self) -> String {
        for_javascript(&self.inner.bad_values())
    }

    /// All of them at a glance, as JSON.
    #[must_use]
    pub fn survey(&self) -> String {
        for_javascript(&self.inner.survey())
    }

    /// Returns the number of definitions.
    #[must_use]
    pub fn length(&self) -> usize {
        self.inner.len()
    }

    /// Returns the diagnostics of the definitions, as JSON.
    #[must_use]
    pub fn diagnostics(&self) -> String {
        for_javascript(&self.inner.diagnostics())
    }

    /// Returns true if nothing was left out.
    #[wasm_bindgen(js_name = isComplete)]
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.inner.is_complete()
    }

    /// Returns further diagnostics, as JSON: invalid values, entries that two mods add, and dependencies that the
    /// schema lacks.
    #[must_use]
    pub fn lint(&self) -> String {
        for_javascript(&self.inner.lint())
    }

    /// The definitions from one place up to another, as JSON; with their normalised values when these are wanted.
    #[must_use]
    pub fn rows(&self, from: usize, to: usize, values: bool) -> String {
        let rows = (from..to.min(self.inner.len())).filter_map(|at| self.inner.get(at));
        let rows = rows.map(|definition| DefinitionEntry::of(&definition, values));
        for_javascript(&rows.collect::<Vec<_>>())
    }

    /// The definitions from one place up to another as a part of a file of them.
    #[must_use]
    pub fn xml(&self, from: usize, to: usize) -> String {
        (from..to.min(self.inner.len())).filter_map(|at| self.inner.get(at)).map(|it| it.xml(1, false)).collect()
    }

    /// The id of the definition at a place; nothing where there is none.
    #[must_use]
    pub fn id(&self, at: usize) -> String {
        self.inner.get(at).map_or_else(String::new, |definition| definition.id())
    }

    /// A schema of the types that the one at hand does not describe, as YAML.
    #[must_use]
    pub fn draft(&self) -> String {
        self.inner.draft()
    }

    /// Returns the start and the end of a file of definitions.
    #[must_use]
    pub fn frame() -> Vec<String> {
        vec![definitions::HEAD.to_owned(), definitions::FOOT.to_owned()]
    }

    /// The places of the definitions with that id.
    #[must_use]
    pub fn find(&self, id: &str) -> Vec<usize> {
        self.inner.find(id)
    }

    /// Returns the file that set each field of the definition at a place, with the values that were overridden, as
    /// JSON.
    ///
    /// # Errors
    /// There is no definition at that place.
    pub fn explain(&self, at: usize) -> Result<String, Error> {
        let explanation =
            self.inner.explain(at).ok_or_else(|| Error::misuse("there is no definition at that place"))?;
        Ok(for_javascript(&explanation))
    }

    /// The order of types, as JSON.
    #[must_use]
    pub fn order(&self) -> String {
        for_javascript(&self.inner.order())
    }
}

/// The schema, as YAML, that the XSD at `path` tells of.
///
/// # Errors
/// It is no XSD of definitions.
#[wasm_bindgen(js_name = schemaOfXsd)]
pub fn schema_of_xsd(path: &str, bytes: &[u8]) -> Result<String, Error> {
    definitions::schema_of_xsd(path, bytes).map_err(|told| Box::new(told.problem).into())
}
