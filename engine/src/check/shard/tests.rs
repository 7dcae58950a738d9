use std::rc::Rc;

use proptest::prelude::*;

use super::{Share, Unmergeable, merge};
use crate::check::Checker;
use crate::report::{Format, Report, Style};
use crate::rule::RuleFile;
use crate::source::MemorySource;

const RULES: &str = r"
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

fn checker() -> Checker {
    let rules = RuleFile { path: "rules.yaml".to_owned(), text: RULES.to_owned() };
    let checker = Checker::new(&[rules], &|_| None);
    assert_eq!(checker.diagnostics().problems, [], "the rules are fine");
    checker
}

fn share(number: u32, of: u32) -> Share {
    Share { number, of, rules: "r".to_owned(), files: "f".to_owned() }
}

/// The report over these files, or that of a part.
fn report(files: &[(String, String)], share: Option<Share>, parts: usize) -> Report {
    let mut source = MemorySource::new();
    for (path, text) in files {
        source.insert(path.as_str(), text.as_bytes().to_vec());
    }
    let checker = checker();
    let source: Rc<dyn crate::source::Source> = Rc::new(source);
    let mut run = checker.run(files.iter().map(|(path, _)| path.clone()).collect());
    if let Some(share) = share {
        run.share(share);
    }
    while let Some(batches) = run.batches(&checker, parts) {
        for batch in batches {
            let mut worker = crate::check::Worker::new(run.knowledge()).unwrap();
            run.absorb(checker.work(&mut worker, &batch, Rc::clone(&source)));
        }
    }
    run.finish(&checker)
}

fn json(report: &Report) -> String {
    Format::named("json").unwrap().render(report, Style::default())
}

fn files() -> impl Strategy<Value = Vec<(String, String)>> {
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn parts_make_the_report_of_the_whole(files in files(), of in 1..6u32, workers in 1..4usize) {
        let whole = json(&report(&files, None, workers));
        let mut parts: Vec<(String, Report)> = Vec::new();
        for number in (1..=of).rev() {
            let text = json(&report(&files, Some(share(number, of)), workers));
            let part = Report::from_json(&text).expect("it is read back");
            prop_assert_eq!(json(&part), text);
            parts.push((number.to_string(), part));
        }
        prop_assert_eq!(json(&merge(parts).expect("they are all of them")), whole);
    }
}

#[test]
fn each_file_is_checked_by_one_part() {
    for of in [1, 2, 3, 7] {
        let mut counts = vec![0; of as usize];
        for file in 0..7000 {
            let path = format!("a/{file}.xml");
            let owners: Vec<u32> = (1..=of).filter(|&number| share(number, of).owns(&path)).collect();
            assert_eq!(owners.len(), 1, "{path}");
            counts[owners[0] as usize - 1] += 1;
        }
        let fair = 7000 / of;
        assert!(counts.iter().all(|count| (fair * 9 / 10..=fair * 11 / 10).contains(count)), "{counts:?}");
    }
}

#[test]
fn reports_that_are_not_all_parts_of_one_run_are_refused() {
    let files = [("models/a.xml".to_owned(), "<Model/>".to_owned())];
    let named = |name: &str, share: Share| (name.to_owned(), report(&files, Some(share), 1));
    let other = |number, rules: &str, files: &str| Share {
        rules: rules.to_owned(),
        files: files.to_owned(),
        ..share(number, 2)
    };
    let mut damaged = report(&files, Some(share(1, 2)), 1);
    let mut shard = damaged.shard().unwrap().clone();
    shard.state.truncate(9);
    damaged = damaged.of_shard(shard);
    for (reports, message) in [
        (vec![], "there is no report to merge"),
        (vec![("a".to_owned(), report(&files, None, 1))], "`a` is the report of a whole run, not of a part"),
        (
            vec![("a".to_owned(), damaged)],
            "`a` is a damaged report, or one of another version: what is needed to merge it cannot be read",
        ),
        (vec![named("a", share(1, 2)), named("b", share(2, 3))], "`a` is a part of 2 and `b` a part of 3"),
        (vec![named("a", share(1, 2)), named("b", share(1, 2))], "`a` and `b` are both part 1"),
        (vec![named("a", share(2, 4))], "part 1, 3, 4 of 4 is missing"),
        (
            vec![named("a", other(1, "r", "f")), named("b", other(2, "x", "f"))],
            "`a` and `b` differ in rules, options or version",
        ),
        (
            vec![named("a", other(1, "v=1 r=1 o=1", "f")), named("b", other(2, "v=1 r=2 o=2", "f"))],
            "`a` and `b` differ in r, o",
        ),
        (
            vec![named("a", other(1, "r", "f")), named("b", other(2, "r", "x"))],
            "`a` and `b` are of different files: the parts of a run list the same ones",
        ),
    ] {
        let refusal: Unmergeable = merge(reports).expect_err(message);
        assert_eq!(refusal.to_string(), message);
    }
}
