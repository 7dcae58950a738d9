//! A finished trace.

use assay_engine::report;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Error;

/// The trace of one rule on one file.
#[wasm_bindgen]
pub struct Trace {
    pub(crate) inner: report::Trace,
}

shown!(Trace);

#[wasm_bindgen]
impl Trace {
    /// Returns the exit code: 0, 1 or 2.
    #[wasm_bindgen(js_name = exitCode)]
    pub fn exit_code(&self) -> u8 {
        self.inner.exit_code()
    }
}
