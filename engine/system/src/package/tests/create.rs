//! Packages made from files.

use std::collections::BTreeMap;

use assay_document::format::Algorithm;
use proptest::prelude::*;

use super::made::{LAMP, check, create, extract, metadata_of, report_lines};
use crate::package::{NewFile, prepare};

const META: &str = r#"{"data": {"assetGroupPath": "assets/a", "revisionGroupPath": "model", "revision": "007", "x": [1.50, {}]},
  // files are added
  "other": {"kept": "caf\u00e9 \"\\\n"},}"#;

fn files(files: &[(&str, &str)]) -> Vec<(String, Vec<u8>)> {
    files.iter().map(|(path, content)| ((*path).to_owned(), content.as_bytes().to_vec())).collect()
}

#[test]
fn metadata_keeps_its_content_and_lists_the_files() {
    let bytes = create(META, &files(&[("b/c.txt", "abc"), ("a.txt", "")])).unwrap();
    assert_eq!(
        metadata_of(&bytes),
        r#"{
  "data": {
    "assetGroupPath": "assets/a",
    "revisionGroupPath": "model",
    "revision": "007",
    "x": [
      1.50,
      {}
    ]
  },
  "other": {
    "kept": "café \"\\\n"
  },
  "revisionFiles": [
    {
      "path": "a.txt",
      "size": 0,
      "hash": "0 d41d8cd98f00b204e9800998ecf8427e"
    },
    {
      "path": "b/c.txt",
      "size": 3,
      "hash": "3 900150983cd24fb0d6963f7d28e17f72"
    }
  ]
}
"#
    );
}

#[test]
fn entries_of_files_are_kept() {
    let files = files(&[("lampGray.mb", "abc"), ("textures/lamp_mask_and_self-illum.jpg", "")]);
    let text = metadata_of(&create(LAMP, &files).unwrap());
    let entry = "    {\n      \"hash\": \"3 900150983cd24fb0d6963f7d28e17f72\",\n      \"id\": \"4f4d05c65a4a3fb97891c63ff4b48612\",\n      \
                 \"path\": \"lampGray.mb\",\n      \"size\": 3,\n      \"srcPath\": \"D:/chiyama/";
    assert!(text.contains(entry), "{text}");
}

#[test]
fn invalid_metadata_makes_no_package() {
    for (metadata, expected) in [
        ("{", "error meta.json:1:1 package-json this is not JSON: unterminated object"),
        ("{}", "error meta.json:1:1 package-missing the file has no `data`"),
        (
            &META.replace("assets/a", "assets/../a"),
            "error meta.json:1:29 package-group-path the group path cannot be used: its path has a part `..`",
        ),
        (
            &META.replace("\"other\"", "\"revisionFiles\": [{\"path\": \"gone.txt\"}], \"other\""),
            "error meta.json:3:30 package-file-missing `gone.txt` is listed, but the file does not exist",
        ),
    ] {
        assert_eq!(report_lines(&create(metadata, &files(&[("a.txt", "abc")])).unwrap_err()), [expected]);
    }
}

#[test]
fn files_that_cannot_be_unpacked_make_no_package() {
    for (paths, expected) in [
        (["a.txt", "A.txt"], "`A.txt` cannot be in a package: its name differs from `a.txt` only in letter case"),
        (["metadata.json", "a"], "`metadata.json` cannot be in a package: another member has the same name"),
        (
            ["Metadata.json", "a"],
            "`Metadata.json` cannot be in a package: its name differs from `metadata.json` only in letter case",
        ),
        (
            ["metadata.json/a", "a"],
            "`metadata.json/a` cannot be in a package: `metadata.json` is both a file and a folder",
        ),
        (["a.txt", "con"], "`con` cannot be in a package: `con` cannot be the name of a file on Windows"),
    ] {
        let actual = report_lines(&create(META, &files(&paths.map(|path| (path, "")))).unwrap_err());
        let path = expected.split('`').nth(1).unwrap();
        assert_eq!(actual, [format!("error {path} package-name {expected}")]);
    }
}

#[test]
fn packages_beyond_the_default_limits_are_reported() {
    let file = NewFile { path: "a.txt".to_owned(), size: 4 << 30, hash: None };
    let created = prepare("meta.json", &format!("\u{feff}{META}"), &[file], None);
    assert!(created.metadata.is_some());
    let expected = "the package has 4294967637 bytes; more than 4294967296 are refused unless a higher limit is set";
    assert_eq!(report_lines(&created.diagnostics), [format!("warning - package-limit {expected}")]);
}

#[test]
fn hashes_keep_their_algorithm_and_wrong_ones_are_reported() {
    const META: &str = r#"{"data": {"assetGroupPath": "assets/a", "revisionGroupPath": "m", "revision": 1}, "revisionFiles": [
      {"path": "a", "hash": "3 DA39A3EE5E6B4B0D3255BFEF95601890AFD80709", "size": 3},
      {"path": "b", "hash": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"path": "c", "size": "77"}, {"path": "d", "hash": ""}]}"#;
    const ABC: [&str; 3] = [
        "a9993e364706816aba3e25717850c26c9cd0d89d",
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
        "900150983cd24fb0d6963f7d28e17f72",
    ];
    let of =
        |(path, hash): (&str, Option<&str>)| NewFile { path: path.to_owned(), size: 3, hash: hash.map(str::to_owned) };
    let prepared = |hashes: [Option<&str>; 4], kind| {
        let files: Vec<NewFile> = ["a", "b", "c", "d"].into_iter().zip(hashes).map(of).collect();
        prepare("meta.json", META, &files, kind)
    };
    let digits = |kind| prepared([None; 4], kind).algorithms.iter().map(|kind| kind.digits()).collect::<Vec<_>>();
    assert_eq!((digits(None), digits(Some(Algorithm::Sha1))), (vec![40, 64, 32, 32], vec![40; 4]));

    let planned = prepared([None; 4], None);
    let made = prepared([Some(ABC[0]), Some(ABC[1]), Some(ABC[2]), Some(ABC[2])], None);
    let [text, length] = [made.metadata.as_deref(), planned.metadata.as_deref()].map(Option::unwrap_or_default);
    assert_eq!(text.len(), length.len());
    assert!(planned.replaced.warnings.is_empty());
    for hash in [ABC[0], ABC[1], &format!("3 {}", ABC[2])] {
        assert!(text.contains(&format!("\"hash\": \"{hash}\"")), "{text}");
    }
    assert_eq!(
        report_lines(&made.replaced),
        [
            format!(
                "warning meta.json:2:29 package-hash `a` has the SHA-1 {}, which replaces a different hash in the \
                 metadata",
                ABC[0]
            ),
            format!(
                "warning meta.json:3:29 package-hash `b` has the SHA-256 {}, which replaces a different hash in the \
                 metadata",
                ABC[1]
            ),
            "warning meta.json:4:29 package-size `c` has 3 bytes, which replaces the size 77 in the metadata"
                .to_owned(),
        ]
    );
}

/// Random trees: names in several scripts, and contents that deflate well, badly and not at all.
fn trees() -> impl Strategy<Value = BTreeMap<String, Vec<u8>>> {
    let part = prop_oneof![
        "[a-z0-9_ -]{0,7}[a-z0-9]",
        "[\u{3042}-\u{3093}\u{4e00}-\u{4e20}\u{e9}]{1,5}",
        "[a-z]{1,4}\\.(ma|exr)"
    ];
    let path = prop::collection::vec(part, 1..4).prop_map(|parts| parts.join("/"));
    let content = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..3000),
        ("[a-z ]{1,20}", 0usize..4000).prop_map(|(text, times)| text.repeat(times).into_bytes()),
        prop_oneof![9 => 0usize..3000, 1 => 1_000_000usize..1_100_000].prop_map(|length| vec![0; length]),
    ];
    prop::collection::btree_map(path, content, 0..12)
        .prop_filter("names that are one file somewhere", |tree| {
            let mut names: Vec<String> = tree.keys().flat_map(|path| [path.clone(), format!("{path}/")]).collect();
            names.sort();
            !names.windows(2).any(|pair| pair[0].ends_with('/') && pair[1].starts_with(&pair[0]))
        })
        .prop_filter("names of devices", |tree| tree.keys().all(|path| assay_zip::check_name(path).is_ok()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn created_packages_are_clean_and_extract_unchanged(tree in trees()) {
        let files: Vec<_> = tree.into_iter().collect();
        let bytes = create(META, &files).unwrap();
        prop_assert_eq!(report_lines(&check(&bytes).diagnostics()), [""; 0]);
        prop_assert_eq!(&create(META, &files).unwrap(), &bytes);
        let mut extracted = extract(&bytes);
        extracted.reverse();
        prop_assert_eq!(&create(&metadata_of(&bytes), &extracted).unwrap(), &bytes);
        extracted.sort();
        prop_assert_eq!(extracted, files);
    }
}

/// The bytes of a package are the same wherever and whenever it is made. A change of the bytes must be announced,
/// because people compare packages by their hashes.
#[test]
fn the_bytes_of_a_package_do_not_change() {
    let mut hasher = assay_document::format::Hasher::new(Algorithm::Sha256);
    hasher.update(&create(META, &files(&[("a.txt", &"abc".repeat(1000)), ("b.bin", "x")])).unwrap());
    assert_eq!(hasher.finish(), "f66387a75ab443ff586f682d907f2f17e179b52591e27e34bc2515b66b5fc52d");
}
