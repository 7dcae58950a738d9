//! The rule packs: every rule is finished, its tests hold, and the sample project shows just the faults planted in it.

use std::fs;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use assay_engine::check::{Checker, TestOptions, run_tests};
use assay_engine::format::FORMATS;
use assay_engine::report::{Finding, OutputFormat, Report, Style};
use assay_engine::rule::{RuleFile, RuleSettings};
use assay_engine::script::Limits;
use assay_engine::source::MemorySource;

/// Each pack is a folder of rules, and has a sample project of the same name.
const PACKS: &[&str] = &[
    "asset-lists",
    "conversion",
    "definitions",
    "gltf",
    "godot",
    "messiah",
    "meta",
    "naming",
    "packages",
    "textures",
    "unity",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../rules")
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

/// The rule files of a pack, without its description, which is read with each of them.
fn rule_files(pack: &str) -> Vec<RuleFile> {
    let is_yaml = |path: &str| Path::new(path).extension().is_some_and(|extension| extension == "yaml");
    let is_rule_file = |path: &str| is_yaml(path) && path != "pack.yaml";
    let files = files(&root().join(pack)).into_iter().filter(|(path, _)| is_rule_file(path));
    files.map(|(path, bytes)| RuleFile { path, text: String::from_utf8(bytes).unwrap() }).collect()
}

/// A checker with the example values of parameters, so that no rule is off.
fn checker(pack: &str, files: &[RuleFile]) -> Checker {
    Checker::with_settings(Limits::default(), &examples(), files, &|path| further(pack, path))
}

fn examples() -> RuleSettings {
    RuleSettings { uses_examples: true, ..RuleSettings::default() }
}

/// The text of a file that the rule files of a pack name.
fn further(pack: &str, path: &str) -> Option<String> {
    fs::read_to_string(root().join(pack).join(path)).ok()
}

/// Rules that look at the reports of the glTF validator, which only hosts have: `tests/cli/gltf-validator.test.ts` runs them.
fn needs_host(file: &RuleFile) -> bool {
    file.text.contains("'^/@gltf/'")
}

/// What the rules of a pack find in its sample project.
fn report(pack: &str) -> Report {
    let source: MemorySource = files(&root().join("samples").join(pack)).into_iter().collect();
    let mut files = rule_files(pack);
    files.retain(|file| !needs_host(file));
    assay_engine::check::check(&checker(pack, &files), source.paths(), Rc::new(source))
}

#[test]
fn rules_load_without_diagnostics() {
    for pack in PACKS {
        let checker = checker(pack, &rule_files(pack));
        let diagnostics = checker.diagnostics();
        assert_eq!(
            (&diagnostics.problems, &diagnostics.warnings, &diagnostics.hints),
            (&vec![], &vec![], &vec![]),
            "{pack}"
        );
        assert!(checker.rules().rules().len() >= 10, "{pack}");
    }
}

/// Packs are used together: what one of them names must be free for the others.
#[test]
fn all_packs_load_together() {
    let mut files = Vec::new();
    for pack in PACKS {
        let in_pack = |RuleFile { path, text }| RuleFile { path: format!("{pack}/{path}"), text };
        files.extend(rule_files(pack).into_iter().map(in_pack));
    }
    let read = |path: &str| fs::read_to_string(root().join(path)).ok();
    let checker = Checker::with_settings(Limits::default(), &examples(), &files, &read);
    assert_eq!((&checker.diagnostics().problems, &checker.diagnostics().warnings), (&vec![], &vec![]));
    let alone: usize = PACKS.iter().map(|pack| self::checker(pack, &rule_files(pack)).rules().rules().len()).sum();
    assert_eq!(checker.rules().rules().len(), alone);
}

/// The formats are one table, the rule's expression repeats those of Unity: whichever is added there is missed here.
#[test]
fn references_are_searched_in_every_kind_of_unity_file() {
    let mut files = rule_files("unity");
    files.retain(|file| file.path == "unity-reference-exists.yaml");
    let checker = checker("unity", &files);
    let kinds: Vec<_> = FORMATS.iter().filter(|kind| kind.doc.contains("Unity") && kind.name != "meta").collect();
    assert!(kinds.len() > 20);
    for kind in kinds {
        for path in [format!("Assets/a.{}", kind.name), format!("Assets/A.{}", kind.name.to_uppercase())] {
            let text = "m: {fileID: 1, guid: d1a2b3c4d5e6f70819203a4b5c6d7e8f}\n";
            // Only with its packages is it known what is missing.
            let packages = ("Packages/manifest.json", "{}");
            let source: MemorySource = [(path.as_str(), text), packages].into_iter().collect();
            let report = assay_engine::check::check(&checker, source.paths(), Rc::new(source));
            assert_eq!(report.findings().len(), 1, "{path}");
        }
    }
}

#[test]
fn rules_have_a_description_and_a_reason() {
    for pack in PACKS {
        for rule in checker(pack, &rule_files(pack)).rules().rules() {
            for field in ["description", "why"] {
                assert!(
                    rule.display_field(field).is_some_and(|text| text.len() > 20),
                    "`{}` has no {field}",
                    rule.name()
                );
            }
        }
    }
}

#[test]
fn a_pack_lists_its_rules() {
    for pack in PACKS {
        let page = fs::read_to_string(root().join(pack).join("README.md")).unwrap();
        for rule in checker(pack, &rule_files(pack)).rules().rules() {
            let row = format!(
                "| `{}` | {} | {} |\n",
                rule.name(),
                rule.severity(),
                rule.display_field("description").unwrap()
            );
            assert!(page.contains(&row), "{pack}/README.md lacks: {row}");
        }
    }
}

#[test]
fn tests_of_rules_pass_and_have_both_outcomes() {
    for pack in PACKS {
        let files = rule_files(pack);
        for file in &files {
            let checker = checker(pack, std::slice::from_ref(file));
            let tests = checker.rules().tests();
            assert!(tests.iter().any(|test| test.expect.is_empty()), "`{}` has no passing test", file.path);
            assert!(tests.iter().any(|test| !test.expect.is_empty()), "`{}` has no failing test", file.path);
        }
        let options = TestOptions { coverage: true, ..TestOptions::default() };
        let files: Vec<RuleFile> = files.into_iter().filter(|file| !needs_host(file)).collect();
        let report = run_tests(&files, &|path| further(pack, path), options);
        let text = OutputFormat::named("text").unwrap().render(&report, Style::default());
        assert_eq!(report.exit_code(), 0, "{text}");
    }
}

#[test]
fn samples_have_exactly_the_planted_faults() {
    for pack in PACKS {
        let report = report(pack);
        assert!(report.problems().is_empty(), "{pack}: {:?}", report.problems());
        let expected = fs::read_to_string(root().join(format!("samples/{pack}.expected.json"))).unwrap();
        let mut missing: Vec<serde_json::Value> = serde_json::from_str(&expected).unwrap();
        missing.retain(|finding| !finding["rule"].as_str().is_some_and(|rule| rule.starts_with("gltf-validator-")));
        let mut unexpected = Vec::new();
        for finding in report.findings() {
            match missing.iter().position(|expected| meets(finding, expected)) {
                Some(at) => {
                    missing.remove(at);
                }
                None => unexpected.push(format!("{} {} {:?}", finding.rule, finding.path, finding.region.start)),
            }
        }
        assert_eq!((missing, unexpected), (vec![], vec![]), "{pack}: left what is missing, right what nobody planted");
    }
}

/// Whether a finding is the expected one: of its rule, in its file, and with the value and at the place that it names.
fn meets(finding: &Finding, expected: &serde_json::Value) -> bool {
    let place = finding.region.start;
    let same = |key: &str, found: serde_json::Value| expected.get(key).is_none_or(|expected| *expected == found);
    same("rule", finding.rule.as_str().into())
        && same("path", finding.path.as_str().into())
        && same("value", serde_json::to_value(&finding.value).unwrap())
        && same("line", place.line.into())
        && same("column", place.char_column.into())
}

/// The sample of glTF files is there to show that each kind of fault is found where it is.
#[test]
fn faults_of_gltf_files_are_found_at_their_places() {
    let expected = fs::read_to_string(root().join("samples/gltf.expected.json")).unwrap();
    let expected: Vec<serde_json::Value> = serde_json::from_str(&expected).unwrap();
    let placed = expected.iter().filter(|finding| finding["line"].is_u64() && finding["column"].is_u64());
    assert!(placed.count() == expected.len() && expected.len() >= 30, "{}", expected.len());
}
