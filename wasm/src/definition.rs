//! Definitions. They stay in the engine; JavaScript gets them as JSON and XML, in portions.

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
    /// Returns a load of files of `source`. The schema has the path `schema_path` and the content `schema`; without a
    /// path, no schema is used. The functions of the schema run within `limits`. Fails if a limit is unknown or its
    /// value is not valid.
    #[wasm_bindgen(constructor)]
    pub fn new(schema_path: Option<String>, schema: &[u8], source: HostSource, limits: JsValue) -> Result<Self, Error> {
        let scripts = script_host(limits_over(script::Limits::default(), limits)?);
        let (schema, diagnostics) = schema_path.map_or_else(Default::default, |path| Schema::read(&path, schema));
        Ok(Self { inner: Load::new(schema, diagnostics, Rc::new(Host::new(source)), Some(&scripts)) })
    }

    /// Adds a context after the existing ones.
    pub fn context(&mut self, name: &str) {
        self.inner.context(name);
    }

    /// Reads a file into the context added last.
    pub fn read(&mut self, path: &str) {
        self.inner.read(path);
    }

    /// Merges and copies what was read.
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

/// Definitions that have been merged and copied.
#[wasm_bindgen]
pub struct Definitions {
    inner: definitions::Definitions,
}

#[wasm_bindgen]
impl Definitions {
    /// Loads the definitions of a project in `source`, whose files are `files`.
    ///
    /// `config` gives the load order; without it, the `assay.yaml` at the root does. If the configuration does not name
    /// the folders to load, `folders` are loaded. The schema at `schema` replaces the schema of the project. Functions
    /// run within `limits`, which override the limits of `config`.
    /// Fails if a limit is unknown or its value is not valid, or if `config` is not a configuration file.
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

    /// Returns, for each file, the index of the folder that it belongs to; the number of folders if it is in none of
    /// them.
    #[expect(clippy::needless_pass_by_value, reason = "wasm-bindgen hands in lists by value only")]
    pub fn homes(folders: Vec<String>, files: Vec<String>) -> Vec<usize> {
        files.iter().map(|file| Project::home(&folders, file).unwrap_or(folders.len())).collect()
    }

    /// Returns a suggestion for an id that does not exist; nothing if no existing id is similar.
    #[wasm_bindgen(js_name = meant)]
    pub fn suggest_id(&self, id: &str) -> Option<String> {
        self.inner.suggest_id(id)
    }

    /// Returns values that are not valid for their kind, as JSON.
    #[wasm_bindgen(js_name = badValues)]
    pub fn bad_values(&self) -> String {
        for_javascript(&self.inner.bad_values())
    }

    /// Returns an overview of all definitions, as JSON.
    pub fn survey(&self) -> String {
        for_javascript(&self.inner.survey())
    }

    /// Returns the number of definitions.
    pub fn length(&self) -> usize {
        self.inner.len()
    }

    /// Returns the diagnostics of the definitions, as JSON.
    pub fn diagnostics(&self) -> String {
        for_javascript(&self.inner.diagnostics())
    }

    /// Returns true if nothing was left out.
    #[wasm_bindgen(js_name = isComplete)]
    pub fn is_complete(&self) -> bool {
        self.inner.is_complete()
    }

    /// Returns further diagnostics, as JSON: invalid values, entries that two mods add, and dependencies that the
    /// schema lacks.
    pub fn lint(&self) -> String {
        for_javascript(&self.inner.lint())
    }

    /// Returns the definitions from index `from` to index `to`, as JSON. If `values` is true, they contain their
    /// normalised values.
    pub fn rows(&self, from: usize, to: usize, values: bool) -> String {
        let rows = (from..to.min(self.inner.len())).filter_map(|at| self.inner.get(at));
        let rows = rows.map(|definition| DefinitionEntry::of(&definition, values));
        for_javascript(&rows.collect::<Vec<_>>())
    }

    /// Returns the definitions from index `from` to index `to`, as a part of a file of definitions.
    pub fn xml(&self, from: usize, to: usize) -> String {
        (from..to.min(self.inner.len())).filter_map(|at| self.inner.get(at)).map(|it| it.xml(1, false)).collect()
    }

    /// Returns the id of the definition at an index; an empty string if the index is out of range.
    pub fn id(&self, at: usize) -> String {
        self.inner.get(at).map_or_else(String::new, |definition| definition.id())
    }

    /// Returns a schema, as YAML, of the types that the current schema does not describe.
    pub fn draft(&self) -> String {
        self.inner.draft()
    }

    /// Returns the start and the end of a file of definitions.
    pub fn frame() -> Vec<String> {
        vec![definitions::HEAD.to_owned(), definitions::FOOT.to_owned()]
    }

    /// Returns the indices of the definitions with that id.
    pub fn find(&self, id: &str) -> Vec<usize> {
        self.inner.find(id)
    }

    /// Returns the file that set each field of the definition at an index, with the values that were overridden, as
    /// JSON. Fails if the index is out of range.
    pub fn explain(&self, at: usize) -> Result<String, Error> {
        let explanation =
            self.inner.explain(at).ok_or_else(|| Error::misuse("there is no definition at that place"))?;
        Ok(for_javascript(&explanation))
    }

    /// Returns the order of types, as JSON.
    pub fn order(&self) -> String {
        for_javascript(&self.inner.order())
    }
}

/// Returns a schema, as YAML, made from the XSD at `path`. Fails if the file is not an XSD of definitions.
#[wasm_bindgen(js_name = schemaOfXsd)]
pub fn schema_of_xsd(path: &str, bytes: &[u8]) -> Result<String, Error> {
    definitions::schema_of_xsd(path, bytes).map_err(|diagnostic| Box::new(diagnostic.problem).into())
}
