//! Malicious and damaged archives: each is refused with a specific error.

use miniz_oxide::deflate::compress_to_vec;

use super::build::{Parts, Piece, descriptor, put32, put64, read, read_within, zip};
use crate::{ArchiveLimits, Crc};

/// The code of the error that `bytes` are refused with.
fn refusal(bytes: &[u8]) -> String {
    read(bytes).map_or_else(|fault| fault.code().to_string(), |files| format!("{} files", files.len()))
}

fn named(name: &str) -> Vec<u8> {
    zip(&[Piece::stored("readme.txt", b"hello"), Piece::stored(name, b"content")])
}

fn two(first: &str, second: &str) -> Vec<u8> {
    zip(&[Piece::stored(first, b"content"), Piece::stored(second, b"content")])
}

fn text() -> Piece {
    Piece::deflated("a.txt", b"some content, some content, some content")
}

#[test]
fn names_outside_the_archive_are_refused() {
    for (name, code) in [
        ("../a.txt", "zip-name-dots"),
        ("a/../../b.txt", "zip-name-dots"),
        ("a/..", "zip-name-dots"),
        ("./a.txt", "zip-name-dots"),
        ("..", "zip-name-dots"),
        ("a/./b", "zip-name-dots"),
        ("/etc/passwd", "zip-name-absolute"),
        ("//server/share/a", "zip-name-absolute"),
        ("C:/Windows/a.dll", "zip-name-absolute"),
        ("c:a.dll", "zip-name-absolute"),
        ("a\\b.txt", "zip-name-backslash"),
        ("..\\..\\a.txt", "zip-name-backslash"),
        ("\\\\server\\share", "zip-name-backslash"),
        ("", "zip-name-empty"),
        ("a//b.txt", "zip-name-empty"),
        ("a.txt\0.ma", "zip-name-unseen"),
        ("a\n.txt", "zip-name-unseen"),
        ("a\u{202e}gnp.exe", "zip-name-unseen"),
        ("a\u{200b}.txt", "zip-name-unseen"),
        ("con", "zip-name-unportable"),
        ("textures/NUL.png", "zip-name-unportable"),
        ("lpt1.txt", "zip-name-unportable"),
        ("a.txt:stream", "zip-name-unportable"),
        ("a?.txt", "zip-name-unportable"),
        ("folder /a.txt", "zip-name-unportable"),
        ("a.txt.", "zip-name-unportable"),
        ("COM\u{b9}.txt", "zip-name-unportable"),
        ("conin$", "zip-name-unportable"),
        ("CONOUT$.log", "zip-name-unportable"),
        ("a\u{61c}b.txt", "zip-name-unseen"),
        ("a\u{2028}b.txt", "zip-name-unseen"),
        ("a\u{ad}b.txt", "zip-name-unseen"),
        ("a\u{e0041}.txt", "zip-name-unseen"),
        (&format!("{}.txt", "n".repeat(252)), "zip-name-long"),
        (&"a/".repeat(2049), "zip-name-long"),
        (&"a/".repeat(32_000), "zip-name-long"),
    ] {
        assert_eq!(refusal(&named(name)), code, "{name:?}");
    }
    let invalid = Piece::stored("", b"").fields(|fields| fields.name = b"a\xff.png".to_vec());
    assert_eq!(refusal(&zip(&[invalid])), "zip-name-encoding");
}

#[test]
fn names_of_the_same_file_are_refused() {
    for (first, second, code) in [
        ("a.txt", "a.txt", "zip-duplicate"),
        ("a.txt", "A.TXT", "zip-twin"),
        ("t/\u{e4}.txt", "T/\u{c4}.txt", "zip-twin"),
        ("a", "a/b.txt", "zip-file-as-folder"),
        ("a/b.txt", "A", "zip-file-as-folder"),
        ("a/", "a", "zip-file-as-folder"),
        ("a/b/c/d", "A/B", "zip-file-as-folder"),
        ("\u{39f}\u{394}\u{39f}\u{3a3}", "\u{3bf}\u{3b4}\u{3bf}\u{3c3}", "zip-twin"),
        ("\u{3bf}\u{3c2}.txt", "\u{3bf}\u{3c3}.txt", "zip-twin"),
        ("stra\u{df}e", "STRASSE", "zip-twin"),
        ("caf\u{e9}", "cafe\u{301}", "zip-lookalike"),
        ("t/CAFE\u{301}.png", "T/caf\u{e9}.png", "zip-lookalike"),
        ("e\u{323}\u{302}", "\u{1ec7}", "zip-lookalike"),
        ("e\u{302}\u{323}", "\u{1ec7}", "zip-lookalike"),
        ("\u{304b}\u{3099}", "\u{304c}", "zip-lookalike"),
        ("\u{d55c}", "\u{1112}\u{1161}\u{11ab}", "zip-lookalike"),
        ("\u{e9}", "e\u{301}/a", "zip-file-as-folder"),
        ("\u{fb01}le.txt", "FILE.txt", "zip-twin"),
        ("a\u{fe0f}.txt", "a.txt", "zip-lookalike"),
        ("caf\u{e9}", "cafe", "2 files"),
        ("caf\u{e9}", "caf\u{e8}", "2 files"),
        ("a", "a.b/c", "2 files"),
        ("a-b", "a/b", "2 files"),
    ] {
        let second = if first.ends_with('/') { (second, first) } else { (first, second) };
        let content = |name: &str| if name.ends_with('/') { &b""[..] } else { b"content" };
        let bytes = zip(&[Piece::stored(second.0, content(second.0)), Piece::stored(second.1, content(second.1))]);
        assert_eq!(refusal(&bytes), code, "{second:?}");
    }
    assert_eq!(refusal(&two("con.d", "b")), "zip-name-unportable");
    let many = ["a", "a.b", "a/b", "a/b/c"].map(|name| Piece::stored(name, b""));
    let indexes: Vec<_> =
        super::super::twins(["a", "a.b", "a/b", "a/b/c", "A"]).into_iter().map(|(at, _)| at).collect();
    assert_eq!((refusal(&zip(&many)), indexes), ("zip-file-as-folder".to_owned(), vec![4, 2, 3]));
}

#[test]
fn members_other_than_files_are_refused() {
    for (mode, code) in [
        (0o120_777, "zip-link"),
        (0o020_644, "zip-special"),
        (0o060_644, "zip-special"),
        (0o040_755, "zip-kind-disagrees"),
    ] {
        assert_eq!(refusal(&zip(&[Piece::stored("a", b"/etc/passwd").mode(mode)])), code, "{mode:o}");
    }
    assert_eq!(refusal(&zip(&[Piece::stored("a/", b"content")])), "zip-folder-content");
    let mut dos = Parts::of(&[Piece::stored("a", b"content")]);
    dos.directory[38] = 0x10;
    assert_eq!(refusal(&dos.bytes()), "zip-kind-disagrees", "a folder on DOS");
}

#[test]
fn unsupported_members_are_refused() {
    for (flags, method, code) in [
        (1, 8, "zip-encrypted"),
        (1 | 1 << 6, 8, "zip-encrypted"),
        (1 << 13, 8, "zip-encrypted"),
        (0, 99, "zip-encrypted"),
        (1 << 5, 8, "zip-method"),
        (0, 12, "zip-method"),
        (0, 14, "zip-method"),
        (0, 93, "zip-method"),
        (0, 555, "zip-method"),
    ] {
        let piece = text().fields(|fields| (fields.flags, fields.method) = (fields.flags | flags, method));
        assert_eq!(refusal(&zip(&[piece])), code, "{flags} {method}");
    }
}

#[test]
fn bombs_are_refused_before_they_are_unpacked() {
    let zeros = vec![0; 16 << 20];
    let bytes = zip(&[Piece::deflated("a.bin", &zeros)]);
    let low = ArchiveLimits { ratio: 200, ..ArchiveLimits::default() };
    assert_eq!(read_within(&bytes, &low).unwrap_err().code().as_str(), "zip-limit-ratio", "much of little");
    assert_eq!(refusal(&bytes), "1 files", "what deflate can do");
    // Sixteen members that all claim the same bytes.
    let kernel = Piece::deflated("kernel", &vec![7; 1 << 20]);
    let overlapping: Vec<Piece> = (0..16)
        .map(|n| {
            let entry = kernel.clone().entry(|fields| fields.name = format!("{n}").into_bytes());
            let data = if n == 0 { kernel.data.clone() } else { Vec::new() };
            Piece { at: Some(0), data, header: kernel.header.clone(), ..entry }
        })
        .collect();
    assert_eq!(refusal(&zip(&overlapping)), "zip-overlap", "the same bytes for all");
    let claimed = text().fields(|fields| fields.size = u32::MAX - 1);
    assert_eq!(refusal(&zip(&[claimed])), "zip-limit-ratio", "much is claimed");
    let beside = [Piece::stored("../a", b"content"), Piece::deflated("b", b"more than the limit")];
    let limits = ArchiveLimits { unpacked: 10, ..ArchiveLimits::default() };
    assert_eq!(
        read_within(&zip(&beside), &limits).unwrap_err().code().as_str(),
        "zip-limit-unpacked",
        "a fault hides no limit"
    );
    let million =
        Parts::of(&[text()]).widened().wide_byte(24, 0xff).wide_byte(26, 0xff).wide_byte(32, 0xff).wide_byte(34, 0xff);
    assert_eq!(refusal(&million.bytes()), "zip-limit-members", "very many members are claimed");
}

#[test]
fn wrong_sizes_are_refused() {
    for (what, piece, code) in [
        ("the size in the header is too small", text().fields(|fields| fields.size -= 1), "zip-longer"),
        ("the size in the header is too large", text().fields(|fields| fields.size += 1), "zip-shorter"),
        ("the size in the header is 0", text().fields(|fields| fields.size = 0), "zip-longer"),
        ("fewer packed bytes", text().fields(|fields| fields.packed -= 2), "zip-packed-cut-off"),
        ("no packed bytes", text().fields(|fields| fields.packed = 0), "zip-packed-cut-off"),
        ("more packed bytes than there are", text().fields(|fields| fields.packed += 1), "zip-out-of-bounds"),
        ("packed bytes without end", text().fields(|fields| fields.packed = 0x7fff_ffff), "zip-out-of-bounds"),
        (
            "two sizes of the same bytes",
            Piece::stored("a", b"content").fields(|fields| fields.size = 6),
            "zip-sizes-differ",
        ),
        ("a size that stands nowhere", text().entry(|fields| fields.size = u32::MAX), "zip-wide"),
        (
            "a cut off field",
            text().entry(|fields| fields.extra = b"\x01\0\x20\0abc".to_vec()).entry(|fields| fields.size = u32::MAX),
            "zip-extra-damaged",
        ),
        ("another size in front", text().header(|fields| fields.size += 1), "zip-header-disagrees"),
        ("another packed size in front", text().header(|fields| fields.packed += 1), "zip-header-disagrees"),
    ] {
        assert_eq!(refusal(&zip(&[piece])), code, "{what}");
    }
    let mut left = text();
    left.data.extend(b"left over");
    assert_eq!(refusal(&zip(&[left.fields(|fields| fields.packed += 9)])), "zip-packed-left");
    let mut wide = text();
    wide.entry.extra = b"\x01\0\x08\0".to_vec();
    put64(&mut wide.entry.extra, &[u64::MAX]);
    assert_eq!(refusal(&zip(&[wide.entry(|fields| fields.packed = u32::MAX)])), "zip-out-of-bounds");
}

#[test]
fn damaged_bytes_are_refused() {
    let wrong = |piece: Piece| zip(&[piece.fields(|fields| fields.crc ^= 1)]);
    assert_eq!(refusal(&wrong(text())), "zip-checksum");
    assert_eq!(refusal(&wrong(Piece::stored("a", b"content"))), "zip-checksum");
    let mut damaged = text();
    damaged.data[0] |= 0b110;
    assert_eq!(refusal(&zip(&[damaged])), "zip-damaged");
    let mut far = text();
    far.data = compress_to_vec(b"abcabcabcabcabcabcabc", 6);
    far.data[0] ^= 0b100;
    assert_ne!(refusal(&zip(&[far])), "1 files");
}

#[test]
fn a_directory_that_disagrees_with_headers_is_refused() {
    for (what, piece, code) in [
        ("another name", text().header(|fields| fields.name = b"b.txt".to_vec()), "zip-header-disagrees"),
        ("a longer name", text().header(|fields| fields.name = b"a.text".to_vec()), "zip-header-disagrees"),
        ("another method", text().header(|fields| fields.method = 0), "zip-header-disagrees"),
        ("another checksum", text().header(|fields| fields.crc ^= 1), "zip-header-disagrees"),
        ("encrypted in front", text().header(|fields| fields.flags |= 1), "zip-header-disagrees"),
        ("a patch in front", text().header(|fields| fields.flags |= 1 << 5), "zip-header-disagrees"),
        ("encrypted otherwise in front", text().header(|fields| fields.flags |= 1 << 6), "zip-header-disagrees"),
        ("masked in front", text().header(|fields| fields.flags |= 1 << 13), "zip-header-disagrees"),
        ("a header beyond", Piece { at: Some(0xfff_fffe), ..text() }, "zip-out-of-bounds"),
        ("another disk", Piece { disk: 3, ..text() }, "zip-split"),
        ("nothing behind its bytes", text().streamed(|_| Vec::new()), "zip-descriptor-disagrees"),
        (
            "another checksum behind",
            text().streamed(|fields| {
                let mut after = descriptor(fields);
                after[0] ^= 1;
                after
            }),
            "zip-descriptor-disagrees",
        ),
    ] {
        assert_eq!(refusal(&zip(&[piece])), code, "{what}");
    }
    let mut headless = Parts::of(&[text()]);
    headless.members[3] = 0;
    assert_eq!(refusal(&headless.bytes()), "zip-no-header");
    let shifted = [Piece { at: Some(2), ..Piece::stored("a", b"") }, Piece::stored("b", b"content")];
    assert_eq!(refusal(&zip(&shifted)), "zip-overlap");
    let unmarked = Piece::stored("\u{e4}.txt", b"content").header(|fields| fields.flags = 0);
    assert_eq!(refusal(&zip(&[unmarked])), "zip-header-disagrees");
    let inside = [Piece::stored("a", b"0123456789"), Piece { at: Some(33), ..Piece::stored("b", b"") }];
    assert_eq!(refusal(&zip(&inside)), "zip-overlap");
}

#[test]
fn a_member_missing_in_the_directory_is_refused() {
    let hidden = Parts::of(&[Piece::stored("hidden.exe", b"content")]).members;
    let after = |bytes: &[u8]| Piece { after: bytes.to_vec(), ..text() };
    let streamed =
        |more: &[u8]| text().streamed(|fields| [b"PK\x07\x08".to_vec(), descriptor(fields), more.to_vec()].concat());
    for (what, pieces, code) in [
        ("between two", vec![after(&hidden), Piece::stored("b", b"content")], "zip-gap"),
        ("behind the last", vec![after(&hidden)], "zip-gap"),
        ("a byte", vec![after(b"x")], "zip-gap"),
        ("behind a record", vec![streamed(&hidden)], "zip-gap"),
        ("a few bytes behind a record", vec![streamed(b"x")], "zip-gap"),
        ("a record that nobody announced", vec![after(&descriptor(&text().entry))], "zip-gap"),
    ] {
        assert_eq!(refusal(&zip(&pieces)), code, "{what}");
    }
    let mut first = Parts::of(&[Piece { at: Some(u32::try_from(hidden.len()).unwrap()), ..text() }]);
    first.members = [hidden, first.members].concat();
    let directory = u32::try_from(first.members.len()).unwrap();
    assert_eq!(refusal(&first.end32(16, directory).bytes()), "zip-leading");
}

/// The field with the additional name of `raw` in UTF-8.
fn beside(raw: &[u8], name: &str) -> Vec<u8> {
    let mut crc = Crc::default();
    crc.update(raw);
    let mut field = b"\x75\x70".to_vec();
    field.extend(u16::try_from(name.len() + 5).unwrap().to_le_bytes());
    field.push(1);
    put32(&mut field, &[crc.value()]);
    [field, name.as_bytes().to_vec()].concat()
}

#[test]
fn two_names_of_a_member_must_be_equal() {
    for (raw, name, code) in [
        (&b"../../evil.txt"[..], "safe.txt", "zip-name-disagrees"),
        (b"evil.exe", "safe.txt", "zip-name-disagrees"),
        (b"\x82/\xa0.txt", "\u{3042}.txt", "zip-name-disagrees"),
        (b"\x82.exe", "\u{3042}.txt", "zip-name-disagrees"),
        (b"x\\y.txt", "\u{3042}.txt", "zip-name-disagrees"),
        (b"\x83\\.txt", "\u{30bd}.txt", "1 files"),
        (b"C:y.txt", "\u{3042}.txt", "zip-name-disagrees"),
        (b"\x82\xa0.txt", "\u{3042}.txt", "1 files"),
        (b"#U3042.txt", "\u{3042}.txt", "1 files"),
        (b"?x_.txt", "\u{3042}x\u{3042}.txt", "zip-name-unportable"),
        (b"_x_.txt", "\u{3042}x\u{3042}.txt", "1 files"),
        (b"\x82\x60x.txt", "\u{ff21}x.txt", "1 files"),
        (b"caf\x82.txt", "cafe\u{301}.txt", "1 files"),
        (b"hello\x89.txt", "\u{e9}.txt", "zip-name-disagrees"),
        (b"\x89hello.txt", "\u{e9}.txt", "zip-name-disagrees"),
        (b"\x89\x89.txt", "hello\u{e9}.txt", "zip-name-disagrees"),
        (b"hello.txt", "hello\u{e9}.txt", "zip-name-disagrees"),
    ] {
        let of = |flags| {
            Piece::stored("", b"content").fields(|fields| {
                (fields.name, fields.flags, fields.extra) = (raw.to_vec(), flags, beside(raw, name));
            })
        };
        assert_eq!(refusal(&zip(&[of(0)])), code, "{name}");
        let one_side = of(0).header(|fields| fields.extra.clear());
        assert_ne!(refusal(&zip(&[one_side])), "1 files", "{name}, in the directory alone");
    }
    let marked = Piece::stored("a.txt", b"content").fields(|fields| fields.extra = beside(b"a.txt", "b.txt"));
    assert_eq!(refusal(&zip(&[marked])), "zip-name-disagrees");
    let twice = |fields: &mut super::build::MemberFields| {
        (fields.name, fields.flags) = (b"\x82\xa0".to_vec(), 0);
        fields.extra = [beside(b"\x82\xa0", "\u{3042}"), beside(b"\x82\xa0", "\u{3044}")].concat();
    };
    assert_eq!(refusal(&zip(&[Piece::stored("", b"").fields(twice)])), "zip-extra-twice");
}

#[test]
fn members_with_equal_legacy_names_are_refused() {
    let of = |raw: &[u8], name: &str| {
        Piece::stored("", b"content").fields(|fields| {
            (fields.name, fields.flags, fields.extra) = (raw.to_vec(), 0, beside(raw, name));
        })
    };
    for (raw, other, code) in [
        (b"\x89.txt", b"\x89.txt", "zip-raw-twin"),
        (b"\x89.txt", b"\x89.TXT", "zip-raw-twin"),
        (b"\x89.txt", b"\x8a.txt", "2 files"),
    ] {
        let name = format!("\u{e8}{}", String::from_utf8_lossy(&other[1..]));
        assert_eq!(refusal(&zip(&[of(raw, "\u{e9}.txt"), of(other, &name)])), code, "{other:?}");
    }
}

#[test]
fn an_invalid_end_record_is_refused() {
    let parts = || Parts::of(&[text(), Piece::stored("b", b"content")]);
    let whole = parts().bytes();
    let begin = parts().members.len();
    for (what, bytes, code) in [
        ("nothing", Vec::new(), "zip-none"),
        ("a text", b"hello".repeat(40), "zip-none"),
        ("cut in the end", whole[..whole.len() - 3].to_vec(), "zip-cut-off"),
        ("cut in the directory", whole[..begin + 20].to_vec(), "zip-cut-off"),
        ("cut in a member", whole[..40].to_vec(), "zip-cut-off"),
        ("a member behind", [&whole[..], &parts().members].concat(), "zip-trailing"),
        ("a member in front", [&parts().members[..], &whole].concat(), "zip-leading"),
        ("an archive in front", [&whole[..], &whole].concat(), "zip-directory-misplaced"),
        (
            "a directory in front",
            [b"#!/bin/sh\n", &vec![b'x'; begin - 10][..], b"PK\x01\x02", &whole].concat(),
            "zip-directory-misplaced",
        ),
        ("two disks", parts().end16(4, 1).bytes(), "zip-split"),
        ("a directory elsewhere", parts().end16(6, 1).bytes(), "zip-split"),
        ("members elsewhere", parts().end16(8, 1).bytes(), "zip-split"),
        ("one member fewer", parts().end16(8, 1).end16(10, 1).bytes(), "zip-count-disagrees"),
        ("one member more", parts().end16(8, 3).end16(10, 3).bytes(), "zip-count-disagrees"),
        ("a directory before its place", parts().end32(16, 3).bytes(), "zip-out-of-bounds"),
        ("a directory beyond the end", parts().end32(16, 0xfff_ffff).bytes(), "zip-directory-misplaced"),
        ("a shorter directory", parts().end32(12, 20).bytes(), "zip-directory-misplaced"),
        ("a comment that is none", parts().end16(20, 9).bytes(), "zip-cut-off"),
        ("wide: another count", parts().widened().end16(10, 7).end16(8, 7).bytes(), "zip-end-disagrees"),
        ("wide: another place", parts().widened().end32(16, 7).bytes(), "zip-end-disagrees"),
        ("wide: no record", parts().widened().wide_byte(0, b'X').bytes(), "zip-end-disagrees"),
        ("wide: a longer record", parts().widened().wide_byte(4, 45).bytes(), "zip-end-disagrees"),
        ("wide: three disks", parts().widened().wide_byte(56 + 16, 3).bytes(), "zip-split"),
        ("wide: another disk", parts().widened().wide_byte(16, 1).bytes(), "zip-split"),
    ] {
        assert_eq!(refusal(&bytes), code, "{what}");
    }
    let mut damaged = parts();
    damaged.directory[0] = b'X';
    assert_eq!(refusal(&damaged.bytes()), "zip-directory-damaged");
    let mut longer = parts();
    longer.directory[28] = 0xff;
    assert_eq!(refusal(&longer.bytes()), "zip-directory-damaged");
    // The comment contains another end record, so a reader that starts at the front sees another archive.
    let inner = parts();
    let mut ambiguous = parts();
    let length = u16::try_from(inner.end.len()).unwrap();
    ambiguous = ambiguous.end16(20, length);
    ambiguous.end.extend(&inner.end);
    assert_eq!(refusal(&ambiguous.bytes()), "zip-ambiguous");
}
