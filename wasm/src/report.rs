//! A finished report.

use assay_engine::report::{self, Severity};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Error;

/// What a run found.
#[wasm_bindgen]
pub struct Report {
    inner: report::Report,
}

impl Report {
    /// A report of the engine.
    pub(crate) const fn new(inner: report::Report) -> Self {
        Self { inner }
    }
}

shown!(Report);

#[wasm_bindgen]
impl Report {
    /// A report from the bytes of [`Report::pack`].
    ///
    /// # Errors
    /// The bytes are no report.
    pub fn unpack(bytes: &[u8]) -> Result<Self, Error> {
        Ok(Self::new(report::Report::from_bytes(bytes)?))
    }

    /// The report as bytes, from which it can be had back exactly.
    #[must_use]
    pub fn pack(&self) -> Vec<u8> {
        self.inner.to_bytes()
    }

    /// What a process ends with: 0, 1 or 2. Findings count from the severity `fail_on`.
    ///
    /// # Errors
    /// There is no such severity.
    #[wasm_bindgen(js_name = exitCode)]
    pub fn exit_code(&self, fail_on: &str, allow_empty: bool) -> Result<u8, Error> {
        let fail_on = Severity::named(fail_on).ok_or_else(|| Error::misuse("there is no such severity"))?;
        Ok(self.inner.summary().exit_code(fail_on, allow_empty))
    }
}
