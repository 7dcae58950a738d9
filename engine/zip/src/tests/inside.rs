//! Archives as folders.

use std::rc::Rc;

use assay_document::source::{MemorySource, Source, SourceError, Start};

use super::build::{Piece, zip};
use crate::{Archives, Inside, ZipFault, is_archive, split};

fn inside(files: &[(&str, &[u8])]) -> Inside {
    let outer: MemorySource = files.iter().copied().collect();
    Inside::new(Rc::new(outer), Rc::new(Archives::default()))
}

/// Two megabytes of varying content.
fn long() -> Vec<u8> {
    (0..500_000u32).flat_map(|n| (n / 3).to_le_bytes()).collect()
}

#[test]
fn a_path_refers_to_the_first_archive_in_it() {
    for (path, expected) in [
        ("a.zip!/b/c.xml", Some(("a.zip", "b/c.xml"))),
        ("x/A.ZIP!/b", Some(("x/A.ZIP", "b"))),
        ("a.zip!/b.zip!/c", Some(("a.zip", "b.zip!/c"))),
        ("wow!/a.zip!/b", Some(("wow!/a.zip", "b"))),
        ("a.zip", None),
        ("a.zipp!/b", None),
        ("zip!/b", None),
        ("a.zip/b", None),
    ] {
        assert_eq!(split(path), expected, "{path}");
    }
    for (path, expected) in [("a.zip", true), ("a/b.Zip", true), ("zip", false), ("a.zip!/b.zip", false), ("影", false)]
    {
        assert_eq!(is_archive(path), expected, "{path}");
    }
}

#[test]
fn members_are_files() {
    let bytes =
        zip(&[Piece::deflated("b/c.txt", b"content"), Piece::stored("b/", b""), Piece::stored("in.zip", b"PK")]);
    let source = inside(&[("a.zip", &bytes), ("plain.txt", b"plain"), ("n.zip!/x", b"outside")]);
    assert_eq!(source.read("a.zip!/b/c.txt"), Ok(b"content".to_vec()));
    assert_eq!((source.size("a.zip!/b/c.txt"), source.read_start("a.zip!/b/c.txt", 3)), (Ok(7), Ok(b"con".to_vec())));
    assert_eq!(source.start("a.zip!/b/c.txt"), Ok(Start::Whole(b"content".to_vec())));
    assert_eq!((source.read("plain.txt"), source.size("a.zip")), (Ok(b"plain".to_vec()), Ok(bytes.len() as u64)));
    assert_eq!(source.read("n.zip!/x"), Ok(b"outside".to_vec()), "where there is no archive");
    for path in ["a.zip!/b", "a.zip!/b/", "a.zip!/c", "a.zip!/in.zip!/d", "m.zip!/x"] {
        assert_eq!(source.read(path), Err(SourceError::NotFound), "{path}");
    }
}

#[test]
fn a_long_member_is_read_in_parts_from_anywhere() {
    let content = long();
    let bytes = zip(&[Piece::deflated("l", &content), Piece::stored("s", &content), Piece::stored("other", b"x")]);
    let source = inside(&[("a.zip", &bytes)]);
    for path in ["a.zip!/l", "a.zip!/s"] {
        assert!(matches!(source.start(path), Ok(Start::Long { size: 2_000_000, .. })), "{path}");
        for (offset, length) in [
            (0, 10),
            (10, 300_000),
            (1_900_000, 200_000),
            (1_800_000, 5),
            (3, 5),
            (1_999_999, 9),
            (2_000_000, 1),
            (0, 2_000_000),
        ] {
            let mut part = vec![0; length];
            let filled = source.read_part(path, offset as u64, &mut part).unwrap();
            assert!(source.read("a.zip!/other").is_ok());
            let end = (offset + length).min(content.len());
            assert!(part[..filled] == content[offset.min(end)..end], "{path} {offset} {length}");
        }
    }
}

#[test]
fn the_last_bytes_are_returned_only_if_the_checksum_is_right() {
    let content = long();
    let bytes = zip(&[Piece::deflated("l", &content).fields(|fields| fields.crc ^= 1)]);
    let source = inside(&[("a.zip", &bytes)]);
    let mut part = vec![0; 1_000_000];
    assert_eq!(source.read_part("a.zip!/l", 0, &mut part), Ok(1_000_000));
    let refused = SourceError::from(ZipFault::Checksum);
    assert_eq!(source.read_part("a.zip!/l", 1_000_000, &mut part), Err(refused.clone()));
    assert_eq!(source.read("a.zip!/l"), Err(refused));
}

#[test]
fn one_fault_refuses_all_members() {
    let bytes = zip(&[Piece::stored("a", b"x"), Piece::stored("../b", b"x")]);
    let source = inside(&[("a.zip", &bytes), ("b.zip", b"no archive")]);
    for (path, code) in [("a.zip!/a", "zip-name-dots"), ("b.zip!/a", "zip-none")] {
        assert_eq!(source.read(path).unwrap_err().code().as_str(), code);
    }
}
