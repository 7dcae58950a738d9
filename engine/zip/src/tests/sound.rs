//! Valid archives.

use assay_document::source::MemorySource;

use super::build::{Parts, Piece, descriptor, put32, put64, read, read_within, zip};
use crate::{Archive, ArchiveLimits, Crc, ZipFault};

fn files(bytes: &[u8]) -> Vec<(String, Vec<u8>)> {
    read(bytes).unwrap_or_else(|fault| panic!("{fault}"))
}

#[test]
fn members_are_unpacked_unchanged() {
    let long: Vec<u8> = (0..300_000u32).flat_map(|n| n.wrapping_mul(n).to_le_bytes()).collect();
    let zeros = vec![0; 1 << 20];
    for content in [&b""[..], b"a", b"hello hello hello", &long, &zeros] {
        for piece in [Piece::stored("a/b.bin", content), Piece::deflated("a/b.bin", content)] {
            assert_eq!(files(&zip(&[piece])), [("a/b.bin".to_owned(), content.to_vec())], "{} bytes", content.len());
        }
    }
}

#[test]
fn an_archive_without_members_is_valid() {
    assert_eq!(files(&zip(&[])), []);
}

/// Returns the bytes that follow a member's bytes.
type After<'a> = &'a dyn Fn(&super::build::MemberFields) -> Vec<u8>;

#[test]
fn streaming_writers_may_state_sizes_after_the_data() {
    let signed = |fields: &_| [b"PK\x07\x08".to_vec(), descriptor(fields)].concat();
    let wide = |fields: &super::build::MemberFields| {
        let mut bytes = Vec::new();
        put32(&mut bytes, &[fields.crc]);
        put64(&mut bytes, &[fields.packed.into(), fields.size.into()]);
        bytes
    };
    let both = |fields: &super::build::MemberFields| [b"PK\x07\x08".to_vec(), wide(fields)].concat();
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
fn a_comment_may_follow_the_archive() {
    let mut parts = Parts::of(&[Piece::stored("a", b"content")]).end16(20, 7);
    parts.end.extend(b"comment");
    assert_eq!(files(&parts.bytes()).len(), 1);
}

#[test]
fn a_name_in_utf_8_may_accompany_a_legacy_name() {
    let raw = b"\x89e.txt";
    let mut crc = Crc::default();
    crc.update(raw);
    let mut extra = b"\x75\x70\x0c\0\x01".to_vec();
    put32(&mut extra, &[crc.value()]);
    extra.extend("\u{eb}e.txt".as_bytes());
    let content_length = u8::try_from(extra.len() - 4).unwrap();
    extra[2] = content_length;
    let piece = Piece::stored("", b"content").fields(|fields| {
        (fields.name, fields.flags) = (raw.to_vec(), 0);
        fields.extra.clone_from(&extra);
    });
    assert_eq!(files(&zip(&[piece]))[0].0, "\u{eb}e.txt");
}

#[test]
fn folders_may_be_listed_repeatedly() {
    let pieces = ["a/", "a/b.txt", "A/c.txt", "a/"].map(|name| Piece::stored(name, b"").mode(0));
    assert_eq!(files(&zip(&pieces)).len(), 4);
}

#[test]
fn members_at_the_limits_are_unpacked() {
    let content = vec![7; (1 << 20) + 1];
    let piece = Piece::deflated("a", &content);
    let exactly = content.len() as u64 / u64::from(piece.entry.packed) + 1;
    let limits = ArchiveLimits {
        ratio: exactly,
        unpacked: content.len() as u64,
        members: 1,
        directory: 47,
        ..ArchiveLimits::default()
    };
    let bytes = zip(&[piece]);
    assert!(read_within(&bytes, &limits).is_ok());
    let refused = |limits| read_within(&bytes, &limits).unwrap_err().code().as_str();
    assert_eq!(refused(ArchiveLimits { ratio: exactly - 1, ..limits }), "zip-limit-ratio");
    assert_eq!(refused(ArchiveLimits { unpacked: content.len() as u64 - 1, ..limits }), "zip-limit-unpacked");
    assert_eq!(refused(ArchiveLimits { members: 0, ..limits }), "zip-limit-members");
    assert_eq!(refused(ArchiveLimits { directory: 46, ..limits }), "zip-limit-directory");
}

#[test]
fn every_changed_byte_of_an_archive_is_detected() {
    let pieces = [Piece::deflated("a.txt", b"some content"), Piece::stored("b.txt", b"other content")];
    let bytes = zip(&pieces);
    let expected = files(&bytes);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x41;
        // Versions, times, attributes and comments of members are ignored.
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

/// The row `zip-flat-tga-ratio-refused`.
#[test]
fn a_flat_texture_is_compressed_a_thousand_to_one() {
    let content = vec![7; 16 << 20];
    let piece = Piece::deflated("flat.tga", &content);
    assert!(content.len() as u64 / u64::from(piece.entry.packed) > 900, "it packs well");
    assert_eq!(files(&zip(&[piece])).len(), 1);
}

#[test]
fn an_archive_of_more_than_a_gigabyte_unpacks_to_200_times_its_bytes() {
    // Its members are not unpacked: the sizes in the directory are enough.
    let open = |factor: u32| {
        let piece = |n: u32| {
            Piece::stored(&format!("{n}"), &[0; 1000])
                .fields(|fields| (fields.method, fields.size) = (8, 1000 * factor))
        };
        let count = (1 << 30) / (1000 * factor) + 1;
        let bytes = zip(&(0..count).map(piece).collect::<Vec<_>>());
        let source: MemorySource = [("a.zip", &bytes[..])].into_iter().collect();
        Archive::open("a.zip", &source, &ArchiveLimits::default())
            .map(|archive| archive.faults().len())
            .map_err(|fault| fault.code().as_str())
    };
    assert_eq!(open(200), Ok(0));
    assert_eq!(open(201), Err("zip-limit-total-ratio"));
    assert_eq!(open(1100), Err("zip-limit-total-ratio"));
}

/// The row `zip-pipe-refused`, and modes that some writers store: all unpackers write these as files.
#[test]
fn modes_that_unpackers_ignore_are_read() {
    for mode in [0, 0o644, 0o010_600, 0o030_644, 0o050_644, 0o100_644, 0o117_463, 0o140_644, 0o160_000, 0o170_000] {
        let bytes = zip(&[Piece::stored("-", b"content").mode(mode)]);
        assert_eq!(files(&bytes), [("-".to_owned(), b"content".to_vec())], "{mode:o}");
    }
    for mode in [0o020_644, 0o040_755, 0o060_644] {
        assert_eq!(files(&zip(&[Piece::stored("a", b"content").mode(mode).on_dos()])).len(), 1, "{mode:o} on DOS");
    }
}

#[test]
fn backslashes_of_dos_separate_folders_if_no_slash_does() {
    let name = |piece: Piece| files(&zip(&[piece]))[0].0.clone();
    assert_eq!(name(Piece::stored("a\\b\\c.txt", b"content").on_dos()), "a/b/c.txt");
    assert_eq!(name(Piece::stored("a\\b\\", b"").on_dos()), "a/b/");
    for (name, code) in [("..\\a", "zip-name-dots"), ("\\a", "zip-name-absolute"), ("a/b\\c", "zip-name-backslash")] {
        assert_eq!(read(&zip(&[Piece::stored(name, b"").on_dos()])).unwrap_err().code().as_str(), code, "{name}");
    }
    assert_eq!(read(&zip(&[Piece::stored("a\\b", b"")])).unwrap_err().code().as_str(), "zip-name-backslash", "on Unix");
    let twins = ["a\\b", "a/b"].map(|name| Piece::stored(name, b"").on_dos());
    assert_eq!(read(&zip(&twins)).unwrap_err().code().as_str(), "zip-duplicate");
}

#[test]
fn names_that_state_no_encoding_are_utf_8_or_code_page_437() {
    let named = |raw: &[u8]| {
        zip(&[Piece::stored("", b"content").fields(|fields| (fields.name, fields.flags) = (raw.to_vec(), 0)).on_dos()])
    };
    for (raw, name) in [
        ("gr\u{fc}n.txt".as_bytes(), "gr\u{fc}n.txt"),
        (b"gr\x81n.txt", "gr\u{fc}n.txt"),
        (b"\x80\xa5\xe1\xfd", "\u{c7}\u{d1}\u{df}\u{b2}"),
        // Japanese in code page 932: the member is readable, although its name is decoded wrongly.
        (b"\x89e.txt", "\u{eb}e.txt"),
        (b"gr\x81n\\a.txt", "gr\u{fc}n/a.txt"),
    ] {
        assert_eq!(files(&named(raw))[0].0, name, "{raw:?}");
    }
    // The backslash is the second byte of a character, or separates folders.
    assert_eq!(read(&named(b"\x95\\.jpg")).unwrap_err().code().as_str(), "zip-name-backslash");
}

/// The row K1.
#[test]
fn the_name_in_utf_8_is_used_if_its_checksum_matches() {
    let raw = b"\x95\\.jpg";
    let beside = |crc: u32| {
        let mut extra = b"up\x0c\0\x01".to_vec();
        put32(&mut extra, &[crc]);
        extra.extend("\u{8868}.jpg".as_bytes());
        Piece::stored("", b"content").fields(|fields| {
            (fields.name, fields.flags) = (raw.to_vec(), 0);
            fields.extra.clone_from(&extra);
        })
    };
    let mut crc = Crc::default();
    crc.update(raw);
    for piece in [beside(crc.value()), beside(crc.value()).on_dos()] {
        assert_eq!(files(&zip(&[piece]))[0].0, "\u{8868}.jpg");
    }
    assert_eq!(read(&zip(&[beside(crc.value() ^ 1)])).unwrap_err().code().as_str(), "zip-name-backslash");
}

#[test]
fn other_data_may_precede_and_follow_the_archive() {
    for parts in [Parts::of(&[Piece::stored("a", b"content")]), Parts::of(&[Piece::stored("a", b"content")]).widened()]
    {
        let whole = parts.bytes();
        for (front, after) in [
            (&b"#!/bin/sh\nexec unzip \"$0\"\n"[..], &b""[..]),
            (b"", &[0; 7000]),
            (b"PK\x07\x08", b"\n"),
            (b"MZ", b"<script>"),
        ] {
            let bytes = [front, &whole, after].concat();
            assert_eq!(files(&bytes), [("a".to_owned(), b"content".to_vec())], "{front:?}");
        }
    }
}
