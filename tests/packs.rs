//! The rule packs: every rule is finished, its tests hold, and the sample project shows just the faults planted in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use assay_engine::check::{Checker, TestOptions, run_tests};
use assay_engine::report::{Finding, Format, Style};
use assay_engine::rule::RuleFile;
use assay_engine::source::MemorySource;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../rules")
}

/// All files below `folder` in order, with their paths from it.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(&at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_str().unwrap().replace('\\', "/");
                found.push((name, fs::read(&path).unwrap()));
            }
        }
    }
    found.sort();
    found
}

/// The rule files of a pack.
fn rule_files(pack: &str) -> Vec<RuleFile> {
    let is_rule_file = |path: &str| Path::new(path).extension().is_some_and(|extension| extension == "yaml");
    let files = files(&root().join(pack)).into_iter().filter(|(path, _)| is_rule_file(path));
    files.map(|(path, bytes)| RuleFile { path, text: String::from_utf8(bytes).unwrap() }).collect()
}

fn checker(pack: &str, files: &[RuleFile]) -> Checker {
    Checker::new(files, &|path| further(pack, path))
}

/// The text of a file that the rule files of a pack name.
fn further(pack: &str, path: &str) -> Option<String> {
    fs::read_to_string(root().join(pack).join(path)).ok()
}

#[test]
fn rules_load_without_a_word() {
    let checker = checker("messiah", &rule_files("messiah"));
    let said = checker.diagnostics();
    assert_eq!((&said.problems, &said.warnings, &said.hints), (&vec![], &vec![], &vec![]));
    assert!(checker.rules().rules().len() >= 20);
}

#[test]
fn rules_say_what_they_check_and_why() {
    for rule in checker("messiah", &rule_files("messiah")).rules().rules() {
        for field in ["description", "why"] {
            assert!(rule.shown(field).is_some_and(|text| text.len() > 20), "`{}` has no {field}", rule.name());
        }
    }
}

#[test]
fn tests_of_rules_hold_and_show_both_sides() {
    let files = rule_files("messiah");
    for file in &files {
        let checker = checker("messiah", std::slice::from_ref(file));
        let tests = checker.rules().tests();
        assert!(tests.iter().any(|test| test.expect.is_empty()), "`{}` has no passing test", file.path);
        assert!(tests.iter().any(|test| !test.expect.is_empty()), "`{}` has no failing test", file.path);
    }
    let report =
        run_tests(&files, &|path| further("messiah", path), TestOptions { coverage: true, ..TestOptions::default() });
    let text = Format::named("text").unwrap().render(&report, Style::default());
    assert_eq!(report.exit_code(), 0, "{text}");
}

#[test]
fn the_sample_shows_just_the_planted_faults() {
    let checker = checker("messiah", &rule_files("messiah"));
    let source: MemorySource = files(&root().join("samples/messiah")).into_iter().collect();
    let report = checker.check(source.paths(), Rc::new(source));
    assert!(report.problems().is_empty(), "{:?}", report.problems());
    let expected = fs::read_to_string(root().join("samples/messiah.expected.json")).unwrap();
    let expected: Vec<serde_json::Value> = serde_json::from_str(&expected).unwrap();
    let mut missing: Vec<String> = expected.iter().map(expectation).collect();
    let mut unexpected = Vec::new();
    for finding in report.findings().iter().map(found) {
        match missing.iter().position(|expected| *expected == finding) {
            Some(at) => {
                missing.remove(at);
            }
            None => unexpected.push(finding),
        }
    }
    assert_eq!((missing, unexpected), (vec![], vec![]), "left what is missing, right what nobody planted");
}

fn expectation(entry: &serde_json::Value) -> String {
    format!("{} {} {}", entry["rule"].as_str().unwrap(), entry["path"].as_str().unwrap(), entry["value"])
}

fn found(finding: &Finding) -> String {
    // By way of JSON, whose objects have no order.
    let value = serde_json::to_value(&finding.value).unwrap();
    format!("{} {} {value}", finding.rule, finding.path)
}
