//! The content of `metadata.json`.

use assay_document::format::Algorithm;

use super::made::{LAMP, report_lines};
use crate::package::metadata::Metadata;
use crate::package::remarks::Remarks;

fn read(text: &str) -> (Metadata, Vec<String>) {
    let mut remarks = Remarks::default();
    let metadata = Metadata::read(text, &mut remarks);
    (metadata, report_lines(&remarks.into_diagnostics(text, "m")))
}

#[test]
fn a_sample_of_the_exporter_is_read_with_its_comments() {
    let (metadata, lines) = read(LAMP);
    assert_eq!(lines, [""; 0]);
    let data = metadata.data.unwrap();
    assert_eq!(data.triple.to_string(), "assets/furniture/lamp/lampGray rig/RenderHigh rev001");
    assert_eq!(data.triple.place(), "assets/furniture/lamp/lampGray/publish/rig/RenderHigh/rev001");
    let needs: Vec<String> = metadata.dependencies.iter().map(|needed| needed.triple.to_string()).collect();
    let sphere = |rest: &str| format!("assets/test/simple/Sphere {rest}");
    assert_eq!(needs, ["lookdev/test rev036", "rig/test rev025", "shaderLink/test rev028"].map(sphere));
    assert!(metadata.dependencies.iter().all(|needed| needed.active && needed.online.as_deref() == Some("Yes")));
    let [model, mask] = &metadata.files[..] else { panic!("two files") };
    assert_eq!((model.path.as_str(), model.size.unwrap().0), ("lampGray.mb", 1_814_092));
    let hash = &mask.hash.as_ref().unwrap().0;
    assert_eq!((hash.size, hash.algorithm), (Some(254_123), Algorithm::Md5));
    assert_eq!(hash.digits, "638611a50dc3201f693165a60ea977bb");
    assert_eq!(mask.src_path.as_deref(), Some("D:/chiyama/Downloads/Gray_lamp/lamp_mask_and_self-illum.jpg"));
}

#[test]
fn errors_have_a_place() {
    let data = r#""data": {"assetGroupPath": "assets/a", "revisionGroupPath": "model", "revision": 1}"#;
    let with = |rest: &str| format!("{{{data},\n{rest}}}");
    let needs = |needed: &str| with(&format!("\"dependency\": [\n{needed}]"));
    let triple = |group: &str, revision: &str| {
        format!("{{\"assetGroupPath\": {group}, \"revisionGroupPath\": \"model\", \"revision\": {revision}}}")
    };
    let files = |file: &str| with(&format!("\"revisionFiles\": [\n{file}]"));
    for (text, expected) in [
        (String::new(), "error m:1:1 package-json this is not JSON: the file is empty"),
        ("[]".to_owned(), "error m:1:1 package-form expected an object in braces, found a list"),
        ("{".to_owned(), "error m:1:1 package-json this is not JSON: unterminated object"),
        ("[".repeat(200), "error m:1:101 package-json values nest more than 100 deep"),
        ("{}".to_owned(), "error m:1:1 package-missing the file has no `data`"),
        (
            "{\"dato\": {}}".to_owned(),
            "error m:1:1 package-missing the file has no `data`|warning m:1:2 package-key unknown key `dato`, did you \
             mean `data`?",
        ),
        (
            format!("{{{data}, {data}}}"),
            "error m:1:87 package-key-twice `data` occurs twice, and readers disagree about which one to use",
        ),
        ("{\"data\": 1}".to_owned(), "error m:1:10 package-form expected an object in braces, found a number"),
        (with("\"dependency\": {}"), "error m:2:15 package-form expected a list in brackets, found an object"),
        (with("\"metadata\": [1]"), "error m:2:14 package-form expected an object in braces, found a number"),
        (with("\"metadata\": [{\"any\": [1, {}]}]"), ""),
        (needs(&triple("\"assets/b\"", "2")), ""),
        (needs(&triple("\"assets/b\"", "\"036\"")), ""),
        (needs(&triple("\"assets/b\"", "2").replace('}', ", \"active\": null}")), ""),
        (with("\"dependency\": null, \"metadata\": null, \"revisionFiles\": null"), ""),
        (needs(&triple("\"assets/a\"", "1")), "error m:3:20 package-needs-itself the package depends on itself"),
        (
            needs(&[triple("\"shots/b\"", "2"), triple("\"shots/b\"", "\"2\"")].join(",\n")),
            "warning m:4:20 package-dependency-twice the dependency on shots/b model rev002 occurs twice",
        ),
        (
            needs(&triple("\"props/b\"", "2")),
            "warning m:3:20 package-group expected a path below `assets/` or `shots/`, found `props/b`",
        ),
        (
            needs(&triple("\"/assets/b\"", "2")),
            "error m:3:20 package-group-path the group path cannot be used: its name is an absolute path",
        ),
        (
            needs(&triple("\"assets/../b\"", "2")),
            "error m:3:20 package-group-path the group path cannot be used: its path has a part `..`",
        ),
        (
            needs(&triple("\"assets//b\"", "2")),
            "error m:3:20 package-group-path the group path cannot be used: its name or a part of its path is empty",
        ),
        (needs(&triple("\"assets/b/\"", "2")), "error m:3:20 package-group-path a group path must not end with `/`"),
        (needs(&triple("null", "2")), "error m:3:1 package-missing a dependency has no `assetGroupPath`"),
        (needs(&triple("7", "2")), "error m:3:20 package-form expected a string in quotes, found a number"),
        (
            needs(&triple("\"assets/b\"", "0")),
            "error m:3:74 package-revision expected a whole number of at least 1, found `0`",
        ),
        (
            needs(&triple("\"assets/b\"", "1.5")),
            "error m:3:74 package-revision expected a whole number of at least 1, found `1.5`",
        ),
        (
            needs(&triple("\"assets/b\"", "\"-1\"")),
            "error m:3:74 package-revision expected a whole number of at least 1, found `-1`",
        ),
        (
            needs(&triple("\"assets/b\"", "true")),
            "error m:3:74 package-form expected a whole number of at least 1, found a boolean",
        ),
        (
            needs(&triple("\"assets/b\"", "2").replace('}', ", \"active\": \"no\"}")),
            "error m:3:87 package-form expected true or false, found a string",
        ),
        (files("{\"path\": \"a.ma\", \"size\": 3, \"extra\": null}"), ""),
        (files("{\"size\": 3}"), "error m:3:1 package-missing a file of `revisionFiles` has no `path`"),
        (
            files("{\"path\": \"../a\"}"),
            "error m:3:10 package-path the path of a file cannot be used: its path has a part `..`",
        ),
        (files("{\"path\": \"a/\"}"), "error m:3:10 package-path `a/` is a folder: list only files"),
        (
            files("{\"path\": \"metadata.json\"}"),
            "error m:3:10 package-path `metadata.json` describes the files and must not be listed",
        ),
        (files("{\"path\": \"a\"},\n{\"path\": \"a\"}"), "error m:4:10 package-listed-twice `a` is listed twice"),
        (files("{\"path\": \"a\", \"hash\": \"\"}"), ""),
        (
            files("{\"path\": \"a\", \"hash\": \"12 abc\"}"),
            "error m:3:23 package-hash-form expected a size and an MD5, or the digits of an MD5, SHA-1 or SHA-256, found `12 abc`",
        ),
    ] {
        assert_eq!(read(&text).1.join("|"), expected, "{text}");
    }
}

/// Returns metadata with one dependency.
fn needing(asset: &str, revision_group: &str) -> String {
    format!(
        "{{\"dependency\": [\n{{\"assetGroupPath\": \"{asset}\", \"revisionGroupPath\": \"{revision_group}\", \"revision\": 2}}]}}"
    )
}

#[test]
fn group_paths_must_not_contain_reserved_names() {
    for (asset, revision_group, refused) in [
        ("assets/Publish/b", "m", Some("Publish")),
        ("assets/publi\u{17f}h", "m", Some("publi\u{17f}h")),
        ("assets/.Git/hooks", "m", Some(".Git")),
        ("assets/rev001/a", "m", None),
        ("assets/b", "m/rev001", Some("rev001")),
        ("assets/b", "m/Rev1000/x", Some("Rev1000")),
        ("assets/b", ".assay-5074741dead71a70.tmp", Some(".assay-5074741dead71a70.tmp")),
        ("assets/b", "rev01/rev/review/rev001x/xrev001/publish", None),
    ] {
        let actual = read(&needing(asset, revision_group)).1.join("|");
        let expected = refused.map(|part| {
            format!("package-group-path `{part}` cannot be a part of the group path: the name is reserved there")
        });
        assert_eq!(actual.contains("package-group-path"), expected.is_some(), "{actual}");
        assert!(actual.contains(&expected.unwrap_or_default()), "{actual}");
    }
}

#[test]
fn fields_of_files_are_validated() {
    let with = "package-form expected a size in bytes, a whole number, found";
    for (files, expected) in [
        (r#"{"path": "a", "size": -1}"#, format!("error m:2:23 {with} `-1`")),
        (r#"{"path": "a", "size": 5.0}"#, format!("error m:2:23 {with} `5.0`")),
        (r#"{"path": "a", "size": null, "hash": null}"#, String::new()),
        (
            r#"{"path": "a", "srcPath": "D:/g/x"}, {"path": "b", "srcPath": "d:\\G\\x"}"#,
            "warning m:2:46 package-src-twice `b` and `a` have the same `srcPath`".to_owned(),
        ),
        (r#"{"path": "a", "srcPath": "x"}, {"path": "b", "srcPath": "x"}"#, String::new()),
    ] {
        let data = r#""data": {"assetGroupPath": "assets/a", "revisionGroupPath": "model", "revision": 1}"#;
        let (_, actual) = read(&format!("{{{data}, \"revisionFiles\": [\n{files}]}}"));
        assert_eq!(actual.join("|"), expected, "{files}");
    }
}

#[test]
fn a_repeated_dependency_is_in_use_if_one_entry_is() {
    for (first, second, expected) in [(false, true, true), (true, false, true), (false, false, false)] {
        let needs = |active: bool| {
            format!(
                "{{\"assetGroupPath\": \"assets/b\", \"revisionGroupPath\": \"m\", \"revision\": 1, \"active\": {active}}}"
            )
        };
        let (metadata, _) = read(&format!("{{\"dependency\": [{}, {}]}}", needs(first), needs(second)));
        let found: Vec<bool> = metadata.dependencies.iter().map(|needed| needed.active).collect();
        assert_eq!(found, [expected], "{first}, {second}");
    }
}

/// JSON that some readers accept and others refuse would be two different packages.
#[test]
fn json_of_lenient_readers_is_refused() {
    let refused = |c: &str, place: &str| format!("error m:{place} package-json this is not JSON: there is {c}");
    let between = "between values: expected a space, tab or line break";
    for (text, expected) in [
        ("{\u{b}}", refused("U+000B", "1:2") + " " + between),
        ("{}\u{a0}", refused("U+00A0", "1:3") + " " + between),
        ("{\"a\": \"b\nc\"}", refused("U+000A", "1:9") + " in a string: expected an escape"),
    ] {
        assert_eq!(read(text).1, [expected], "{text:?}");
    }
}

#[test]
fn many_misspelled_keys_are_compared_once_each() {
    let letters = || (b'a'..=b'z').chain(b'A'..=b'Z').map(char::from);
    let keys = letters().flat_map(|a| letters().map(move |b| format!("\"{a}evisionGroupPat{b}\": 1")));
    let keys: Vec<String> = keys.filter(|key| !key.contains("revisionGroupPath")).collect();
    let (_, actual) = read(&format!("{{\"data\": {{{}}}}}", keys.join(",")));
    let warnings = actual.iter().filter(|line| line.contains("package-key ")).count();
    assert_eq!(warnings, 1000);
}

#[test]
fn the_number_of_reported_errors_is_limited() {
    let (_, actual) = read(&format!("{{\"metadata\": [{}]}}", "1,".repeat(5000)));
    assert_eq!(actual.len(), 1001);
    assert!(actual[1000].ends_with("4001 more problems in this file are not shown"), "{}", actual[1000]);
}
