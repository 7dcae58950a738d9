//! A run: the engine leads it, JavaScript hands its batches out.

use std::rc::Rc;

use assay_engine::check;
use assay_engine::report::Problem;
use assay_engine::source::Source;
use js_sys::Uint8Array;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::error::Error;
use crate::report::Report;
use crate::source::{Host, HostSource};
use crate::trace::Trace;
use crate::worker::Worker;

/// A run over some files, from its first batch to its report.
#[wasm_bindgen]
pub struct Run {
    checker: Rc<check::Checker>,
    /// Nothing once the run is finished.
    inner: Option<check::Run>,
}

impl Run {
    /// A run of the engine's.
    pub(crate) const fn of(checker: Rc<check::Checker>, inner: check::Run) -> Self {
        Self { checker, inner: Some(inner) }
    }

    fn take(&mut self) -> Result<check::Run, Error> {
        self.inner.take().ok_or_else(|| Error::misuse("the run is finished"))
    }

    fn inner(&mut self) -> Result<&mut check::Run, Error> {
        self.inner.as_mut().ok_or_else(|| Error::misuse("the run is finished"))
    }
}

#[wasm_bindgen]
impl Run {
    /// Has the run check only the part `number` of `of`, as far as files go. Parts of one run share `common`: a line `NAME=HASH`
    /// for all that has to be the same besides the files. `commit` is the one that is checked out, or empty.
    ///
    /// # Errors
    /// The run is finished.
    pub fn share(&mut self, number: u32, of: u32, common: String, commit: String) -> Result<(), Error> {
        self.inner()?.share(check::Share { number, of, common, commit });
        Ok(())
    }

    /// Has the run check only the files at these paths, parted by NUL, whatever else there is.
    ///
    /// # Errors
    /// The run is finished.
    pub fn focus(&mut self, paths: &str) -> Result<(), Error> {
        self.inner()?.focus(paths.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect());
        Ok(())
    }

    /// Divides the rules of large files among several workers. `source` returns the sizes of files.
    ///
    /// # Errors
    /// The run is finished.
    pub fn divide(&mut self, source: &HostSource) -> Result<(), Error> {
        let host = Host::new(source.clone());
        self.inner()?.divide(move |path| host.size(path).ok());
        Ok(())
    }

    /// Has outcomes kept for later runs.
    ///
    /// # Errors
    /// The run is finished.
    pub fn remember(&mut self) -> Result<(), Error> {
        self.inner()?.remember();
        Ok(())
    }

    /// Ignores `assay-ignore` comments.
    ///
    /// # Errors
    /// The run is finished.
    #[wasm_bindgen(js_name = ignoreComments)]
    pub fn ignore_comments(&mut self) -> Result<(), Error> {
        self.inner()?.ignore_comments();
        Ok(())
    }

    /// Notes how many files and folders were left out of the paths.
    ///
    /// # Errors
    /// The run is finished.
    pub fn ignored(&mut self, count: u32) -> Result<(), Error> {
        self.inner()?.ignored(count.into());
        Ok(())
    }

    /// Notes that the outcome of a batch is from an earlier run.
    ///
    /// # Errors
    /// The bytes are no batch, or the run is finished.
    pub fn recalled(&mut self, batch: &[u8]) -> Result<(), Error> {
        let batch = check::Batch::from_bytes(batch)?;
        self.inner()?.recalled(&batch);
        Ok(())
    }

    /// The batches of the next stage, in about `parts` parts; nothing after the last one. Those of the stage before
    /// must have been absorbed.
    ///
    /// # Errors
    /// The run is finished.
    pub fn batches(&mut self, parts: usize) -> Result<Option<Vec<Uint8Array>>, Error> {
        let checker = Rc::clone(&self.checker);
        let batches = self.inner()?.batches(&checker, parts);
        // Each is let go as soon as it is bytes.
        Ok(batches.map(|list| list.into_iter().map(|batch| batch.to_bytes().as_slice().into()).collect()))
    }

    /// Returns true once the knowledge is complete: it is empty before, and does not change afterwards.
    ///
    /// # Errors
    /// The run is finished.
    #[wasm_bindgen(getter, js_name = isInformed)]
    pub fn is_informed(&mut self) -> Result<bool, Error> {
        Ok(self.inner()?.is_informed())
    }

    /// Returns the shared knowledge that workers need in this stage; empty if they need none.
    ///
    /// # Errors
    /// The run is finished.
    pub fn knowledge(&mut self) -> Result<Vec<u8>, Error> {
        Ok(self.inner()?.knowledge().to_vec())
    }

    /// The worker for this stage who shares this instance with the run; nothing when the one at hand knows all. Only
    /// for a run whose stages are cut for one.
    ///
    /// # Errors
    /// The run is finished.
    #[wasm_bindgen(js_name = takeWorker)]
    pub fn take_worker(&mut self) -> Result<Option<Worker>, Error> {
        let checker = Rc::clone(&self.checker);
        Ok(self.inner()?.take_worker().map(|inner| Worker::new(checker, inner)))
    }

    /// Takes in the outcome of a batch.
    ///
    /// # Errors
    /// The bytes are no outcome, or the run is finished.
    pub fn absorb(&mut self, outcome: &[u8]) -> Result<(), Error> {
        let outcome = check::Outcome::from_bytes(outcome)?;
        self.inner()?.absorb(outcome);
        Ok(())
    }

    /// Has a worker of this instance process a batch, and absorbs the outcome without encoding it.
    ///
    /// # Errors
    /// The bytes are no batch, or the run is finished.
    pub fn work(&mut self, worker: &mut Worker, batch: &[u8], source: &HostSource) -> Result<(), Error> {
        let outcome = worker.outcome(batch, source)?;
        self.inner()?.absorb(outcome);
        Ok(())
    }

    /// Takes in that a worker died of a batch.
    ///
    /// # Errors
    /// The bytes are no batch, or the run is finished.
    pub fn crashed(&mut self, batch: &[u8], message: &str) -> Result<(), Error> {
        let batch = check::Batch::from_bytes(batch)?;
        self.inner()?.crashed(&batch, message);
        Ok(())
    }

    /// Takes in what the host could not use, or found worth a warning.
    ///
    /// # Errors
    /// The run is finished.
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

    /// The report. The run is of no use afterwards.
    ///
    /// # Errors
    /// The run is finished already.
    pub fn finish(&mut self) -> Result<Report, Error> {
        Ok(Report::new(self.take()?.finish(&self.checker)))
    }

    /// The trace, of a run that [`Checker::explain`](crate::Checker::explain) began. The run is of no use afterwards.
    ///
    /// # Errors
    /// The run is finished already.
    #[wasm_bindgen(js_name = finishTrace)]
    pub fn finish_trace(&mut self) -> Result<Trace, Error> {
        Ok(Trace::new(self.take()?.finish_trace(&self.checker)))
    }
}
