//! The codes of all diagnostics about definitions: each is provoked by a test, and explained in the documentation.

use std::collections::BTreeSet;

use assay_document::text::IssueCode;

macro_rules! sources {
    ($($name:literal),* $(,)?) => { &[$(($name, include_str!(concat!("../", $name, ".rs")))),*] };
}

/// The sources that can report something, by name.
const SOURCES: &[(&str, &str)] = sources![
    "arena",
    "collection",
    "copy",
    "draft",
    "duplicates",
    "entry",
    "explain",
    "fields",
    "handle",
    "infer",
    "keyed",
    "lint",
    "load",
    "merge",
    "mod",
    "namespace",
    "normalise",
    "note",
    "order",
    "project",
    "publish",
    "read",
    "script",
    "scripted",
    "set",
    "settle",
    "shape",
    "survey",
    "words",
    "write",
    "xsd",
    "schema/mod",
    "schema/read",
    "schema/spec",
    "schema/value",
    "schema/written"
];

/// The tests that provoke the codes.
const TESTS: &[&str] = &[
    include_str!("diagnostics.rs"),
    include_str!("schemas.rs"),
    include_str!("../schema/tests.rs"),
    include_str!("../../../../check/src/virtual_file/tests.rs"),
    include_str!("../../../../script/src/definition/tests.rs"),
];

const DOCS: &str = include_str!("../../../../../docs/definitions.md");

/// A code that takes more memory to provoke than a test has, and one for files that are opened without a known format.
const NOT_PROVOKED: [IssueCode; 2] = [IssueCode::DefinitionsTooMany, IssueCode::NoReader];

/// Returns the codes that a file names.
fn codes(text: &str) -> impl Iterator<Item = IssueCode> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let names = code.flat_map(|line| line.split("IssueCode::").skip(1));
    names.filter_map(|rest| {
        let name = rest.split(|c: char| !c.is_ascii_alphanumeric()).next();
        IssueCode::ALL.iter().copied().find(|code| name == Some(&format!("{code:?}")))
    })
}

/// All codes.
fn all() -> BTreeSet<&'static str> {
    let codes = SOURCES.iter().flat_map(|(_, text)| codes(text)).filter(|code| !NOT_PROVOKED.contains(code));
    codes.map(IssueCode::as_str).collect()
}

/// Returns the modules that a file declares, including those of a folder in it.
fn modules<'t>(folder: &'t str, text: &'t str) -> impl Iterator<Item = String> + 't {
    let names = text.lines().filter_map(|line| line.strip_prefix("mod ")?.strip_suffix(';'));
    names.filter(|name| !["tests", "schema"].contains(name)).map(move |name| format!("{folder}{name}"))
}

#[test]
fn each_file_of_the_room_is_searched() {
    let mut known: BTreeSet<String> = modules("", include_str!("../mod.rs")).collect();
    known.extend(modules("schema/", include_str!("../schema/mod.rs")));
    known.extend(["mod".to_owned(), "schema/mod".to_owned()]);
    assert_eq!(SOURCES.iter().map(|(name, _)| (*name).to_owned()).collect::<BTreeSet<_>>(), known);
}

#[test]
fn each_code_is_provoked_by_a_test() {
    // Codes in comments do not count.
    let tests = TESTS.concat();
    let tests: String =
        tests.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let words: BTreeSet<&str> = tests.split(|c: char| !c.is_ascii_lowercase() && c != '-').collect();
    let missing: Vec<_> = all().into_iter().filter(|code| !words.contains(code)).collect();
    assert_eq!(missing, [""; 0]);
    assert!(all().len() > 35, "{:?}", all());
}

#[test]
fn each_code_is_explained_in_the_documentation() {
    let of_others = |code: &str| ["schema-", "config-", "xsd-"].iter().any(|start| code.starts_with(start));
    let missing: Vec<_> =
        all().into_iter().filter(|code| !of_others(code) && !DOCS.contains(&format!("`{code}`"))).collect();
    assert_eq!(missing, [""; 0]);
}
