//! Files of lists, seeds and plans: what is read, what is refused and where, what is written.

mod counts;
mod files;
mod plans;
mod refusals;
mod seeds;

use std::rc::Rc;

use assay_document::source::{MemorySource, Source};

/// Returns a source with one file.
fn source(path: &str, text: &str) -> Rc<dyn Source> {
    Rc::new(MemorySource::from_iter([(path, text.as_bytes().to_vec())]))
}
