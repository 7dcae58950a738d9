//! A run: the engine controls it, JavaScript distributes its batches.

use std::rc::Rc;

use assay_engine::check;
use assay_engine::report::Problem;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Error;
use crate::input::split_paths;
use crate::report::Report;
use crate::source::{Host, HostSource};
use crate::trace::Trace;
use crate::worker::Worker;

/// A run over some files, from its first batch to its report.
/// Every method fails once the run is finished.
#[wasm_bindgen]
pub struct Run {
    pub(crate) checker: Rc<check::Checker>,
    /// `None` once the run is finished.
    inner: Option<check::Run>,
}

impl Run {
    /// Returns a run for a run of the engine.
    pub(crate) const fn of(checker: Rc<check::Checker>, inner: check::Run) -> Self {
        Self { checker, inner: Some(inner) }
    }

    pub(crate) fn take(&mut self) -> Result<check::Run, Error> {
        self.inner.take().ok_or_else(|| Error::misuse("the run is finished"))
    }

    pub(crate) fn inner(&mut self) -> Result<&mut check::Run, Error> {
        self.inner.as_mut().ok_or_else(|| Error::misuse("the run is finished"))
    }
}

#[wasm_bindgen]
impl Run {
    /// Checks only shard `number` of `of`, which is a part of the files. All shards of one run must have the same
    /// `common`: a line `NAME=HASH` for each input that has to be equal, except the files. `commit` is the commit that
    /// is checked out, or empty.
    pub fn share(&mut self, number: u32, of: u32, common: String, commit: String) -> Result<(), Error> {
        self.inner()?.share(check::RunShard { number, of, common, commit });
        Ok(())
    }

    /// Checks only the files with these paths, separated by NUL.
    pub fn focus(&mut self, paths: &str) -> Result<(), Error> {
        self.inner()?.focus(split_paths(paths));
        Ok(())
    }

    /// Divides large files among several workers. `source` has the files.
    pub fn divide(&mut self, source: &HostSource) -> Result<(), Error> {
        self.inner()?.divide(Rc::new(Host::new(source.clone())));
        Ok(())
    }

    /// Keeps outcomes for later runs.
    pub fn remember(&mut self) -> Result<(), Error> {
        self.inner()?.remember();
        Ok(())
    }

    /// Ignores `assay-ignore` comments.
    #[wasm_bindgen(js_name = ignoreComments)]
    pub fn ignore_comments(&mut self) -> Result<(), Error> {
        self.inner()?.ignore_comments();
        Ok(())
    }

    /// Makes the run check only its files, as if they were added to a published project with this index. Fails if the
    /// bytes are not of this version.
    #[wasm_bindgen(js_name = extendProject)]
    pub fn extend_project(&mut self, index: Option<Vec<u8>>) -> Result<(), Error> {
        Ok(self.inner()?.extend_project(index)?)
    }

    /// Records the number of files and folders that are left out of the paths.
    pub fn ignored(&mut self, count: u32) -> Result<(), Error> {
        self.inner()?.set_ignored(count.into());
        Ok(())
    }

    /// Records that the outcome of a batch comes from an earlier run. Fails if the bytes are not a batch.
    #[wasm_bindgen(js_name = recalled)]
    pub fn note_cached(&mut self, batch: &[u8]) -> Result<(), Error> {
        let batch = check::Batch::from_bytes(batch)?;
        self.inner()?.note_cached(&batch);
        Ok(())
    }

    /// Returns the batches of the next stage, about `parts` of them; nothing after the last stage. All outcomes of the
    /// previous stage must have been absorbed.
    pub fn batches(&mut self, parts: usize) -> Result<Option<Vec<Uint8Array>>, Error> {
        let checker = Rc::clone(&self.checker);
        let batches = self.inner()?.batches(&checker, parts);
        // Each batch is freed as soon as it has been encoded.
        Ok(batches.map(|list| list.into_iter().map(|batch| batch.to_bytes().as_slice().into()).collect()))
    }

    /// Returns true once the shared index is complete. It is empty before, and does not change afterwards.
    #[wasm_bindgen(getter, js_name = isInformed)]
    pub fn is_index_complete(&mut self) -> Result<bool, Error> {
        Ok(self.inner()?.is_index_complete())
    }

    /// Returns the shared index that workers need in this stage; empty if they need none.
    pub fn knowledge(&mut self) -> Result<Vec<u8>, Error> {
        Ok(self.inner()?.knowledge().to_vec())
    }

    /// Returns the worker for this stage that shares this instance with the run; nothing if the current worker already
    /// has the whole index. Only for runs whose stages are divided for one worker.
    #[wasm_bindgen(js_name = takeWorker)]
    pub fn take_worker(&mut self) -> Result<Option<Worker>, Error> {
        let checker = Rc::clone(&self.checker);
        Ok(self.inner()?.take_worker().map(|inner| Worker::new(checker, inner)))
    }

    /// Adds the outcome of a batch. Fails if the bytes are not an outcome.
    pub fn absorb(&mut self, outcome: &[u8]) -> Result<(), Error> {
        let outcome = check::Outcome::from_bytes(outcome)?;
        let checker = Rc::clone(&self.checker);
        self.inner()?.absorb(&checker, outcome);
        Ok(())
    }

    /// Processes a batch with a worker of this instance, and adds the outcome without encoding it. Fails if the bytes
    /// are not a batch.
    pub fn work(&mut self, worker: &mut Worker, batch: &[u8], source: &HostSource) -> Result<(), Error> {
        let outcome = worker.outcome(batch, source)?;
        let checker = Rc::clone(&self.checker);
        self.inner()?.absorb(&checker, outcome);
        Ok(())
    }

    /// Records that a worker crashed while processing a batch. Fails if the bytes are not a batch.
    pub fn crashed(&mut self, batch: &[u8], message: &str) -> Result<(), Error> {
        let batch = check::Batch::from_bytes(batch)?;
        self.inner()?.report_crash(&batch, message);
        Ok(())
    }

    /// Adds a problem or warning of the host.
    pub fn problem(
        &mut self,
        code: &str,
        message: &str,
        path: &str,
        help: Option<String>,
        warning: bool,
        in_rules: bool,
    ) -> Result<(), Error> {
        let mut problem = Problem::new(code, message).in_file(path);
        problem.help = help;
        problem.in_rules = in_rules;
        let run = self.inner()?;
        if warning {
            run.warning(problem);
        } else {
            run.problem(problem);
        }
        Ok(())
    }

    /// Returns the report. The run cannot be used afterwards.
    pub fn finish(&mut self) -> Result<Report, Error> {
        Ok(Report { inner: self.take()?.finish(&self.checker) })
    }

    /// Returns the trace of a run that [`Checker::explain`](crate::Checker::explain) began. The run cannot be used
    /// afterwards.
    #[wasm_bindgen(js_name = finishTrace)]
    pub fn finish_trace(&mut self) -> Result<Trace, Error> {
        Ok(Trace { inner: self.take()?.finish_trace(&self.checker) })
    }
}
