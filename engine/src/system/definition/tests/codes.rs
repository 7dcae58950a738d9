//! The codes of all that is told of definitions: each is provoked by a test, and explained in the documentation.

use std::collections::BTreeSet;

/// What can tell something.
const SOURCES: &[&str] = &[
    include_str!("../arena.rs"),
    include_str!("../copy.rs"),
    include_str!("../draft.rs"),
    include_str!("../duplicates.rs"),
    include_str!("../entry.rs"),
    include_str!("../explain.rs"),
    include_str!("../fields.rs"),
    include_str!("../handle.rs"),
    include_str!("../infer.rs"),
    include_str!("../keyed.rs"),
    include_str!("../lint.rs"),
    include_str!("../load.rs"),
    include_str!("../merge.rs"),
    include_str!("../mod.rs"),
    include_str!("../normalise.rs"),
    include_str!("../note.rs"),
    include_str!("../order.rs"),
    include_str!("../project.rs"),
    include_str!("../publish.rs"),
    include_str!("../read.rs"),
    include_str!("../script.rs"),
    include_str!("../scripted.rs"),
    include_str!("../set.rs"),
    include_str!("../settle.rs"),
    include_str!("../shape.rs"),
    include_str!("../words.rs"),
    include_str!("../write.rs"),
    include_str!("../xsd.rs"),
    include_str!("../schema/mod.rs"),
    include_str!("../schema/read.rs"),
    include_str!("../schema/spec.rs"),
    include_str!("../schema/tree.rs"),
    include_str!("../schema/value.rs"),
    include_str!("../schema/written.rs"),
];

/// What provokes it.
const TESTS: &[&str] = &[
    include_str!("diagnostics.rs"),
    include_str!("schemas.rs"),
    include_str!("../schema/tests.rs"),
    include_str!("../../../check/publish/tests.rs"),
    include_str!("../../../script/definition/tests.rs"),
];

const DOCS: &str = include_str!("../../../../../docs/definitions.md");

/// Words that look like codes and are none; one that takes more memory to provoke than a test has, and one that is told of
/// files that are opened without saying as what.
const OTHERS: [&str; 7] = [
    "definition-diagnostic",
    "definition-explanation",
    "definition-order",
    "definition-survey",
    "definitions-too-many",
    "keyed-deep",
    "no-reader",
];

/// The words in quotes that have the form of codes.
fn codes(text: &str) -> BTreeSet<&str> {
    let is_code = |word: &&str| {
        word.contains('-')
            && word.split('-').all(|part| part.len() > 1 && part.bytes().all(|byte| byte.is_ascii_lowercase()))
    };
    text.lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .flat_map(|line| line.split('"').skip(1).step_by(2))
        .filter(is_code)
        .collect()
}

/// All codes.
fn all() -> BTreeSet<&'static str> {
    SOURCES.iter().flat_map(|text| codes(text)).filter(|code| !OTHERS.contains(code)).collect()
}

#[test]
fn each_is_provoked_by_a_test() {
    let tests = TESTS.concat();
    let words: BTreeSet<&str> = tests.split(|c: char| !c.is_ascii_lowercase() && c != '-').collect();
    let missing: Vec<_> = all().into_iter().filter(|code| !words.contains(code)).collect();
    assert_eq!(missing, [""; 0]);
    assert!(all().len() > 35, "{:?}", all());
}

#[test]
fn each_is_explained_in_the_documentation() {
    let of_others = |code: &str| ["schema-", "config-", "xsd-"].iter().any(|start| code.starts_with(start));
    let missing: Vec<_> =
        all().into_iter().filter(|code| !of_others(code) && !DOCS.contains(&format!("`{code}`"))).collect();
    assert_eq!(missing, [""; 0]);
}
