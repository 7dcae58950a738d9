//! Rules and files for tests of runs that check only some files. Each rule shows a different way in which one file
//! affects another.

use std::rc::Rc;

use assay_document::source::{MemorySource, Source};
use assay_report::{OutputFormat, Report, Style};
use assay_rule::RuleFile;
use proptest::prelude::*;

use super::{Checker, Run, Worker};

/// The rules.
pub(super) const RULES: &str = r"
collections:
  names: { rpath: names/, xpath: List/Name }
rules:
  - name: faces
    rpath: \.xml$
    not_rpath: names/
    xpath: Model/Faces
    condition: ['<=', 50]
  - name: named
    rpath: models/
    xpath: Model/Name
    condition: [Exist in, artfunc_names]
  - name: cited
    rpath: models/
    xpath: Model/Uses
    subxpath: Part/Size
    condition: ['<', 5]
  - name: idle
    rpath: \.tga$
    xpath: a
    condition: [Exist]
  - name: nothing
    rpath: models/
    xpath: Model/Nobody
    condition: ['==', 5]
  - name: demanded
    rpath: models/
    xpath: Model/Nobody
    condition: [Not null collection]
  - name: filtered
    rpath: models/
    xpath: Model/Name
    filter: c
    condition: ['==', c]
  - name: filtered-by-script
    rpath: models/
    xpath: Model/Name
    filter: artfunc_some
    condition: ['==', c]
    func_str: 'fn some(data, filepath) { data.filter(|d| d > `b`) }'
  - name: none-of-these
    rpath: models/
    xpath: Model/Name
    filter: c
    condition: [Null collection]
  - name: leads-not
    rpath: models/
    xpath: Model/Uses
    filter: a\.xml
    subxpath: Part/Size
    subfilter: '[78]'
    condition: ['<', 5]
  - name: leads-nowhere
    rpath: models/
    xpath: Model/Uses
    subxpath: Part/Nothing
    condition: ['==', 5]
";

/// Returns a checker with these rules.
pub(super) fn checker(rules: &str) -> Checker {
    let rules = RuleFile { path: "rules.yaml".to_owned(), text: rules.to_owned() };
    let checker = Checker::new(&[rules], &|_| None);
    assert_eq!(checker.diagnostics().problems, [], "the rules are fine");
    checker
}

/// Checks these files with `parts` workers, after `begun` has configured the run. Returns the report.
pub(super) fn run_over(rules: &str, files: &[(String, String)], parts: usize, begun: impl FnOnce(&mut Run)) -> Report {
    let source: Rc<dyn Source> = Rc::new(in_memory(files));
    run_on(rules, files, &source, parts, begun)
}

/// Returns a source of these files.
pub(super) fn in_memory(files: &[(String, String)]) -> MemorySource {
    files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())).collect()
}

/// Like [`run_over`], with a source that has the files.
pub(super) fn run_on(
    rules: &str,
    files: &[(String, String)],
    source: &Rc<dyn Source>,
    parts: usize,
    begun: impl FnOnce(&mut Run),
) -> Report {
    let checker = checker(rules);
    let mut run = Run::new(&checker, files.iter().map(|(path, _)| path.clone()).collect());
    begun(&mut run);
    while let Some(batches) = run.batches(&checker, parts) {
        for batch in batches {
            let mut worker = Worker::new(run.knowledge()).unwrap();
            run.absorb(&checker, crate::process_batch(&checker, &mut worker, &batch, Rc::clone(source)));
        }
    }
    run.finish(&checker)
}

/// Returns a report as JSON.
pub(super) fn json(report: &Report) -> String {
    OutputFormat::named("json").unwrap().render(report, Style::default())
}

/// Generates files that these rules look at, some of them damaged.
pub(super) fn files() -> impl Strategy<Value = Vec<(String, String)>> {
    let part = prop_oneof!["[a-f]", Just("../out".to_owned()), Just(String::new()), Just("gone".to_owned())];
    let model = (0..100u32, "[a-c]", part).prop_map(|(faces, name, part)| {
        let uses = if part.len() == 1 { format!("parts/{part}.xml") } else { part };
        format!("<Model><Faces>{faces}</Faces><Name>{name}</Name><Uses>{uses}</Uses></Model>")
    });
    let models = prop::collection::btree_map(
        "models/[a-p]\\.xml",
        prop_oneof![9 => model, 1 => Just("<Model>".to_owned())],
        0..12,
    );
    let size = (0..9u32).prop_map(|size| format!("<Part><Size>{size}</Size></Part>"));
    let parts =
        prop::collection::btree_map("parts/[a-f]\\.xml", prop_oneof![9 => size, 1 => Just("<Part".to_owned())], 0..6);
    let names = prop::collection::btree_map("names/[a-c]\\.xml", Just("<List><Name>a</Name></List>".to_owned()), 0..2);
    (models, parts, names).prop_map(|(models, parts, names)| models.into_iter().chain(parts).chain(names).collect())
}
