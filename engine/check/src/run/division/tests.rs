//! Files whose rules are divided among workers have the same report as with a single worker.

use proptest::prelude::*;

use crate::batch::BatchTask;
use crate::fixture::{RULES, checker, files, json, run_over};
use crate::{Batch, Run};

/// Rules that take long, so that a file is worth dividing, and rules that can start before the collections are built.
const SLOW: &str = r"
  - {name: slow-1, rpath: \.(xml|json)$, xpath: '**/Name', condition: [Satisfy the expression, 'len(d) > 1']}
  - {name: slow-2, rpath: \.(xml|json)$, xpath: '**/Faces', condition: [Satisfy the expression, 'int(d) % 2 == 0']}
  - {name: slow-3, rpath: \.(xml|json)$, xpath: '**/Uses', condition: [Satisfy the expression, 'exists(d)']}
  - {name: present, rpath: \.(xml|json)$, xpath: '**/Name', condition: ['!=', a]}
  - {name: fact, rpath: \.(xml|json)$, xpath: '{file.size}', condition: ['<', 3]}
";

fn rules() -> String {
    format!("{RULES}{SLOW}")
}

/// Divides each file whose path contains `part` among all workers.
fn divided(part: &str) -> impl FnOnce(&mut Run) {
    let part = part.to_owned();
    move |run| run.divide(move |path| Some(if path.contains(&part) { 1 << 30 } else { 1 }))
}

fn owned(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_report_does_not_depend_on_the_number_of_workers(files in files(), parts in 2..9usize) {
        let alone = json(&run_over(&rules(), &files, 1, |_| {}));
        for part in ["models/", "/a.xml", "names/"] {
            prop_assert_eq!(&json(&run_over(&rules(), &files, parts, divided(part))), &alone);
        }
    }
}

#[test]
fn warnings_about_a_document_occur_once() {
    for text in [
        r#"{"Name": "b", "Name": "c", "Uses": "gone"}"#,
        "{'Name': 'b'}",
        "{\"Name\": \"b\",\n}",
        "{\"Name\": ",
        "<Model><!-- assay-ignore slow-1 short --><Name>b</Name><!-- assay-ignore unknown --><Faces>x</Faces></Model>",
        "<Model><Name>b</Faces></Model>",
    ] {
        let path = if text.starts_with('<') { "models/a.xml" } else { "models/a.json" };
        let files = owned(&[(path, text), ("names/a.xml", "<List><Name>a</Name></List>")]);
        let alone = json(&run_over(&rules(), &files, 1, |_| {}));
        assert_eq!(json(&run_over(&rules(), &files, 4, divided(path))), alone, "{text}");
    }
}

#[test]
fn warnings_about_a_document_occur_even_if_early_rules_need_only_facts() {
    let rules = r"
collections:
  names: { rpath: '\.json$', xpath: '*/Uses' }
rules:
  - {name: fact, rpath: \.json$, xpath: '{file.size}', condition: ['<', 3]}
  - {name: known, rpath: \.json$, xpath: '**/Name', condition: [Exist in, artfunc_names]}
  - {name: slow-1, rpath: \.json$, xpath: '**/Name', condition: [Satisfy the expression, 'len(d) > 1']}
  - {name: slow-2, rpath: \.json$, xpath: '**/Name', condition: [Satisfy the expression, 'd in names']}
";
    let files = owned(&[("a.json", r#"{"Name": "b", "Name": "c", "Uses": "gone"}"#)]);
    let alone = json(&run_over(rules, &files, 1, |_| {}));
    assert!(alone.contains("repeated-key"), "{alone}");
    let checker = checker(rules);
    let mut run = Run::new(&checker, vec!["a.json".to_owned()]);
    divided("a.json")(&mut run);
    let stage = run.batches(&checker, 2).unwrap();
    assert!(stage[0].tasks[0].is_grouped(), "the fact is checked while the collection is built");
    assert_eq!(json(&run_over(rules, &files, 2, divided("a.json"))), alone);
}

#[test]
fn a_divided_file_makes_one_batch_for_each_worker() {
    let checker = checker(&rules());
    let paths = ["models/a.xml", "models/b.xml", "names/a.xml"].map(str::to_owned).to_vec();
    let mut run = Run::new(&checker, paths);
    divided("models/a.xml")(&mut run);
    let shared = |batch: &Batch| batch.tasks.iter().filter(|task| BatchTask::is_grouped(task)).count();
    let stage = run.batches(&checker, 3).unwrap();
    assert_eq!(stage.iter().map(shared).sum::<usize>(), 0, "another file is read for the collection");
    assert_eq!(run.progress().total, 1);
    let stage = run.batches(&checker, 3).unwrap();
    assert_eq!(stage.iter().map(shared).collect::<Vec<_>>(), [1, 1, 1, 0, 0], "the longest first");
    assert_eq!(run.progress().total, 3, "a divided file counts once");
}

#[test]
fn cached_and_sharded_runs_are_not_divided() {
    let checker = checker(&rules());
    for begun in [
        |run: &mut Run| run.remember(),
        |run: &mut Run| {
            run.share(crate::RunShard { number: 1, of: 1, common: String::new(), commit: String::new() });
        },
    ] {
        let mut run = Run::new(&checker, vec!["models/a.xml".to_owned()]);
        begun(&mut run);
        divided("models/")(&mut run);
        while let Some(stage) = run.batches(&checker, 3) {
            assert!(!stage.iter().flat_map(|batch| &batch.tasks).any(BatchTask::is_grouped));
        }
    }
}
