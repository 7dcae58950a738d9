//! The workers that process the batches of a run.

use std::rc::Rc;

use assay_engine::check;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Error;
use crate::source::{Host, HostSource};

/// A worker that processes the batches of a run.
#[wasm_bindgen]
pub struct Worker {
    checker: Rc<check::Checker>,
    inner: check::Worker,
    is_lasting: bool,
}

impl Worker {
    /// Returns a worker for a worker of the engine, with its rules.
    pub(crate) const fn new(checker: Rc<check::Checker>, inner: check::Worker) -> Self {
        Self { checker, inner, is_lasting: false }
    }

    /// Returns the outcome of a batch. Fails if the bytes are not a batch.
    pub(crate) fn outcome(&mut self, batch: &[u8], source: &HostSource) -> Result<check::Outcome, Error> {
        let batch = check::Batch::from_bytes(batch)?;
        let outcome = check::process_batch(&self.checker, &mut self.inner, &batch, Rc::new(Host::new(source.clone())));
        self.is_lasting = outcome.is_lasting();
        Ok(outcome)
    }
}

#[wasm_bindgen]
impl Worker {
    /// Returns the outcome of a batch as bytes, usually in one part, in several if it has very many findings. Fails if
    /// the bytes are not a batch.
    pub fn work(&mut self, batch: &[u8], source: &HostSource) -> Result<Vec<Uint8Array>, Error> {
        // Each part is freed as soon as it has been encoded.
        Ok(self.outcome(batch, source)?.into_parts().map(|part| part.to_bytes().as_slice().into()).collect())
    }

    /// Returns true if the last outcome would be the same in another run over the same files.
    #[wasm_bindgen(getter, js_name = isLasting)]
    pub fn is_lasting(&self) -> bool {
        self.is_lasting
    }
}
