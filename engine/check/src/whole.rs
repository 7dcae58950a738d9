//! Runs from beginning to end on one thread.

use std::rc::Rc;

use assay_document::source::Source;
use assay_report::{Report, Trace};

use super::checker::Checker;
use super::run::Run;
use super::trace::Unexplained;
use super::work::process_batch;
use super::worker::Worker;

/// Checks the files at `paths` of `source`, all on this thread.
#[must_use]
#[expect(clippy::needless_pass_by_value, reason = "a source is made for its check, and its maker has no other use")]
pub fn check(checker: &Checker, paths: Vec<String>, source: Rc<dyn Source>) -> Report {
    check_with(checker, paths, &source, |_| {}).finish(checker)
}

/// Like [`check`], but calls `begun` before the run begins, and returns the run before it ends.
pub(super) fn check_with(
    checker: &Checker,
    paths: Vec<String>,
    source: &Rc<dyn Source>,
    begun: impl FnOnce(&mut Run),
) -> Run {
    let mut run = Run::new(checker, paths);
    begun(&mut run);
    complete(checker, &mut run, source);
    run
}

/// Runs one rule over one of the files at `paths` of `source`, all on this thread, and returns the trace.
///
/// # Errors
/// There is no such rule, it is switched off, or there is no such file.
#[expect(clippy::needless_pass_by_value, reason = "a source is made for its check, and its maker has no other use")]
pub fn trace(
    checker: &Checker,
    rule: &str,
    path: &str,
    paths: Vec<String>,
    source: Rc<dyn Source>,
) -> Result<Trace, Unexplained> {
    let mut run = Run::explaining(checker, rule, path, paths)?;
    complete(checker, &mut run, &source);
    Ok(run.finish_trace(checker))
}

/// Does all the work of a run.
fn complete(checker: &Checker, run: &mut Run, source: &Rc<dyn Source>) {
    let mut worker = Worker::default();
    while let Some(batches) = run.batches(checker, 1) {
        // From the check stage on, a worker needs the collections.
        if let Some(with_index) = run.take_worker() {
            worker = with_index;
        }
        for batch in batches {
            run.absorb(checker, process_batch(checker, &mut worker, &batch, Rc::clone(source)));
        }
    }
}
