//! Archives that different programs made of the same files have the same content.

use std::collections::BTreeMap;

use super::build::read;

/// The program that made an archive, and the archive.
const ARCHIVES: &[(&str, &[u8])] = &[
    ("Info-ZIP's zip 3.0", include_bytes!("made-by/info-zip.zip")),
    ("Info-ZIP's zip 3.0, into a pipe", include_bytes!("made-by/info-zip-stream.zip")),
    ("Python's zipfile", include_bytes!("made-by/python.zip")),
    ("Python's zipfile, into a pipe, with sizes of 64 bits", include_bytes!("made-by/python-stream-wide.zip")),
    ("7-Zip 16.02", include_bytes!("made-by/7-zip.zip")),
];

#[test]
fn archives_of_all_writers_are_equal() {
    let metadata = b"{\n  \"data\": {\"assetGroupPath\": \"assets/lamp\", \"revisionGroupPath\": \"model/high\", \
                     \"revision\": 1},\n  \"dependency\": [], \"metadata\": [],\n  \"revisionFiles\": []\n}\n";
    let expected: BTreeMap<String, Vec<u8>> = [
        ("empty.txt", Vec::new()),
        ("lamp.ma", b"createNode mesh;\n".repeat(200)),
        ("metadata.json", metadata.to_vec()),
        ("textures/gr\u{fc}n.bin", (0..=255).collect()),
        ("textures/\u{5f71}.txt", b"shadow\n".repeat(30)),
    ]
    .map(|(name, content)| (name.to_owned(), content))
    .into();
    for (maker, bytes) in ARCHIVES {
        let members = read(bytes).unwrap_or_else(|fault| panic!("{maker}: {fault}"));
        let files = members.into_iter().filter(|(name, _)| !name.ends_with('/'));
        assert_eq!(files.collect::<BTreeMap<_, _>>(), expected, "{maker}");
    }
}
