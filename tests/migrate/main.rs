//! Rule files of version 1, as three studios would have them: what they become, and that it finds what they found.
//!
//! `ASSAY_UPDATE=1 cargo test --test migrate` writes what becomes of them into their folders, to be read before it is
//! committed.

mod project;
mod random;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use assay_engine::check::Checker;
use assay_engine::report::Report;
use assay_engine::rule::{Migration, NoteKind, RuleFile, RuleSet, migrate};

/// The old rule files.
const SAMPLES: &[&str] = &["art-resources.json", "levels.yaml", "characters.json"];

/// What lies among the samples under this name.
fn sample(name: &str) -> String {
    fs::read_to_string(place(name)).unwrap_or_default()
}

fn place(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/migrate/samples").join(name)
}

/// The file, migrated; it names no other ones.
#[must_use]
fn migrated(path: &str, text: &str) -> Migration {
    migrate(path, text, &|_| None).unwrap_or_else(|problems| panic!("{path}: {problems:?}"))
}

fn check(path: &str, text: &str) -> Report {
    let checker = Checker::new(&[RuleFile { path: path.to_owned(), text: text.to_owned() }], &|_| None);
    let source = project::source();
    assay_engine::check::check(&checker, source.paths(), std::rc::Rc::new(source))
}

/// What a rule found, as `path: value`.
fn findings(report: &Report, rule: &str) -> BTreeSet<String> {
    let found = report.findings().iter().filter(|finding| finding.rule == rule);
    let lines = found.map(|finding| {
        let value = finding.value.to_string();
        format!("{}:{}: {}", finding.path, finding.region.start.line, value.trim_matches('"'))
    });
    lines.collect()
}

#[test]
fn samples_are_migrated_to_the_expected_files() {
    for name in SAMPLES {
        let migration = migrated(name, &sample(name));
        let notes = migration.report(name, true);
        let stem = name.split('.').next().unwrap();
        for (ending, text) in [("new.yaml", &migration.text), ("notes.txt", &notes)] {
            let file = format!("{stem}.{ending}");
            if std::env::var_os("ASSAY_UPDATE").is_some() {
                fs::write(place(&file), text).unwrap();
            }
            assert_eq!(*text, sample(&file), "{file}");
        }
    }
}

/// The documentation shows a file before and after, and what is said of it.
#[test]
fn the_example_in_the_documentation_is_correct() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/migrating.md");
    let mut page = fs::read_to_string(&path).unwrap();
    let block = |page: &str, kind: &str| {
        let start = page.find(&format!("```{kind}\n")).unwrap() + kind.len() + 4;
        (start, start + page[start..].find("```").unwrap())
    };
    let (start, end) = block(&page, "json");
    let migration = migrated("rules.json", &page[start..end]);
    let outputs = [("yaml", migration.text.clone()), ("text", migration.report("rules.json", true))];
    for (kind, text) in outputs {
        let (start, end) = block(&page, kind);
        if std::env::var_os("ASSAY_UPDATE").is_some() {
            page.replace_range(start..end, &text);
            fs::write(&path, &page).unwrap();
        } else {
            assert_eq!(page[start..end], text);
        }
    }
}

#[test]
fn a_second_migration_changes_nothing() {
    for name in SAMPLES {
        let first = migrated(name, &sample(name));
        let second = migrated("new.yaml", &first.text);
        assert_eq!(second.text, first.text, "{name}");
        let left = |migration: &Migration| {
            let left = migration.notes.iter().filter(|note| note.kind == NoteKind::Todo);
            left.map(|note| (note.new_line, note.message.clone())).collect::<BTreeSet<_>>()
        };
        assert!(second.notes.iter().all(|note| note.kind == NoteKind::Todo), "{name}: {:?}", second.notes);
        assert_eq!(left(&second), left(&first), "{name}: what is left to do stays until somebody does it");
    }
}

#[test]
fn every_problem_of_the_new_file_is_among_the_notes() {
    for name in SAMPLES {
        all_problems_are_noted("new.yaml", &migrated(name, &sample(name)));
    }
}

/// Loads the new file, and holds what that says against the notes.
fn all_problems_are_noted(path: &str, migration: &Migration) {
    let file = RuleFile { path: path.to_owned(), text: migration.text.clone() };
    let (_, diagnostics) = RuleSet::load(&[file], &|_| None);
    for problem in diagnostics.problems {
        let line = problem.region.map_or(1, |region| region.start.line);
        let is_noted = migration
            .notes
            .iter()
            .any(|note| note.kind == NoteKind::Todo && note.new_line == line && note.message == problem.message);
        assert!(is_noted, "{problem:?} is not among {:#?} of\n{}", migration.notes, migration.text);
    }
}

/// A rule of the old file that runs today finds the same before and after. Of one whose paths had backslashes nothing
/// was ever found.
#[test]
fn rules_that_ran_have_the_same_findings() {
    let mut compared = 0;
    for name in SAMPLES {
        let text = sample(name);
        let (before, after) = (check(name, &text), check("new.yaml", &migrated(name, &text).text));
        let (set, _) = RuleSet::load(&[RuleFile { path: (*name).to_owned(), text }], &|_| None);
        let is_problem = |rule: &str| before.problems().iter().any(|problem| problem.rule.as_deref() == Some(rule));
        for rule in set.rules().iter().filter(|rule| !is_problem(rule.name()) && !rule.name().contains('#')) {
            let found = findings(&before, rule.name());
            if rule.name() == "model_num_faces" {
                assert!(found.is_empty());
                continue;
            }
            assert_eq!(findings(&after, rule.name()), found, "{name}: {}", rule.name());
            compared += 1;
        }
    }
    assert!(compared >= 4, "only {compared} rules of the samples run as they were");
}

/// What version 1 ran and today's language refuses runs again, and finds what it was written to find.
#[test]
fn updated_rules_run() {
    for (name, rule, expected) in project::EXPECTED {
        let report = check("new.yaml", &migrated(name, &sample(name)).text);
        let found: Vec<String> = findings(&report, rule).into_iter().collect();
        assert_eq!(found, *expected, "{name}: {rule}");
    }
}

/// A rule whose functions are still to be written is never clean.
#[test]
fn rules_with_unwritten_functions_do_not_pass() {
    for (name, rule) in project::UNWRITTEN {
        let report = check("new.yaml", &migrated(name, &sample(name)).text);
        let problems = report.problems().iter().filter(|problem| problem.rule.as_deref() == Some(rule));
        assert!(problems.count() > 0, "{name}: {rule} passes, and nothing of it has run");
        assert!(findings(&report, rule).is_empty(), "{name}: {rule}");
    }
}
