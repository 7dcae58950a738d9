//! What archives may be like.

use super::build::{Parts, Piece, descriptor, put32, put64, read, read_within, zip};
use crate::zip::{Crc, Limits, ZipFault};

fn files(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    read(bytes).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn members_come_as_they_were_packed() {
    let long: Vec<u8> = (0..300_000u32).flat_map(|n| n.wrapping_mul(n).to_le_bytes()).collect();
    let zeros = vec![0; 1 << 20];
    for content in [&b""[..], b"a", b"hello hello hello", &long, &zeros] {
        for piece in [Piece::stored("a/b.bin", content), Piece::deflated("a/b.bin", content)] {
            assert_eq!(files(&zip(&[piece])), [("a/b.bin".to_owned(), content.to_vec())], "{} bytes", content.len());
        }
    }
}

#[test]
fn an_archive_without_members_is_one() {
    assert_eq!(files(&zip(&[])), []);
}

/// Writes what follows a member's bytes.
type After<'a> = &'a dyn Fn(&super::build::Said) -> Vec<u8>;

#[test]
fn a_writer_that_cannot_go_back_may_say_sizes_afterwards() {
    let signed = |said: &_| [b"PK\x07\x08".to_vec(), descriptor(said)].concat();
    let wide = |said: &super::build::Said| {
        let mut bytes = Vec::new();
        put32(&mut bytes, &[said.crc]);
        put64(&mut bytes, &[said.packed.into(), said.size.into()]);
        bytes
    };
    let both = |said: &super::build::Said| [b"PK\x07\x08".to_vec(), wide(said)].concat();
    let after: [After<'_>; 4] = [&descriptor, &signed, &wide, &both];
    for (at, after) in after.into_iter().enumerate() {
        let pieces = [Piece::deflated("a", b"content").streamed(after), Piece::stored("b", b"").streamed(after)];
        assert_eq!(files(&zip(&pieces)).len(), 2, "{at}");
    }
}

#[test]
fn numbers_may_have_64_bits() {
    let mut piece = Piece::deflated("a", b"content");
    let (size, packed) = (u64::from(piece.entry.size), u64::from(piece.entry.packed));
    let mut extra = b"\x01\0\x18\0".to_vec();
    put64(&mut extra, &[size, packed, 0]);
    piece.entry.extra.clone_from(&extra);
    (piece.entry.size, piece.entry.packed, piece.at) = (u32::MAX, u32::MAX, Some(u32::MAX));
    let parts = Parts::of(&[piece]);
    assert_eq!(files(&parts.bytes()).len(), 1);
    assert_eq!(files(&parts.widened().bytes()).len(), 1);
}

#[test]
fn a_comment_may_follow() {
    let mut parts = Parts::of(&[Piece::stored("a", b"content")]).end16(20, 7);
    parts.end.extend(b"comment");
    assert_eq!(files(&parts.bytes()).len(), 1);
}

#[test]
fn a_name_in_utf_8_may_stand_beside_another_one() {
    let raw = b"\x89e.txt";
    let mut crc = Crc::default();
    crc.update(raw);
    let mut extra = b"\x75\x70\x0c\0\x01".to_vec();
    put32(&mut extra, &[crc.value()]);
    extra.extend("\u{eb}e.txt".as_bytes());
    let content_length = u8::try_from(extra.len() - 4).unwrap();
    extra[2] = content_length;
    let piece = Piece::stored("", b"content").said(|said| {
        (said.name, said.flags) = (raw.to_vec(), 0);
        said.extra.clone_from(&extra);
    });
    assert_eq!(files(&zip(&[piece]))[0].0, "\u{eb}e.txt");
}

#[test]
fn folders_may_be_named_and_named_again() {
    let pieces = ["a/", "a/b.txt", "A/c.txt", "a/"].map(|name| Piece::stored(name, b"").mode(0));
    assert_eq!(files(&zip(&pieces)).len(), 4);
}

#[test]
fn unpacking_goes_up_to_the_limits() {
    let content = vec![7; (1 << 20) + 1];
    let piece = Piece::deflated("a", &content);
    let exactly = content.len() as u64 / u64::from(piece.entry.packed) + 1;
    let limits = Limits { ratio: exactly, unpacked: content.len() as u64, members: 1, directory: 47 };
    let bytes = zip(&[piece]);
    assert!(read_within(&bytes, &limits).is_ok());
    let refused = |limits| read_within(&bytes, &limits).unwrap_err().code();
    assert_eq!(refused(Limits { ratio: exactly - 1, ..limits }), "zip-limit-ratio");
    assert_eq!(refused(Limits { unpacked: content.len() as u64 - 1, ..limits }), "zip-limit-unpacked");
    assert_eq!(refused(Limits { members: 0, ..limits }), "zip-limit-members");
    assert_eq!(refused(Limits { directory: 46, ..limits }), "zip-limit-directory");
}

#[test]
fn every_byte_of_an_archive_counts() {
    let pieces = [Piece::deflated("a.txt", b"some content"), Piece::stored("b.txt", b"other content")];
    let bytes = zip(&pieces);
    let expected = files(&bytes);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x41;
        // Nobody looks at versions, times, attributes and comments of members.
        if let Ok(found) = read(&damaged) {
            let contents =
                |files: &[(String, Vec<u8>)]| files.iter().map(|(_, content)| content.clone()).collect::<Vec<_>>();
            assert_eq!(contents(&found), contents(&expected), "{at}");
        }
    }
    for length in 0..bytes.len() {
        assert!(read(&bytes[..length]).is_err(), "{length}");
    }
    assert_eq!(read(&bytes[..bytes.len() - 1]), Err(ZipFault::CutOff));
}
