//! Archives as folders.

use std::rc::Rc;

use assay_document::format::{FactError, Image};
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

/// The first bytes of a member are read again after its last ones, for each rule about an image.
#[test]
fn the_start_is_read_again_without_unpacking() {
    let content = long().repeat(2);
    let bytes = zip(&[Piece::deflated("l", &content)]);
    let source = inside(&[("a.zip", &bytes)]);
    for _ in 0..2 {
        assert_eq!(source.read_start("a.zip!/l", 4096), Ok(content[..4096].to_vec()));
        let mut part = [0; 1024];
        assert_eq!(source.read_part("a.zip!/l", 3_999_000, &mut part), Ok(1000));
        assert_eq!(part[..1000], content[3_999_000..]);
        assert_eq!(source.read_part("a.zip!/l", 5, &mut part[..3]), Ok(3));
        assert_eq!(part[..3], content[5..8]);
    }
    assert_eq!(source.read_start("a.zip!/l", 4097), Ok(content[..4097].to_vec()));
}

#[test]
fn an_image_that_is_cut_off_is_found_in_an_archive() {
    let header = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x03\0\0\0\x05\x08\x06\0\0\0\0\0\0\0".as_slice();
    let cut = [header, &long().repeat(2), &[7; 5000]].concat();
    let whole = [&cut, b"\0\0\0\0IEND\xae\x42\x60\x82".as_slice()].concat();
    let bytes = zip(&[Piece::deflated("cut.png", &cut), Piece::deflated("whole.png", &whole)]);
    let source = inside(&[("a.zip", &bytes)]);
    let read = |path| Image::read::<FactError>(path, &source).map_err(|fault| fault.to_string());
    assert_eq!(
        read("a.zip!/cut.png"),
        Err("the png image is truncated: it ends after 4005033 bytes, before its end mark".to_owned())
    );
    assert!(read("a.zip!/whole.png").is_ok());
}
