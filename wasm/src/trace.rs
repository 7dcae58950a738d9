//! A finished trace.

use assay_engine::report::{self, Format};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Error;
use crate::json::to_json;
use crate::report::style;

/// What one rule did with one file.
#[wasm_bindgen]
pub struct Trace {
    inner: report::Trace,
}

impl Trace {
    /// A trace of the engine.
    pub(crate) const fn new(inner: report::Trace) -> Self {
        Self { inner }
    }
}

#[wasm_bindgen]
impl Trace {
    /// The trace as JSON for JavaScript, large integers marked.
    #[must_use]
    pub fn json(&self) -> String {
        to_json(&self.inner)
    }

    /// The trace as `text` or `json`, as UTF-8.
    ///
    /// # Errors
    /// There is no such format.
    pub fn render(&self, format: &str, color: bool, width: Option<usize>, all: bool) -> Result<Vec<u8>, Error> {
        Ok(Format::named(format)?.render(&self.inner, style(color, width, all)).into_bytes())
    }

    /// What a process ends with: 0, 1 or 2.
    #[wasm_bindgen(js_name = exitCode)]
    #[must_use]
    pub fn exit_code(&self) -> u8 {
        self.inner.exit_code()
    }
}
