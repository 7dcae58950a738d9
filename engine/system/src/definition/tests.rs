//! Definitions through the public interface: from files to results and diagnostics.

mod codes;
mod diagnostics;
mod explained;
mod properties;
mod schemas;
mod seed;
mod surveyed;
mod view;

use std::rc::Rc;

use assay_document::source::MemorySource;

use super::{Definitions, FOOT, HEAD, Load, Schema};

/// Returns a file with these definitions.
pub(super) fn file(definitions: &str) -> String {
    format!("<Definitions xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n{definitions}\n</Definitions>")
}

/// Loads files with paths `context/rest`, in that order. A context begins with its first file.
pub(super) fn resolve(files: &[(&str, &str)], schema: &str) -> Definitions {
    let source: MemorySource = files.iter().map(|&(path, text)| (path, text)).collect();
    let (schema, diagnostics) = if schema.is_empty() {
        (Schema::default(), Vec::new())
    } else {
        Schema::read("schema.yaml", schema.as_bytes())
    };
    let mut load = Load::new(schema, diagnostics, Rc::new(source), None);
    let mut last = "";
    for (path, _) in files {
        let context = path.split('/').next().unwrap_or_default();
        if context != last {
            load.context(context);
            last = context;
        }
        load.read(path);
    }
    load.finish()
}

/// Returns the definition with an id, on one line.
pub(super) fn xml(set: &Definitions, id: &str) -> String {
    let at = set.find(id);
    let found = at.first().and_then(|&at| set.get(at)).unwrap_or_else(|| panic!("`{id}` does not exist"));
    found.xml(0, false).lines().map(str::trim).collect()
}

/// Returns all definitions as one file.
pub(super) fn written(set: &Definitions) -> String {
    let body: String = set.iter().map(|definition| definition.xml(1, false)).collect();
    [HEAD, &body, FOOT].concat()
}
