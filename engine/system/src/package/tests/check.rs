//! The problems of a package.

use assay_zip::ArchiveLimits;

use super::made::{LAMP, archive, check, check_within, create, report_lines};
use crate::package::{Facts, PackageLimits, Unpacking, conflicts};

const DATA: &str = r#""data": {"assetGroupPath": "assets/a", "revisionGroupPath": "model", "revision": 1}"#;

fn package(metadata: &str, files: &[(&str, &[u8])]) -> Vec<u8> {
    archive(&[files, &[("metadata.json", metadata.as_bytes())]].concat())
}

fn listing(files: &str) -> String {
    format!("{{{DATA}, \"revisionFiles\": [\n{files}]}}")
}

fn faults(bytes: &[u8]) -> Vec<String> {
    report_lines(&check(bytes).diagnostics())
}

#[test]
fn a_package_of_the_sample_is_clean_once_its_files_exist() {
    let files = [("lampGray.mb", 1_814_092), ("textures/lamp_mask_and_self-illum.jpg", 254_123)];
    let files =
        files.map(|(path, size)| (path.to_owned(), (0..size).map(|n: u32| (n.wrapping_mul(n) % 251) as u8).collect()));
    let bytes = create(LAMP, &files).unwrap();
    assert_eq!(faults(&bytes), [""; 0]);
}

#[test]
fn listed_files_must_exist_with_their_size_and_hash() {
    let content = b"abc";
    for (file, expected) in [
        (r#"{"path": "a.txt"}"#, ""),
        (r#"{"path": "a.txt", "size": 3, "hash": "3 900150983cd24fb0d6963f7d28e17f72"}"#, ""),
        (r#"{"path": "a.txt", "hash": "900150983CD24FB0D6963F7D28E17F72"}"#, ""),
        (r#"{"path": "a.txt", "hash": "a9993e364706816aba3e25717850c26c9cd0d89d"}"#, ""),
        (r#"{"path": "a.txt", "hash": "3 ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}"#, ""),
        (
            r#"{"path": "a.txt", "size": 4}"#,
            "error p.zip!/metadata.json:2:27 package-size `a.txt` has 3 bytes, but its listed size is 4",
        ),
        (
            r#"{"path": "a.txt", "hash": "7 900150983cd24fb0d6963f7d28e17f72"}"#,
            "error p.zip!/metadata.json:2:27 package-size `a.txt` has 3 bytes, but its listed size is 7",
        ),
        (
            r#"{"path": "a.txt", "hash": "000150983cd24fb0d6963f7d28e17f72"}"#,
            "error p.zip!/metadata.json:2:27 package-hash `a.txt` has the MD5 900150983cd24fb0d6963f7d28e17f72, but \
             another one is listed",
        ),
        (
            r#"{"path": "A.txt"}"#,
            "error p.zip!/metadata.json:2:10 package-file-missing `A.txt` is not in the package, but `a.txt` is, which \
             differs in letter case|warning p.zip!/a.txt package-unlisted `a.txt` is in the package, but not listed \
             in `revisionFiles`",
        ),
        (
            "{\"path\": \"a.txt\"}, {\"path\": \"b.txt\"}",
            "error p.zip!/metadata.json:2:29 package-file-missing `b.txt` is not in the package",
        ),
    ] {
        assert_eq!(faults(&package(&listing(file), &[("a.txt", content)])).join("|"), expected, "{file}");
    }
}

#[test]
fn metadata_must_be_at_the_top() {
    for (name, expected) in [
        ("readme.txt", "error p.zip package-no-metadata the package has no `metadata.json` at its top"),
        (
            "rev001/metadata.json",
            "error p.zip package-no-metadata the package has no `metadata.json` at its top; move \
             `rev001/metadata.json` to the top",
        ),
        (
            "Metadata.json",
            "error p.zip package-no-metadata the package has no `metadata.json` at its top; move `Metadata.json` to \
             the top",
        ),
    ] {
        assert_eq!(faults(&archive(&[(name, b"{}")])), [expected]);
    }
    let latin = [b"{\"data\": \"".as_slice(), b"\xe9\"}"].concat();
    assert_eq!(
        faults(&archive(&[("metadata.json", &latin)])),
        ["error p.zip!/metadata.json:1:11 package-encoding `metadata.json` is not UTF-8"]
    );
}

#[test]
fn the_size_of_metadata_is_limited() {
    let bytes = package(&listing(""), &[]);
    let length = listing("").len() as u64;
    let within = |metadata| {
        report_lines(&check_within(&bytes, &PackageLimits { metadata, ..PackageLimits::default() }).diagnostics())
    };
    assert_eq!(within(length), [""; 0]);
    assert!(within(length - 1)[0].contains("package-limit-metadata"), "{:?}", within(length - 1));
    // A gigabyte of spaces is refused because of its size in the archive's directory.
    let bomb = archive(&[("metadata.json", &vec![b' '; 17 << 20])]);
    assert!(faults(&bomb)[0].contains("package-limit-metadata"), "{:?}", faults(&bomb));
}

#[test]
fn errors_of_the_archive_are_reported_for_its_members() {
    let bytes =
        package(&listing(r#"{"path": "a"}, {"path": "b/A.txt"}"#), &[("a", b""), ("b/A.txt", b""), ("b/a.txt", b"")]);
    assert_eq!(
        faults(&bytes),
        ["error p.zip!/b/a.txt zip-twin `b/a.txt` is refused: its name differs from `b/A.txt` only in letter case",]
    );
    assert_eq!(
        faults(b"hello"),
        ["error p.zip zip-none the package is refused: this is not a zip archive: its end record is missing"]
    );
    let mut damaged = package(&listing(r#"{"path": "a"}"#), &[("a", b"stored")]);
    let at = damaged.windows(6).position(|part| part == b"stored").unwrap();
    damaged[at] = b'S';
    assert_eq!(
        faults(&damaged),
        ["error p.zip!/a zip-checksum `a` is refused: the checksum (CRC-32) of its bytes differs from the one in \
             the directory"]
    );
    let small =
        PackageLimits { zip: ArchiveLimits { members: 1, ..ArchiveLimits::default() }, ..PackageLimits::default() };
    let two = package(&listing(""), &[("a", b"")]);
    assert_eq!(
        report_lines(&check_within(&two, &small).diagnostics()),
        [
            "error p.zip zip-limit-members the package is refused: the archive has 2 members, but the limit `members` is 1"
        ]
    );
}

#[test]
fn names_must_be_unique() {
    let facts = |path: &str, content: &[u8]| {
        let bytes = package(&listing(r#"{"path": "a"}"#), &[("a", content)]);
        Facts { path: path.to_owned(), ..check(&bytes).facts().unwrap() }
    };
    let actual = report_lines(&conflicts(&[facts("1.zip", b"x"), facts("2.zip", b"x"), facts("3.zip", b"y")]));
    assert_eq!(
        actual,
        [
            "error 3.zip package-conflict this is assets/a model rev001, like `1.zip`, but their content differs: `a`",
            "warning 2.zip package-again this is assets/a model rev001, like `1.zip`, and their content is the same",
        ]
    );
}

#[test]
fn packages_are_compared_by_their_content() {
    let facts = |metadata: &str, files: &[(&str, &[u8])]| check(&package(metadata, files)).facts().unwrap();
    let compare =
        |one, other| report_lines(&conflicts(&[one, other])).join("").split(' ').nth(2).unwrap_or_default().to_owned();
    let one = facts(&listing(r#"{"path": "a"}"#), &[("a", b"plumless")]);
    let turned = r#""revision": "1", "assetGroupPath": "assets/a", "revisionGroupPath": "model""#;
    let turned = format!(r#"{{"revisionFiles": [{{"path": "a"}}], "data": {{{turned}}}}}"#);
    for (what, other, expected) in [
        ("the same CRC-32", facts(&listing(r#"{"path": "a"}"#), &[("a", b"buckeroo")]), "package-conflict"),
        ("a folder", facts(&listing(r#"{"path": "a"}"#), &[("t/", b""), ("a", b"plumless")]), "package-again"),
        ("blanks and a comment", facts(&listing("{\"path\":  \"a\"} // x\n"), &[("a", b"plumless")]), "package-again"),
        ("another key", facts(&listing(r#"{"path": "a", "id": 1}"#), &[("a", b"plumless")]), "package-conflict"),
        ("keys in another order", facts(&turned, &[("a", b"plumless")]), "package-again"),
        ("one more file", facts(&listing(r#"{"path": "a"}"#), &[("a", b"plumless"), ("b", b"")]), "package-conflict"),
        (
            "a place in other letters",
            facts(&listing(r#"{"path": "a"}"#).replace("assets/a", "assets/A"), &[("a", b"plumless")]),
            "package-place",
        ),
    ] {
        assert_eq!(compare(one.clone(), other), expected, "{what}");
    }
}

#[test]
fn files_with_hashes_of_two_algorithms_are_treated_as_equal() {
    let hashes = ["900150983cd24fb0d6963f7d28e17f72", "a9993e364706816aba3e25717850c26c9cd0d89d"];
    let facts = hashes.map(|hash| {
        let file = format!(r#"{{"path": "a", "hash": "{hash}"}}"#);
        check(&package(&listing(&file), &[("a", b"abc")])).facts().unwrap()
    });
    let actual = report_lines(&conflicts(&facts)).join("|");
    assert!(
        actual.starts_with("warning") && actual.ends_with("the same, judging by sizes and checksums (CRC-32)"),
        "{actual}"
    );
}

#[test]
fn files_that_belong_to_tools_are_refused() {
    for name in
        [".git/hooks/pre-commit", "t/.GIT/config", "git~1/config", ".assay-5074741dead71a70.tmp/a", "t/.Assay-x.TMP"]
    {
        let actual = faults(&package(&listing(&format!(r#"{{"path": "{name}"}}"#)), &[(name, b"x")]));
        assert!(actual.len() == 1 && actual[0].contains("zip-name-reserved"), "{actual:?}");
    }
    for name in [".gitignore", "git/a", "publish/a", "rev001/a", ".assay.toml"] {
        assert_eq!(faults(&package(&listing(&format!(r#"{{"path": "{name}"}}"#)), &[(name, b"x")])), [""; 0], "{name}");
    }
}

#[test]
fn the_number_of_reported_members_is_limited() {
    let names: Vec<String> = (0..1500).map(|n| format!("{n}/../a")).collect();
    let members: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let actual = faults(&package(&listing(""), &members));
    assert_eq!(actual.len(), 1001);
    assert!(actual.contains(&"error p.zip package-more 500 more problems of the members are not shown".to_owned()));
    let names: Vec<String> = (0..1500).map(|n| format!("{n}.txt")).collect();
    let members: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    assert_eq!(faults(&package(&listing(""), &members)).len(), 1001, "that the metadata do not list");
}

#[test]
fn paths_of_files_must_be_valid_on_all_systems() {
    let group = |length: usize| vec!["g".repeat(249); length].join("/");
    let of = |length: usize| listing(r#"{"path": "a"}"#).replace("model", &group(length));
    assert_eq!(faults(&package(&of(16), &[("a", b"")])), [""; 0]);
    let long = faults(&package(&of(16), &[("a", b""), (&"b".repeat(100), b"")]));
    assert!(
        long[0].contains("package-place-long a file of the package gets a path of 4124 bytes in the project"),
        "{long:?}"
    );
}

#[test]
fn files_without_a_hash_are_counted() {
    let file = |name: &str, hash: &str| format!(r#"{{"path": "{name}", "hash": {hash}}}"#);
    let files = [file("a", "null"), file("b", "\"\""), file("c", "\"d41d8cd98f00b204e9800998ecf8427e\"")].join(",");
    let hints = check(&package(&listing(&files), &[("a", b""), ("b", b""), ("c", b"")])).diagnostics().hints;
    let actual: Vec<&str> = hints.iter().map(|hint| hint.message.as_str()).collect();
    assert_eq!(actual, ["no hash for 2 of 3 files: changes of their content cannot be detected"]);
}

#[test]
fn metadata_that_cannot_be_unpacked_are_reported_first() {
    let mut bytes = package(&listing(""), &[]);
    let at = bytes.windows(4).position(|part| part == b"PK\x01\x02").unwrap();
    bytes[at + 16] ^= 1;
    let header = bytes.windows(4).position(|part| part == b"PK\x03\x04").unwrap();
    bytes[header + 14] ^= 1;
    let source: assay_document::source::MemorySource = [("p.zip", &bytes[..])].into_iter().collect();
    let package = crate::package::Package::open("p.zip", &source, &PackageLimits::default()).unwrap();
    assert!(
        report_lines(&package.diagnostics())[0].contains("zip-checksum"),
        "{:?}",
        report_lines(&package.diagnostics())
    );
    assert_eq!(faults(&bytes).len(), 1, "it is reported once");
}

#[test]
fn a_refused_member_is_not_returned() {
    let bytes = package(&listing(r#"{"path": "a"}"#), &[("a", b"x"), ("../b", b"y")]);
    let source: assay_document::source::MemorySource = [("p.zip", &bytes[..])].into_iter().collect();
    let (package, mut unpacking) = (check(&bytes), Unpacking::default());
    assert_eq!(unpacking.read_whole(&package, &source, 2), Ok(Some(b"x".to_vec())));
    assert_eq!(unpacking.read_whole(&package, &source, 1).unwrap_err().code.as_str(), "zip-name-dots");
    assert_eq!(unpacking.begin(&package, &source, 1).unwrap_err().code.as_str(), "zip-name-dots");
    assert_eq!(unpacking.read_whole(&package, &source, 3), Ok(None));
}

#[test]
fn members_changed_since_the_check_are_not_returned() {
    let listing = listing(r#"{"path": "a", "hash": "900150983cd24fb0d6963f7d28e17f72"}"#);
    let (good, other) = (package(&listing, &[("a", b"abc")]), package(&listing, &[("a", b"abd")]));
    let mut unpacking = Unpacking::default();
    for (bytes, expected) in [(&good, Ok(false)), (&other, Err("package-hash"))] {
        let source: assay_document::source::MemorySource = [("p.zip", &bytes[..])].into_iter().collect();
        let package = check(bytes);
        unpacking.begin(&package, &source, 1).unwrap();
        assert!(unpacking.next(&package, &source, 1).unwrap().is_some());
        let end = unpacking.next(&package, &source, 1);
        assert_eq!(end.map(|part| part.is_some()).map_err(|fault| fault.code.as_str()), expected);
    }
}
