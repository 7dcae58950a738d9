//! Tests traces whose batches are processed by other workers.

use std::rc::Rc;

use assay_report::TraceState;

use super::{FACES, checker, source, trace};
use crate::{Batch, Outcome, Worker};

/// The trace does not depend on which worker processes which batch.
#[test]
fn traces_do_not_depend_on_workers() {
    let rules = "{collections: {mine: [x]}, rules: {r: {rpath: /list, xpath: '*/F', subxpath: '*,A', \
                 condition: [Exist in, artfunc_mine]}}}";
    let files = [("list.xml", "<R><F>b.xml</F><F>a.xml</F></R>"), ("a.xml", "<R/>"), ("b.xml", "<R><A>x</A></R>")];
    let (checker, source) = (checker(rules), source(&files));
    let mut run = crate::Run::explaining(&checker, "r", "list.xml", source.paths()).unwrap();
    while let Some(batches) = run.batches(&checker, 4) {
        for batch in batches.iter().rev() {
            let batch = Batch::from_bytes(&batch.to_bytes()).unwrap();
            let mut worker = Worker::new(run.knowledge()).unwrap();
            let outcome = crate::process_batch(&checker, &mut worker, &batch, Rc::new(source.clone())).to_bytes();
            run.absorb(&checker, Outcome::from_bytes(&outcome).unwrap());
        }
    }
    assert_eq!(run.finish_trace(&checker), trace(rules, &files, "list.xml"));
}

#[test]
fn a_crashed_worker_does_not_pass() {
    let checker = checker(FACES);
    let mut run = crate::Run::explaining(&checker, "r", "faces.xml", vec!["faces.xml".to_owned()]).unwrap();
    while let Some(batches) = run.batches(&checker, 1) {
        for batch in batches {
            run.report_crash(&batch, "out of memory");
        }
    }
    let trace = run.finish_trace(&checker);
    assert_eq!((trace.state, trace.exit_code()), (TraceState::Unchecked, 2));
}
