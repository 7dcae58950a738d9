//! Paths from scripts.

use assay_document::source::normalize;
use rhai::EvalAltResult;

use crate::complaint::{Complaint, Outcome};

/// Returns a path in its normalized form.
pub(super) fn inside(path: &str) -> Outcome<String> {
    normalize(path).ok_or_else(|| {
        Complaint::raise(format!("the path `{path}` leaves the project"), "paths are relative to the project's root")
    })
}

pub(super) fn missing(path: &str) -> Box<EvalAltResult> {
    Complaint::raise(format!("there is no file `{path}`"), "test with `exists(path)` first")
}
