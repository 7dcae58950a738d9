//! Traces of small rules over small files.

mod files;
mod long;
mod scripts;
mod steps;
mod unchecked;
mod workers;

use std::rc::Rc;

use assay_document::source::MemorySource;
use assay_report::{OutputFormat, Style, Trace};
use assay_rule::RuleFile;

use crate::Checker;

fn checker(rules: &str) -> Checker {
    Checker::new(&[RuleFile { path: "rules.yaml".to_owned(), text: rules.to_owned() }], &|_| None)
}

fn source(files: &[(&str, &str)]) -> MemorySource {
    files.iter().map(|&(path, text)| (path, text)).collect()
}

/// Returns the trace of the rule `r` on a file.
fn trace(rules: &str, files: &[(&str, &str)], path: &str) -> Trace {
    let source = source(files);
    crate::trace(&checker(rules), "r", path, source.paths(), Rc::new(source)).unwrap()
}

fn describe(trace: &Trace) -> String {
    OutputFormat::named("text").unwrap().render(trace, Style::default())
}

const FACES: &str =
    "r: {rpath: /faces, not_rpath: /old, xpath: '*/A', filter: \\d, not_filter: ^7, condition: [<=, 5]}";
const FACES_XML: &str = "<R>\n<A>4</A>\n<A>none</A>\n<A>70</A>\n<A>6</A>\n</R>\n";
